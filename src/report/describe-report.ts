import { countDevices } from '../model/counts.ts';
import { isGreen, worstOutcome } from '../model/outcome.ts';
import { afterAttempt, mayStillRun, type Report, type TestsetReport } from '../model/report.ts';
import { scenarioTestsetName } from '../model/testset-name.ts';
import { capitalize, formatNumber, joinPieces, listFirst, nounFor, pluralize } from '../model/words.ts';
import {
  countOutcomes,
  describeExcused,
  fetchAgain,
  hasResultPages,
  OPEN_RESULT_PAGES,
  OUTCOME_TEXTS,
  type UndescribedReport,
} from './outcomes.ts';
import { describeKept, nameTestsets, subjectOf } from './testset-words.ts';

/** What pages and log say about a report, beside its devices. Texts may hold words of the service; not escaped. */
export interface ReportText {
  readonly icon: string;
  /** Begins the page and the log; without a full stop. */
  readonly heading: string;
  /** Sentences that the log says after the heading. */
  readonly details: readonly string[];
  /** What to do next; '' if nothing, or only to attach. */
  readonly advice: string;
  /** The sentences below the heading of a page, where tables show the rest. */
  readonly onPage: readonly string[];
  readonly attach?: Attach;
}

/** To wait in another step. */
interface Attach {
  /** As in "To wait for the results". */
  readonly purpose: string;
  /** `NUMBER` if the reader must look for it. */
  readonly testsetIds: readonly (number | 'NUMBER')[];
}

const WAIT_FOR_RESULTS = 'To wait for the results';

/** A report that may have its texts, as merged ones do. */
type GivenReport = UndescribedReport & Partial<Pick<Report, 'sentence' | 'hint'>>;

/** Says what happened and what to do. */
export function describeReport(report: GivenReport): ReportText {
  const [only, ...others] = report.testsets;
  if (!isExplained(report)) return describeUnexplained(report);
  return only && others.length === 0 ? describeSingle(report, only) : describeSeveral(report);
}

/** What happened, as the log says it. */
export function sentenceOf({ heading, details }: ReportText): string {
  return joinPieces(' ', [`${heading}.`, ...details]);
}

/** What to do next, as the log says it; empty if nothing. */
export function hintOf({ advice, attach }: ReportText): string {
  const ids = attach?.testsetIds.filter((id) => id !== 'NUMBER').join(',');
  const input = ids ? `\`testset-id: ${ids}\`` : '`testset-id`';
  const step = attach && `${attach.purpose}: run a step with ${input}.`;
  return joinPieces(' ', [advice, step]);
}

/** The first three sentences, each once, and how many more there are. */
export function firstReasons(sentences: readonly string[]): readonly string[] {
  const different = [...new Set(sentences)];
  const more = different.length - MAX_REASONS;
  return more > 0 ? [...different.slice(0, MAX_REASONS), `And ${pluralize(more, 'more reason')}.`] : different;
}

const MAX_REASONS = 3;

/** Whether the testsets explain the outcome; a merged report can be inconclusive although each testset passed. */
function isExplained({ outcome, testsets }: Pick<Report, 'outcome' | 'testsets'>): boolean {
  return testsets.length > 0 && worstOutcome(testsets.map((testset) => testset.outcome)) === outcome;
}

function describeUnexplained({ outcome, testsets, sentence = '', hint = '' }: GivenReport): ReportText {
  const { icon, word } = OUTCOME_TEXTS[outcome];
  const about = testsets.length === 0 ? 'there is no testset' : 'not all results are certain';
  const heading = `${capitalize(word)}: ${about}`;
  return { icon, heading, details: [sentence], advice: hint, onPage: [sentence, hint] };
}

function describeSingle(report: UndescribedReport, testset: TestsetReport): ReportText {
  const { icon, describe } = OUTCOME_TEXTS[testset.outcome];
  const { heading, details = [], advice = '', onPage = [...details, advice], attachTo } = describe(report, testset);
  const mayWait = testset.id !== undefined && mayStillRun(testset);
  const purpose = attachTo ?? (mayWait && WAIT_FOR_RESULTS);
  const attach = purpose ? { purpose, testsetIds: [testset.id ?? 'NUMBER'] as const } : undefined;
  const rerun = describeRerun(report);
  return { icon, heading, details, advice, onPage: [...onPage, rerun], attach };
}

function describeSeveral(report: GivenReport): ReportText {
  const { outcome, testsets } = report;
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  const running = testsets.filter(mayStillRun).flatMap(({ id }) => id ?? []);
  const purpose = `${pluralize(running.length, 'testset')} may still be running. ${WAIT_FOR_RESULTS}`;
  const advice = adviceForSeveral(report, concerned, running.length > 0);
  // Beside others, the row of a scenario that was not accepted says what to do.
  const saidInRows = outcome === 'failed' || (outcome === 'refused' && concerned.length < testsets.length);
  return {
    ...headingOfSeveral(report),
    details: isGreen(outcome) ? [] : [describeReasons(concerned)],
    advice,
    onPage: [saidInRows ? '' : advice, describeRerun(report)],
    attach: running.length > 0 ? { purpose, testsetIds: running } : undefined,
  };
}

