import { cleanText } from '../model/text.ts';
import { formatDuration, formatNumber, joinPieces, pluralize } from '../model/words.ts';
import { allRuns, type DeviceRun } from './devices.ts';
import { fold, headRow, html, linkHtml, moreLine, nowrap, row, type Column } from './html.ts';
import { describeQuarantine } from './testset-words.ts';
import { formatBefore, wordFor, type ReportView } from './view.ts';

const OS: Column<DeviceRun> = { head: 'OS', cell: ({ os }) => nowrap(html(os)) };

const TOOK: Column<DeviceRun> = {
  head: 'Took',
  cell: ({ device }) => nowrap(formatDuration(device.seconds)),
  align: 'right',
};

/** The devices that did not pass: at most `most` rows, then how many more there are. `rest` says where they are, HTML. */
export function* notPassedTable(view: ReportView, most: number, rest: string): Generator<string> {
  const { report, notPassed, excused, unnamed } = view;
  const branch = report.comparison && html(cleanText(report.comparison.branch, 40));
  const all = [...notPassed, ...excused];
  const shown = all.slice(0, most);
  if (shown.length > 0) {
    const before = (run: DeviceRun): string => nowrap(formatBefore(run) || '–');
    const columns: Column<DeviceRun>[] = [
      { head: 'Result', cell: (run) => nowrap(joinPieces(' ', [!run.device.excused && '❌', wordFor(view, run)])) },
      {
        head: 'Device',
        cell: (run) => joinPieces('<br>', [`<strong>${deviceLink(run)}</strong>`, explainExcuse(run)]),
      },
      OS,
      TOOK,
    ];
    if (branch !== undefined) columns.push({ head: nowrap(`Before, on ${branch}`), cell: before });
    yield `<table>${headRow(columns)}`;
    for (const run of shown) yield row(columns, run);
    yield '</table>';
  }
  if (all.length > shown.length) yield moreLine(all.length - shown.length, rest);
  if (unnamed > 0) {
    const which = notPassed.length > 0 ? pluralize(unnamed, 'more device') : 'the devices';
    yield `<p>The service's result files do not list ${which} that did not pass.</p>`;
  }
}

/** Who has excused a device run, or how its other run ended, HTML; empty without an excuse that has more to say. */
export function explainExcuse({ device, testset, other }: DeviceRun): string {
  if (device.quarantine) return html(describeQuarantine(device.quarantine));
  if (!other) return '';
  const runs = [other, { testset, device }].map((run) => {
    const word = run.device.result === 'passed' ? 'passed' : 'did not pass';
    return `${word} in ${linkHtml(run.device.url, `testset ${run.testset.id ?? 0}`)}`;
  });
  return runs.join(', ');
}

/** Longer words would widen the column on a phone. */
const LONG_WORD = /\S{25,}/gu;

/** The device with a line break in long words, as a link to its result page. */
function deviceLink({ name, device }: DeviceRun): string {
  const parts = name
    .replace(LONG_WORD, (word) => word.replace(/^(.{0,22}[_.-])(?=.)/u, '$1\n'))
    .split('\n')
    .map(html);
  return linkHtml(device.url, parts.join('<br>'));
}

/** The folded devices that passed, the slowest first, within about `limitBytes` bytes. */
export function* passedTable(view: ReportView, limitBytes: number, rest: string): Generator<string> {
  const { passed, notPassed } = view;
  const [slowest] = passed;
  if (!slowest || !isDecidedByDevices(view)) return;
  const time = formatDuration(slowest.device.seconds);
  const article = passed.length > 1 ? 'the slowest ' : '';
  const last = time && `${article}${html(slowest.name)} in ${nowrap(time)}`;
  const all = [pluralize(passed.length, 'device'), html(osRange(passed))];
  const counted = notPassed.length > 0 ? [`${formatNumber(passed.length)} passed`] : all;
  const title = joinPieces(', ', [...counted, last]);
  const columns = [{ head: 'Device', cell: deviceLink }, OS, TOOK];
  const render = (run: DeviceRun): string => row(columns, run);
  const begin = `<table>${headRow(columns)}`;
  yield* fold({ title, begin, items: passed, render, end: '</table>' }, limitBytes, rest);
}

