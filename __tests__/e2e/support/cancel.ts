import type { DevicePlan } from '../../../simulator/devices.ts';
import type { Fault } from '../../../simulator/faults.ts';
import type { Simulator } from '../../../simulator/server.ts';
import type { Variants } from '../../../simulator/variants.ts';
import type { ArtifactFaults } from '../../support/artifact-service.ts';
import type { Fault as GithubFault, GithubApi } from '../../support/github-api.ts';
import type { ActionResult } from '../../support/run-action.ts';

/** A point of the run at which it is cancelled, and what is expected then. */
export interface Point {
  readonly label: string;
  /** `resume`: an earlier attempt created the testset and was killed, so that this one polls it at once. */
  readonly begins: 'create' | 'resume';
  readonly devices: readonly DevicePlan[];
  readonly faults?: readonly Fault[];
  readonly variants?: Partial<Variants>;
  readonly inputs?: Readonly<Record<string, string>>;
  /** Size of the app; 3 by default. */
  readonly appBytes?: number;
  /** Number of empty folders in the workspace. */
  readonly folders?: number;
  /** The service accepts connections and never responds. */
  readonly silent?: boolean;
  /** Faults of the artifact service from the moment that the log contains a text. */
  readonly artifacts?: { readonly after: string; readonly faults: ArtifactFaults };
  readonly github?: readonly GithubFault[];
  /** Whether the run has reached the point. */
  readonly isReached: (observation: Observation) => boolean;
  readonly expected: Expectation;
  /** The end of the create was sent and its response is waited for: up to 3 s more (docs/design.md §3). */
  readonly waitsForResponse?: boolean;
}

export interface Expectation {
  readonly outcome: 'cancelled' | 'unknown-start' | 'passed' | 'failed';
  /** How many testsets the service has created. */
  readonly committed: number;
  /** How many of them the step knows. */
  readonly known: number;
  /** Whether the next attempt finds receipts for the known ones. */
  readonly receipts: boolean;
  /** Text in the last line of a red step. */
  readonly lastLine: string;
  /** The output `outcome` of a step that is killed; absent: not set yet. */
  readonly killed?: string;
}

/** What can be observed of a run from outside. */
export interface Observation {
  readonly simulator: Simulator;
  readonly lines: readonly string[];
  /** The calls to the artifact service in this attempt. */
  readonly artifactCalls: readonly string[];
  /** Number of receipts of all attempts. */
  readonly receipts: number;
  readonly github: GithubApi['requests'];
  /** Connections that the silent server has accepted. */
  readonly silentConnections: number;
  /** Paths below the results folder. */
  readonly files: () => readonly string[];
}

/** The signals to the step: one, and perhaps another some milliseconds later. */
export interface Signals {
  readonly first: 'SIGINT' | 'SIGKILL';
  readonly then?: { readonly signal: 'SIGINT' | 'SIGTERM'; readonly afterMs: number };
}

export interface CancelResult {
  readonly result: ActionResult;
  /** The testsets that the service has created. */
  readonly committed: readonly number[];
  /** The testsets for which the next attempt finds a receipt, in order. */
  readonly receipts: readonly number[];
  /** From the first signal to the end of the process, in milliseconds. */
  readonly milliseconds: number;
}

/** Lists what differs from what is expected after a cancel or a kill. */
export function findDifferences({ expected }: Point, { first }: Signals, cancelled: CancelResult): readonly string[] {
  const { result, committed, receipts } = cancelled;
  const { outputs, stdout, stderr } = result;
  // The order of several creates is random.
  const ids = (outputs['testset-id'] ?? '').split(',').map(Number);
  const isPart = ids.length === expected.known && ids.every((id) => committed.includes(id));
  const known = isPart ? ids : committed.slice(0, expected.known);
  const rows: readonly Row[] = [
    ['creates committed', committed.length, expected.committed],
    ['testset-id', outputs['testset-id'] ?? '', known.join(',')],
    ['a stack in the log', /^\s+at .+:\d+/m.test(stdout + stderr), false],
    ...(first === 'SIGKILL' ? killedRows(expected, result) : cancelledRows(expected, known, result)),
    // A step that is killed cannot remove its receipt, which does no harm.
    ['receipts', receipts, expected.receipts || first === 'SIGKILL' ? known.toSorted() : []],
  ];
  return rows
    .filter(([, is, must]) => JSON.stringify(is) !== JSON.stringify(must))
    .map(([what, is, must]) => `${what}: ${JSON.stringify(is)}, not ${JSON.stringify(must)}`);
}

type Row = readonly [what: string, is: unknown, must: unknown];

function killedRows({ killed }: Expectation, { outputs, exitCode }: ActionResult): readonly Row[] {
  return [
    ['outcome', outputs['outcome'], killed],
    ['exit code', exitCode, null],
  ];
}

function cancelledRows(
  expected: Expectation,
  ids: readonly number[],
  { outputs, exitCode, stdout }: ActionResult,
): readonly Row[] {
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  const isGreen = expected.outcome === 'passed';
  // The last line of a step that failed is about devices; each has a link to its page.
  const isAboutDevices = isGreen || expected.outcome === 'failed';
  const missing = (text: string): readonly number[] => ids.filter((id) => !text.includes(`${id}`));
  return [
    ['outcome', outputs['outcome'], expected.outcome],
    ['exit code', exitCode, isGreen ? 0 : 1],
    ['identifiers that the log does not have', missing(stdout), []],
    ['identifiers that the last line does not have', isAboutDevices ? [] : missing(last), []],
    ['the last line', isGreen || last.includes(expected.lastLine) || last, true],
  ];
}
