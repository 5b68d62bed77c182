import { failureCount, sumCounts } from '../model/counts.ts';
import { isNotCreated, OUTCOMES, type Outcome } from '../model/outcome.ts';
import type { QuarantineEntry } from '../model/quarantine.ts';
import type { Suite } from '../model/results.ts';
import { sentenceOf, toReason, type Decision, type Reason, type Testset } from '../model/testset.ts';
import { cleanText } from '../model/text.ts';
import { hasPassed, type DeviceRun, type Judgement, type TestVerdict, type Verdict } from '../model/verdict.ts';
import { decideOutcome, findDoubts, xmlDoubts, type Totals } from './decide.ts';
import { devicesByName, excuseDevices, namesAllFailures } from './excuse-devices.ts';
import { labelDevices } from './labels.ts';

/** What decides whether a step is green, beside its testsets. */
export interface Rules {
  /** How many device runs may fail, have an error or be stopped before the step is red; `Infinity` for `any`. */
  readonly maxFailures: number;
  readonly quarantine: readonly QuarantineEntry[];
}

interface Undecided extends Pick<Judgement, 'suites' | 'excuse' | 'excused' | 'counted' | 'isReliable' | 'warnings'> {
  readonly testset: Testset;
  /** Why it is not known how its devices ended. */
  readonly doubts: readonly Reason[];
  /** Whether another testset of the step has its identifier: then one of the two was not tested. */
  readonly sharesId: boolean;
  /** Whether it is certain which of its devices failed, had an error or were stopped. */
  readonly areKindsKnown: boolean;
}

/** The testsets of one scenario before its outcome is decided. */
interface UndecidedScenario extends Undecided {
  /** Whether a user stopped a device in a retry. */
  readonly isRetryStopped: boolean;
  readonly earlier: readonly TestVerdict[];
  readonly lastRetry: number;
}

/** Decides the outcome of each scenario by its last testset that may exist (docs/flakes.md). Earlier ones say which devices are flaky. */
export function judge(testsets: readonly Testset[], rules: Rules): Verdict {
  const alone = testsets.map((testset) => judgeAlone(testset, testsets));
  const scenarios = Map.groupBy(alone, ({ testset }) => testset.scenario ?? testset);
  const undecided = [...scenarios.values()].map((all) => judgeScenario(all, rules));
  const totals = {
    failures: undecided.reduce((sum, { counted }) => sum + counted, 0),
    passes: undecided.reduce((sum, { testset: { counts } }) => sum + counts.pass, 0),
    maxFailures: rules.maxFailures,
  };
  const judged = undecided.map((each) => decide(each, totals));
  return {
    outcome: worstOutcome(judged.map(({ outcome }) => outcome)),
    counts: sumCounts(judged.map(({ counts }) => counts)),
    testsets: judged,
  };
}

/** What can be said of a testset without the others of its scenario. */
function judgeAlone(testset: Testset, all: readonly Testset[]): Undecided {
  const sharesId = testset.id !== undefined && all.some((each) => each !== testset && each.id === testset.id);
  const common = { testset, sharesId, counted: failureCount(testset.counts), excused: [] };
  if (testset.kind !== 'complete')
    return { ...common, suites: [], areKindsKnown: false, doubts: [], isReliable: false, warnings: [] };
  const doubts = findDoubts(testset);
  const { isCancelled, warnings } = testset.results;
  const isReliable = doubts.length === 0 && !sharesId && !isCancelled;
  return { ...common, ...labelDevices(testset), doubts, isReliable, warnings };
}

/** It may be the device that failed before: then it has never passed, whatever `max-failures` allows. */
const STOPPED_IN_RETRY = toReason(
  '1 device stopped in a retry',
  'A user stopped a device in the retry; its result is unknown.',
  true,
);

/** Chooses the deciding testset of a scenario, and excuses the device runs that do not count. @param all oldest first */
function judgeScenario(all: readonly Undecided[], { quarantine }: Rules): UndecidedScenario {
  // What the service rejected, or what was never sent, decides nothing.
  const last = all.reduce((latest, next) => (mayExist(next.testset) ? next : latest));
  const others = all.filter((each) => each !== last);
  const earlier = others.filter(({ testset }) => mayExist(testset));
  const notCreated = others.filter(({ testset }) => !mayExist(testset));
  const doubts = [...last.doubts, ...earlier.flatMap((before) => missingDevices(last, before))];
  const undecided: UndecidedScenario = {
    ...last,
    doubts,
    isRetryStopped: false,
    isReliable: last.isReliable && doubts.length === 0,
    warnings: [...notCreated.map((each) => ({ sentence: describeNotCreated(each) })), ...last.warnings],
    earlier: earlier.map(decideAlone),
    lastRetry: Math.max(...all.map(({ testset: { retry = 0 } }) => retry)),
  };
  if (!undecided.isReliable) return undecided;
  const { stop } = last.testset.counts;
  const isRetryStopped = stop > 0 && earlier.length > 0;
  // A device that was stopped is never excused, and any could be the one.
  if (stop > 0 && !last.areKindsKnown) return { ...undecided, isRetryStopped };
  const reliable = earlier.filter(({ isReliable }) => isReliable);
  const excused = excuseDevices(last, reliable, quarantine);
  const warnings = [...undecided.warnings, ...excused.warnings];
  return { ...undecided, ...excused, isRetryStopped: isRetryStopped && !excused.excuse, warnings };
}

