import { isPassedOrFailed } from '../model/outcome.ts';
import { devicesOf, longestSeconds, testsetKey, type DeviceRun, type TestVerdict } from '../model/verdict.ts';
import { cleanText } from '../model/text.ts';
import { capitalize, formatDuration, formatNumber, joinPieces, pluralize } from '../model/words.ts';
import { fold, moreLine, table } from './blocks.ts';
import { nameSubject, sortByOutcome } from './facts.ts';
import { formatCode, join, link, markup, nowrap, type Column, type Content } from './markup.ts';
import { explainExcuse } from './summary-tables.ts';
import { describeTestset, formatResult, iconOf, type ReportView } from './view.ts';

/** From so many testsets on, those that passed are folded. */
const MIN_FOLDED = 6;
const MAX_DEVICES = 5;
const REASON_LIMIT = 300;

/** One row for each testset of several, with the devices that failed. `rest` says where the others are. */
export function scenarioTable(view: ReportView, most: number, rest: Content): readonly Content[] {
  const { testsets } = view.report;
  const folds = testsets.length >= MIN_FOLDED;
  const open = sortByOutcome(testsets).filter((testset) => !folds || !passedOnAllDevices(testset));
  return [...table(scenarioColumns(view), open.slice(0, most)), ...moreLine(open.length - most, rest)];
}

/** A scenario, and its own heading with what it leaves open. */
function scenarioColumns(view: ReportView): readonly Column<TestVerdict>[] {
  return [
    { head: capitalize(nameSubject(view.report.testsets)), cell: (testset) => nameRow(testset) },
    { head: 'Result', cell: (testset) => describeScenario(view, testset) },
  ];
}

/** The folded scenarios that passed, the slowest first, within about `limitBytes` bytes. */
export function passedScenarios(
  { report: { testsets } }: ReportView,
  limitBytes: number,
  rest: Content,
): readonly Content[] {
  const passed = sortBySeconds(testsets.filter(({ outcome }) => outcome === 'passed'));
  if (passed.length === 0 || testsets.length < MIN_FOLDED) return [];
  const folded = {
    title: describePassedTestsets(passed),
    begin: markup`<ul>`,
    items: passed,
    render: (testset: TestVerdict) =>
      markup`<li>${joinPieces(', ', [nameTestset(testset), nowrap(formatDuration(secondsOf(testset)))])}</li>`,
    end: markup`</ul>`,
  };
  return fold(folded, limitBytes, rest);
}

function secondsOf(testset: TestVerdict): number | undefined {
  return longestSeconds(devicesOf(testset));
}

/** The slowest first. */
export function sortBySeconds(testsets: readonly TestVerdict[]): readonly TestVerdict[] {
  return testsets.toSorted((a, b) => (secondsOf(b) ?? -1) - (secondsOf(a) ?? -1));
}

/** `✅ 9 scenarios passed, the slowest scenario 1043 in 5m 02s` @param passed at least one, the slowest first */
export function describePassedTestsets(passed: readonly TestVerdict[]): string {
  const [slowest] = passed;
  const time = slowest && nowrap(formatDuration(secondsOf(slowest)));
  if (slowest && time && passed.length === 1) return `✅ ${capitalize(nameTestset(slowest))} passed in ${time}`;
  const last = slowest && time && `the slowest ${nameTestset(slowest)} in ${time}`;
  return joinPieces(', ', [`✅ ${pluralize(passed.length, nameSubject(passed))} passed`, last]);
}

/** A testset can pass although devices failed, within `max-failures`, or in an earlier testset of the scenario. */
export function passedOnAllDevices({ outcome, counts, earlier }: TestVerdict): boolean {
  return outcome === 'passed' && counts.pass >= counts.total && earlier.length === 0;
}

/** `scenario 1043`; where a scenario is not known `testset 251929, ANDROID`. */
export function nameTestset(testset: TestVerdict): string {
  if (testset.scenario !== undefined) return `scenario ${testset.scenario}`;
  return testset.id === undefined ? 'no testset' : `testset ${nameRow(testset)}`;
}

function nameRow(testset: TestVerdict): string {
  const { scenario, id } = testset;
  if (scenario !== undefined) return `${scenario}`;
  return id === undefined ? '–' : joinPieces(', ', [`${id}`, systemsOf([testset])]);
}

/** The systems of all devices, without versions: `ANDROID`, `ANDROID, iOS`. */
export function systemsOf(testsets: readonly TestVerdict[]): string {
  const systems = testsets.flatMap(devicesOf).map(({ os }) => os.split(' ', 1)[0] ?? '');
  return [...new Set(systems)].filter(Boolean).join(', ');
}

/** The heading of the testset, the devices that failed or do not count, or why it has no results and what to do. */
function describeScenario(view: ReportView, testset: TestVerdict): Content {
  const { failedByTestset, excused } = view;
  const key = testsetKey(testset);
  const { icon, heading } = describeTestset(view, testset);
  const failed = listFailedDevices(view, failedByTestset.get(key) ?? []);
  const notCounted = listExcusedDevices(
    view,
    excused.filter((run) => testsetKey(run.testset) === key),
  );
  return join(markup`<br>`, [`${icon} ${heading}`, failed, ...notCounted, explainTestset(view, testset)]);
}

/** Why one of several testsets has no results, and what to do; empty if its devices show it. */
export function explainTestset(view: ReportView, testset: TestVerdict): Content {
  if (isPassedOrFailed(testset.outcome) || testset.outcome === 'started') return '';
  const text = joinPieces(' ', [describeTestset(view, testset).why, adviseToRunAgain(testset)]);
  return formatCode(cleanText(text, REASON_LIMIT));
}

function adviseToRunAgain({ outcome, scenario, id }: TestVerdict): string {
  if (outcome !== 'rejected' || id !== undefined || scenario === undefined) return '';
  return `To run it again: \`scenario-id: ${scenario}\`.`;
}

function listFailedDevices(view: ReportView, runs: readonly DeviceRun[]): Content {
  const links = runs.slice(0, MAX_DEVICES).map((run) => {
    return join('\u00a0', [
      iconOf(run),
      link(run.link, run.name),
      (run.mark ?? run.expired) && formatResult(view, run),
    ]);
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

/** `5 failures on XIAOMI Redmi_Note_12`: the device that fails in most scenarios; empty if in fewer than three. */
export function nameSharedDevice({ notPassed }: ReportView): string {
  const byName = [...Map.groupBy(notPassed, ({ name }) => name)].sort(([, a], [, b]) => b.length - a.length);
  const [[name, runs] = ['', []]] = byName;
  const scenarios = new Set(runs.map(({ testset }) => testsetKey(testset)));
  return scenarios.size < MIN_SHARED ? '' : `${formatNumber(runs.length)} failures on ${name}`;
}
