import { unfinishedCount } from '../model/counts.ts';
import type { Mark } from '../model/history.ts';
import type { Report, TestsetReport } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration, formatLimit, formatNumber, joinPieces, listFirst, pluralize } from '../model/words.ts';
import { EXCUSE_WORDS, kindsOf } from './count-words.ts';
import { describeReport, type ReportText } from './describe-report.ts';
import { deviceRuns, unnamedCount, type DeviceRun, type DeviceRuns } from './devices.ts';
import { describeFailedBefore, describeResumed, groupWarnings, subjectOf } from './testset-words.ts';

/** What every text and page about a report shows. Texts are plain; names in them are not escaped. */
export interface ReportView extends DeviceRuns {
  readonly report: Report;
  readonly text: ReportText;
  /** The only testset; absent if there are several or none. */
  readonly only?: TestsetReport;
  /** The heading with marks, or with the only device that did not pass. */
  readonly title: string;
  /** Absent where all ended alike. */
  readonly bar?: Bar;
  /** `4 failed`, `1 error`; empty unless there are at least two that are certain. */
  readonly kinds: readonly string[];
  /** The `max-*` limits, and the counts where the labels are `not-passed`; empty if no limit matters. */
  readonly limits: string;
  /** How long the step waited; empty if not known. */
  readonly took: string;
  /** Absent if there is nothing to compare with. */
  readonly changes?: readonly Change[];
  /** How many devices did not pass that no document names. */
  readonly unnamed: number;
  /** What went wrong without changing the outcome, a sentence each. */
  readonly notes: readonly string[];
}

/** What is different from the baseline. */
interface Change {
  /** `1 new`, `40s slower` */
  readonly words: string;
  /** Of which devices; absent for the time. */
  readonly mark?: Mark;
  /** The first of the devices that are fixed. */
  readonly names?: string;
}

/** Decides what is shown of a report. */
export function createView(report: Report): ReportView {
  const { counts, testsets, outcome } = report;
  const [only, ...others] = testsets;
  const runs = deviceRuns(report);
  const text = describeReport(report);
  const kinds = kindsOf(counts);
  const areKindsCertain = runs.notPassed.every(({ device }) => device.result !== 'not-passed');
  const isDecided = testsets.some((each) => each.outcome === 'failed' || each.outcome === 'passed');
  const isOver = outcome !== 'started' && testsets.some(({ id }) => id !== undefined);
  const showsKinds = isDecided && others.length === 0 && areKindsCertain && kinds.length > 1;
  const resumed = report.resumed ? [describeResumed(report.resumed, report.rerun)] : [];
  return {
    report,
    text,
    ...runs,
    only: others.length === 0 ? only : undefined,
    title: titleOf(report, text, runs),
    bar: barOf(report),
    kinds: showsKinds ? kinds.map(({ words }) => words) : [],
    limits: isDecided ? describeLimits(report, areKindsCertain) : '',
    took: isOver ? formatDuration(report.durationSeconds) : '',
    changes: report.comparison && changesOf(report, runs),
    unnamed: testsets.filter(({ quarantine }) => !quarantine).reduce((sum, testset) => sum + unnamedCount(testset), 0),
    notes: [...resumed, ...(report.notes ?? []), ...describeFailedBefore(testsets), ...groupWarnings(testsets)],
  };
}

/** Characters in proportion, and what they mean. */
interface Bar {
  readonly characters: string;
  readonly label: string;
}

const MAX_BAR_LENGTH = 16;

/** From so many scenarios on, they have a bar. */
const MIN_SCENARIOS = 6;

/** Devices, or scenarios from six on. */
function barOf({ counts, testsets, outcome }: Report): Bar | undefined {
  if (testsets.length > 1) return testsets.length < MIN_SCENARIOS ? undefined : barOfTestsets(testsets);
  if (!['passed', 'failed', 'timed-out'].includes(outcome)) return undefined;
  const open = unfinishedCount(counts);
  return renderBar(counts.total - counts.pass - open, counts.pass, open, pluralize(counts.total, 'device'));
}

function barOfTestsets(testsets: readonly TestsetReport[]): Bar | undefined {
  const open = testsets.filter(({ status }) => status === 'Running').length;
  const passed = testsets.filter(({ outcome }) => outcome === 'passed').length;
  const what = pluralize(testsets.length, subjectOf(testsets));
  return renderBar(testsets.length - passed - open, passed, open, what);
}

