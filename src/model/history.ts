/** One earlier result of a device, or of a scenario as a whole. */
export interface PastResult {
  readonly run: number;
  readonly passed: boolean;
  /** Set if it passed in one testset of the run and not in another. */
  readonly flaky?: true;
  /** How long it took; absent if not known. */
  readonly seconds?: number;
}

/** The last results on the base branch, oldest first. */
export interface History {
  /** Absent for an automated test. */
  readonly scenario?: number;
  /** The device as the service names it, untrusted text; absent for the results of the scenario as a whole. */
  readonly device?: string;
  readonly results: readonly PastResult[];
}

/** What a result means beside the earlier ones: in a word, and after the name of the device. New failures are shown first. */
export const MARKS = {
  new: { words: 'new', verb: 'failed for the first time' },
  'still-failing': { words: 'still failing', verb: 'still fails' },
  unsteady: { words: 'unsteady', verb: 'fails now and then' },
  fixed: { words: 'fixed', verb: 'passes again' },
} as const;

/** A mark by its name. */
export type Mark = keyof typeof MARKS;

/** The last run of the same workflow on the base branch that has a report. */
export interface Comparison {
  /** Untrusted text. */
  readonly branch: string;
  readonly runNumber: number;
  readonly runUrl: string;
  /** How long that run waited; absent if not known. */
  readonly seconds?: number;
  /** The size of the app of that run. */
  readonly appBytes?: number;
}

/** A run to compare with, and the results on its branch, with its own as the newest. */
export interface BaselineReport extends Comparison {
  readonly history: readonly History[];
}

/** How many results are kept for each device. */
const MAX_HISTORY = 10;

/** Identifies a device, or a scenario as a whole, among the histories of a report. */
export function historyKey({ scenario, device }: Omit<History, 'results'>): string {
  return JSON.stringify([scenario, device]);
}

/** A result to add to a history. */
export type NewResult = Omit<History, 'results'> & Omit<PastResult, 'run'>;

/**
 * Adds the results of a run, sorted by run number, because runs may overlap. Two devices of the same name are one, which passed only if
 * both did. Entries without a result in the last ten known runs are dropped, so that devices that are gone do not stay forever.
 */
export function appendResults(
  earlier: readonly History[],
  run: number,
  results: Iterable<NewResult>,
): readonly History[] {
  const own = new Map<string, NewResult>();
  for (const result of results) {
    const other = own.get(historyKey(result));
    const passed = result.passed && other?.passed !== false;
    const flaky = (passed && (result.flaky ?? other?.flaky)) || undefined;
    const durations = [result, other].flatMap((each) => each?.seconds ?? []);
    const seconds = durations.sort((a, b) => b - a)[0];
    const { scenario, device } = result;
    own.set(historyKey(result), { scenario, device, passed, flaky, seconds });
  }
  const known = new Map(earlier.map((entry) => [historyKey(entry), entry]));
  for (const [key, { passed, flaky, seconds, ...subject }] of own) {
    const others = known.get(key)?.results.filter((past) => past.run !== run) ?? [];
    const all = [...others, { run, passed, flaky, seconds }];
    known.set(key, { ...subject, results: all.sort((a, b) => a.run - b.run).slice(-MAX_HISTORY) });
  }
  const runs = new Set([...known.values()].flatMap((entry) => entry.results.map((past) => past.run)));
  const oldest = [...runs].sort((a, b) => a - b).at(-MAX_HISTORY) ?? 0;
  return [...known.values()].filter(({ results: all }) => (all.at(-1)?.run ?? -1) >= oldest);
}

/** Marks a result by the earlier ones, oldest first; `undefined` without any, and for a device that passed as before. */
export function markOf(passed: boolean, earlier: readonly PastResult[]): Mark | undefined {
  const newest = earlier.at(-1);
  if (!newest) return undefined;
  if (passed && newest.passed) return undefined;
  if (passed) return 'fixed';
  const changes = earlier.slice(1).filter((past, at) => past.passed !== earlier[at]?.passed).length;
  if (changes >= 2) return 'unsteady';
  return newest.passed ? 'new' : 'still-failing';
}
