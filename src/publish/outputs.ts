import { NO_COUNTS } from '../model/counts.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import { idsOf } from '../model/testset.ts';
import { devicesOf, type TestVerdict } from '../model/verdict.ts';

type OutputParts = Pick<Report, 'outcome' | 'counts' | 'testsets' | 'app' | 'durationSeconds'>;

/** Every output of a report. Those of files and of the artifact are empty, and set when these exist. */
export function reportOutputs(report: OutputParts): Readonly<Record<string, string>> {
  const { outcome, counts, testsets, app, durationSeconds } = report;
  return {
    'testset-id': idsOf(testsets).join(','),
    'retry-testset-id': testsets.flatMap(retryIds).join(','),
    outcome,
    'total-count': `${counts.total}`,
    'pass-count': `${counts.pass}`,
    'fail-count': `${counts.fail}`,
    'error-count': `${counts.error}`,
    'stop-count': `${counts.stop}`,
    'results-dir': '',
    'junit-file': '',
    'excused-count': `${testsets.flatMap(({ excused }) => excused).length}`,
    'failed-devices': failedDevices(report),
    'report-url': '',
    'artifact-id': '',
    'artifact-url': '',
    'app-sha256': app?.kind === 'sent' ? (app.sha256 ?? '') : '',
    duration: `${durationSeconds}`,
  };
}

/** The outputs of a step without a report: counts 0, lists `[]`, everything else empty. */
export function emptyOutputs(outcome: Outcome): Readonly<Record<string, string>> {
  return reportOutputs({ outcome, counts: NO_COUNTS, testsets: [], durationSeconds: 0 });
}

function retryIds(testset: TestVerdict): readonly number[] {
  const all = [...testset.earlier, testset];
  return all.flatMap(({ id, retry }) => (retry === undefined ? [] : (id ?? [])));
}

/** Windows gives one variable of a process 32,767 UTF-16 units. */
const MAX_FAILED_LENGTH = 30_000;

/** A JSON array of the devices that did not pass, without its last entries where a later step could not have it as a variable. */
function failedDevices({ testsets }: Pick<Report, 'testsets'>): string {
  const kept: string[] = [];
  let length = '[]'.length;
  for (const { testset, device, result, mark, url = null, seconds = null, excuse } of testsets.flatMap(devicesOf)) {
    if (result === 'passed') continue;
    const { id, scenario = null } = testset;
    const text = JSON.stringify({ testset: id, scenario, device, result, mark, url, seconds, excused: excuse?.kind });
    length += text.length + (kept.length === 0 ? 0 : 1);
    if (length > MAX_FAILED_LENGTH) break;
    kept.push(text);
  }
  return `[${kept.join(',')}]`;
}