/** Whether a testset was created, or may have been. */
function mayExist(testset: Testset): boolean {
  return testset.kind !== 'not-created' || !isNotCreated(testset.ending.outcome);
}

function describeNotCreated({ testset }: Undecided): string {
  const { scenario } = testset;
  const subject = scenario === undefined ? 'The test' : `Scenario ${scenario}`;
  const why = testset.kind === 'not-created' ? testset.ending.reasons.map(sentenceOf) : [];
  return `${subject} could not be tried again: ${why.join(' ')}`;
}

/** What did not pass before and may not have passed in a retry: a device that is missing, or of which the name is not known. */
function missingDevices(retry: Undecided, before: Undecided): readonly Reason[] {
  const { kind, counts } = before.testset;
  const unknown = `It is not known which devices failed in testset ${before.testset.id}, before the retry`;
  if (kind !== 'complete') return [toReason('no results before the retry', `${unknown}: it has no results.`)];
  if (!namesAllFailures({ ...before, counts }))
    return [toReason('a failure without a name before the retry', `${unknown}: its results do not name all.`)];
  const [shown, shownBefore] = [devicesByName(retry), devicesByName(before)];
  return [...shownBefore].flatMap(([name, devices]) => {
    const [now, then] = [shown.get(name)?.length ?? 0, devices.length];
    if (now >= then || devices.every(hasPassed)) return [];
    const device = `"${cleanText(name, 60)}"`;
    const formatTimes = (number: number): string => ['', 'once', 'twice'][number] ?? `${number} times`;
    let lack = `does not list ${device}`;
    if (now > 0) lack = `lists ${device} ${formatTimes(now)} instead of ${formatTimes(then)}`;
    const sentence = `Testset ${retry.testset.id} ${lack}, which failed in testset ${before.testset.id}.`;
    return [toReason('a device missing in the retry', sentence)];
  });
}

function decide(undecided: UndecidedScenario, totals: Totals): TestVerdict {
  const { testset, sharesId, isRetryStopped, counted, doubts } = undecided;
  const alone = testset.kind === 'complete' ? decideOutcome(testset, totals, counted, doubts) : testset.ending;
  const sentence = `The service returned testset ${testset.id} more than once.`;
  const stopped = isRetryStopped ? worsen(alone, 'failed', STOPPED_IN_RETRY) : alone;
  const decision = sharesId ? worsen(stopped, 'inconclusive', { kind: 'cause', sentence }) : stopped;
  const isConfirmed =
    decision.outcome !== 'inconclusive' && testset.kind === 'complete' && xmlDoubts(testset).length === 0;
  const suites = isConfirmed ? undecided.suites : undecided.suites.map(markDoubtful);
  const { excused, isReliable, excuse, earlier, lastRetry, warnings } = undecided;
  const judgement = { counted, excused, isReliable, isConfirmed, suites, excuse, earlier, lastRetry, warnings };
  return { ...testset, ...decision, ...judgement };
}

/** An earlier testset of a scenario: as if the step had no other. */
function decideAlone(undecided: Undecided): TestVerdict {
  const { counted, testset } = undecided;
  const totals = { failures: counted, passes: testset.counts.pass, maxFailures: 0 };
  return decide({ ...undecided, isRetryStopped: false, earlier: [], lastRetry: testset.retry ?? 0 }, totals);
}

/** Adds a reason for an outcome that is at least as bad. */
function worsen(decision: Decision, outcome: Outcome, reason: Reason): Decision {
  const reasons = [...decision.reasons, reason];
  return { ...decision, outcome: worstOutcome([decision.outcome, outcome]), reasons };
}

function markDoubtful({ name, testcases }: Suite<DeviceRun>): Suite<DeviceRun> {
  return { name, testcases: testcases.map((run) => (hasPassed(run) ? { ...run, isUnconfirmed: true } : run)) };
}

/** The worst of several outcomes; `not-started` for none, so that an empty list is never green. */
export function worstOutcome(outcomes: readonly Outcome[]): Outcome {
  return OUTCOMES.find((outcome) => outcomes.includes(outcome)) ?? 'not-started';
}
