import { isRunning } from '../model/unfinished.ts';
import { isPassedOrFailed, isGreen } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import { sentencesOf } from '../model/testset.ts';
import { devicesOf, longestSeconds, type TestVerdict, type DeviceRun, testsetKey } from '../model/verdict.ts';
import { cleanText } from '../model/text.ts';
import { capitalize, formatDuration, formatNumber, joinPieces, pluralize } from '../model/words.ts';
import { sortByOutcome } from './describe-report.ts';
import { fold, moreLine, table } from './blocks.ts';
import { formatCode, join, link, markup, nowrap, type Column, type Content } from './markup.ts';
import { OUTCOME_TEXTS } from './outcomes.ts';
import { countFailures, formatDone, nameSubject } from './phrases.ts';
import { describeRejection } from './rejections.ts';
import { explainExcuse } from './summary-tables.ts';
import { formatResult, iconOf, type ReportView } from './view.ts';

/** From so many testsets on, those that passed are folded. */
const MIN_FOLDED = 6;
const MAX_DEVICES = 5;
const REASON_LIMIT = 300;

/** One row for each testset of several, with the devices that did not pass. `rest` says where the others are. */
export function scenarioTable(view: ReportView, most: number, rest: Content): readonly Content[] {
  const { testsets } = view.report;
  const folds = testsets.length >= MIN_FOLDED;
  const open = sortByOutcome(testsets).filter((testset) => !folds || !passedOnAllDevices(testset));
  return [...table(scenarioColumns(view), open.slice(0, most)), ...moreLine(open.length - most, rest)];
}

/** What came of each testset, and why. */
export function scenarioColumns(view: ReportView): readonly Column<TestVerdict>[] {
  const subject = capitalize(nameSubject(view.report.testsets));
  return [
    { head: 'Result', cell: ({ outcome }) => nowrap(`${OUTCOME_TEXTS[outcome].icon} ${OUTCOME_TEXTS[outcome].word}`) },
    { head: subject, cell: (testset) => describeScenario(view, testset), isHead: true },
  ];
}

/** The folded scenarios that passed, the slowest first, within about `limitBytes` bytes. */
export function passedScenarios(
  { report: { testsets } }: ReportView,
  limitBytes: number,
  rest: Content,
): readonly Content[] {
  const passed = testsets
    .filter(({ outcome }) => outcome === 'passed')
    .map((testset) => ({ testset, seconds: longestSeconds(devicesOf(testset)) }))
    .sort((a, b) => (b.seconds ?? -1) - (a.seconds ?? -1));
  const [slowest] = passed;
  if (!slowest || testsets.length < MIN_FOLDED) return [];
  const time = formatDuration(slowest.seconds);
  const last = time && `the slowest ${nameScenario(slowest.testset)} in ${nowrap(time)}`;
  const folded = {
    title: joinPieces(', ', [`✅ ${pluralize(passed.length, nameSubject(testsets))} passed`, last]),
    begin: markup`<ul>`,
    items: passed,
    render: ({ testset, seconds }: (typeof passed)[number]) =>
      markup`<li>${joinPieces(', ', [nameScenario(testset), nowrap(formatDuration(seconds))])}</li>`,
    end: markup`</ul>`,
  };
  return fold(folded, limitBytes, rest);
}

/** A testset can pass although devices failed, within `max-failures`, or in an earlier testset of the scenario. */
function passedOnAllDevices({ outcome, counts, earlier }: TestVerdict): boolean {
  return outcome === 'passed' && counts.pass >= counts.total && earlier.length === 0;
}

/** `scenario 1043`; for an automated test `testset 251929`. */
function nameScenario({ scenario, id }: TestVerdict): string {
  if (scenario !== undefined) return `scenario ${scenario}`;
  if (id === undefined) return 'no testset';
  return `testset ${id}`;
}

const LINE_BREAK = markup`<br>`;

/** The scenario, and why it did not pass: its devices, or the reason. */
function describeScenario(view: ReportView, testset: TestVerdict): Content {
  if (passedOnAllDevices(testset)) return nameScenario(testset);
  const hasResults = isPassedOrFailed(testset.outcome);
  const pieces = hasResults ? describeDevices(view, testset) : describeReason(view.report, testset);
  return join([':', LINE_BREAK], pieces);
}

