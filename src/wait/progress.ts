import { replaceCounts, type Counts, endedCount, NO_COUNTS, unfinishedCount } from '../model/counts.ts';
import type { TestsetError } from '../model/errors.ts';
import { pluralize, formatDuration } from '../model/words.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { isKnownWord, type Status } from '../service/wire.ts';

/** Tells how all testsets of a step come along, in one line for the whole. */
export interface Progress {
  /** A testset is known from now on. */
  began(testsetId: number, facts: KnownTestset): void;
  /** One of the testsets will never be known. */
  missing(): void;
  heard(testsetId: number, status: Status): void;
  failed(testsetId: number, error: TestsetError, failures: number): void;
}

/** What is known of a testset before its first status. */
export interface KnownTestset {
  /** How many unit tests the create announced; 0 when unknown. */
  readonly announced: number;
  /** Whether this step created it. */
  readonly created: boolean;
  readonly scenario?: number;
}

/** Without a change a line comes once a minute; looks are up to a minute apart, less a tenth by chance. In milliseconds. */
const SILENCE_MS = 50_000;
/** The changes of several testsets are gathered for so long, in milliseconds. */
const GATHER_MS = 30_000;
/** As many new testsets of several are told in one line. */
const IN_ONE_LINE = 20;

/**
 * Logs a line on change, and one a minute otherwise; warns once when the service uses a status word that it does not document.
 *
 * @param testsets how many there are to be
 * @param show gets the counts of all testsets together whenever one of them says something
 */
export function createProgress(
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  testsets: number,
  show: ShowProgress = () => undefined,
): Progress {
  const warnOfWord = createWordWarning(log);
  const creations = createCreations(log);
  const tell = createLine({ clock, log }, testsets > 1 ? GATHER_MS : 0, creations.tell);
  const latest = new Map<number, Counts>();
  const complete = new Set<number>();
  let sum = NO_COUNTS;
  let expected = testsets;
  const take = (testsetId: number, counts: Counts): void => {
    sum = replaceCounts(sum, latest.get(testsetId) ?? NO_COUNTS, counts);
    latest.set(testsetId, counts);
    show(sum, [...latest.keys()]);
  };

  return {
    began: (testsetId, { announced, created, scenario }) => {
      take(testsetId, { ...NO_COUNTS, total: announced });
      if (!created) return;
      if (testsets === 1) {
        log.info(
          `Testset ${testsetId} is created${announced > 0 ? ` with ${pluralize(announced, 'unit test')}` : ''}.`,
        );
        return;
      }
      creations.add(`testset ${testsetId} for scenario ${scenario ?? 0}`);
      if (latest.size === expected) creations.tell();
    },
    missing: () => {
      expected -= 1;
      if (latest.size === expected) creations.tell();
    },
    heard: (testsetId, status) => {
      take(testsetId, status.counts);
      if (status.complete) complete.add(testsetId);
      warnOfWord(testsetId, status.word);
      tell(progressLine(sum, { complete: complete.size, known: latest.size, expected }), complete.size === expected);
    },
    failed: (testsetId, error, failures) => {
      // Looks that fail all alike are told when they begin, and ever more seldom while they go on.
      if (!Number.isInteger(Math.log2(failures))) return;
      const again = failures === 1 ? '' : ` (${failures} times in a row)`;
      tell(`Testset ${testsetId} could not be looked at${again}: ${error.message}`, false);
    },
  };
}

/**
 * Logs a line with the time since now behind it, unless it comes too early and is not urgent.
 *
 * @param gapMs from one line to the next, in milliseconds; from a line to the same one again it is longer
 * @param before called before each line that is logged
 */
function createLine(
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  gapMs: number,
  before: () => void,
): (text: string, urgent: boolean) => void {
  const began = clock.now();
  let told = { text: '', at: Number.NEGATIVE_INFINITY };
  return (text, urgent) => {
    const sinceMs = clock.now() - told.at;
    const dueMs = text === told.text ? SILENCE_MS : gapMs;
    if (!urgent && sinceMs < dueMs) return;
    before();
    told = { text, at: clock.now() };
    log.info(`${text} (${formatDuration((clock.now() - began) / 1000)})`);
  };
}

/** Gathers what was created, so that many testsets do not take a line each. */
function createCreations(log: Runtime['log']): { readonly add: (what: string) => void; readonly tell: () => void } {
  let fresh: string[] = [];
  const tell = (): void => {
    if (fresh.length > 0) log.info(`Created: ${fresh.join(', ')}.`);
    fresh = [];
  };
  return {
    add: (what) => {
      fresh.push(what);
      if (fresh.length >= IN_ONE_LINE) tell();
    },
    tell,
  };
}

/** One warning for a step: the service says the same of all its testsets. */
function createWordWarning(log: Runtime['log']): (testsetId: number, word: string) => void {
  let warned = false;
  return (testsetId, word) => {
    if (warned || isKnownWord(word)) return;
    warned = true;
    log.warning(
      `The service calls testset ${testsetId} "${word}", a word that it does not document; taken as still running.`,
    );
  };
}

/** How many testsets have come how far; `expected` are those that are known, or may still come. */
interface TestsetsSoFar {
  readonly complete: number;
  readonly known: number;
  readonly expected: number;
}

function progressLine(counts: Counts, { complete, known, expected }: TestsetsSoFar): string {
  const done = `${endedCount(counts)} of ${pluralize(counts.total, 'unit test')} done${details(counts)}`;
  if (expected === 1) return done;
  const created = known < expected ? `${known} of ${expected} testsets known, ${complete} complete` : undefined;
  return `${created ?? `${complete} of ${expected} testsets complete`}; ${done}`;
}

function details(counts: Counts): string {
  const parts = [
    [counts.pass, 'passed'],
    [counts.fail, 'failed'],
    [counts.error, 'with an error'],
    [counts.stop, 'stopped'],
    [unfinishedCount(counts), 'still running'],
  ] as const;
  const shown = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return shown.length > 0 ? `: ${shown.join(', ')}` : '';
}

/** Shows the counts of all testsets together, and the identifiers of those that are known. */
export type ShowProgress = (counts: Counts, testsetIds: readonly number[]) => void;

/** Returns the function that shows progress in the check run; it does nothing where there is none. */
export async function openLiveCheck({ checkRun }: Pick<Platform, 'checkRun'>): Promise<ShowProgress> {
  if (!checkRun) return () => undefined;
  const { liveText } = await import('../report/check-run.ts');
  return (counts, testsetIds) => {
    checkRun.update(liveText(counts, testsetIds));
  };
}
