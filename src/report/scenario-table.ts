import { isGreen } from '../model/outcome.ts';
import { countExcused, type TestsetReport } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { capitalize, formatDuration, formatNumber, joinPieces, listFirst, pluralize } from '../model/words.ts';
import { formatDone } from './count-words.ts';
import { explainExcuse } from './device-tables.ts';
import type { DeviceRun } from './devices.ts';
import { fold, headRow, html, link, moreLine, nowrap, prose, row, type Column } from './html.ts';
import { countOutcomes, OUTCOME_TEXTS } from './outcomes.ts';
import { describeRejection } from './rejections.ts';
import { describeKept, subjectOf } from './testset-words.ts';
import { wordFor, type ReportView } from './view.ts';

/** From so many testsets on, those that passed are folded. */
const MIN_FOLDED = 6;
const MAX_DEVICES = 5;
const REASON_LIMIT = 300;

/** One row for each testset of several, with the devices that did not pass. `rest` says where the others are, HTML. */
export function* scenarioTable(view: ReportView, most: number, rest: string): Generator<string> {
  const { testsets } = view.report;
  const folds = testsets.length >= MIN_FOLDED;
  const open = byOutcome(testsets).filter((testset) => !folds || !isClean(testset));
  if (open.length > 0 && most > 0) {
    const columns: readonly Column<TestsetReport>[] = [
      {
        head: 'Result',
        cell: ({ outcome }) => nowrap(`${OUTCOME_TEXTS[outcome].icon} ${OUTCOME_TEXTS[outcome].word}`),
      },
      { head: capitalize(subjectOf(testsets)), cell: (testset) => scenarioCell(view, testset) },
    ];
    yield `<table>${headRow(columns)}`;
    for (const testset of open.slice(0, most)) yield row(columns, testset);
    yield '</table>';
  }
  const more = open.length - most;
  if (more > 0) yield moreLine(more, rest);
}

/** The folded scenarios that passed, the slowest first, within about `limitBytes` bytes. */
export function* passedScenarios(
  { report: { testsets } }: ReportView,
  limitBytes: number,
  rest: string,
): Generator<string> {
  const passed = testsets
    .filter(({ outcome }) => outcome === 'passed')
    .map((testset) => ({ testset, seconds: slowestOf(testset) }))
    .sort((a, b) => (b.seconds ?? -1) - (a.seconds ?? -1));
  const [slowest] = passed;
  if (!slowest || testsets.length < MIN_FOLDED) return;
  const time = formatDuration(slowest.seconds);
  const last = time && `the slowest ${nameOf(slowest.testset)} in ${nowrap(time)}`;
  const render = ({ testset, seconds }: (typeof passed)[number]): string =>
    `<li>${joinPieces(', ', [nameOf(testset), describePassedBefore(testset), nowrap(formatDuration(seconds))])}</li>`;
  const title = joinPieces(', ', [`${pluralize(passed.length, subjectOf(testsets))} passed`, last]);
  yield* fold({ title, begin: '<ul>', items: passed, render, end: '</ul>' }, limitBytes, rest);
}

/** A testset can pass although devices failed, within the limits, or in an earlier testset of the scenario. */
function isClean({ outcome, counts, earlier }: TestsetReport): boolean {
  return outcome === 'passed' && counts.pass >= counts.total && !earlier;
}

/** Failed first, passed last, else in the order of the report. */
export function byOutcome(testsets: readonly TestsetReport[]): TestsetReport[] {
  return countOutcomes(testsets).flatMap(([outcome]) => testsets.filter((testset) => testset.outcome === outcome));
}

/** A scenario has run until its slowest device has ended. */
function slowestOf({ suites }: TestsetReport): number | undefined {
  const seconds = suites.flatMap(({ testcases }) => testcases.flatMap((device) => device.seconds ?? []));
  return seconds.length === 0 ? undefined : seconds.reduce((a, b) => Math.max(a, b));
}

