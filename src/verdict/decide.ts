import { countDevices, endedCount, unfinishedCount } from '../model/counts.ts';
import { agreesWith, SOURCE_STATES, SOURCES } from '../model/sources.ts';
import { statusSource, type Complete, type Decision, type Reason } from '../model/testset.ts';
import { capitalize, formatNumber, joinPieces, nounFor } from '../model/words.ts';

/** What holds for all testsets of the step together. */
export interface Totals {
  /** How many device runs did not pass and count. */
  readonly failures: number;
  readonly passes: number;
  /** `Infinity` for `any`. */
  readonly maxFailures: number;
  /** How many testsets the step has. */
  readonly testsets: number;
}

/**
 * Decides the outcome of a complete testset (docs/design.md §5). More failures than `max-failures` are `failed`; anything missing, empty,
 * unreadable, contradictory or unfinished is `inconclusive`; everything else has passed.
 *
 * @param counted how many device runs of the testset did not pass and count
 * @param doubts from {@link findDoubts}, perhaps with others
 */
export function decideOutcome(testset: Complete, totals: Totals, counted: number, doubts: readonly Reason[]): Decision {
  if (counted > 0 && totals.failures > totals.maxFailures) {
    const sentence = describeFailures(counted, testset.counts.stop, totals);
    return { outcome: 'failed', reasons: [{ sentence }, ...differentDevices(testset)] };
  }
  if (testset.results.isCancelled) {
    return { outcome: 'cancelled', reasons: [{ sentence: 'The run was cancelled before the results were fetched.' }] };
  }
  const reasons = [...doubts];
  if (totals.passes === 0) reasons.push(NO_PASS);
  if (reasons.length > 0) return { outcome: 'inconclusive', reasons };
  return { outcome: 'passed', reasons };
}

const NO_PASS: Reason = {
  words: 'no device passed',
  sentence: 'No device passed. At least one must, whatever `max-failures` and quarantine allow.',
};

/** Why it is not known how the devices of a complete testset ended. A contradiction comes first: the heading shows one reason. */
export function findDoubts(testset: Complete, testsets: number): readonly Reason[] {
  return [...documentDoubts(testset), ...statusDoubts(testset, testsets)];
}

/** `2 devices failed (1 stopped by a user), 3 in all; \`max-failures\` allows 1.` */
function describeFailures(own: number, stopped: number, { failures, maxFailures, testsets }: Totals): string {
  const some = stopped > 0 && `(${formatNumber(stopped)} stopped by a user)`;
  const all = nounFor(own, 'was stopped by a user', 'were stopped by a user');
  const what = stopped === own ? all : joinPieces(' ', ['failed', some]);
  const inAll = failures > own && `${formatNumber(failures)} in all`;
  const devices = joinPieces(', ', [`${countDevices(own, testsets)} ${what}`, inAll]);
  return `${devices}; \`max-failures\` allows ${formatNumber(maxFailures)}.`;
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
