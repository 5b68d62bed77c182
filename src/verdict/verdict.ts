import { countDevices, endedCount, unfinishedCount, type Counts } from '../model/counts.ts';
import type { Outcome } from '../model/outcome.ts';
import { agreesWith, SOURCE_NAMES, type Limits, type ResultSource } from '../model/report.ts';
import type { Results } from '../results/fetch-results.ts';
import type { Status } from '../service/wire.ts';

/** What is known of a complete testset. */
export interface CompleteTestset {
  readonly status: Status;
  /** How many devices the service announced when the testset was created; 0 when unknown. */
  readonly announcedDevices: number;
  readonly results: Results;
}

/** The whole step: limits and passes hold for the sum over its testsets. */
export interface StepTotals {
  readonly counts: Counts;
  readonly limits: Limits;
  /** How many testsets the step has. */
  readonly testsets: number;
}

/** An outcome, and why: a sentence for each reason. */
export interface Verdict {
  readonly outcome: Extract<Outcome, 'passed' | 'failed' | 'inconclusive' | 'cancelled'>;
  readonly reasons: readonly string[];
}

/**
 * Decides the outcome of a complete testset (docs/design.md §5). Counts over a limit are `failed`; anything missing, empty, unreadable,
 * contradictory or unfinished is `inconclusive`; everything else has passed.
 */
export function decideOutcome(testset: CompleteTestset, step: StepTotals): Verdict {
  const violations = limitViolations(testset.status.counts, step);
  if (violations.length > 0) return { outcome: 'failed', reasons: violations };
  if (testset.results.cancelled) {
    return { outcome: 'cancelled', reasons: ['The run was cancelled before the results were fetched.'] };
  }
  const reasons = [...statusProblems(testset, step), ...documentProblems(testset)];
  return { outcome: reasons.length > 0 ? 'inconclusive' : 'passed', reasons };
}

const LIMITED = [
  { kind: 'fail', one: 'failed', many: 'failed' },
  { kind: 'error', one: 'had an error', many: 'had an error' },
  { kind: 'stop', one: 'was stopped', many: 'were stopped' },
] as const;

/** What a testset with these counts contributes to the counts that are over their limits, a sentence for each kind. */
export function limitViolations(own: Counts, { counts, limits, testsets }: StepTotals): string[] {
  return LIMITED.filter(({ kind }) => counts[kind] > limits[kind] && own[kind] > 0).map(({ kind, one, many }) => {
    const inAll = counts[kind] > own[kind] ? `, ${counts[kind]} in all` : '';
    const devices = countDevices(own[kind], testsets);
    return `${devices} ${own[kind] === 1 ? one : many}${inAll}; \`max-${kind}\` allows ${String(limits[kind])}.`;
  });
}

function statusProblems({ status, announcedDevices }: CompleteTestset, step: StepTotals): string[] {
  const { counts, busy, gaps } = status;
  const unfinished = unfinishedCount(counts);
  const devices = (number: number): string => countDevices(number, step.testsets);
  const problems: string[] = [];
  if (gaps.length > 0) problems.push(`The status has no usable number for ${gaps.join(', ')}.`);
  if (counts.total === 0) problems.push('The testset has no devices.');
  else if (counts.total < announcedDevices) {
    problems.push(`The service announced ${devices(announcedDevices)}, but the status counts ${counts.total}.`);
  }
  if (unfinished > 0) problems.push(`${unfinished} of ${devices(counts.total)} did not finish.`);
  if (busy > unfinished) problems.push(`The status counts ${devices(busy)} as still running.`);
  if (endedCount(counts) > counts.total && counts.total > 0) {
    problems.push('The status counts more results than devices.');
  }
  if (step.counts.pass === 0) problems.push('No device passed.');
  return problems;
}

/** What each source shows, the status first. */
export function sourcesOf({
  status: { counts },
  results,
}: Pick<CompleteTestset, 'status' | 'results'>): readonly [status: ResultSource, ...documents: ResultSource[]] {
  const notPassed = counts.fail + counts.error + counts.stop + unfinishedCount(counts);
  return [{ source: 'status', state: 'read', passed: counts.pass, notPassed, why: '' }, ...results.documents];
}

function documentProblems(testset: CompleteTestset): string[] {
  const { problem } = testset.results;
  if (problem) return [`The results could not be fetched: ${problem.message}`];
  const [status, ...documents] = sourcesOf(testset);
  const unusable = documents.filter(({ state }) => state === 'unreadable' || state === 'unfetched');
  if (unusable.length > 0) {
    return unusable.map(({ source, state, why }) => {
      const results = `The ${SOURCE_NAMES[source]} results`;
      return state === 'unfetched' ? `${results} could not be fetched.` : `${results} cannot be read: ${why}.`;
    });
  }
  const read = documents.filter(({ state }) => state === 'read');
  if (read.length === 0) return ['The service delivered neither XML nor JSON results.'];
  return read
    .filter((document) => !agreesWith(status, document))
    .map(
      ({ source, passed, notPassed }) =>
        `The sources disagree: the status counts ${status.passed} passed and ${status.notPassed} not passed, ` +
        `the ${SOURCE_NAMES[source]} shows ${passed} passed and ${notPassed} not passed.`,
    );
}
