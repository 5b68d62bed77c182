import { isRunning } from '../model/unfinished.ts';
import { isPassedOrFailed, isGreen } from '../model/outcome.ts';
import { type TestVerdict, type DeviceRun, hasPassed, testsetKey } from '../model/verdict.ts';
import type { Report } from '../model/report.ts';
import { capitalize, formatDuration, formatNumber, joinPieces } from '../model/words.ts';
import { compareNumbered, compareTexts } from './devices.ts';
import { sortByOutcome } from './describe-report.ts';
import { OUTCOME_TEXTS } from './outcomes.ts';
import { formatCode, link, markup, type Content, type Markup } from './markup.ts';
import { badge, colourOf, describeRun } from './page-parts.ts';
import { countFailures, describeKept, formatDone, formatNotPassed, nameSubject } from './phrases.ts';
import { explainOutcome } from './scenario-table.ts';
import type { ReportView } from './view.ts';

/** From so many device runs on, a grid shows them at a glance; the table of fewer is short enough. */
const MIN_GRID = 30;
const MAX_COLUMNS = 40;

/** Every device run as a coloured cell: the devices of one testset, or a table of several. Of few, only the testsets without devices. */
export function* resultGrid(view: ReportView): Generator<Markup> {
  const { report, all } = view;
  const isGrid = all.length >= MIN_GRID;
  const named = new Set(all.map(({ testset }) => testsetKey(testset)));
  const testsets = sortByOutcome(report.testsets).filter((testset) => isGrid || !named.has(testsetKey(testset)));
  if (testsets.length === 0 || (report.testsets.length === 1 && !isGrid)) return;
  yield markup`<section><h2>${isGrid ? 'Results' : 'Without results'}</h2>\n`;
  if (report.testsets.length > 1) yield* scenarioGrid(view, testsets, isGrid);
  else yield* deviceGrid(all);
  yield markup`</section>\n`;
}

function* deviceGrid(all: readonly DeviceRun[]): Generator<Markup> {
  yield markup`<div class="groups">\n`;
  const groups = [...Map.groupBy(all, (run) => `${makerOf(run)}\n${run.os}`)];
  groups.sort(([a, own], [b, others]) => countFailed(others) - countFailed(own) || compareNumbered(a, b));
  for (const [, runs] of groups) yield markup`<section>${groupHead(runs)}${squares(runs)}</section>\n`;
  yield markup`</div>\n`;
}

/** The first word of a device's name. */
function makerOf({ name }: DeviceRun): string {
  return name.split(' ', 1).join('');
}

function countFailed(runs: readonly DeviceRun[]): number {
  return runs.filter((run) => !hasPassed(run) && !run.excuse).length;
}

/** How many failed of all; nothing if none. */
function failedShare(runs: readonly DeviceRun[]): Markup | false {
  const failed = countFailed(runs);
  return failed > 0 && markup`<span class="share">${formatNumber(failed)} of ${formatNumber(runs.length)}</span>`;
}

function groupHead(runs: readonly DeviceRun[]): Content {
  return runs.slice(0, 1).map((run) => markup`<h3>${makerOf(run)} <span>${run.os}</span> ${failedShare(runs)}</h3>`);
}

/** The table of devices has the same as text, and a keyboard would have to pass hundreds of squares. */
function squares(runs: readonly DeviceRun[]): Markup {
  return markup`<div class="squares" aria-hidden="true">${runs.map(square)}</div>`;
}

function square(run: DeviceRun): Markup {
  const { className, sign, words, mark } = describeRun(run);
  const title = joinPieces(', ', [`${run.name}: ${words}`, mark]);
  if (run.link === undefined) return markup`<span class="${className}" title="${title}">${sign}</span>`;
  return markup`<a class="${className}" tabindex="-1" href="${run.link}" title="${title}">${sign}</a>`;
}

function* scenarioGrid({ report, all }: ReportView, testsets: Report['testsets'], isGrid: boolean): Generator<Markup> {
  const columns = isGrid ? listColumns(all) : [];
  const isTable = isGrid && columns.length <= MAX_COLUMNS;
  const width = isTable ? columns.length : 1;
  const subject = capitalize(nameSubject(testsets));
  const byTestset = Map.groupBy(all, ({ testset }) => testsetKey(testset));
  yield markup`<div class="scroll" role="region" aria-label="Results by ${subject.toLowerCase()}" tabindex="0"><table class="grid">\n`;
  yield isTable ? gridHead(subject, columns) : simpleHead(subject, isGrid ? 'Devices' : 'Why');
  yield markup`<tbody>\n`;
  for (const testset of testsets) {
    const own = byTestset.get(testsetKey(testset)) ?? [];
    const head = rowHead(testset);
    if (own.length === 0)
      yield markup`<tr>${head}<td class="u why" colspan="${width}">${explainEmpty(report, testset)}</td></tr>\n`;
    else if (isTable) yield markup`<tr>${head}${cells(columns, own)}</tr>\n`;
    else yield markup`<tr>${head}<td>${squares(own)}</td></tr>\n`;
  }
  yield markup`</tbody></table></div>\n`;
}

