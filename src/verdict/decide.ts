import { endedCount, failureCount, unfinishedCount } from '../model/counts.ts';
import { countPassed, XML_STATES } from '../model/results.ts';
import { decideEarly, toReason, type Complete, type Decision, type Reason } from '../model/testset.ts';
import { formatNumber, joinPieces, nounFor, pluralize } from '../model/words.ts';

/** What holds for all testsets of the step together. */
export interface Totals {
  /** How many device runs failed, had an error or were stopped, and count. */
  readonly failures: number;
  readonly passes: number;
  /** `Infinity` for `any`. */
  readonly maxFailures: number;
}

/** Decides the outcome of a complete testset (docs/design.md §5). @param counted how many device runs of the testset failed and count */
export function decideOutcome(testset: Complete, totals: Totals, counted: number, doubts: readonly Reason[]): Decision {
  if (counted > 0 && totals.failures > totals.maxFailures) {
    const sentence = describeFailures(counted, testset.counts.stop, totals);
    return { outcome: 'failed', reasons: [{ kind: 'cause', sentence }, ...xmlDoubts(testset)] };
  }
  const { isCancelled, xml } = testset.results;
  if (isCancelled && xml.state === 'unfetched') {
    return decideEarly('cancelled', undefined, 'The run was cancelled before the results were fetched.');
  }
  if (isCancelled) {
    const sentence = 'The run was cancelled while status and results were read again.';
    return { outcome: 'cancelled', reasons: [{ kind: 'cause', sentence }, ...doubts] };
  }
  const reasons = totals.passes === 0 ? [...doubts, NO_PASS] : doubts;
  return { outcome: reasons.length > 0 ? 'inconclusive' : 'passed', reasons };
}

const NO_PASS = toReason(
  'no device passed',
  'At least one device must pass, whatever `max-failures` and quarantine allow.',
);

/** Why it is not known how the devices of a complete testset ended. A contradiction comes first: the heading shows one reason. */
export function findDoubts(testset: Complete): readonly Reason[] {
  return [...xmlDoubts(testset), ...statusDoubts(testset)];
}

/** `2 devices failed (1 stopped by a user), 3 in all; \`max-failures\` allows 1.` */
function describeFailures(own: number, stopped: number, { failures, maxFailures }: Totals): string {
  const some = stopped > 0 && `(${formatNumber(stopped)} stopped by a user)`;
  const all = nounFor(own, 'was stopped by a user', 'were stopped by a user');
  const what = stopped === own ? all : joinPieces(' ', ['failed', some]);
  const inAll = failures > own && `${formatNumber(failures)} in all`;
  const devices = joinPieces(', ', [`${pluralize(own, 'device')} ${what}`, inAll]);
  return `${devices}; \`max-failures\` allows ${formatNumber(maxFailures)}.`;
}

function statusDoubts(testset: Complete): Reason[] {
  const { counts, active, missingFields, unknownCounts, announcedDevices, mostFailures } = testset;
  const unfinished = unfinishedCount(counts);
  const doubts: Reason[] = [];
  const doubt = (...reason: Parameters<typeof toReason>): void => {
    doubts.push(toReason(...reason));
  };
  if (missingFields.length > 0) {
    doubt('status incomplete', `The status has no usable number for ${missingFields.join(', ')}.`);
  }
  const failures = failureCount(counts);
  if (failures < mostFailures) {
    const words = `${pluralize(mostFailures - failures, 'failure')} no longer counted`;
    const then = pluralize(mostFailures, 'failure');
    doubt(words, `An earlier status counted ${then}, the last one ${formatNumber(failures)}.`, true);
  }
  if (counts.total === 0) doubt('no devices in the testset');
  else if (counts.total < announcedDevices)
    doubt(`only ${counts.total} of ${pluralize(announcedDevices, 'device')} tested`, undefined, true);
  if (unfinished > 0) {
    const ended = `The status counts ${endedCount(counts)} of ${counts.total} as ended`;
    const sentence = unknownCounts === '' ? undefined : `${ended}, and has unknown counts: ${unknownCounts}.`;
    doubt(`${unfinished} of ${pluralize(counts.total, 'device')} not finished in the status`, sentence, true);
  }
  if (active > unfinished) doubt(`${pluralize(active, 'device')} still counted as running`, undefined, true);
  if (endedCount(counts) > counts.total && counts.total > 0) doubt('more results than devices in the status');
  return doubts;
}

/** Why the XML does not confirm the status: it must show as many passed, and no more not passed (docs/design.md §5). */
export function xmlDoubts({ counts, results: { xml, suites } }: Complete): readonly Reason[] {
  const { words } = XML_STATES[xml.state];
  if (words !== '') return [toReason(words, xml.why)];
  const notPassed = counts.fail + counts.error + counts.stop + unfinishedCount(counts);
  const shown = countPassed(suites);
  if (shown.passed === counts.pass && shown.notPassed <= notPassed) return [];
  const total = counts.pass + notPassed;
  const missing = total - shown.passed - shown.notPassed;
  const isPart = missing > 0 && shown.notPassed <= notPassed;
  const inStatus = formatPassed(counts.pass, notPassed);
  const inXml = formatPassed(shown.passed, shown.notPassed);
  if (!isPart) return [toReason(`${inStatus} in the status, ${inXml} in the XML`, undefined, true)];
  const share = `${formatNumber(missing)} of ${pluralize(total, 'device')}`;
  return [toReason(`${share} missing in the results`, `In the status ${inStatus}, in the XML ${inXml}.`, true)];
}

/** `6 of 8 passed` */
function formatPassed(passed: number, notPassed: number): string {
  return `${formatNumber(passed)} of ${formatNumber(passed + notPassed)} passed`;
}
