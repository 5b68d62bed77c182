import { unfinishedCount } from '../model/counts.ts';
import type { Report, TestsetReport } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration, formatNumber, listFirst, pluralize } from '../model/words.ts';
import { kindsOf, limitWord } from './count-words.ts';
import { deviceRuns, unnamedCount, type DeviceRun, type DeviceRuns } from './devices.ts';
import { headlineOf, type Headline } from './headline.ts';
import { nextStep, type NextStep } from './next-step.ts';
import { subjectOf } from './outcome-words.ts';
import { groupWarnings, resumeNotice } from './testset-words.ts';

/** What every text and page about a report shows. Texts are plain; names in them are not escaped. */
export interface ReportView extends Headline, DeviceRuns {
  readonly report: Report;
  /** The only testset; absent if there are several or none. */
  readonly only?: TestsetReport;
  /** The headline with marks, or with the only device that did not pass. */
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
  readonly next: NextStep;
  /** What went wrong without changing the outcome, a sentence each. */
  readonly notes: readonly string[];
}

/** What is different from the baseline. */
interface Change {
  /** `1 new`, `40s slower` */
  readonly words: string;
  /** The first of the devices that are fixed. */
  readonly names?: string;
}

/** One view for each report, because it is rendered in seven places. */
const views = new WeakMap<Report, ReportView>();

/** Decides what is shown of a report. */
export function viewOf(report: Report): ReportView {
  const view = views.get(report) ?? createView(report);
  views.set(report, view);
  return view;
}

function createView(report: Report): ReportView {
  const { counts, testsets, outcome } = report;
  const [only, ...others] = testsets;
  const runs = deviceRuns(report);
  const headline = headlineOf(report);
  const kinds = kindsOf(counts);
  const isCertain = runs.notPassed.every(({ device }) => device.result !== 'not-passed');
  const isDecided = testsets.some((each) => each.outcome === 'failed' || each.outcome === 'passed');
  const isOver = outcome !== 'started' && testsets.some(({ id }) => id !== undefined);
  return {
    report,
    ...headline,
    ...runs,
    ...(only && others.length === 0 && { only }),
    title: titleOf(report, headline, runs),
    ...barOf(report),
    kinds: isDecided && others.length === 0 && isCertain && kinds.length > 1 ? kinds.map(({ words }) => words) : [],
    limits: isDecided ? limitsOf(report, isCertain) : '',
    took: isOver ? formatDuration(report.durationSeconds) : '',
    ...(report.comparison && { changes: changesOf(report, runs) }),
    unnamed: testsets.reduce((sum, testset) => sum + unnamedCount(testset), 0),
    next: nextStep(report),
    notes: [...(report.resumed ? [resumeNotice(report.resumed)] : []), ...groupWarnings(testsets)],
  };
}

/** Characters in proportion, and what they mean. */
interface Bar {
  readonly characters: string;
  readonly label: string;
}

const MAX_BAR_LENGTH = 16;

/** Devices, or scenarios from six on. */
function barOf(report: Report): { readonly bar?: Bar } {
  const { counts, testsets, outcome } = report;
  if (!['passed', 'failed', 'timed-out'].includes(outcome) && testsets.length < 2) return {};
  if (testsets.length > 1 && testsets.length < 6) return {};
  const total = testsets.length > 1 ? testsets.length : counts.total;
  const open = testsets.length > 1 ? testsets.filter(isOpen).length : unfinishedCount(counts);
  const passed = testsets.length > 1 ? testsets.filter((each) => each.outcome === 'passed').length : counts.pass;
  const what = pluralize(total, testsets.length > 1 ? subjectOf(testsets) : 'device');
  const bar = renderBar(total - passed - open, passed, open, what);
  return bar ? { bar } : {};
}

function isOpen({ status }: TestsetReport): boolean {
  return status === 'Running';
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
  const ends = [
    ...(open > 0 && notPassed > 0 ? [`${formatNumber(notPassed)} did not`] : []),
    ...(open > 0 ? [`${formatNumber(open)} ${open === 1 ? 'is' : 'are'} not done`] : []),
  ];
  return {
    characters: ['❌', '🟩', '⏳'].map((character, at) => character.repeat(lengths[at] ?? 0)).join(''),
    label: [`${formatNumber(passed)} of ${what} passed`, ...ends].join(', '),
  };
}