/** One device of several testsets. */
interface DeviceColumn {
  readonly key: string;
  /** One of its runs. */
  readonly run: DeviceRun;
  readonly runs: readonly DeviceRun[];
}

/** The makers that failed most come first, because a phone shows only the first columns. */
function listColumns(all: readonly DeviceRun[]): readonly DeviceColumn[] {
  const failed = new Map([...Map.groupBy(all, makerOf)].map(([maker, runs]) => [maker, countFailed(runs)]));
  const failedOf = ({ run }: DeviceColumn): number => failed.get(makerOf(run)) ?? 0;
  return [...Map.groupBy(all, keyOfColumn)]
    .flatMap(([key, runs]) => runs.slice(0, 1).map((run) => ({ key, run, runs })))
    .sort(
      (a, b) =>
        failedOf(b) - failedOf(a) || compareTexts(makerOf(a.run), makerOf(b.run)) || compareNumbered(a.key, b.key),
    );
}

function keyOfColumn({ name, os }: DeviceRun): string {
  return `${name}\n${os}`;
}

function gridHead(subject: string, columns: readonly DeviceColumn[]): Markup {
  const makers = [...Map.groupBy(columns, ({ run }) => makerOf(run))];
  const top = makers.map(([maker, { length }]) => markup`<th scope="colgroup" colspan="${length}">${maker}</th>`);
  return markup`<thead><tr><th rowspan="2" scope="col">${subject}</th>${top}</tr>\n<tr>${columns.map(columnHead)}</tr></thead>\n`;
}

function columnHead({ run, runs }: DeviceColumn): Markup {
  const model = run.name.slice(run.name.indexOf(' ') + 1);
  return markup`<th scope="col">${model}<span>${run.os}</span>${failedShare(runs)}</th>`;
}

function simpleHead(subject: string, other: string): Markup {
  return markup`<thead><tr><th scope="col">${subject}</th><th scope="col">${other}</th></tr></thead>\n`;
}

function rowHead(testset: TestVerdict): Markup {
  const { scenario, id = 'unknown', outcome, retry } = testset;
  const said = [retry !== undefined && `retry ${retry}`, describeResult(testset)];
  const words = joinPieces(' ', [joinPieces(', ', said), describeKept(testset)]);
  return markup`<th scope="row">${OUTCOME_TEXTS[outcome].icon} ${scenario ?? id} <span>${words}</span></th>`;
}

/** Empty if all devices passed: the icon and each cell say so. */
function describeResult(testset: TestVerdict): string {
  const { outcome, counts } = testset;
  if (!isPassedOrFailed(outcome)) return OUTCOME_TEXTS[outcome].word;
  const failed = countFailures([testset]);
  if (failed > 0) return `${formatNumber(failed)} of ${formatNumber(counts.total)} did not pass`;
  return '';
}

/** Why a testset has no devices. */
function explainEmpty(report: Report, testset: TestVerdict): Content {
  const { outcome, counts } = testset;
  if (isRunning(testset) && counts.total > 0) return capitalize(formatDone(counts));
  const otherwise = isGreen(outcome) ? 'No device is listed.' : formatNotPassed(counts);
  return formatCode(explainOutcome(report, testset) || otherwise);
}

function cells(columns: readonly DeviceColumn[], runs: readonly DeviceRun[]): readonly Markup[] {
  const byDevice = Map.groupBy(runs, keyOfColumn);
  return columns.map(({ key }) => {
    const own = byDevice.get(key) ?? [];
    const worst = own.find((run) => !hasPassed(run)) ?? own[0];
    if (!worst) return markup`<td>–</td>`;
    return markup`<td class="${colourOf(worst)}">${own.map(cellContent)}</td>`;
  });
}

/** Those that passed have their duration for words. */
function cellContent(run: DeviceRun): Markup {
  const { className, sign, words, mark } = describeRun(run);
  const time = className === 'p' && formatDuration(run.seconds);
  return markup`${link(run.link, markup`${sign} ${time || words}`)}${badge(mark)}`;
}
