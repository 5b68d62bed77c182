import { historyKey, type PastResult } from '../model/history.ts';
import { isGreen } from '../model/outcome.ts';
import { countExcused, type TestsetReport } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { capitalize, formatDuration, formatNumber, joinPieces } from '../model/words.ts';
import { formatDone, formatNotPassed } from './count-words.ts';
import { allRuns, type DeviceRun } from './devices.ts';
import { webAddress } from './html.ts';
import { markup, type Markup } from './markup.ts';
import { OUTCOME_TEXTS } from './outcomes.ts';
import { describePast, historyStrip } from './page-charts.ts';
import { badge, describeRun, pageLink } from './page-run.ts';
import { byOutcome } from './scenario-table.ts';
import { describeKept, subjectOf } from './testset-words.ts';
import type { ReportView } from './view.ts';

/** Devices of one maker and operating system. */
interface Group {
  readonly maker: string;
  readonly os: string;
  readonly runs: DeviceRun[];
}

/** The first word of a device's name. */
function makerOf({ name }: DeviceRun): string {
  const end = name.indexOf(' ');
  return end < 0 ? name : name.slice(0, end);
}

function modelOf({ name }: DeviceRun): string {
  return name.slice(name.indexOf(' ') + 1);
}

/** By maker, operating system and version, both in order: `ANDROID 9` is before `ANDROID 13`. */
function groupRuns(runs: readonly DeviceRun[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const run of runs) {
    const [maker, { os }] = [makerOf(run), run];
    const key = `${maker}\n${os}`;
    const group = groups.get(key) ?? { maker, os, runs: [] };
    group.runs.push(run);
    groups.set(key, group);
  }
  const byVersion = [...groups].map(([key, group]) => [padNumbers(key), group] as const);
  return byVersion.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function padNumbers(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
}

/** From so many devices on, a tile is a square without words. */
const MIN_DENSE = 80;
const MAX_COLUMNS = 40;

/** Every device run as a coloured cell: the devices of one testset, or a table of several testsets. */
export function* resultGrid(view: ReportView): Generator<Markup> {
  const runs = allRuns(view);
  const { testsets } = view.report;
  if (testsets.length > 1) yield* scenarioGrid(view, runs);
  else if (runs.length > 0) {
    if (runs.length >= MIN_DENSE && runs.some(({ mark }) => mark === 'new')) {
      yield markup`<p><span class="squares"><span class="f">${NEW_SIGN}</span></span> fails for the first time</p>\n`;
    }
    yield markup`<div class="groups">\n`;
    for (const group of worstFirst(groupRuns(runs))) yield tiles(group, runs.length);
    yield markup`</div>\n`;
  }
}

function worstFirst(groups: readonly Group[]): readonly Group[] {
  return groups.toSorted((a, b) => countBad(b.runs) - countBad(a.runs));
}

/** A phone shows only the first columns. */
function worstMakersFirst(groups: readonly Group[]): readonly Group[] {
  const bad = new Map<string, number>();
  for (const { maker, runs } of groups) bad.set(maker, (bad.get(maker) ?? 0) + countBad(runs));
  return groups.toSorted((a, b) => (bad.get(b.maker) ?? 0) - (bad.get(a.maker) ?? 0));
}

function countBad(runs: readonly DeviceRun[]): number {
  return runs.filter(({ device }) => device.result !== 'passed' && !device.excused).length;
}

function tiles({ maker, os, runs }: Group, all: number): Markup {
  const bad = countBad(runs);
  const share = bad > 0 && markup` <span class="share">${formatNumber(bad)} of ${formatNumber(runs.length)}</span>`;
  const head = markup`<h3>${maker} <span>${os}</span>${share}</h3>`;
  if (all < MIN_DENSE) return markup`<section>${head}<ul class="tiles">${runs.map(tile)}</ul></section>`;
  // The table of devices has the same as text, and a keyboard would have to pass hundreds of squares.
  return markup`<section>${head}<div class="squares" aria-hidden="true">${runs.map(square)}</div></section>\n`;
}

function tile(run: DeviceRun): Markup {
  const { className, sign, words, mark } = describeRun(run);
  const time = formatDuration(run.device.seconds);
  const text = joinPieces(', ', [words, time]);
  return markup`<li class="${className}"><b>${sign} ${pageLink(run.device.url, modelOf(run))}</b><span>${text}${badge(mark)}</span></li>`;
}

/** In a square, which has no room for words. */
const NEW_SIGN = '!';

function square(run: DeviceRun): Markup {
  const { className, sign, words, mark } = describeRun(run);
  const title = joinPieces(', ', [`${run.name}: ${words}`, mark]);
  const shown = run.mark === 'new' ? NEW_SIGN : sign;
  const address = webAddress(run.device.url);
  if (address === undefined) return markup`<span class="${className}" title="${title}">${shown}</span>`;
  return markup`<a class="${className}" tabindex="-1" href="${address}" title="${title}">${shown}</a>`;
}

function* scenarioGrid(view: ReportView, runs: readonly DeviceRun[]): Generator<Markup> {
  const { testsets, history = [] } = view.report;
  const columns = columnsOf(runs);
  const isTable = columns.length <= MAX_COLUMNS;
  const width = isTable ? Math.max(1, columns.length) : 1;
  const subject = capitalize(subjectOf(testsets));
  const byTestset = Map.groupBy(runs, ({ testset }) => testset);
  const past = new Map(history.map((entry) => [historyKey(entry), entry.results]));
  yield markup`<div class="scroll" role="region" aria-label="Results by ${subject.toLowerCase()} and device" tabindex="0"><table class="grid">\n`;
  if (isTable) yield* gridHead(subject, columns);
  else yield markup`<thead><tr><th scope="col">${subject}</th><th scope="col">Devices</th></tr></thead>\n`;
  yield markup`<tbody>\n`;
  for (const testset of byOutcome(testsets)) {
    const own = byTestset.get(testset) ?? [];
    const earlier = testset.scenario === undefined ? undefined : past.get(historyKey({ scenario: testset.scenario }));
    const head = rowHead(testset, earlier);
    if (own.length === 0)
      yield markup`<tr>${head}<td class="u why" colspan="${width}">${whyEmpty(testset)}</td></tr>\n`;
    else if (isTable) yield markup`<tr>${head}${cells(columns, own)}</tr>\n`;
    else yield markup`<tr>${head}<td><div class="squares" aria-hidden="true">${own.map(square)}</div></td></tr>\n`;
  }
  yield markup`</tbody></table></div>\n`;
}

/** One device of several testsets. */
interface DeviceColumn {
  readonly maker: string;
  readonly model: string;
  readonly os: string;
  readonly key: string;
  readonly runs: readonly DeviceRun[];
}

function columnsOf(runs: readonly DeviceRun[]): readonly DeviceColumn[] {
  return worstMakersFirst(groupRuns(runs)).flatMap(({ maker, os, runs: own }) =>
    [...Map.groupBy(own, keyOf)]
      .map(([key, same]) => ({ maker, os, key, runs: same, model: same[0] ? modelOf(same[0]) : '' }))
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
  );
}

function keyOf({ name, os }: DeviceRun): string {
  return `${name}\n${os}`;
}

function* gridHead(subject: string, columns: readonly DeviceColumn[]): Generator<Markup> {
  const makers = columns.filter(({ maker }, at) => maker !== columns[at - 1]?.maker).map(({ maker }) => maker);
  const spans = Map.groupBy(columns, ({ maker }) => maker);
  const top = makers.map(
    (maker) => markup`<th scope="colgroup" colspan="${spans.get(maker)?.length ?? 1}">${maker}</th>`,
  );
  yield markup`<thead><tr><th rowspan="2" scope="col">${subject}</th>${top}</tr>\n`;
  yield markup`<tr>${columns.map(columnHead)}</tr></thead>\n`;
}

function columnHead({ model, os, runs }: DeviceColumn): Markup {
  const bad = countBad(runs);
  const share = bad > 0 && markup`<span class="share">${formatNumber(bad)} of ${formatNumber(runs.length)}</span>`;
  return markup`<th scope="col">${model}<span>${os}</span>${share}</th>`;
}

function rowHead(testset: TestsetReport, earlier: readonly PastResult[] | undefined): Markup {
  const { icon } = OUTCOME_TEXTS[testset.outcome];
  const name = testset.scenario ?? testset.id ?? 'unknown';
  const retry = testset.retry !== undefined && `retry ${testset.retry}`;
  const words = joinPieces(' ', [joinPieces(', ', [retry, describeResult(testset)]), describeKept(testset)]);
  const strip = earlier && historyStrip(earlier, describePast(earlier));
  return markup`<th scope="row">${icon} ${name} <span>${words}</span>${strip}</th>`;
}

/** Empty if all devices passed: the icon and each cell say so. */
function describeResult(testset: TestsetReport): string {
  const { outcome, counts } = testset;
  const { total, pass } = counts;
  const isDecided = outcome === 'passed' || outcome === 'failed';
  if (!isDecided) return OUTCOME_TEXTS[outcome].word;
  const counted = total - pass - countExcused(testset);
  return counted > 0 ? `${formatNumber(counted)} of ${formatNumber(total)} did not pass` : '';
}

const WHY_LIMIT = 300;

/** Why a testset has no devices. */
function whyEmpty({ outcome, status, counts, reasons, problem }: TestsetReport): string {
  if (status === 'Running' && counts.total > 0) return capitalize(formatDone(counts));
  const rejection = outcome === 'refused' ? problem?.rejection : undefined;
  if (rejection) return cleanText(`${rejection.code} ${rejection.reason}`, WHY_LIMIT);
  const sentences = reasons.map(({ sentence }) => sentence).join(' ');
  return cleanText(sentences, WHY_LIMIT) || (isGreen(outcome) ? 'No device is listed.' : formatNotPassed(counts));
}

function cells(columns: readonly DeviceColumn[], runs: readonly DeviceRun[]): readonly Markup[] {
  const byDevice = Map.groupBy(runs, keyOf);
  return columns.map(({ key }) => {
    const own = byDevice.get(key) ?? [];
    const worst = own.find(({ device }) => device.result !== 'passed') ?? own[0];
    if (!worst) return markup`<td>–</td>`;
    return markup`<td class="${describeRun(worst).className}">${own.map(cellContent)}</td>`;
  });
}

/** Those that passed have their duration for words. */
function cellContent(run: DeviceRun): Markup {
  const { className, sign, words, mark } = describeRun(run);
  const text = className === 'p' ? formatDuration(run.device.seconds) || words : words;
  return markup`${pageLink(run.device.url, `${sign} ${text}`)}${badge(mark)}`;
}
