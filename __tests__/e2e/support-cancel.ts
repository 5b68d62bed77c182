import type { DevicePlan } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import type { Simulator } from '../../simulator/server.ts';
import type { Variants } from '../../simulator/variants.ts';
import type { ArtifactFaults } from '../support/artifact-service.ts';
import type { Fault as GithubFault, GithubApi } from '../support/github-api.ts';
import type { ActionResult } from '../support/run-action.ts';

/** A point of the whole run at which it is held, and the truth about it should it end there. */
export interface Point {
  readonly label: string;
  /** `resume`: an earlier attempt created the testset and was lost, so that this one looks at it at once. */
  readonly begins: 'create' | 'resume';
  readonly devices: readonly DevicePlan[];
  readonly faults?: readonly Fault[];
  readonly variants?: Partial<Variants>;
  readonly inputs?: Readonly<Record<string, string>>;
  /** The app's size; a few by default. */
  readonly appBytes?: number;
  /** So many empty folders stand beside the app. */
  readonly folders?: number;
  /** The service takes connections and never says a word. */
  readonly mute?: boolean;
  /** What goes wrong with artifacts as soon as the log holds the words. */
  readonly artifacts?: { readonly after: string; readonly faults: ArtifactFaults };
  readonly github?: readonly GithubFault[];
  /** Whether the run has come to the point. */
  readonly isReached: (sight: Sight) => boolean;
  readonly truth: Truth;
  /** The terminator has left and its answer is waited for: up to 3 s more, by design (docs/design.md §3). */
  readonly waitsForLastWord?: boolean;
}

/** What must be so after a cancel. */
export interface Truth {
  readonly outcome: 'cancelled' | 'unknown-start' | 'passed' | 'failed';
  /** How many creates the service has committed. */
  readonly committed: number;
  /** How many of them the step knows of. */
  readonly known: number;
  /** Whether the next attempt finds receipts for those that are known. */
  readonly receipts: boolean;
  /** Words that the last line of a red step must hold. */
  readonly lastLine: string;
  /** What the output `outcome` says when there was no time for another word; absent: it was not set yet. */
  readonly killed?: string;
}

/** What can be seen of a run from outside. */
export interface Sight {
  readonly simulator: Simulator;
  readonly lines: readonly string[];
  /** The calls to the artifact service since this attempt began. */
  readonly artifactCalls: readonly string[];
  /** How many there are, of this attempt or an earlier one. */
  readonly receipts: number;
  readonly github: GithubApi['requests'];
  /** Connections that the mute service has taken. */
  readonly muteConnections: number;
  /** Paths below the results folder. */
  readonly files: () => readonly string[];
}

/** What is sent to the step: a signal, and perhaps another so many milliseconds later. */
export interface Signals {
  readonly first: 'SIGINT' | 'SIGKILL';
  readonly then?: { readonly signal: 'SIGINT' | 'SIGTERM'; readonly afterMs: number };
}

/** How a run ended that was cancelled at a point. */
export interface Cancelled {
  readonly result: ActionResult;
  /** The testsets that the service has created. */
  readonly committed: readonly number[];
  /** The testsets for which the next attempt finds a receipt, in order. */
  readonly receipts: readonly number[];
  /** From the first signal to the end of the process, in milliseconds; the few for reading its outputs are counted in. */
  readonly milliseconds: number;
}

/** What is not as it must be after a cancel, or after a kill; nothing where all is well. */
export function findingsOf({ truth }: Point, { first }: Signals, cancelled: Cancelled): readonly string[] {
  const { result, committed, receipts } = cancelled;
  const { outputs, stdout, stderr } = result;
  // Which of several creates comes first, and which is answered first, is chance.
  const told = (outputs['testset-id'] ?? '').split(',').map(Number);
  const isPart = told.length === truth.known && told.every((id) => committed.includes(id));
  const known = isPart ? told : committed.slice(0, truth.known);
  const rows: readonly Row[] = [
    ['creates committed', committed.length, truth.committed],
    ['testset-id', outputs['testset-id'] ?? '', known.join(',')],
    ['a stack in the log', /^\s+at .+:\d+/m.test(stdout + stderr), false],
    ...(first === 'SIGKILL' ? killedRows(truth, result) : toldRows(truth, known, result)),
    // What was killed had no time to take a receipt back, and one too many costs nothing.
    ['receipts', receipts, truth.receipts || first === 'SIGKILL' ? known.toSorted() : []],
  ];
  return rows
    .filter(([, is, must]) => JSON.stringify(is) !== JSON.stringify(must))
    .map(([what, is, must]) => `${what}: ${JSON.stringify(is)}, not ${JSON.stringify(must)}`);
}

type Row = readonly [what: string, is: unknown, must: unknown];

function killedRows({ killed }: Truth, { outputs, exitCode }: ActionResult): readonly Row[] {
  return [
    ['outcome', outputs['outcome'], killed],
    ['exit code', exitCode, null],
  ];
}

function toldRows(truth: Truth, ids: readonly number[], { outputs, exitCode, stdout }: ActionResult): readonly Row[] {
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  const isGreen = truth.outcome === 'passed';
  const missing = (text: string): readonly number[] => ids.filter((id) => !text.includes(`${id}`));
  return [
    ['outcome', outputs['outcome'], truth.outcome],
    ['exit code', exitCode, isGreen ? 0 : 1],
    ['identifiers that the log does not tell', missing(stdout), []],
    ['identifiers that the last line does not tell', isGreen ? [] : missing(last), []],
    ['the last line', isGreen || last.includes(truth.lastLine) || last, true],
  ];
}