/** `scenario 1043`; for an automated test `testset 251929`. */
function nameOf({ scenario, id }: TestsetReport): string {
  if (scenario !== undefined) return `scenario ${scenario}`;
  return id === undefined ? 'no testset' : `testset ${id}`;
}

/** `passed in attempt 1`; empty for a testset of this attempt. */
function describePassedBefore(testset: TestsetReport): string {
  const when = describeKept(testset);
  return when && `passed ${when}`;
}

/** The scenario, and why it did not pass: its devices, or the reason. */
export function scenarioCell(view: ReportView, testset: TestsetReport, separator = '<br>'): string {
  const { outcome, counts, id, scenario, status, reasons, problem } = testset;
  if (isClean(testset)) return joinPieces(', ', [nameOf(testset), describePassedBefore(testset)]);
  const bold = `<strong>${nameOf(testset)}</strong>`;
  if (outcome === 'failed' || outcome === 'passed') {
    const isOwn = (run: DeviceRun): boolean => run.testset === testset;
    const excused = view.excused.filter(isOwn);
    const lines = [deviceList(view, view.notPassed.filter(isOwn)), ...excusedLines(view, excused)];
    const number = counts.total - counts.pass - countExcused(testset);
    const devices = number > 0 && `${formatNumber(number)} of ${pluralize(counts.total, 'device')}`;
    const named = joinPieces(', ', [bold, testset.retry !== undefined && `retry ${testset.retry}`, devices]);
    return joinPieces(`:${separator}`, [named, joinPieces(separator, lines)]);
  }
  const isNamed = id !== undefined && scenario !== undefined;
  const named = joinPieces(', ', [bold, isNamed && `testset ${id}`]);
  if (status === 'Running' && counts.total > 0) return `${named}, ${formatDone(counts)}`;
  const isRejected = outcome === 'refused';
  const reason = isRejected
    ? `${capitalize(describeRejection(problem, view.report.request))}.`
    : reasons.map(({ sentence }) => sentence).join(' ');
  const isAmongOthers = view.report.testsets.some((other) => other.outcome !== 'refused');
  const again = scenario !== undefined && `Run it again with \`scenario-id: ${scenario}\`.`;
  const advice = isRejected && isAmongOthers && joinPieces(' ', [problem?.hint, again]);
  const words = joinPieces(' ', [cleanText(reason, REASON_LIMIT), advice]);
  return joinPieces(`:${separator}`, [named, !isGreen(outcome) && prose(words)]);
}

function deviceList(view: ReportView, runs: readonly DeviceRun[]): string {
  const links = runs.slice(0, MAX_DEVICES).map((run) => {
    return joinPieces('&nbsp;', [link(run.device.url, run.name), run.mark && wordFor(view, run)]);
  });
  return listFirst(links, MAX_DEVICES, runs.length);
}

/** The devices that do not count, a line each with the reason. */
function excusedLines(view: ReportView, runs: readonly DeviceRun[]): readonly string[] {
  const lines = runs.slice(0, MAX_DEVICES).map((run) => {
    const device = `${link(run.device.url, run.name)} ${nowrap(wordFor(view, run))}`;
    return joinPieces(': ', [device, explainExcuse(run)]);
  });
  const more = runs.length - lines.length;
  return more > 0 ? [...lines, `and ${formatNumber(more)} more that do not count`] : lines;
}

/** From so many scenarios on, a device that fails in them is named. */
const MIN_SHARED = 3;

/** `11 of 1,592 device runs did not pass, 5 of them on XIAOMI Redmi_Note_12`, HTML; empty if all passed. */
export function nameSharedDevice(notPassed: readonly DeviceRun[]): string {
  const scenarios = new Map<string, Set<TestsetReport>>();
  for (const { name, testset } of notPassed) scenarios.set(name, (scenarios.get(name) ?? new Set()).add(testset));
  const [worst] = [...scenarios].sort(([, a], [, b]) => b.size - a.size);
  if (!worst || worst[1].size < MIN_SHARED) return '';
  const runs = notPassed.filter(({ name }) => name === worst[0]).length;
  return `, ${formatNumber(runs)} of them on ${html(worst[0])}`;
}
