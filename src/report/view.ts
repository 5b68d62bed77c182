import { unfinishedCount } from '../model/counts.ts';
import { type Outcome } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { DEVICE_LABELS, type TestVerdict } from '../model/verdict.ts';
import { formatDuration, joinPieces } from '../model/words.ts';
import { explain, type Explanation } from './advice.ts';
import { areUnlistedStopped, collectRuns, countUnlistedDevices, type DeviceRuns } from './devices.ts';
import { countFacts, hasWholeDuration, type Facts } from './facts.ts';
import { describeResumed, groupWarnings } from './notes.ts';
import { formatHeading, OUTCOME_TEXTS } from './outcomes.ts';
import { listQuarantineNotes, listUses, type QuarantineUse } from './quarantine.ts';
import type { SharedTraits } from './shared-traits.ts';

/** What is said about a report, the same in every place. Texts may hold words of the service; cleaned, not escaped. */
interface ReportText extends Explanation {
  readonly icon: string;
  /** Without the icon and without a full stop. */
  readonly heading: string;
}

/** What every text and page about a report shows. Texts are plain; names in them are not escaped. */
export interface ReportView extends DeviceRuns {
  readonly report: Report;
  /** None in files and on the page, which are made before anything is published. */
  readonly addresses: Addresses;
  readonly text: ReportText;
  /** The only testset; absent if there are several or none. */
  readonly only?: TestVerdict;
  /** Empty where all ended alike. */
  readonly bar: readonly BarPart[];
  /** Whether some devices failed, and others had an error or were stopped. */
  readonly hasSeveralKinds: boolean;
  /** How long the step waited; empty if not known. */
  readonly took: string;
  /** The branch of the run that this one is compared with, of at most 40 characters; empty without one. */
  readonly branch: string;
  /** How many devices failed that the XML does not name. */
  readonly unlisted: number;
  /** Whether a user stopped all of these. */
  readonly areUnlistedStopped: boolean;
  readonly shared: SharedTraits;
  readonly notes: readonly string[];
  readonly uses: readonly QuarantineUse[];
  readonly quarantineNotes: ReturnType<typeof listQuarantineNotes>;
}

/** The addresses of the artifact and of the page by itself; absent where they were not published. */
export type Addresses = Readonly<Partial<Record<'artifact' | 'page', string>>>;

const BRANCH_LIMIT = 40;

/** Decides what is shown of a report. */
export function createView(report: Report): ReportView {
  const { testsets } = report;
  const only = testsets.length === 1 ? testsets[0] : undefined;
  const runs = collectRuns(testsets);
  const { failed } = runs;
  // The heading counts apart what did not finish.
  const counted = testsets.filter(({ excuse }) => !excuse);
  const unlisted = counted.map((each) => Math.max(0, countUnlistedDevices(each) - unfinishedCount(each.counts)));
  const uses = listUses(report, runs);
  const quarantineNotes = listQuarantineNotes(report, runs, uses);
  const facts = countFacts(report, testsets, report.outcome);
  return {
    report,
    addresses: {},
    text: describeFacts(facts),
    ...runs,
    only,
    bar: createBar(report),
    hasSeveralKinds: new Set(failed.map(({ result }) => DEVICE_LABELS[result].words)).size > 1,
    took: describeTook(report),
    branch: cleanText(report.comparison?.branch ?? report.noBaselineOn ?? '', BRANCH_LIMIT),
    unlisted: unlisted.reduce((sum, number) => sum + number, 0),
    areUnlistedStopped: counted.every((each, at) => unlisted[at] === 0 || areUnlistedStopped(each)),
    shared: facts.shared,
    notes: [...listNotes(report), ...quarantineNotes.map(({ words }) => words)],
    uses,
    quarantineNotes,
  };
}

/** What is said about one of several testsets alone. */
export function describeTestset(report: Report, testset: TestVerdict): ReportText {
  return describeFacts(countFacts(report, [testset], testset.outcome));
}

function listNotes(report: Report): readonly string[] {
  const { outcome, resumed, notes = [], testsets } = report;
  // The heading of a pass says it.
  const before = outcome === 'passed' ? [] : testsets.flatMap(({ earlier }) => earlier);
  const failed = before.filter((testset) => testset.outcome !== 'passed');
  return [
    ...(resumed ? [describeResumed(resumed)] : []),
    ...notes,
    ...failed.map((each) => {
      const { heading } = describeTestset(report, each);
      return `Scenario ${each.scenario}, before the retry (testset ${each.id}): ${heading}.`;
    }),
    ...groupWarnings(testsets),
  ];
}

/** A testset can pass although devices failed, within `max-failures`, or in an earlier testset of the scenario. */
export function passedOnAllDevices({ outcome, counts, earlier }: TestVerdict): boolean {
  return outcome === 'passed' && counts.pass >= counts.total && earlier.length === 0;
}

function describeFacts(facts: Facts): ReportText {
  return { icon: OUTCOME_TEXTS[facts.outcome].icon, heading: formatHeading(facts), ...explain(facts) };
}

function describeTook(report: Report): string {
  const { outcome, testsets, durationSeconds } = report;
  // The heading of a step that timed out says how long it waited.
  const isOver = outcome !== 'started' && outcome !== 'timed-out' && testsets.some(({ id }) => id !== undefined);
  if (!isOver) return '';
  return joinPieces(' ', [!hasWholeDuration(report) && 'waited', formatDuration(durationSeconds)]);
}

/** How many of a kind there are, at least one; `className` is its colour on the page. */
export type BarPart = Readonly<Record<'icon' | 'className' | 'words', string> & { number: number }>;

/** From so many scenarios or devices on, they have a bar. */
const MIN_SCENARIOS = 6;
const MIN_DEVICES = 4;

/** Devices, or scenarios from six on: the failed first. */
function createBar({ counts, testsets, outcome }: Report): readonly BarPart[] {
  if (testsets.length >= MIN_SCENARIOS) {
    const count = (ended: Outcome): number => testsets.filter((testset) => testset.outcome === ended).length;
    const [failed, passed, none] = [count('failed'), count('passed'), count('rejected') + count('not-started')];
    return listParts({ failed, passed, none, open: testsets.length - failed - passed - none });
  }
  const [only, another] = testsets;
  if (!only || another || counts.total < MIN_DEVICES || !['passed', 'failed', 'timed-out'].includes(outcome)) return [];
  const [counted, excused, open] = [only.counted, only.excused.length, unfinishedCount(counts)];
  // The heading of a step that failed counts stopped devices among the failed ones, unless all were stopped.
  const stopped = outcome === 'timed-out' || counted === counts.stop ? counts.stop : 0;
  const passed = counts.total - counted - excused - open;
  return listParts({ failed: counted - stopped, stopped, excused, passed, open });
}

type PartName = 'failed' | 'stopped' | 'excused' | 'passed' | 'none' | 'open';

function listParts(numbers: Partial<Record<PartName, number>>): readonly BarPart[] {
  const parts = [
    { icon: '❌', className: 'f', words: 'failed', number: numbers.failed ?? 0 },
    { icon: '❌', className: 'f', words: 'stopped', number: numbers.stopped ?? 0 },
    { icon: '🟨', className: 'u', words: 'not counted', number: numbers.excused ?? 0 },
    { icon: '🟩', className: 'p', words: 'passed', number: numbers.passed ?? 0 },
    { icon: '🚫', className: 'w', words: 'not tested', number: numbers.none ?? 0 },
    { icon: '⏳', className: 'w', words: 'without a result', number: numbers.open ?? 0 },
  ].filter(({ number }) => number > 0);
  return parts.length > 1 ? parts : [];
}