/** Where it is not known which source is right, no device is said to have passed. */
function isDecidedByDevices({ report: { outcome } }: ReportView): boolean {
  return outcome === 'passed' || outcome === 'failed';
}

/** `ANDROID 8.1.0` as family and version. */
function readOs(os: string): { readonly family: string; readonly version: readonly number[] } | undefined {
  const [, family = '', version = ''] = /^(.*\S) (\d+(?:\.\d+)*)$/u.exec(os) ?? [];
  return family === '' ? undefined : { family, version: version.split('.').map(Number) };
}

/** `ANDROID 8.1 to 15`; empty if that cannot be said of all. */
function osRange(runs: readonly DeviceRun[]): string {
  const systems = [...new Set(runs.map(({ os }) => os))].map(readOs);
  const family = systems[0]?.family ?? '';
  if (systems.some((system) => system?.family !== family)) return '';
  const versions = systems.flatMap((system) => (system ? [system.version] : [])).sort(compareVersions);
  const [first = '', last = ''] = [versions[0], versions.at(-1)].map((version) =>
    version?.slice(0, 2).join('.').replace(/\.0$/, ''),
  );
  return joinPieces(' ', [family, first, first !== last && `to ${last}`]);
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0);
}

const MIN_DEVICES = 12;
const MAX_MAKERS = 20;
const MAX_VERSIONS = 12;

/** How many of all devices did not pass. */
interface Share {
  readonly bad: number;
  readonly all: number;
}

/** Not passed of all, by maker and OS version; only for at least 12 devices on two versions of one system. */
export function* makerTable(view: ReportView): Generator<string> {
  const { notPassed } = view;
  const runs = allRuns(view);
  if (runs.length < MIN_DEVICES || notPassed.length === 0 || !isDecidedByDevices(view)) return;
  const systems = new Map([...new Set(runs.map(({ os }) => os))].map((os) => [os, readOs(os)]));
  const makers = new Map<string, Map<number, Share>>();
  const versions = new Set<number>();
  const families = new Set<string>();
  for (const { name, os, device } of runs) {
    const system = systems.get(os);
    const [version] = system?.version ?? [];
    if (!system || version === undefined) return;
    families.add(system.family);
    versions.add(version);
    const maker = firstWord(name);
    const shares = makers.get(maker) ?? new Map<number, Share>();
    const { bad, all } = shares.get(version) ?? { bad: 0, all: 0 };
    const isBad = device.result !== 'passed';
    makers.set(maker, shares.set(version, { bad: bad + Number(isBad), all: all + 1 }));
  }
  if (families.size > 1 || versions.size < 2 || versions.size > MAX_VERSIONS) return;
  type Maker = readonly [name: string, shares: ReadonlyMap<number, Share>];
  const columns: readonly Column<Maker>[] = [
    { head: html([...families].join()), cell: ([maker]) => html(maker) },
    ...[...versions]
      .sort((a, b) => a - b)
      .map((version) => ({
        head: `${version}`,
        cell: ([, shares]: Maker) => shareCell(shares.get(version)),
        align: 'right' as const,
      })),
  ];
  const worst = [...makers].sort(([, a], [, b]) => sumOf(b) - sumOf(a)).slice(0, MAX_MAKERS);
  yield '<details><summary>Failures by maker and OS version</summary>';
  yield `<table>${headRow(columns)}`;
  for (const maker of worst.sort(([a], [b]) => (a < b ? -1 : 1))) yield row(columns, maker);
  yield '</table></details>';
}

function firstWord(text: string): string {
  const end = text.indexOf(' ');
  return end < 0 ? text : text.slice(0, end);
}

function sumOf(shares: ReadonlyMap<number, Share>): number {
  return [...shares.values()].reduce((sum, { bad }) => sum + bad, 0);
}

function shareCell(share: Share | undefined): string {
  if (!share) return '';
  return share.bad > 0 ? `<strong>${share.bad}/${share.all}</strong>` : `0/${share.all}`;
}
