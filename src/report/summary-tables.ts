import { sourcesOf } from '../model/testset.ts';
import { isPassedOrFailed } from '../model/outcome.ts';
import type { TestVerdict, DeviceRun } from '../model/verdict.ts';
import { areConfirmed, type ResultSource } from '../model/sources.ts';
import { formatDuration, formatNumber, joinPieces, pluralize } from '../model/words.ts';
import { escapeHtml, fold, headRow, linkHtml, moreLine, nowrap, row, table, type Column } from './html.ts';
import { describeQuarantine, formatPass, STATE_WORDS } from './phrases.ts';
import { formatBefore, formatResult, type ReportView } from './view.ts';

const OS: Column<DeviceRun> = { head: 'OS', cell: ({ os }) => nowrap(escapeHtml(os)) };

const TOOK: Column<DeviceRun> = {
  head: 'Took',
  cell: ({ seconds }) => nowrap(formatDuration(seconds)),
  align: 'right',
};

/** The devices that did not pass: at most `most` rows, then how many more there are. `rest` says where they are, HTML. */
export function notPassedTable(view: ReportView, most: number, rest: string): readonly string[] {
  const { report, notPassed, excused, unnamed, branch } = view;
  const all = [...notPassed, ...excused];
  const shown = all.slice(0, most);
  const formatSigned = (run: DeviceRun): string => joinPieces(' ', [!run.excuse && '❌', formatResult(view, run)]);
  const columns: Column<DeviceRun>[] = [
    { head: 'Result', cell: (run) => nowrap(formatSigned(run)) },
    { head: 'Device', cell: (run) => joinPieces('<br>', [`<strong>${linkDevice(run)}</strong>`, explainExcuse(run)]) },
    OS,
    TOOK,
  ];
  if (report.comparison) {
    columns.push({ head: nowrap(`Before, on ${escapeHtml(branch)}`), cell: (run) => nowrap(formatBefore(run) || '–') });
  }
  const lines = [...table(columns, shown), ...moreLine(all.length - shown.length, rest)];
  if (unnamed > 0) lines.push(`<p>${describeUnnamed(view)}</p>`);
  return lines;
}

/** Says how many devices no document names. */
export function describeUnnamed({ notPassed, unnamed }: ReportView): string {
  const which = notPassed.length > 0 ? pluralize(unnamed, 'more device') : 'the devices';
  return `No result document names ${which} that did not pass.`;
}

/** Who has excused a device run, or how its other run ended, HTML; empty without an excuse that has more to say. */
export function explainExcuse(run: DeviceRun): string {
  const { excuse } = run;
  if (!excuse) return '';
  if (excuse.kind === 'quarantined') return escapeHtml(describeQuarantine(excuse.entry));
  const runs = [excuse.other, run];
  return runs.map((each) => `${formatPass(each)} in ${linkHtml(each.link, `testset ${each.testset.id}`)}`).join(', ');
}

/** Longer words would widen the column on a phone. */
const LONG_WORD = /\S{25,}/gu;

/** The device with a line break in long words, as a link to its result page. */
function linkDevice(run: DeviceRun): string {
  const parts = run.name.replace(LONG_WORD, (word) => word.replace(/^(.{0,22}[_.-])(?=.)/u, '$1\n')).split('\n');
  return linkHtml(run.link, parts.map(escapeHtml).join('<br>'));
}

/** The folded devices that passed, the slowest first, within about `limitBytes` bytes. */
export function passedTable({ report, passed, all }: ReportView, limitBytes: number, rest: string): readonly string[] {
  const [slowest] = passed;
  // Where it is not known which source is right, no device is said to have passed.
  if (!slowest || !isPassedOrFailed(report.outcome)) return [];
  const time = formatDuration(slowest.seconds);
  const article = passed.length > 1 && 'the slowest';
  const last = time && joinPieces(' ', [article, escapeHtml(slowest.name), 'in', nowrap(time)]);
  const counted = [pluralize(passed.length, 'device'), escapeHtml(describeSystems(passed))];
  if (passed.length < all.length) counted.splice(0, 2, `${formatNumber(passed.length)} passed`);
  const columns = [{ head: 'Device', cell: linkDevice }, OS, TOOK];
  const folded = {
    title: joinPieces(', ', [...counted, last]),
    begin: `<table>${headRow(columns)}`,
    items: passed,
    render: (run: DeviceRun) => row(columns, run),
    end: '</table>',
  };
  return fold(folded, limitBytes, rest);
}

/** `ANDROID 8.1.0` as family and version. */
function parseSystem(os: string): { readonly family: string; readonly version: readonly number[] } | undefined {
  const [, family = '', version = ''] = /^(.*\S) (\d+(?:\.\d+)*)$/u.exec(os) ?? [];
  if (family === '') return undefined;
  return { family, version: version.split('.').map(Number) };
}

/** `ANDROID 8.1 to 15`; empty if that cannot be said of all. */
function describeSystems(runs: readonly DeviceRun[]): string {
  const systems = [...new Set(runs.map(({ os }) => os))].map(parseSystem);
  const family = systems[0]?.family ?? '';
  if (systems.some((system) => system?.family !== family)) return '';
  const versions = systems
    .flatMap((system) => system ?? [])
    .map(({ version }) => version)
    .sort(compareVersions);
  const [first = '', last = ''] = [versions[0], versions.at(-1)].map((version) =>
    version?.slice(0, 2).join('.').replace(/\.0$/, ''),
  );
  return joinPieces(' ', [family, first, first !== last && `to ${last}`]);
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  if (at < 0) return a.length - b.length;
  return (a[at] ?? 0) - (b[at] ?? 0);
}

/** How tables name a source. */
export const SOURCE_TITLES: Readonly<Record<ResultSource['source'], string>> = {
  status: 'Counts of the service',
  xml: 'XML document',
  bare_xml: 'XML document without declaration',
  json: 'JSON document',
};

interface TestsetSource extends ResultSource {
  readonly id: number | undefined;
}

const SOURCE_COLUMNS: readonly Column<TestsetSource>[] = [
  { head: 'Testset', cell: ({ id }) => String(id ?? '–') },
  { head: 'Source', cell: ({ source }) => SOURCE_TITLES[source] },
  { head: 'Passed', cell: passedCell, align: 'right' },
  { head: nowrap('Did not pass'), cell: notPassedCell, align: 'right' },
];

/** The figures of each source, where a document contradicts the status or there is none to confirm it. */
export function sourceTable(testsets: readonly TestVerdict[], most: number): readonly string[] {
  const all = testsets.map((testset) => ({ id: testset.id, sources: sourcesOf(testset) }));
  const unconfirmed = all.filter(({ sources }) => sources.length > 0 && !areConfirmed(sources)).slice(0, most);
  const columns = testsets.length > 1 ? SOURCE_COLUMNS : SOURCE_COLUMNS.slice(1);
  return table(
    columns,
    unconfirmed.flatMap(({ id, sources }) => sources.map((source) => ({ ...source, id }))),
  );
}

function passedCell({ state, passed }: ResultSource): string {
  if (state === 'read') return formatNumber(passed);
  return nowrap(STATE_WORDS[state]);
}

function notPassedCell({ state, notPassed }: ResultSource): string {
  if (state !== 'read') return '–';
  if (notPassed > 0) return `<strong>${formatNumber(notPassed)}</strong>`;
  return '0';
}
