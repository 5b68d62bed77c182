import { isRunning } from '../model/unfinished.ts';
import { unfinishedCount } from '../model/counts.ts';
import { MARKS, type Mark } from '../model/history.ts';
import { hasWholeDuration, type Report } from '../model/report.ts';
import { DEVICE_LABELS, EXCUSES, type TestVerdict, type DeviceRun } from '../model/verdict.ts';
import { isPassedOrFailed } from '../model/outcome.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration, formatLimit, formatNumber, joinPieces, keysOf, listFirst, pluralize } from '../model/words.ts';
import { describeReport, type ReportText } from './describe-report.ts';
import { collectRuns, countUnnamed, type DeviceRuns } from './devices.ts';
import { listNotes } from './notes.ts';
import { formatList, listFailureKinds, nameSubject } from './phrases.ts';

/** What every text and page about a report shows. Texts are plain; names in them are not escaped. */
export interface ReportView extends DeviceRuns {
  readonly report: Report;
  readonly text: ReportText;
  /** The only testset; absent if there are several or none. */
  readonly only?: TestVerdict;
  /** The heading with marks, or with the only device that did not pass. */
  readonly title: string;
  /** Absent where all ended alike. */
  readonly bar?: Bar;
  /** `4 failed`, `1 error`; empty unless there is one testset, several kinds, and an exact label for each failure. */
  readonly kinds: readonly string[];
  /** The `max-*` limits, and the counts where the labels are `not-passed`; empty if no limit matters. */
  readonly limitsText: string;
  /** How long the step waited; empty if not known. */
  readonly took: string;
  /** The branch of the run that this one is compared with, of at most 40 characters; empty without one. */
  readonly branch: string;
  /** Absent if there is nothing to compare with. */
  readonly changes?: readonly Change[];
  /** How many devices did not pass that no document names. */
  readonly unnamed: number;
  /** What readers should know beside the outcome, a sentence each. */
  readonly notes: readonly string[];
}

/** What is different from the baseline. */
export interface Change {
  /** `1 new`, `40s slower` */
  readonly words: string;
  /** Of which devices; absent for the time. */
  readonly mark?: Mark;
  /** The first of the devices that are fixed. */
  readonly names?: string;
}

const BRANCH_LIMIT = 40;

/** Decides what is shown of a report. */
export function createView(report: Report): ReportView {
  const { testsets } = report;
  const only = testsets.length === 1 ? testsets[0] : undefined;
  const runs = collectRuns(report);
  const text = describeReport(report);
  const counted = testsets.filter(({ excuse }) => !excuse);
  const unnamed = counted.reduce((sum, testset) => sum + countUnnamed(testset), 0);
  const hasExactLabels = unnamed === 0 && runs.notPassed.every(({ result }) => result !== 'not-passed');
  const hasResults = testsets.some(({ outcome }) => isPassedOrFailed(outcome));
  const kinds = hasResults ? listFailureKinds(report.counts) : [];
  const showsKinds = only !== undefined && hasExactLabels && kinds.length > 1;
  return {
    report,
    text,
    ...runs,
    only,
    title: describeTitle(report, text, runs),
    bar: createBar(report),
    kinds: showsKinds ? kinds.map(({ words }) => words) : [],
    limitsText: describeCounted(report, kinds, hasExactLabels),
    took: describeTook(report),
    branch: cleanText(report.comparison?.branch ?? report.noBaselineOn ?? '', BRANCH_LIMIT),
    changes: listChanges(report, runs),
    unnamed,
    notes: listNotes(report),
  };
}

