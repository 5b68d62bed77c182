import { unfinished } from '../counts.ts';
import { tally } from '../results/document.ts';
import type { Report, TestsetReport } from './report.ts';

/** How many unit tests the status counts that no document names, by how they ended as far as that can be told. */
export interface Unnamed {
  readonly stopped: number;
  readonly unfinished: number;
  /** Each of them failed, had an error, was stopped or never finished; which, the counts do not tell. */
  readonly notPassed: number;
  /** They may have passed. */
  readonly unclear: number;
}

const NONE: Unnamed = { stopped: 0, unfinished: 0, notPassed: 0, unclear: 0 };

/**
 * What the documents of a testset leave out. How those unit tests ended is said only where it follows from the counts: where the documents
 * name all that passed, failed or had an error, the rest was stopped or never finished.
 */
export function unnamed({ counts, suites, witnesses }: TestsetReport): Unnamed {
  const delivered = witnesses.some(({ source, state }) => source !== 'status' && state === 'read');
  const named = tally(suites);
  const missing = counts.total - named.passed - named.notPassed;
  if (!delivered || missing <= 0) return NONE;
  if (named.passed !== counts.pass) return { ...NONE, unclear: missing };
  const certain = named.notPassed === counts.fail + counts.error && missing === counts.stop + unfinished(counts);
  if (!certain) return { ...NONE, notPassed: missing };
  return { ...NONE, stopped: counts.stop, unfinished: unfinished(counts) };
}

/** The same for all testsets of a report together. */
export function allUnnamed({ testsets }: Report): Unnamed {
  return testsets.map(unnamed).reduce(
    (a, b) => ({
      stopped: a.stopped + b.stopped,
      unfinished: a.unfinished + b.unfinished,
      notPassed: a.notPassed + b.notPassed,
      unclear: a.unclear + b.unclear,
    }),
    NONE,
  );
}
