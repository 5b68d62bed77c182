import { countDevices, endedCount, FAILURE_KINDS, unfinishedCount, type Counts } from '../model/counts.ts';
import { agreesWith, SOURCE_STATES, SOURCES } from '../model/sources.ts';
import { statusSource, type Complete, type Decision, type Reason } from '../model/testset.ts';
import { devicesOf, isExcusedFailure, type Judgement, type Limits } from '../model/verdict.ts';
import { capitalize, joinPieces, nounFor } from '../model/words.ts';

/** Over all testsets of the step: limits hold for their sum, and one of them must have passes. */
export interface Totals {
  /** Without the device runs that do not count. */
  readonly counts: Counts;
  readonly limits: Limits;
  /** How many testsets the step has. */
  readonly testsets: number;
}

/**
 * Decides the outcome of a complete testset (docs/design.md §5). Counts over a limit are `failed`; anything missing, empty, unreadable,
 * contradictory or unfinished is `inconclusive`; everything else has passed.
 *
 * @param counted the counts of the testset without the device runs that do not count
 * @param doubts from {@link findDoubts}, perhaps with others
 */
export function decideOutcome(testset: Complete, totals: Totals, counted: Counts, doubts: readonly Reason[]): Decision {
  const violations = limitViolations(counted, totals);
  if (violations.length > 0) {
    const reasons = [...violations.map((sentence) => ({ sentence })), ...differentDevices(testset)];
    return { outcome: 'failed', reasons };
  }
  if (testset.results.isCancelled) {
    return { outcome: 'cancelled', reasons: [{ sentence: 'The run was cancelled before the results were fetched.' }] };
  }
  const reasons = [...doubts];
  if (totals.counts.pass === 0) reasons.push(NO_PASS);
  if (reasons.length > 0) return { outcome: 'inconclusive', reasons };
  return { outcome: 'passed', reasons };
}

const NO_PASS: Reason = {
  words: 'no device passed',
  sentence: 'No device passed. At least one must, whatever limits and quarantine allow.',
};

/** Why it is not known how the devices of a complete testset ended. A contradiction comes first: the heading shows one reason. */
export function findDoubts(testset: Complete, testsets: number): readonly Reason[] {
  return [...documentDoubts(testset), ...statusDoubts(testset, testsets)];
}

/**
 * The counts of a testset without the device runs that do not count. A document may say `error` of any run that did not pass. Where
 * it is not clear which kind an excused run is, only as many are subtracted as must be of that kind.
 */
export function countedCounts(counts: Counts, judged: Pick<Judgement, 'suites' | 'excuse'>): Counts {
  const { fail, error, stop } = counts;
  if (judged.excuse) return { ...counts, fail: 0, error: 0 };
  const devices = devicesOf(judged);
  const excused = devices.filter(isExcusedFailure);
  const labelled = devices.filter(({ result }) => result !== 'passed' && result !== 'not-passed');
  let failures = excused.length - error - stop;
  let errors = excused.length - fail - stop;
  // The labels show how each run that did not pass has ended.
  if (labelled.length === fail + error + stop) {
    failures = excused.filter(({ result }) => result === 'failed').length;
    errors = excused.filter(({ result }) => result === 'error').length;
  }
  return { ...counts, fail: subtract(fail, failures), error: subtract(error, errors) };
}

/** Never less than 0, and never more than before. */
function subtract(count: number, runs: number): number {
  return count - Math.min(Math.max(0, runs), count);
}

/** A sentence for each kind whose sum is over its limit and that occurs in these counts. */
export function limitViolations(own: Counts, { counts, limits, testsets }: Totals): string[] {
  const exceeded = FAILURE_KINDS.filter(({ kind }) => counts[kind] > limits[kind] && own[kind] > 0);
  return exceeded.map(({ kind, one, many }) => {
    const inAll = counts[kind] > own[kind] ? `, ${counts[kind]} in all` : '';
    const devices = `${countDevices(own[kind], testsets)} ${nounFor(own[kind], one, many)}`;
    return `${devices}${inAll}; \`max-${kind}\` allows ${String(limits[kind])}.`;
  });
}

function statusDoubts({ status, announcedDevices }: Complete, testsets: number): Reason[] {
  const { counts, active, missingFields } = status;
  const unfinished = unfinishedCount(counts);
  const devices = (number: number): string => countDevices(number, testsets);
  const doubts: Reason[] = [];
  const add = (words: string, sentence = `${capitalize(words)}.`): void => void doubts.push({ words, sentence });
  if (missingFields.length > 0) {
    add('the status is incomplete', `The status has no usable number for ${missingFields.join(', ')}.`);
  }
  if (counts.total === 0) add('the testset has no devices');
  else if (counts.total < announcedDevices) add(`only ${counts.total} of ${devices(announcedDevices)} were tested`);
  if (unfinished > 0) add(`${unfinished} of ${devices(counts.total)} never finished`);
  if (active > unfinished) add(`${devices(active)} ${nounFor(active, 'is', 'are')} still counted as running`);
  if (endedCount(counts) > counts.total && counts.total > 0) {
    add('the status counts more results than devices');
  }
  return doubts;
}

/** Whether every document that was delivered names the same devices, and agrees with the status. */
export function isConfirmedBy(testset: Complete): boolean {
  const { difference, documents } = testset.results;
  const status = statusSource(testset);
  return difference === undefined && documents.every((each) => each.state === 'absent' || agreesWith(status, each));
}

function documentDoubts(testset: Complete): Reason[] {
  const { problem, documents } = testset.results;
  if (problem) {
    return [
      { words: 'the results could not be fetched', sentence: `The results could not be fetched: ${problem.message}` },
    ];
  }
  const status = statusSource(testset);
  const unusable = documents.flatMap(({ source, state, why: reason }): Reason[] => {
    const { problem: words } = SOURCE_STATES[state];
    if (words === '') return [];
    const results = joinPieces(': ', [`The ${SOURCES[source].name} results ${words}`, reason]);
    return [{ words: `a result document ${words}`, sentence: `${results}.` }];
  });
  if (unusable.length > 0) return unusable;
  const read = documents.filter(({ state }) => state === 'read');
  if (read.length === 0) {
    return [
      { words: 'the result documents are missing', sentence: 'The service delivered neither XML nor JSON results.' },
    ];
  }
  const contradictions = read
    .filter((document) => !agreesWith(status, document))
    .map(({ source, passed, notPassed }) => ({
      words: 'the results contradict each other',
      sentence:
        `The sources disagree: in the status ${status.passed} passed and ${status.notPassed} did not pass, ` +
        `in the ${SOURCES[source].name} ${passed} passed and ${notPassed} did not pass.`,
    }));
  // Documents with different figures name different devices, too.
  if (contradictions.length > 0) return contradictions;
  return differentDevices(testset);
}

function differentDevices({ results: { difference } }: Complete): Reason[] {
  if (difference === undefined) return [];
  return [{ words: 'the results name different devices', sentence: difference }];
}