function describeTook({ outcome, testsets, durationSeconds }: Report): string {
  const isOver = outcome !== 'started' && testsets.some(({ id }) => id !== undefined);
  return isOver ? formatDuration(durationSeconds) : '';
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
function createBar({ counts, testsets, outcome }: Report): Bar | undefined {
  if (testsets.length >= MIN_SCENARIOS) return createTestsetsBar(testsets);
  if (testsets.length > 1 || !['passed', 'failed', 'timed-out'].includes(outcome)) return undefined;
  const open = unfinishedCount(counts);
  return drawBar(counts.total - counts.pass - open, counts.pass, open, pluralize(counts.total, 'device'));
}

function createTestsetsBar(testsets: readonly TestVerdict[]): Bar | undefined {
  const open = testsets.filter(isRunning).length;
  const passed = testsets.filter(({ outcome }) => outcome === 'passed').length;
  const what = pluralize(testsets.length, nameSubject(testsets));
  return drawBar(testsets.length - passed - open, passed, open, what);
}

/** ❌ did not pass, 🟩 passed, ⏳ not done: one character each up to 16, else in proportion. `undefined` if only one kind occurs. */
export function drawBar(notPassed: number, passed: number, open: number, what: string): Bar | undefined {
  const parts = [notPassed, passed, open].map((number) => Math.max(0, number));
  const total = parts.reduce((sum, number) => sum + number, 0);
  if (parts.filter((number) => number > 0).length < 2) return undefined;
  const scale = Math.min(1, MAX_BAR_LENGTH / total);
  const lengths = parts.map((number) => Math.max(Math.min(number, 1), Math.round(number * scale)));
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
function describeCounted(
  { limits, testsets }: Report,
  kinds: ReturnType<typeof listFailureKinds>,
  hasExactLabels: boolean,
): string {
  const isInHeading = testsets.length === 1 && testsets[0]?.outcome === 'passed' && kinds.length === 1;
  if (kinds.length === 0 || isInHeading) return '';
  const limited = kinds.flatMap(({ limit }) => limit ?? []).filter((limit) => limits[limit] > 0);
  const allowed = limited.map((limit) => `\`max-${limit}: ${formatLimit(limits[limit])}\``).join(', ');
  if (hasExactLabels) return allowed && `Allowed: ${allowed}.`;
  const counted = `The service counts ${formatList(kinds.map(({ words }) => words))}`;
  return `${joinPieces(' ', [counted, allowed && `(allowed: ${allowed})`])}.`;
}

const MAX_FIXED = 3;

/** What is different from the baseline; nothing that is zero. */
function listChanges(report: Report, runs: DeviceRuns): readonly Change[] | undefined {
  const { comparison, durationSeconds } = report;
  if (!comparison) return undefined;
  const changes = countMarks(runs);
  const names = runs.fixed.map(({ name }) => name);
  if (names.length > 0) {
    const words = `${formatNumber(names.length)} fixed`;
    changes.push({ words, mark: 'fixed', names: listFirst(names, MAX_FIXED) });
  }
  const { seconds = durationSeconds } = comparison;
  const difference = Math.round(durationSeconds - seconds);
  if (difference !== 0 && hasWholeDuration(report)) {
    const speed = difference > 0 ? 'slower' : 'faster';
    changes.push({ words: `${formatDuration(Math.abs(difference))} ${speed}` });
  }
  if (changes.length === 0) return [{ words: 'no change' }];
  return changes;
}

/** `1 new`, `2 still failing` */
function countMarks({ notPassed }: DeviceRuns): Change[] {
  return keysOf(MARKS).flatMap((mark) => {
    const number = notPassed.filter((run) => run.mark === mark).length;
    if (number === 0) return [];
    return { mark, words: `${formatNumber(number)} ${MARKS[mark].words}` };
  });
}

const TITLE_LIMIT = 120;

function describeTitle({ outcome, counts, testsets }: Report, { heading }: ReportText, runs: DeviceRuns): string {
  if (outcome !== 'failed' || testsets.length > 1) return cleanText(heading);
  const [first, ...others] = runs.notPassed;
  const isOnly = others.length === 0 && counts.total > 1 && counts.total - counts.pass === 1;
  if (first && isOnly) {
    return `${cleanText(first.name, TITLE_LIMIT)} did not pass (1 of ${formatNumber(counts.total)} devices)`;
  }
  const marks = countMarks(runs).map(({ words }) => words);
  return cleanText(joinPieces(': ', [heading, marks.join(', ')]));
}

/** The word for a device run: why it does not count, or its mark, its kind if kinds differ, or both. */
export function formatResult({ kinds }: ReportView, { excuse, result, mark }: DeviceRun): string {
  const { words } = excuse ? EXCUSES[excuse.kind] : DEVICE_LABELS[result];
  if (!mark) return words;
  if (kinds.length > 1) return `${words}, ${MARKS[mark].words}`;
  return MARKS[mark].words;
}

/** How a device did on the base branch: `passed 7 of 10, not the last 3`; empty without earlier results. */
export function formatBefore({ past = [], result }: DeviceRun): string {
  if (past.length === 0) return '';
  const passed = past.filter((each) => each.passed).length;
  const failedLast = past.length - 1 - past.findLastIndex((each) => each.passed);
  const isEnd = passed > 0 && failedLast > 0 && passed + failedLast === past.length;
  const isStill = result !== 'passed' && isEnd;
  const last = isStill && joinPieces(' ', ['not the last', failedLast > 1 && `${failedLast}`]);
  return joinPieces(', ', [`passed ${passed} of ${past.length}`, last]);
}
