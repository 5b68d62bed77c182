import { isPassedOrFailed } from '../model/outcome.ts';
import { devicesOf, longestSeconds, type DeviceRun, type TestVerdict } from '../model/verdict.ts';
import { capitalize, formatDuration, formatNumber, joinPieces } from '../model/words.ts';
import { fold, headRow, moreLine, row, table } from './blocks.ts';
import { describePassed, describeUnlisted, explainExcuse, formatBefore, formatResult, iconOf } from './device-words.ts';
import { testsetKey } from './devices.ts';
import { nameSubject, sortByOutcome } from './facts.ts';
import { join, link, markup, nowrap, type Column, type Content } from './markup.ts';
import { describePassedTestsets, explainTestset, nameRow, nameTestset, sortBySeconds } from './testset-words.ts';
import { describeTestset, passedOnAllDevices, type ReportView } from './view.ts';

const OS: Column<DeviceRun> = { head: 'OS', cell: ({ os }) => nowrap(os) };

const TOOK: Column<DeviceRun> = {
  head: 'Took',
  cell: ({ seconds }) => nowrap(formatDuration(seconds)),
  align: 'right',
};

/** The devices that did not pass: at most `most` rows, then how many more there are. `rest` says where they are. */
export function failedTable(view: ReportView, most: number, rest: Content): readonly Content[] {
  const { report, failed, excused, unlisted, branch } = view;
  const all = [...failed, ...excused];
  const shown = all.slice(0, most);
  const columns: Column<DeviceRun>[] = [
    { head: 'Result', cell: (run) => nowrap(`${iconOf(run)} ${formatResult(view, run)}`) },
    {
      head: 'Device',
      cell: (run) => join(markup`<br>`, [markup`<strong>${linkDevice(run)}</strong>`, explainExcuse(run)]),
    },
    OS,
    TOOK,
  ];
  if (report.comparison) {
    columns.push({ head: nowrap(`Before, on ${branch}`), cell: (run) => nowrap(formatBefore(run) || '–') });
  }
  const lines = [...table(columns, shown), ...moreLine(all.length - shown.length, rest)];
  if (unlisted > 0) lines.push(markup`<p>${describeUnlisted(view)}</p>`);
  return lines;
}

/** Longer words would widen the column on a phone. */
const LONG_WORD = /\S{25,}/gu;

function linkDevice(run: DeviceRun): Content {
  const parts = run.name.replace(LONG_WORD, (word) => word.replace(/^(.{0,22}[_.-])(?=.)/u, '$1\n')).split('\n');
  return link(run.link, join(markup`<br>`, parts));
}

/** The folded devices that passed, the slowest first, within about `limitBytes` bytes. */
export function passedTable(
  { report, passed, all }: ReportView,
  limitBytes: number,
  rest: Content,
): readonly Content[] {
  // Where status and results disagree, no device is said to have passed.
  const isCertain = isPassedOrFailed(report.outcome) && report.testsets.every(({ isConfirmed }) => isConfirmed);
  if (passed.length === 0 || !isCertain) return [];
  const columns = [{ head: 'Device', cell: linkDevice }, OS, TOOK];
  const [title, begin, end] = [
    describePassed(passed, all.length),
    markup`<table>${headRow(columns)}`,
    markup`</table>`,
  ];
  return fold({ title, begin, items: passed, render: (run) => row(columns, run), end }, limitBytes, rest);
}

/** From so many testsets on, those that passed are folded. */
const MIN_FOLDED = 6;
const MAX_DEVICES = 5;

/** One row for each testset of several, with the devices that failed. `rest` says where the others are. */
export function scenarioTable(view: ReportView, most: number, rest: Content): readonly Content[] {
  const { testsets } = view.report;
  const folds = testsets.length >= MIN_FOLDED;
  const open = sortByOutcome(testsets).filter((testset) => !folds || !passedOnAllDevices(testset));
  const columns: Column<TestVerdict>[] = [
    { head: capitalize(nameSubject(testsets)), cell: nameRow },
    { head: 'Result', cell: (testset) => describeScenario(view, testset) },
  ];
  return [...table(columns, open.slice(0, most)), ...moreLine(open.length - most, rest)];
}

/** The folded scenarios that passed and have no row, the slowest first, within about `limitBytes` bytes. */
export function passedScenarios(
  { report: { testsets } }: ReportView,
  limitBytes: number,
  rest: Content,
): readonly Content[] {
  const passed = sortBySeconds(testsets.filter(passedOnAllDevices));
  if (passed.length === 0 || testsets.length < MIN_FOLDED) return [];
  const write = (testset: TestVerdict): Content => {
    const time = nowrap(formatDuration(longestSeconds(devicesOf(testset))));
    return markup`<li>${joinPieces(', ', [nameTestset(testset), time])}</li>`;
  };
  const [title, begin, end] = [describePassedTestsets(passed), markup`<ul>`, markup`</ul>`];
  return fold({ title, begin, items: passed, render: write, end }, limitBytes, rest);
}

function describeScenario(view: ReportView, testset: TestVerdict): Content {
  const isOwn = (run: DeviceRun): boolean => testsetKey(run.testset) === testsetKey(testset);
  const { icon, heading } = describeTestset(view.report, testset);
  const failed = listFailedDevices(view, view.failed.filter(isOwn));
  const notCounted = listExcusedDevices(view, view.excused.filter(isOwn));
  return join(markup`<br>`, [`${icon} ${heading}`, failed, ...notCounted, explainTestset(view, testset)]);
}

function listFailedDevices(view: ReportView, runs: readonly DeviceRun[]): Content {
  const links = runs.slice(0, MAX_DEVICES).map((run) => {
    const word = (run.mark ?? run.expired) && nowrap(formatResult(view, run));
    return join(' ', [linkRun(run), word]);
  });
  const more = runs.length > MAX_DEVICES && `and ${formatNumber(runs.length - MAX_DEVICES)} more`;
  return join(' ', [join(', ', links), more]);
}

function listExcusedDevices(view: ReportView, runs: readonly DeviceRun[]): readonly Content[] {
  const lines = runs.slice(0, MAX_DEVICES).map((run): Content => {
    return join(': ', [[linkRun(run), ' ', nowrap(formatResult(view, run))], explainExcuse(run)]);
  });
  const more = runs.length - lines.length;
  if (more > 0) lines.push(`and ${formatNumber(more)} more that do not count`);
  return lines;
}

/** `❌ SAMSUNG Galaxy_A54 (ANDROID 14)` */
function linkRun(run: DeviceRun): Content {
  return join(' ', [join('\u00a0', [iconOf(run), link(run.link, run.name)]), run.os && nowrap(`(${run.os})`)]);
}
