import { isGreen, OUTCOMES, type Outcome } from '../model/outcome.ts';
import { idsOf, sentencesOf } from '../model/testset.ts';
import type { TestVerdict } from '../model/verdict.ts';
import { mayStillRun } from '../model/unfinished.ts';
import { formatNumber, joinPieces, listFirst, MAX_IN_SENTENCE, nounFor, pluralize } from '../model/words.ts';
import { adviseOnFailures, adviseOnProblem, adviseOnUnknownStarts, adviseToFetch, describeRerun } from './advice.ts';
import { OUTCOME_TEXTS, type UndescribedReport } from './outcomes.ts';
import { describeWhyFailed, describePassed, nameSubject } from './phrases.ts';

/** What pages and log say about a report, beside its devices. Texts may hold words of the service; not escaped. */
export interface ReportText {
  readonly icon: string;
  /** Begins the page and the log; without a full stop. */
  readonly heading: string;
  /** What the heading leaves open, a sentence each. */
  readonly details: readonly string[];
  /** What to do next; '' if nothing, or only to attach. */
  readonly advice: string;
  /** What a re-run does, and how to wait in another step or job; '' if there is nothing to wait for. */
  readonly attach: string;
}

const WAIT_FOR_RESULTS = 'To wait for the results';

/** Says what happened and what to do. */
export function describeReport(report: UndescribedReport): ReportText {
  const [only, ...others] = report.testsets;
  if (only && others.length === 0) return describeSingle(report, only);
  return describeSeveral(report);
}

/** What happened, as the log says it. */
export function sentenceOf({ heading, details }: ReportText): string {
  return joinPieces(' ', [`${heading}.`, ...details]);
}

/** What to do next, as the log says it; empty if nothing. */
export function hintOf({ advice, attach }: ReportText): string {
  return joinPieces(' ', [advice, attach]);
}

/** @param purpose as in "To wait for the results" @param ids empty if the reader must look for it */
function adviseToAttach(purpose: string, ids: readonly number[]): string {
  return `${purpose}: run a step with \`${joinPieces(': ', ['testset-id', ids.join(',')])}\`.`;
}

function describeSingle(report: UndescribedReport, testset: TestVerdict): ReportText {
  const { id, outcome } = testset;
  const { icon, describe } = OUTCOME_TEXTS[outcome];
  const { heading, details = [], advice = '', attachTo } = describe(testset, report);
  const mayWait = id !== undefined && mayStillRun(testset);
  const purpose = attachTo ?? (mayWait && WAIT_FOR_RESULTS);
  return {
    icon,
    heading,
    details: withoutEmpty(details),
    advice,
    attach: joinPieces(' ', [describeRerun(report), purpose && adviseToAttach(purpose, idsOf([testset]))]),
  };
}

function describeSeveral(report: UndescribedReport): ReportText {
  const { outcome, testsets } = report;
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  const testsetIds = idsOf(testsets.filter(mayStillRun));
  const areRunning = testsetIds.length > 0;
  const purpose = `${pluralize(testsetIds.length, 'testset')} may still be running. ${WAIT_FOR_RESULTS}`;
  const reasons = isGreen(outcome) ? '' : describeReasons(concerned);
  return {
    ...headSeveral(report),
    details: withoutEmpty([outcome === 'failed' ? describeWhyFailed(report) : reasons]),
    advice: adviseOnSeveral(report, concerned, areRunning),
    attach: joinPieces(' ', [describeRerun(report), areRunning && adviseToAttach(purpose, testsetIds)]),
  };
}

function withoutEmpty(sentences: readonly string[]): readonly string[] {
  return sentences.filter((sentence) => sentence !== '');
}

function headSeveral(report: UndescribedReport): Pick<ReportText, 'icon' | 'heading'> {
  const { outcome, testsets } = report;
  const what = pluralize(testsets.length, nameSubject(testsets));
  if (outcome === 'passed') return { icon: OUTCOME_TEXTS.passed.icon, heading: describePassed(report) };
  const counts = countOutcomes(testsets).filter(([other]) => other !== 'passed');
  const hasFailed = counts.some(([other]) => other === 'failed');
  const parts = counts.map(([other, number], at) => {
    const subject = joinPieces(' of ', [formatNumber(number), at === 0 && what]);
    return `${subject} ${nounFor(number, ...OUTCOME_TEXTS[other].verb)}`;
  });
  const { icon } = OUTCOME_TEXTS[hasFailed ? 'failed' : outcome];
  return { icon, heading: parts.join(', ') };
}

/** Which testsets have an outcome, and why: `Testsets 3, 4: The service …` */
function describeReasons(concerned: readonly TestVerdict[]): string {
  const sentences = concerned.flatMap(sentencesOf);
  const reasons = firstReasons(sentences).join(' ');
  return reasons && joinPieces(': ', [nameTestsets(concerned), reasons]);
}

/** `Testsets 5, 6 and 3 more`; if one has no identifier, their scenarios; '' without these. */
function nameTestsets(testsets: readonly TestVerdict[]): string {
  const ids = idsOf(testsets);
  if (ids.length > 0 && ids.length === testsets.length) {
    const different = [...new Set(ids)];
    return `${nounFor(different.length, 'Testset')} ${listFirst(different, MAX_IN_SENTENCE)}`;
  }
  const scenarios = testsets.flatMap(({ scenario }) => scenario ?? []);
  if (scenarios.length === 0) return '';
  return `${nounFor(scenarios.length, 'Scenario')} ${listFirst(scenarios, MAX_IN_SENTENCE)}`;
}

const MAX_REASONS = 3;

/** The first three sentences, each once, and how many more there are. */
function firstReasons(sentences: readonly string[]): readonly string[] {
  const different = [...new Set(sentences)];
  const more = different.length - MAX_REASONS;
  if (more <= 0) return different;
  return [...different.slice(0, MAX_REASONS), `And ${pluralize(more, 'more reason')}.`];
}

/** The hint for the worst outcome, and which testsets it is for, unless all are alike. */
function adviseOnSeveral(
  { outcome, testsets, request }: UndescribedReport,
  concerned: readonly TestVerdict[],
  areRunning: boolean,
): string {
  if (isGreen(outcome)) return '';
  if (outcome === 'unknown-start') return adviseOnUnknownStarts(concerned, request.name);
  const [first] = concerned;
  const found = first && adviseOnProblem(first, request);
  if (found !== undefined) {
    if (concerned.length === testsets.length) return found;
    const what = nounFor(concerned.length, nameSubject(testsets));
    const verb = nounFor(concerned.length, ...OUTCOME_TEXTS[outcome].verb);
    return `For the ${what} that ${verb}: ${found}`;
  }
  if (areRunning) return '';
  if (outcome === 'failed') return adviseOnFailures(testsets);
  return adviseToFetch(testsets);
}

/** How many testsets have each outcome: failed first, passed last. */
function countOutcomes(testsets: readonly TestVerdict[]): (readonly [Outcome, number])[] {
  const order = [...new Set<Outcome>(['failed', ...OUTCOMES])];
  return order
    .map((outcome) => [outcome, testsets.filter((testset) => testset.outcome === outcome).length] as const)
    .filter(([, number]) => number > 0);
}

/** Failed first, passed last, else in the order of the report. */
export function sortByOutcome(testsets: readonly TestVerdict[]): readonly TestVerdict[] {
  return countOutcomes(testsets).flatMap(([outcome]) => testsets.filter((testset) => testset.outcome === outcome));
}
