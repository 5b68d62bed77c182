import { endedCount, unfinishedCount, type Counts } from '../model/counts.ts';
import type { Outcome } from '../model/outcome.ts';
import { limitViolations } from './limits.ts';
import type { Limits, ResultSource } from '../model/report.ts';
import { agreesWith } from '../model/report.ts';
import { pluralize } from '../model/words.ts';
import type { Collected } from '../results/collected.ts';
import type { Status } from '../service/wire.ts';

/** What is known of a complete testset when it is judged. */
export interface CompleteTestset {
  readonly status: Status;
  /** How many unit tests the create announced; 0 when unknown. */
  readonly announced: number;
  readonly collected: Collected;
}

/** What the step as a whole has to do with one testset's verdict: limits and passes are summed over all of them. */
export interface StepTotals {
  readonly counts: Counts;
  readonly limits: Limits;
}

/** A word, and why: one sentence for each reason. */
export interface Verdict {
  readonly outcome: Extract<Outcome, 'passed' | 'failed' | 'inconclusive' | 'cancelled'>;
  readonly reasons: readonly string[];
}

/**
 * Judges a complete testset (docs/design.md §5). Counts over a limit are `failed`; anything missing, empty, unreadable,
 * contradictory or unfinished is `inconclusive`; only what is left has passed.
 */
export function decideOutcome(evidence: CompleteTestset, step: StepTotals): Verdict {
  const excess = limitViolations(evidence.status.counts, step);
  if (excess.length > 0) return { outcome: 'failed', reasons: excess };
  if (evidence.collected.cancelled) {
    return { outcome: 'cancelled', reasons: ['The run was cancelled before the results were fetched.'] };
  }
  const doubts = [...countDoubts(evidence, step), ...documentDoubts(evidence)];
  return doubts.length > 0 ? { outcome: 'inconclusive', reasons: doubts } : { outcome: 'passed', reasons: [] };
}

function countDoubts({ status, announced }: CompleteTestset, step: StepTotals): string[] {
  const { counts, busy, gaps } = status;
  const doubts: string[] = [];
  if (gaps.length > 0) doubts.push(`The status has no usable number for ${gaps.join(', ')}.`);
  if (counts.total === 0) doubts.push('The testset holds no unit test.');
  else if (counts.total < announced) {
    doubts.push(`The create announced ${unitTests(announced)}, the status counts ${counts.total}.`);
  }
  if (unfinishedCount(counts) > 0)
    doubts.push(`${unitTests(unfinishedCount(counts))} of ${counts.total} never finished.`);
  if (busy > unfinishedCount(counts)) doubts.push(`The status still counts ${unitTests(busy)} as not finished.`);
  if (endedCount(counts) > counts.total && counts.total > 0)
    doubts.push('The status counts more ends than unit tests.');
  if (step.counts.pass === 0) doubts.push('No unit test passed.');
  return doubts;
}

/** What each source says, the status first. */
export function sourcesOf({ status: { counts }, collected }: Pick<CompleteTestset, 'status' | 'collected'>): Witnesses {
  const notPassed = counts.fail + counts.error + counts.stop + unfinishedCount(counts);
  return [{ source: 'status', state: 'read', passed: counts.pass, notPassed, why: '' }, ...collected.documents];
}

type Witnesses = readonly [status: ResultSource, xml: ResultSource, json: ResultSource];

function documentDoubts(evidence: CompleteTestset): string[] {
  const { collected } = evidence;
  if (collected.problem) return [`The results could not be fetched: ${collected.problem.message}`];
  const [status, ...documents] = sourcesOf(evidence);
  const unreadable = documents.filter(({ state }) => state === 'unreadable');
  if (unreadable.length > 0)
    return unreadable.map(({ source, why }) => `The ${source.toUpperCase()} results cannot be read: ${why}.`);
  const read = documents.filter(({ state }) => state === 'read');
  if (read.length === 0) return ['The testset is complete, but neither XML nor JSON results were delivered.'];
  return read.filter((document) => !agreesWith(status, document)).map((document) => disagreement(status, document));
}

function disagreement(status: ResultSource, { source, passed, notPassed }: ResultSource): string {
  return (
    `The sources disagree: the status counts ${status.passed} passed and ${status.notPassed} not, ` +
    `the ${source.toUpperCase()} shows ${passed} passed and ${notPassed} not.`
  );
}

function unitTests(number: number): string {
  return pluralize(number, 'unit test');
}
