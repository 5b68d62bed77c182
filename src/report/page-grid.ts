import { sentencesOf } from '../model/testset.ts';
import { isRunning } from '../model/unfinished.ts';
import type { PastResult } from '../model/history.ts';
import { isPassedOrFailed, isGreen } from '../model/outcome.ts';
import { type TestVerdict, type DeviceRun, hasPassed, testsetKey } from '../model/verdict.ts';
import { cleanText } from '../model/text.ts';
import { capitalize, formatDuration, formatNumber, joinPieces } from '../model/words.ts';
import { compareNumbered, compareTexts } from './devices.ts';
import { sortByOutcome } from './describe-report.ts';
import { OUTCOME_TEXTS } from './outcomes.ts';
import { link, markup, type Markup } from './markup.ts';
import { badge, colourOf, describeRun, historyStrip } from './page-parts.ts';
import { countFailures, describeKept, formatDone, formatNotPassed, nameSubject } from './phrases.ts';
import type { ReportView } from './view.ts';

/** From so many devices on, a tile is a square without words. */
const MIN_DENSE = 80;
const MAX_COLUMNS = 40;

/** Every device run as a coloured cell: the devices of one testset, or a table of several testsets. */
export function* resultGrid(view: ReportView): Generator<Markup> {
  const { report, all } = view;
  if (report.testsets.length > 1) {
    yield* scenarioGrid(view);
    return;
  }
  if (all.length === 0) return;
  const isDense = all.length >= MIN_DENSE;
  if (isDense && all.some(({ mark }) => mark === 'new')) {
    yield markup`<p><span class="squares"><span class="f">${NEW_SIGN}</span></span> failed now, and passed in the last run</p>\n`;
  }
  yield markup`<div class="groups">\n`;
  const groups = groupRuns(all).sort((a, b) => countFailed(b.runs) - countFailed(a.runs));
  for (const group of groups) {
    const shown = isDense ? squares(group.runs) : markup`<ul class="tiles">${group.runs.map(tile)}</ul>`;
    yield markup`<section>${groupHead(group)}${shown}</section>${isDense && '\n'}`;
  }
  yield markup`</div>\n`;
}

/** Devices of one maker and operating system. */
interface Group {
  readonly maker: string;
  readonly os: string;
  readonly runs: DeviceRun[];
}

/** By maker, operating system and version, both in order. */
function groupRuns(runs: readonly DeviceRun[]): Group[] {
  const groups = new Map<string, Group>();
  for (const run of runs) {
    const [maker, { os }] = [makerOf(run), run];
    const key = `${maker}\n${os}`;
    const group = groups.get(key) ?? { maker, os, runs: [] };
    group.runs.push(run);
    groups.set(key, group);
  }
  return [...groups].sort(([a], [b]) => compareNumbered(a, b)).map(([, group]) => group);
}

/** The first word of a device's name. */
function makerOf({ name }: DeviceRun): string {
  const end = name.indexOf(' ');
  if (end < 0) return name;
  return name.slice(0, end);
}

function modelOf({ name }: DeviceRun): string {
  return name.slice(name.indexOf(' ') + 1);
}

function countFailed(runs: readonly DeviceRun[]): number {
  return runs.filter((run) => !hasPassed(run) && !run.excuse).length;
}

/** How many failed of all; nothing if none. */
function failedShare(runs: readonly DeviceRun[]): Markup | false {
  const failed = countFailed(runs);
  return failed > 0 && markup`<span class="share">${formatNumber(failed)} of ${formatNumber(runs.length)}</span>`;
}

function groupHead({ maker, os, runs }: Group): Markup {
  const share = failedShare(runs);
  return markup`<h3>${maker} <span>${os}</span>${share && ' '}${share}</h3>`;
}

/** The table of devices has the same as text, and a keyboard would have to pass hundreds of squares. */
function squares(runs: readonly DeviceRun[]): Markup {
  return markup`<div class="squares" aria-hidden="true">${runs.map(square)}</div>`;
}

function tile(run: DeviceRun): Markup {
  const { className, sign, words, mark } = describeRun(run);
  const text = joinPieces(', ', [words, formatDuration(run.seconds)]);
  return markup`<li class="${className}"><b>${sign} ${link(run.link, modelOf(run))}</b><span>${text}${badge(mark)}</span></li>`;
}

/** In a square, which has no room for words. */
const NEW_SIGN = '!';

function square(run: DeviceRun): Markup {
  const { className, sign, words, mark } = describeRun(run);
  const title = joinPieces(', ', [`${run.name}: ${words}`, mark]);
  const shown = run.mark === 'new' ? NEW_SIGN : sign;
  if (run.link === undefined) return markup`<span class="${className}" title="${title}">${shown}</span>`;
  return markup`<a class="${className}" tabindex="-1" href="${run.link}" title="${title}">${shown}</a>`;
}