function describeDevices(view: ReportView, testset: TestVerdict): readonly Content[] {
  const { counts, outcome, retry } = testset;
  const isOwn = (run: DeviceRun): boolean => testsetKey(run.testset) === testsetKey(testset);
  const failed = listFailedDevices(view, view.notPassed.filter(isOwn));
  const excused = listExcusedDevices(view, view.excused.filter(isOwn));
  const number = countFailures([testset]);
  const allowed = outcome === 'passed' && 'did not pass, as allowed';
  const notPassed = joinPieces(' ', [`${formatNumber(number)} of ${pluralize(counts.total, 'device')}`, allowed]);
  const named = join(', ', [
    markup`<strong>${nameScenario(testset)}</strong>`,
    retry !== undefined && `retry ${retry}`,
    number > 0 && notPassed,
  ]);
  return [named, join(LINE_BREAK, [failed, ...excused])];
}

function describeReason(report: Report, testset: TestVerdict): readonly Content[] {
  const { outcome, counts, id, scenario } = testset;
  const isNamed = id !== undefined && scenario !== undefined;
  const showsDone = isRunning(testset) && counts.total > 0;
  const named = join(', ', [
    markup`<strong>${nameScenario(testset)}</strong>`,
    isNamed && `testset ${id}`,
    showsDone && formatDone(counts),
  ]);
  if (showsDone || isGreen(outcome)) return [named];
  return [named, formatCode(explainOutcome(report, testset))];
}

/** Why a testset has no results, with names of inputs between backticks. */
function explainOutcome(report: Report, testset: TestVerdict): string {
  if (testset.outcome === 'rejected') return describeRejected(report, testset);
  return cleanText(sentencesOf(testset).join(' '), REASON_LIMIT);
}

/** Beside other outcomes, the row says how to run it again. */
function describeRejected({ request, testsets }: Report, testset: TestVerdict): string {
  const { id, scenario } = testset;
  const reason = cleanText(`${capitalize(describeRejection(testset.problem, request))}.`, REASON_LIMIT);
  if (testsets.every(({ outcome }) => outcome === 'rejected')) return reason;
  const again = id === undefined && scenario !== undefined && `Run it again with \`scenario-id: ${scenario}\`.`;
  return joinPieces(' ', [reason, again]);
}

function listFailedDevices(view: ReportView, runs: readonly DeviceRun[]): Content {
  const links = runs.slice(0, MAX_DEVICES).map((run) => {
    return join('\u00a0', [iconOf(run), link(run.link, run.name), run.mark && formatResult(view, run)]);
  });
  const more = runs.length > MAX_DEVICES && `and ${formatNumber(runs.length - MAX_DEVICES)} more`;
  return join(' ', [join(', ', links), more]);
}

/** The devices that do not count, a line each with the reason. */
function listExcusedDevices(view: ReportView, runs: readonly DeviceRun[]): readonly Content[] {
  const lines = runs.slice(0, MAX_DEVICES).map((run): Content => {
    const device = [`${iconOf(run)} `, link(run.link, run.name), ' ', nowrap(formatResult(view, run))];
    return join(': ', [device, explainExcuse(run)]);
  });
  const more = runs.length - lines.length;
  if (more > 0) lines.push(`and ${formatNumber(more)} more that do not count`);
  return lines;
}

/** From so many scenarios on, a device that fails in them is named. */
const MIN_SHARED = 3;

/** `, 5 of them on XIAOMI Redmi_Note_12`: the device that fails in most scenarios; empty if in fewer than three. */
export function nameSharedDevice(notPassed: readonly DeviceRun[]): string {
  const scenarios = new Map<string, Set<number | undefined>>();
  for (const { name, testset } of notPassed)
    scenarios.set(name, (scenarios.get(name) ?? new Set()).add(testsetKey(testset)));
  const [worst] = [...scenarios].sort(([, a], [, b]) => b.size - a.size);
  if (!worst || worst[1].size < MIN_SHARED) return '';
  const [name] = worst;
  const runs = notPassed.filter((run) => run.name === name).length;
  return `, ${formatNumber(runs)} of them on ${name}`;
}
