import type { DevicePlan } from '../../../simulator/devices.ts';
import type { Fault } from '../../../simulator/faults.ts';
import type { Simulator } from '../../../simulator/server.ts';
import type { Fault as GithubFault, Github } from '../../support/github.ts';
import type { ActionResult } from '../../support/run-action.ts';

/** A point of the run at which it is cancelled, and what is expected then. */
export interface Point {
  readonly label: string;
  readonly signals: keyof typeof SIGNALS;
  /** `resume`: an earlier attempt created the testset and was killed, so that this one polls it at once. */
  readonly begins: 'create' | 'resume';
  readonly devices: readonly DevicePlan[];
  readonly faults?: readonly Fault[];
  readonly inputs?: Readonly<Record<string, string>>;
  /** The service accepts connections and never responds. */
  readonly silent?: boolean;
  readonly github?: readonly GithubFault[];
  /** Whether the run has reached the point. */
  readonly isReached: (observation: Observation) => boolean;
  readonly expected: Expectation;
}

export interface Expectation {
  readonly outcome: 'cancelled' | 'unknown-start' | 'passed';
  /** How many testsets the service has created. */
  readonly committed: number;
  /** How many of them the step knows. */
  readonly known: number;
  /** Whether the next attempt finds receipts for the known ones. */
  readonly receipts: boolean;
  /** Text in the last line of a red step. */
  readonly lastLine: string;
}

/** What can be observed of a run from outside. */
export interface Observation {
  readonly simulator: Simulator;
  readonly lines: readonly string[];
  /** Number of receipts of all attempts. */
  readonly receipts: number;
  /** The requests to GitHub in this attempt. */
  readonly github: Github['requests'];
  /** Connections that the silent server has accepted. */
  readonly silentConnections: number;
}

/** The signals to the step: one, and perhaps another some milliseconds later. */
export interface Signals {
  readonly first: 'SIGINT' | 'SIGKILL';
  readonly then?: { readonly signal: 'SIGINT' | 'SIGTERM'; readonly afterMs: number };
}

/** The runner sends SIGTERM after 7.5 s, when all of these runs have ended; here it comes after half a second. */
export const SIGNALS = {
  SIGINT: { first: 'SIGINT' },
  'SIGINT, then SIGTERM': { first: 'SIGINT', then: { signal: 'SIGTERM', afterMs: 500 } },
  'SIGINT twice': { first: 'SIGINT', then: { signal: 'SIGINT', afterMs: 20 } },
  SIGKILL: { first: 'SIGKILL' },
} as const satisfies Readonly<Record<string, Signals>>;

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
export function findDifferences({ expected, signals }: Point, cancelled: CancelResult): readonly string[] {
  const isKilled = signals === 'SIGKILL';
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
    ...(isKilled ? killedRows(result) : cancelledRows(expected, known, result)),
    // A step that is killed cannot remove its receipt, which does no harm.
    ['receipts', receipts, expected.receipts || isKilled ? known.toSorted() : []],
  ];
  return rows
    .filter(([, is, must]) => JSON.stringify(is) !== JSON.stringify(must))
    .map(([what, is, must]) => `${what}: ${JSON.stringify(is)}, not ${JSON.stringify(must)}`);
}

type Row = readonly [what: string, is: unknown, must: unknown];

function killedRows({ outputs, exitCode }: ActionResult): readonly Row[] {
  return [
    ['outcome', outputs['outcome'], undefined],
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
  const missing = (text: string): readonly number[] => ids.filter((id) => !text.includes(`${id}`));
  return [
    ['outcome', outputs['outcome'], expected.outcome],
    ['exit code', exitCode, isGreen ? 0 : 1],
    ['identifiers that the log does not have', missing(stdout), []],
    ['identifiers that the last line does not have', isGreen ? [] : missing(last), []],
    ['the last line', isGreen || last.includes(expected.lastLine) || last, true],
  ];
}