function headingOfSeveral(report: UndescribedReport): Pick<ReportText, 'icon' | 'heading'> {
  const { outcome, testsets } = report;
  const what = pluralize(testsets.length, subjectOf(testsets));
  const { icon } = OUTCOME_TEXTS[outcome];
  if (outcome === 'passed') return { icon, heading: describeAllPassed(report, what) };
  const counts = countOutcomes(testsets).filter(([other]) => other !== 'passed');
  const hasFailed = counts.some(([other]) => other === 'failed');
  const [first = '', ...others] = counts.map(([other, number], at) => {
    const [one, many] = OUTCOME_TEXTS[other].verb;
    const subject = at === 0 ? `${formatNumber(number)} of ${what}` : formatNumber(number);
    return `${subject} ${nounFor(number, one, many)}`;
  });
  return { icon: hasFailed ? OUTCOME_TEXTS.failed.icon : icon, heading: [first, ...others].join(', ') };
}

/** `All 24 device runs passed, 16 of them in attempt 1` if testsets of earlier attempts are kept. @param what all testsets */
function describeAllPassed({ counts, testsets }: UndescribedReport, what: string): string {
  const excused = describeExcused(testsets, counts);
  if (excused !== '') return excused;
  const kept = testsets.filter(({ passedInAttempt }) => passedInAttempt !== undefined);
  if (kept.length === 0 || counts.pass < counts.total) return `All ${what} passed`;
  const attempts = [...new Set(kept.map(describeKept))];
  const when = attempts.length === 1 ? attempts.join('') : 'in earlier attempts';
  const runs = kept.reduce((sum, testset) => sum + testset.counts.total, 0);
  const those = runs === counts.total ? '' : `${formatNumber(runs)} of them`;
  return joinPieces(' ', [
    joinPieces(', ', [`All ${countDevices(counts.total, testsets.length)} passed`, those]),
    when,
  ]);
}

/** What "Re-run failed jobs" does with these testsets, or which input makes it cheaper; empty if there is nothing to say. */
function describeRerun({ outcome, rerun, request, testsets }: UndescribedReport): string {
  if (rerun === undefined || isGreen(outcome) || outcome === 'unknown-start') return '';
  const byNext = Map.groupBy(testsets, afterAttempt);
  const [open, kept, created] = (['continue', 'keep', 'create'] as const).map((next) => byNext.get(next)?.length ?? 0);
  if (open && testsets.length === 1) return '"Re-run failed jobs" continues with the testset and starts no other.';
  if (open && rerun === 'resume') return '"Re-run failed jobs" continues with the testsets of this attempt.';
  if (request.kind !== 'scenario' || !created || !(kept || open)) return '';
  const others = pluralize(created, 'scenario');
  const hasPassed = testsets.some((testset) => testset.outcome === 'passed' && afterAttempt(testset) === 'create');
  const which = `${others} that did not pass${hasPassed ? ' on all devices' : ''}`;
  if (rerun === 'resume') return `With \`keep-passed: true\`, "Re-run failed jobs" would run only the ${which}.`;
  const continued = open ? `continues with ${pluralize(open, 'scenario')}, ` : '';
  const keeps = kept ? `, and keeps the other ${formatNumber(kept)}` : '';
  return `"Re-run failed jobs" ${continued}runs the ${which}${keeps}.`;
}

const MAX_NAMED = 5;

/** Which testsets have an outcome, and why: `Testsets 3, 4: The service …` */
export function describeReasons(concerned: readonly TestsetReport[]): string {
  const reasons = firstReasons(concerned.flatMap((testset) => testset.reasons.map(({ sentence }) => sentence))).join(
    ' ',
  );
  const names = nameTestsets(concerned, MAX_NAMED);
  return reasons && joinPieces(': ', [names, reasons]);
}

/** The hint for the worst outcome, and which testsets it is for, unless all are alike. */
function adviceForSeveral(
  { outcome, testsets, request, hint }: GivenReport,
  concerned: readonly TestsetReport[],
  areRunning: boolean,
): string {
  if (isGreen(outcome)) return '';
  if (outcome === 'unknown-start') return adviceForUnknownStarts(concerned, request.name);
  const found = concerned[0]?.problem?.hint;
  if (found !== undefined && concerned.length === testsets.length) return found;
  if (found !== undefined) {
    const what = nounFor(concerned.length, subjectOf(testsets));
    const [one, many] = OUTCOME_TEXTS[outcome].verb;
    return `For the ${what} that ${nounFor(concerned.length, one, many)}: ${found}`;
  }
  if (areRunning) return '';
  if (hint !== undefined) return hint;
  return outcome === 'failed' && hasResultPages(testsets) ? OPEN_RESULT_PAGES : fetchAgain(testsets);
}

/** Names of up to 100 characters each: a job summary shows 1,000 characters of a hint. */
const MAX_NAMES = 4;
const MAX_SCENARIOS = 15;

/** A testset without an identifier must be looked for by its name, because the service has no list of testsets. */
function adviceForUnknownStarts(concerned: readonly TestsetReport[], name: string): string {
  const unnamed = concerned.filter(({ id }) => id === undefined);
  const scenarios = unnamed.flatMap(({ scenario }) => scenario ?? []);
  if (scenarios.length < 2) {
    return (
      unnamed[0]?.problem?.hint ?? `${nounFor(concerned.length, 'The create is', 'The creates are')} not repeated.`
    );
  }
  const names = scenarios.slice(0, MAX_NAMES).map((scenario) => `"${scenarioTestsetName(name, scenario)}"`);
  const others = scenarios.slice(MAX_NAMES);
  const of = `, and for those of ${nounFor(others.length, 'scenario')} ${listFirst(others, MAX_SCENARIOS)}`;
  const more = others.length > 0 ? of : '';
  return (
    'These creates are not repeated. ' +
    `Look in the service for the testsets ${names.join(', ')}${more}: attach to those that exist with \`testset-id\`, ` +
    'and run the scenarios of the others again with `scenario-id`.'
  );
}
