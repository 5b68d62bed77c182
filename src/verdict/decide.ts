import { countDevices, endedCount, unfinishedCount } from '../model/counts.ts';
import { countPassed, XML_STATES } from '../model/results.ts';
import type { Complete, Decision, Reason } from '../model/testset.ts';
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
    return { outcome: 'failed', reasons: [{ sentence }, ...xmlDoubts(testset)] };
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
  return [...xmlDoubts(testset), ...statusDoubts(testset, testsets)];
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

/** Why the XML does not confirm the status: it must show as many passed, and no more not passed (docs/design.md §5). */
export function xmlDoubts({ counts, results: { xml, suites } }: Complete): readonly Reason[] {
  const { problem } = XML_STATES[xml.state];
  if (problem !== '') return [{ words: problem, sentence: `${capitalize(problem)}: ${xml.why}` }];
  const notPassed = counts.fail + counts.error + counts.stop + unfinishedCount(counts);
  const shown = countPassed(suites);
  if (shown.passed === counts.pass && shown.notPassed <= notPassed) return [];
  const words = 'status and XML disagree';
  const figures =
    `in the status ${counts.pass} passed and ${notPassed} did not pass, ` +
    `in the XML ${shown.passed} passed and ${shown.notPassed} did not pass`;
  return [{ words, sentence: `${capitalize(words)}: ${figures}.` }];
}
