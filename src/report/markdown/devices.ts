import { countDevices } from '../../model/counts.ts';
import type { Report } from '../../model/report.ts';
import { formatDuration } from '../../model/words.ts';
import { splitDevice, worstFirst, type DeviceRun, type UnnamedDevices } from '../devices.ts';
import { testsetLabel } from '../testset-words.ts';
import { RESULT_WORDS } from '../titles.ts';
import { block, headRow, html, link, NOT_KNOWN, row } from './html.ts';

/** More devices that passed are folded. */
const MOST_PASSED_OPEN = 10;

/** How much of a report is drawn. */
export interface Detail {
  /** Whether the devices that passed are named. */
  readonly passed: boolean;
  /** The longest that a list may be. */
  readonly rows: number;
}

/** The devices of a report. */
export interface DeviceLists {
  /** Worst first. */
  readonly notPassed: readonly DeviceRun[];
  readonly unnamed: UnnamedDevices;
  /** In document order. */
  readonly passed: readonly DeviceRun[];
}

/** A row of the table: a device run, or how many ended alike that no document names. */
type Entry = DeviceRun | { readonly ended: 'stopped' | 'unfinished' | 'notPassed'; readonly number: number };

/**
 * A table of the devices that did not pass, then one of those that passed, folded unless it is short and the only one.
 *
 * @param rest says where to find what is left out; HTML
 */
export function* deviceTables(report: Report, devices: DeviceLists, detail: Detail, rest: string): Generator<string> {
  const toRow = rowDrawer(report);
  const entries = entriesOf(devices);
  const shown = entries.slice(0, detail.rows);
  yield* block(deviceTable(report, shown, toRow));
  const hidden = entries.slice(shown.length).reduce((sum, entry) => sum + ('number' in entry ? entry.number : 1), 0);
  const { passed } = devices;
  const hiddenPassed = detail.passed ? 0 : passed.length;
  if (hidden + hiddenPassed > 0) {
    const count = (number: number, adjective: string): string =>
      countDevices(number, report.testsets.length, adjective);
    const what = [
      ...(hidden > 0 ? [`${count(hidden, shown.length > 0 ? 'more' : '')} that did not pass`] : []),
      ...(hiddenPassed > 0 ? [`${count(hiddenPassed, '')} that passed`] : []),
    ];
    const verb = hidden + hiddenPassed === 1 ? 'is' : 'are';
    yield* block([`<p>${what.join(' and ')} ${verb} not shown here. ${rest}</p>`]);
  }
  if (!detail.passed || passed.length === 0) return;
  const rows = deviceTable(report, worstFirst(passed), toRow);
  if (entries.length === 0 && passed.length <= MOST_PASSED_OPEN) yield* block(rows);
  else yield* block(fold(`${countDevices(passed.length, report.testsets.length)} passed`, rows));
}

/** What did not pass: failed, error, not named by a document, skipped. */
function entriesOf({ notPassed, unnamed }: DeviceLists): Entry[] {
  const unnamedEntries = (['stopped', 'unfinished', 'notPassed'] as const)
    .map((ended) => ({ ended, number: unnamed[ended] }))
    .filter(({ number }) => number > 0);
  const skipped = notPassed.findIndex(({ testcase }) => testcase.result === 'skipped');
  const at = skipped < 0 ? notPassed.length : skipped;
  return [...notPassed.slice(0, at), ...unnamedEntries, ...notPassed.slice(at)];
}

function* fold(title: string, lines: Iterable<string>): Generator<string> {
  yield `<details><summary>${title}</summary>`;
  yield* lines;
  yield '</details>';
}

function* deviceTable(report: Report, entries: readonly Entry[], toRow: (entry: Entry) => string): Generator<string> {
  if (entries.length === 0) return;
  yield '<table>';
  yield headRow([...(report.testsets.length > 1 ? ['Testset'] : []), 'Device', 'OS', 'Result', 'Time']);
  for (const entry of entries) yield toRow(entry);
  yield '</table>';
}

/** Draws rows in which no two links have the same text: a repeated device is numbered, and the label names the testset. */
function rowDrawer({ testsets }: Report): (entry: Entry) => string {
  const hasSeveral = testsets.length > 1;
  const seen = new Map<string, number>();
  return (entry) => {
    if ('number' in entry) {
      const devices = `${countDevices(entry.number, testsets.length)} that no document names`;
      return row([...(hasSeveral ? [NOT_KNOWN] : []), devices, NOT_KNOWN, RESULT_WORDS[entry.ended], NOT_KNOWN]);
    }
    const { testset, testcase } = entry;
    const { device, os } = splitDevice(testcase.device);
    const key = `${testset.id ?? ''} ${device}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    const text = times === 1 ? device : `${device} (${times})`;
    const label = hasSeveral && testset.id !== undefined ? `${text}, testset ${testset.id}` : undefined;
    return row([
      ...(hasSeveral ? [html(testsetLabel(testset))] : []),
      link(testcase.url, text, label),
      html(os) || NOT_KNOWN,
      RESULT_WORDS[testcase.result],
      formatDuration(testcase.seconds) || NOT_KNOWN,
    ]);
  };
}