/** What the status counts where the labels cannot say it, and what the step allowed. */
function limitsOf({ counts, limits, testsets }: Report, isCertain: boolean): string {
  const kinds = kindsOf(counts);
  const isInHeadline = testsets.length === 1 && testsets[0]?.outcome === 'passed' && kinds.length === 1;
  if (kinds.length === 0 || isInHeadline) return '';
  const allowed = kinds.flatMap(({ limit }) => (limit ? `\`max-${limit}: ${limitWord(limits[limit])}\`` : []));
  if (isCertain) return allowed.length === 0 ? '' : `Allowed: ${allowed.join(', ')}.`;
  const counted = kinds.map(({ words }) => words);
  const said = [counted.slice(0, -1).join(', '), ...counted.slice(-1)].filter(Boolean).join(' and ');
  return `The service counts ${said}${allowed.length === 0 ? '' : ` (allowed: ${allowed.join(', ')})`}.`;
}

const MAX_FIXED = 3;

/** What is different from the baseline; nothing that is zero. */
function changesOf({ comparison, durationSeconds }: Report, runs: DeviceRuns): readonly Change[] {
  const marks = markCounts(runs).map(([mark, number]) => ({
    words: mark === 'still' ? `${number} still failing` : `${number} ${mark}`,
  }));
  const names = runs.fixed.map(({ name }) => name);
  const fixed =
    names.length === 0 ? [] : [{ words: `${formatNumber(names.length)} fixed`, names: listFirst(names, MAX_FIXED) }];
  const difference = Math.round(durationSeconds - (comparison?.seconds ?? durationSeconds));
  const time =
    difference === 0
      ? []
      : [{ words: `${formatDuration(Math.abs(difference))} ${difference > 0 ? 'slower' : 'faster'}` }];
  const all = [...marks, ...fixed, ...time];
  return all.length === 0 ? [{ words: 'no change' }] : all;
}

function markCounts({ notPassed }: Pick<DeviceRuns, 'notPassed'>): (readonly [string, string])[] {
  return (['new', 'still', 'flaky'] as const)
    .map((mark) => [mark, notPassed.filter((run) => run.mark === mark).length] as const)
    .filter(([, number]) => number > 0)
    .map(([mark, number]) => [mark, formatNumber(number)]);
}

const TITLE_LIMIT = 120;

function titleOf({ outcome, counts, testsets }: Report, { words }: Headline, runs: DeviceRuns): string {
  const [first] = runs.notPassed;
  const isOnly = testsets.length === 1 && counts.total - counts.pass === 1 && runs.notPassed.length === 1;
  if (outcome === 'failed' && isOnly && first && counts.total > 1) {
    return `${cleanText(first.name, TITLE_LIMIT)} did not pass (1 of ${formatNumber(counts.total)} devices)`;
  }
  const marks = outcome === 'failed' && testsets.length === 1 ? markCounts(runs) : [];
  const list = marks.map(([mark, number]) => `${number} ${mark}`).join(', ');
  return cleanText(list === '' ? words : `${words}: ${list}`);
}

/** The word for a device run that did not pass: its mark, its kind if kinds differ, or both. */
export function resultWord(view: Pick<ReportView, 'kinds' | 'only'>, { device, mark }: DeviceRun): string {
  const label = device.result === 'not-passed' ? 'not passed' : device.result;
  if (!mark) return label;
  return view.kinds.length > 1 ? `${label}, ${mark}` : mark;
}

/** How a device did on the base branch: `passed 7 of 10, not the last 3`; empty without earlier results. */
export function beforeWords({ earlier, mark }: DeviceRun): string {
  if (earlier.length === 0) return '';
  const passed = earlier.filter((past) => past.passed).length;
  const failedLast = earlier.length - 1 - earlier.findLastIndex((past) => past.passed);
  const isEnd = mark === 'still' && passed > 0 && passed + failedLast === earlier.length;
  const last = isEnd ? `, not the last${failedLast > 1 ? ` ${failedLast}` : ''}` : '';
  return `passed ${passed} of ${earlier.length}${last}`;
}
