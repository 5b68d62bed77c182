import { isRunning } from '../model/unfinished.ts';
import { unfinishedCount } from '../model/counts.ts';
import { MARKS, type Mark, type PastResult } from '../model/history.ts';
import { hasWholeDuration, type Report } from '../model/report.ts';
import {
  countExcusedFailures,
  DEVICE_LABELS,
  EXCUSES,
  hasPassed,
  type TestVerdict,
  type DeviceRun,
} from '../model/verdict.ts';
import { isPassedOrFailed } from '../model/outcome.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration, formatNumber, joinPieces, keysOf, listFirst, nounFor, pluralize } from '../model/words.ts';
import { describeReport, type ReportText } from './describe-report.ts';
import { collectRuns, countUnnamed, type DeviceRuns } from './devices.ts';
import { listNotes } from './notes.ts';
import { listQuarantineNotes, listUses, type QuarantineUse } from './quarantine.ts';
import { countFailures, formatFailures, listFailureKinds, nameSubject } from './phrases.ts';

/** What every text and page about a report shows. Texts are plain; names in them are not escaped. */
export interface ReportView extends DeviceRuns {
  readonly report: Report;
  readonly text: ReportText;
  /** The only testset; absent if there are several or none. */
  readonly only?: TestVerdict;
  /** The heading, and whether the failures are new. */
  readonly title: string;
  /** Absent where all ended alike. */
  readonly bar?: Bar;
  /** `4 failed`, `1 error`; empty unless there is one testset, and its devices ended in several ways. */
  readonly kinds: readonly string[];
  /** The counts where no document names some devices; empty otherwise. */
  readonly countsText: string;
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
  /** What came of each entry of the quarantine file. */
  readonly uses: readonly QuarantineUse[];
  /** What readers should know of these entries. */
  readonly quarantineNotes: ReturnType<typeof listQuarantineNotes>;
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
  const uses = listUses(report, runs);
  const quarantineNotes = listQuarantineNotes(report, runs, uses);
  const labels = new Set(runs.all.filter((run) => !hasPassed(run)).map(({ result }) => result));
  const hasResults = testsets.some(({ outcome }) => isPassedOrFailed(outcome));
  const kinds = hasResults ? listFailureKinds(report.counts) : [];
  const showsKinds = only !== undefined && unnamed === 0 && labels.size > 1;
  return {
    report,
    text,
    ...runs,
    only,
    title: cleanText(joinPieces(': ', [text.heading, report.outcome === 'failed' && describeMarks(report, runs)])),
    bar: createBar(report),
    kinds: showsKinds ? kinds.map(({ words }) => words) : [],
    countsText: unnamed === 0 ? '' : describeCounted(report),
    took: describeTook(report),
    branch: branchOf(report),
    changes: listChanges(report, runs),
    unnamed,
    notes: [...listNotes(report), ...quarantineNotes.map(({ words }) => words)],
    uses,
    quarantineNotes,
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
  const excused = countExcusedFailures(testsets);
  const notPassed = counts.total - counts.pass - open - excused;
  return drawBar({ notPassed, excused, passed: counts.pass, open }, pluralize(counts.total, 'device'));
}

function createTestsetsBar(testsets: readonly TestVerdict[]): Bar | undefined {
  const open = testsets.filter(isRunning).length;
  const passed = testsets.filter(({ outcome }) => outcome === 'passed').length;
  const what = pluralize(testsets.length, nameSubject(testsets));
  return drawBar({ notPassed: testsets.length - passed - open, excused: 0, passed, open }, what);
}

/** How many devices or scenarios a bar shows of each kind. `excused`: did not pass, and do not count. */
type BarParts = Readonly<Record<'notPassed' | 'excused' | 'passed' | 'open', number>>;

/** ❌ did not pass, 🟨 does not count, 🟩 passed, ⏳ not done: one character each up to 16, else in proportion. `undefined` if only one kind occurs. */
function drawBar({ notPassed, excused, passed, open }: BarParts, what: string): Bar | undefined {
  const parts = [notPassed, excused, passed, open].map((number) => Math.max(0, number));
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
    characters: ['❌', '🟨', '🟩', '⏳'].map((character, at) => character.repeat(lengths[at] ?? 0)).join(''),
    label: joinPieces(', ', [`${formatNumber(passed)} of ${what} passed`, failed, running]),
  };
}

/** What the status counts where the labels cannot say it. */
function describeCounted({ counts }: Report): string {
  const failures = formatFailures(counts);
  return failures && `The service counts ${failures}.`;
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

/** `1 is new, 2 failed in the last 3 runs on main too`, of the devices that did not pass; empty without earlier results. */
function describeMarks(report: Report, { notPassed }: DeviceRuns): string {
  const { testsets } = report;
  const isOnly = countFailures(testsets) === 1;
  const words = keysOf(MARKS).flatMap((mark) => {
    const marked = notPassed.filter((run) => run.mark === mark);
    const [first] = marked;
    if (!first) return [];
    const [one, many] = MARKS[mark].is;
    const those = testsets.length > 1 ? pluralize(marked.length, 'device run') : formatNumber(marked.length);
    const since = mark === 'still' && `in ${countLastFailed(marked)} on ${branchOf(report)} too`;
    return joinPieces(' ', [isOnly && testsets.length === 1 ? 'it' : those, nounFor(marked.length, one, many), since]);
  });
  return words.join(', ');
}

/** `the last 3 runs`: in which all of these failed, too. */
function countLastFailed(runs: readonly DeviceRun[]): string {
  const number = Math.min(...runs.map(({ past = [] }) => countFailedLast(past)));
  return number > 1 ? `the last ${number} runs` : 'the last run';
}

function countFailedLast(past: readonly PastResult[]): number {
  return past.length - 1 - past.findLastIndex((each) => each.passed);
}

function branchOf({ comparison, noBaselineOn = '' }: Report): string {
  return cleanText(comparison?.branch ?? noBaselineOn, BRANCH_LIMIT);
}

/** The icon of a device run that did not pass, or does not count. */
export function iconOf({ excuse }: DeviceRun): string {
  return excuse ? '🟨' : '❌';
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
  const failedLast = countFailedLast(past);
  const isEnd = passed > 0 && failedLast > 0 && passed + failedLast === past.length;
  const isStill = result !== 'passed' && isEnd;
  const last = isStill && joinPieces(' ', ['not the last', failedLast > 1 && `${failedLast}`]);
  return joinPieces(', ', [`passed ${passed} of ${past.length}`, last]);
}
