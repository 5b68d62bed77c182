import { OUTCOMES, type Outcome } from '../model/outcome.ts';
import type { TestsetReport } from '../model/report.ts';

/** Icons that differ in shape; a word always follows. */
export const ICONS: Readonly<Record<Outcome, string>> = {
  passed: '✅',
  failed: '❌',
  inconclusive: '⚠️',
  'unknown-start': '⚠️',
  'timed-out': '⏳',
  cancelled: '🚫',
  refused: '🚫',
  'not-started': '🚫',
  started: '▶️',
};

/** The outcome of one of several testsets. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  'unknown-start': 'unknown start',
  'timed-out': 'timed out',
  cancelled: 'cancelled',
  refused: 'rejected',
  'not-started': 'not started',
  started: 'started',
};

/** `scenario`, or `testset` where a scenario is not known. */
export function subjectOf(testsets: readonly TestsetReport[]): string {
  return testsets.every(({ scenario }) => scenario !== undefined) ? 'scenario' : 'testset';
}

/** How many testsets have each outcome: failed first, passed last. */
export function outcomeCounts(testsets: readonly TestsetReport[]): (readonly [Outcome, number])[] {
  const order = [...new Set<Outcome>(['failed', ...OUTCOMES])];
  return order
    .map((outcome) => [outcome, testsets.filter((testset) => testset.outcome === outcome).length] as const)
    .filter(([, number]) => number > 0);
}