/** ❌ did not pass, 🟩 passed, ⏳ not done: one character each up to 16, else in proportion. `undefined` if only one kind occurs. */
export function renderBar(notPassed: number, passed: number, open: number, what: string): Bar | undefined {
  const parts = [notPassed, passed, open].map((number) => Math.max(0, number));
  const total = parts.reduce((sum, number) => sum + number, 0);
  if (parts.filter((number) => number > 0).length < 2) return undefined;
  const scale = Math.min(1, MAX_BAR_LENGTH / total);
  const lengths = parts.map((number) => (number === 0 ? 0 : Math.max(1, Math.round(number * scale))));
  // Rounding may add or lose a character: the longest part takes the difference.
  const longest = lengths.indexOf(Math.max(...lengths));
  const difference = Math.min(MAX_BAR_LENGTH, total) - lengths.reduce((sum, number) => sum + number, 0);
  lengths[longest] = (lengths[longest] ?? 0) + difference;
  const failed = open > 0 && notPassed > 0 && `${formatNumber(notPassed)} did not`;
  const running = open > 0 && `${pluralize(open, 'is', 'are')} not done`;
  return {
    characters: ['❌', '🟩', '⏳'].map((character, at) => character.repeat(lengths[at] ?? 0)).join(''),
    label: joinPieces(', ', [`${formatNumber(passed)} of ${what} passed`, failed, running]),
  };
}

/** What the status counts where the labels cannot say it, and what the step allowed. */
function describeLimits({ counts, limits, testsets }: Report, areKindsCertain: boolean): string {
  const kinds = kindsOf(counts);
  const isInHeading = testsets.length === 1 && testsets[0]?.outcome === 'passed' && kinds.length === 1;
  if (kinds.length === 0 || isInHeading) return '';
  const limited = kinds.flatMap(({ limit }) => (limit && limits[limit] > 0 ? limit : []));
  const allowed = limited.map((limit) => `\`max-${limit}: ${formatLimit(limits[limit])}\``).join(', ');
  if (areKindsCertain) return allowed && `Allowed: ${allowed}.`;
  const words = kinds.map((kind) => kind.words);
  const counted = joinPieces(' and ', [words.slice(0, -1).join(', '), ...words.slice(-1)]);
  return `The service counts ${counted}${allowed && ` (allowed: ${allowed})`}.`;
}

const MAX_FIXED = 3;

/** What is different from the baseline; nothing that is zero. */
function changesOf({ comparison, durationSeconds }: Report, runs: DeviceRuns): readonly Change[] {
  const marks = markCounts(runs);
  const names = runs.fixed.map(({ name }) => name);
  const fixed = {
    words: `${formatNumber(names.length)} fixed`,
    mark: 'fixed',
    names: listFirst(names, MAX_FIXED),
  } as const;
  const difference = Math.round(durationSeconds - (comparison?.seconds ?? durationSeconds));
  const speed = difference > 0 ? 'slower' : 'faster';
  const time = { words: `${formatDuration(Math.abs(difference))} ${speed}` };
  const all: readonly (Change | false)[] = [...marks, names.length > 0 && fixed, difference !== 0 && time];
  const changes = all.filter((change) => change !== false);
  return changes.length === 0 ? [{ words: 'no change' }] : changes;
}

/** `1 new`, `2 still failing` */
function markCounts({ notPassed }: Pick<DeviceRuns, 'notPassed'>): readonly Change[] {
  return (['new', 'still', 'flaky'] as const)
    .map((mark) => [mark, notPassed.filter((run) => run.mark === mark).length] as const)
    .filter(([, number]) => number > 0)
    .map(([mark, number]) => ({ mark, words: `${formatNumber(number)} ${MARK_WORDS[mark]}` }));
}

const TITLE_LIMIT = 120;

function titleOf({ outcome, counts, testsets }: Report, { heading }: ReportText, runs: DeviceRuns): string {
  const [first] = runs.notPassed;
  const isOnly = testsets.length === 1 && counts.total - counts.pass === 1 && runs.notPassed.length === 1;
  if (outcome === 'failed' && isOnly && first && counts.total > 1) {
    return `${cleanText(first.name, TITLE_LIMIT)} did not pass (1 of ${formatNumber(counts.total)} devices)`;
  }
  const marks = outcome === 'failed' && testsets.length === 1 ? markCounts(runs).map(({ words }) => words) : [];
  return cleanText(joinPieces(': ', [heading, marks.join(', ')]));
}

/** The words of a mark. */
export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  new: 'new',
  still: 'still failing',
  flaky: 'flaky',
  fixed: 'fixed',
};

/** The word for a device run: why it does not count, or its mark, its kind if kinds differ, or both. */
export function wordFor(view: Pick<ReportView, 'kinds' | 'only'>, { device, mark }: DeviceRun): string {
  if (device.excused) return EXCUSE_WORDS[device.excused];
  const label = device.result === 'not-passed' ? 'not passed' : device.result;
  if (!mark) return label;
  const word = MARK_WORDS[mark];
  return view.kinds.length > 1 ? `${label}, ${word}` : word;
}

/** How a device did on the base branch: `passed 7 of 10, not the last 3`; empty without earlier results. */
export function formatBefore({ earlier, mark }: DeviceRun): string {
  if (earlier.length === 0) return '';
  const passed = earlier.filter((past) => past.passed).length;
  const failedLast = earlier.length - 1 - earlier.findLastIndex((past) => past.passed);
  const isEnd = mark === 'still' && passed > 0 && passed + failedLast === earlier.length;
  const last = isEnd && joinPieces(' ', ['not the last', failedLast > 1 && `${failedLast}`]);
  return joinPieces(', ', [`passed ${passed} of ${earlier.length}`, last]);
}
