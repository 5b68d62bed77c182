import { messageOf } from '../model/errors.ts';
import { historyKey } from '../model/history.ts';
import type { Report } from '../model/report.ts';
import { countUnlisted, devicesOf, hasPassed, type DeviceRun, type TestVerdict } from '../model/verdict.ts';
import type { Log } from '../runtime/log.ts';
import type { Baseline } from '../runtime/platform.ts';

type Results = Pick<Report, 'notes'> & { readonly verdict: Pick<Report, 'testsets'> };

type Compared = Pick<Report, 'comparison' | 'history' | 'noBaselineOn' | 'notes' | 'notTested'>;

/** Compares with the earlier run that `baseline` finds, if there are results to compare; a failure of the search is a warning. */
export async function compare(
  results: Results,
  baseline: Promise<Baseline | undefined> | undefined,
  log: Pick<Log, 'info' | 'warning'>,
): Promise<Compared> {
  if (results.verdict.testsets.flatMap(devicesOf).length === 0) return {};
  try {
    const found = await baseline;
    return found ? compareWith(found, results, log) : {};
  } catch (error) {
    log.warning(`There is no comparison: ${messageOf(error)}`);
    return {};
  }
}

/** Compares with the earlier run that was found, if it has results of the same devices. */
export function compareWith(
  newest: Baseline,
  { verdict: { testsets }, notes = [] }: Results,
  log: Pick<Log, 'info'>,
): Compared {
  const runs = testsets.flatMap(devicesOf);
  // A run in which no device passed, such as in an outage, says nothing about those that pass elsewhere.
  const found = newest.kind === 'value' && newest.ifPassed && runs.some(hasPassed) ? newest.ifPassed : newest;
  const none = 'No comparison with an earlier run';
  if (found.kind !== 'value') {
    const { branch: noBaselineOn, reason } = found;
    log.info(`${none}: ${reason}`);
    return found.kind === 'rejected' ? { noBaselineOn, notes: [...notes, `${none}: ${reason}.`] } : { noBaselineOn };
  }
  const { history, devices, ...comparison } = found.value;
  const known = new Set(history.map(historyKey));
  const notTested = listNotTested(testsets, devices);
  const isKnown = ({ testset: { scenario }, device }: DeviceRun): boolean =>
    known.has(historyKey({ scenario, device }));
  if (runs.some(isKnown)) return { comparison, history, notTested };
  log.info(`${none}: the last results on ${comparison.branch} (run ${comparison.runNumber}) are of other devices`);
  return {};
}

/** The devices of the earlier run that this one lacks, if it has fewer and its results name every device. */
function listNotTested(testsets: readonly TestVerdict[], devices: readonly string[] = []): Report['notTested'] {
  const tested = new Set(testsets.flatMap(devicesOf).map(({ device }) => device));
  const areKnown = testsets.every((testset) => testset.isReliable && countUnlisted(testset) === 0);
  return areKnown && tested.size < devices.length ? devices.filter((device) => !tested.has(device)) : undefined;
}
