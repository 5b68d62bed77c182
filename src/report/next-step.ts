import { endedCount, type Counts } from '../model/counts.ts';
import { isGreen, type Outcome } from '../model/outcome.ts';
import { mayStillRun, type Report, type TestsetReport } from '../model/report.ts';
import { formatNumber, pluralize } from '../model/words.ts';
import { isExplained } from './headline.ts';
import { OUTCOME_WORDS, subjectOf } from './outcome-words.ts';

/** What to do next, where the table of devices does not say it. */
export interface NextStep {
  /** Sentences of ours or the service's, with names of inputs in backticks; not escaped. */
  readonly paragraphs: readonly string[];
  /** The identifiers to wait for, to be pasted into a workflow; `NUMBER` if the reader must look for it. */
  readonly testsetIds: readonly (number | 'NUMBER')[];
  /** The scenarios to run again, because no testset was created for them; empty if there are no others. */
  readonly scenarioIds?: readonly number[];
}

/** What to do next; empty where the devices are all there is to say. */
export function nextStep(report: Report): NextStep {
  const { outcome, testsets, sentence, hint } = report;
  const [only, ...others] = testsets;
  if (!isExplained(report)) return { paragraphs: [sentence, hint], testsetIds: [] };
  if (only && others.length === 0) return singleStep(report, only);
  if (outcome === 'unknown-start') return { paragraphs: [hint], testsetIds: [] };
  const ids = testsets.filter(mayStillRun).flatMap(({ id }) => id ?? []);
  const advice = isGreen(outcome) || outcome === 'failed' ? '' : severalAdvice(report, ids.length > 0 ? '' : hint);
  const running = `${pluralize(ids.length, 'testset')} may still be running. To wait for the results:`;
  return {
    paragraphs: ids.length === 0 ? [advice] : [advice, running],
    testsetIds: ids,
    scenarioIds: notCreated(testsets),
  };
}

/** The scenarios for which there is no testset for certain; empty if these are all. */
function notCreated(testsets: readonly TestsetReport[]): readonly number[] {
  const without = testsets.filter(({ id, outcome }) => id === undefined && NOT_CREATED.has(outcome));
  return without.length === testsets.length ? [] : without.flatMap(({ scenario }) => scenario ?? []);
}

const NOT_CREATED: ReadonlySet<Outcome> = new Set(['refused', 'not-started', 'cancelled']);

/** The hint for the worst outcome, and which testsets it is for, unless all are alike. */
function severalAdvice({ outcome, testsets }: Report, otherwise: string): string {
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  const hint = concerned[0]?.problem?.hint;
  if (hint === undefined || concerned.length === testsets.length) return hint ?? otherwise;
  const what = `${subjectOf(testsets)}${concerned.length > 1 ? 's' : ''}`;
  return `For the ${OUTCOME_WORDS[outcome]} ${what}: ${hint}`;
}

function singleStep(report: Report, testset: TestsetReport): NextStep {
  const { id, problem, counts, status } = testset;
  const reasons = testset.reasons.map(({ sentence }) => sentence);
  const ids = id === undefined ? [] : [id];
  const advice = problem ? [problem.message, problem.hint] : reasons;
  switch (report.outcome) {
    case 'passed':
    case 'failed':
      return { paragraphs: [], testsetIds: [] };
    case 'inconclusive':
      return { paragraphs: [`${reasonsBesideTable(testset).join(' ')} ${lookAt(testset)}`.trim()], testsetIds: [] };
    case 'timed-out':
      return {
        paragraphs: [
          ...(problem ? [problem.message] : []),
          `The testset ${problem ? 'may still be' : 'is still'} running. To wait for it:`,
        ],
        testsetIds: ids,
      };
    case 'cancelled': {
      const fetch = status === 'Complete' ? 'To fetch the results:' : `${soFar(counts)}To wait for the rest:`;
      return { paragraphs: id === undefined ? [] : [fetch], testsetIds: ids };
    }
    case 'refused': {
      const code = problem?.rejection?.code;
      const said = code === undefined ? advice : [problem?.hint ?? '', `The service's code is ${code}.`];
      const first = id === undefined ? 'No testset was created.' : `Look at testset ${id} in the service.`;
      return { paragraphs: [[first, ...said].filter(Boolean).join(' ')], testsetIds: [] };
    }
    case 'not-started':
      return { paragraphs: [advice.join(' ')], testsetIds: [] };
    case 'unknown-start':
      return unknownStart(report, testset);
    case 'started':
      return {
        paragraphs: ['This step does not wait for the results (`wait: false`). To wait for them in another step:'],
        testsetIds: ids,
      };
  }
}

function unknownStart({ request }: Report, { id, problem, reasons }: TestsetReport): NextStep {
  const place = request.projectId === undefined ? '' : ` in project ${request.projectId}`;
  const advice =
    id === undefined
      ? `Look${place} for the testset "${request.name}". If it is there, wait for it, and do not start another:`
      : `Testset ${id} may exist. Wait for it, and do not start another:`;
  return {
    paragraphs: [problem?.message ?? reasons.map(({ sentence }) => sentence).join(' '), advice],
    testsetIds: [id ?? 'NUMBER'],
  };
}

/** `3 of 8 devices were done, and all 3 had passed. ` */
function soFar(counts: Counts): string {
  const done = endedCount(counts);
  if (counts.total === 0 || done === 0) return '';
  const ends =
    counts.pass === done ? `all ${formatNumber(done)} had passed` : `${formatNumber(counts.pass)} had passed`;
  const verb = done === 1 ? 'was' : 'were';
  return `${formatNumber(done)} of ${pluralize(counts.total, 'device')} ${verb} done, and ${ends}. `;
}

/** The reasons; a table of figures takes the place of those that it shows. */
function reasonsBesideTable({ reasons }: TestsetReport): readonly string[] {
  const others = reasons.filter(({ isInSources }) => !isInSources).map(({ sentence }) => sentence);
  if (others.length === reasons.length) return others;
  return [...others, 'The step fails because it is not known which source is right.'];
}

function lookAt({ id, problem }: TestsetReport): string {
  return problem?.hint ?? (id === undefined ? '' : `Look at testset ${id} in the service.`);
}