function* scenarioGrid({ report, all }: ReportView): Generator<Markup> {
  const { testsets, history = [] } = report;
  const columns = listColumns(all);
  const isTable = columns.length <= MAX_COLUMNS;
  const width = isTable ? Math.max(1, columns.length) : 1;
  const subject = capitalize(nameSubject(testsets));
  const byTestset = Map.groupBy(all, ({ testset }) => testsetKey(testset));
  const ofScenarios = history.filter(({ device }) => device === undefined);
  const past = new Map(ofScenarios.map(({ scenario, results }) => [scenario, results]));
  yield markup`<div class="scroll" role="region" aria-label="Results by ${subject.toLowerCase()} and device" tabindex="0"><table class="grid">\n`;
  yield isTable ? gridHead(subject, columns) : squaresHead(subject);
  yield markup`<tbody>\n`;
  for (const testset of sortByOutcome(testsets)) {
    const own = byTestset.get(testsetKey(testset)) ?? [];
    const head = rowHead(testset, past);
    if (own.length === 0) yield markup`<tr>${head}${emptyCell(testset, width)}</tr>\n`;
    else if (isTable) yield markup`<tr>${head}${cells(columns, own)}</tr>\n`;
    else yield markup`<tr>${head}<td>${squares(own)}</td></tr>\n`;
  }
  yield markup`</tbody></table></div>\n`;
}

/** One device of several testsets. */
interface DeviceColumn extends Group {
  readonly key: string;
  readonly model: string;
}

/** The makers that failed most come first, because a phone shows only the first columns. */
function listColumns(runs: readonly DeviceRun[]): readonly DeviceColumn[] {
  const failed = new Map<string, number>();
  const groups = groupRuns(runs);
  for (const group of groups) failed.set(group.maker, (failed.get(group.maker) ?? 0) + countFailed(group.runs));
  groups.sort((a, b) => (failed.get(b.maker) ?? 0) - (failed.get(a.maker) ?? 0));
  return groups.flatMap(({ maker, os, runs: own }) =>
    [...Map.groupBy(own, keyOfColumn)]
      .map(([key, same]) => ({ maker, os, key, runs: same, model: same.slice(0, 1).map(modelOf).join('') }))
      .sort((a, b) => compareTexts(a.key, b.key)),
  );
}

function keyOfColumn({ name, os }: DeviceRun): string {
  return `${name}\n${os}`;
}

function gridHead(subject: string, columns: readonly DeviceColumn[]): Markup {
  const makers = [...Map.groupBy(columns, ({ maker }) => maker)];
  const top = makers.map(([maker, { length }]) => markup`<th scope="colgroup" colspan="${length}">${maker}</th>`);
  return markup`<thead><tr><th rowspan="2" scope="col">${subject}</th>${top}</tr>\n<tr>${columns.map(columnHead)}</tr></thead>\n`;
}

function columnHead({ model, os, runs }: DeviceColumn): Markup {
  return markup`<th scope="col">${model}<span>${os}</span>${failedShare(runs)}</th>`;
}

function squaresHead(subject: string): Markup {
  return markup`<thead><tr><th scope="col">${subject}</th><th scope="col">Devices</th></tr></thead>\n`;
}

/** @param past the results of scenarios as a whole */
function rowHead(testset: TestVerdict, past: ReadonlyMap<number | undefined, readonly PastResult[]>): Markup {
  const { scenario, id, outcome } = testset;
  const { icon } = OUTCOME_TEXTS[outcome];
  const name = scenario ?? id ?? 'unknown';
  const earlier = scenario === undefined ? undefined : past.get(scenario);
  const retry = testset.retry !== undefined && `retry ${testset.retry}`;
  const words = joinPieces(' ', [joinPieces(', ', [retry, describeResult(testset)]), describeKept(testset)]);
  return markup`<th scope="row">${icon} ${name} <span>${words}</span>${earlier && pastStrip(earlier)}</th>`;
}

function pastStrip(earlier: readonly PastResult[]): Markup {
  const passed = earlier.filter((past) => past.passed).length;
  return historyStrip(earlier, `passed ${passed} of ${earlier.length}`);
}

/** Empty if all devices passed: the icon and each cell say so. */
function describeResult(testset: TestVerdict): string {
  const { outcome, counts } = testset;
  if (!isPassedOrFailed(outcome)) return OUTCOME_TEXTS[outcome].word;
  const failed = countFailures([testset]);
  if (failed > 0) return `${formatNumber(failed)} of ${formatNumber(counts.total)} did not pass`;
  return '';
}

const WHY_LIMIT = 300;

function emptyCell(testset: TestVerdict, width: number): Markup {
  return markup`<td class="u why" colspan="${width}">${explainEmpty(testset)}</td>`;
}

/** Why a testset has no devices. */
function explainEmpty(testset: TestVerdict): string {
  const { outcome, counts, problem } = testset;
  if (isRunning(testset) && counts.total > 0) return capitalize(formatDone(counts));
  const rejection = problem?.rejection;
  if (rejection && outcome === 'refused') return cleanText(`${rejection.code} ${rejection.reason}`, WHY_LIMIT);
  const sentences = cleanText(sentencesOf(testset).join(' '), WHY_LIMIT);
  if (sentences !== '') return sentences;
  if (isGreen(outcome)) return 'No device is listed.';
  return formatNotPassed(counts);
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
