import { ended, unfinished, type Counts } from '../counts.ts';
import type { Outcome } from '../outcome.ts';
import { excessOf } from '../report/excess.ts';
import type { Limits, Witness } from '../report/report.ts';
import { bearsOut } from '../report/witness.ts';
import { count } from '../report/words.ts';
import type { Collected } from '../results/collected.ts';
import type { Status } from '../service/wire.ts';

/** What is known of a complete testset when it is judged. */
export interface Evidence {
  readonly status: Status;
  /** How many unit tests the create announced; 0 when unknown. */
  readonly announced: number;
  readonly collected: Collected;
}

/** What the step as a whole has to do with one testset's verdict: limits and passes are summed over all of them. */
export interface StepFacts {
  readonly counts: Counts;
  readonly limits: Limits;
}

/** A word, and why: one sentence for each reason. */
export interface Judgement {
  readonly outcome: Extract<Outcome, 'passed' | 'failed' | 'inconclusive' | 'cancelled'>;
  readonly reasons: readonly string[];
}

/**
 * Judges a complete testset (docs/design.md §5). Counts over a limit are `failed`; anything missing, empty, unreadable,
 * contradictory or unfinished is `inconclusive`; only what is left has passed.
 */
export function judge(evidence: Evidence, step: StepFacts): Judgement {
  const excess = excessOf(evidence.status.counts, step);
  if (excess.length > 0) return { outcome: 'failed', reasons: excess };
  if (evidence.collected.cancelled) {
    return { outcome: 'cancelled', reasons: ['The run was cancelled before the results were fetched.'] };
  }
  const doubts = [...countDoubts(evidence, step), ...documentDoubts(evidence)];
  return doubts.length > 0 ? { outcome: 'inconclusive', reasons: doubts } : { outcome: 'passed', reasons: [] };
}

function countDoubts({ status, announced }: Evidence, step: StepFacts): string[] {
  const { counts, busy, gaps } = status;
  const doubts: string[] = [];
  if (gaps.length > 0) doubts.push(`The status has no usable number for ${gaps.join(', ')}.`);
  if (counts.total === 0) doubts.push('The testset holds no unit test.');
  else if (counts.total < announced) {
    doubts.push(`The create announced ${unitTests(announced)}, the status counts ${counts.total}.`);
  }
  if (unfinished(counts) > 0) doubts.push(`${unitTests(unfinished(counts))} of ${counts.total} never finished.`);
  if (busy > unfinished(counts)) doubts.push(`The status still counts ${unitTests(busy)} as not finished.`);
  if (ended(counts) > counts.total && counts.total > 0) doubts.push('The status counts more ends than unit tests.');
  if (step.counts.pass === 0) doubts.push('No unit test passed.');
  return doubts;
}

/** What each source says, the status first. */
export function witnessesOf({ status: { counts }, collected }: Pick<Evidence, 'status' | 'collected'>): Witnesses {
  const notPassed = counts.fail + counts.error + counts.stop + unfinished(counts);
  return [{ source: 'status', state: 'read', passed: counts.pass, notPassed, why: '' }, ...collected.documents];
}

type Witnesses = readonly [status: Witness, xml: Witness, json: Witness];

function documentDoubts(evidence: Evidence): string[] {
  const { collected } = evidence;
  if (collected.problem) return [`The results could not be fetched: ${collected.problem.message}`];
  const [status, ...documents] = witnessesOf(evidence);
  const unreadable = documents.filter(({ state }) => state === 'unreadable');
  if (unreadable.length > 0)
    return unreadable.map(({ source, why }) => `The ${source.toUpperCase()} results cannot be read: ${why}.`);
  const read = documents.filter(({ state }) => state === 'read');
  if (read.length === 0) return ['The testset is complete, but neither XML nor JSON results were delivered.'];
  return read.filter((document) => !bearsOut(status, document)).map((document) => disagreement(status, document));
}

function disagreement(status: Witness, { source, passed, notPassed }: Witness): string {
  return (
    `The sources disagree: the status counts ${status.passed} passed and ${status.notPassed} not, ` +
    `the ${source.toUpperCase()} shows ${passed} passed and ${notPassed} not.`
  );
}

function unitTests(number: number): string {
  return count(number, 'unit test');
}
