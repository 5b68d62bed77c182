import { addCounts, NO_COUNTS, type Counts } from '../model/counts.ts';
import type { TestsetError } from '../model/errors.ts';
import type { TestsetResult } from '../wait/wait.ts';
import { isGreen, worstOutcome, type Outcome } from '../model/outcome.ts';
import type { ResumedTestset, AppInfo, Limits, Report, RequestInfo, RunInfo, TestsetReport } from '../model/report.ts';
import { rejectDuplicateIds } from './duplicate-ids.ts';
import { pluralize, listFirst } from '../model/words.ts';
import { unknownStartsHint } from './unknown-starts.ts';
import { decideOutcome, sourcesOf, type StepTotals } from './verdict.ts';

/** What a report is made of. */
export interface ReportParts {
  readonly followed: readonly TestsetResult[];
  readonly limits: Limits;
  readonly run: RunInfo;
  readonly request: RequestInfo;
  readonly app?: AppInfo;
  readonly resumed?: readonly ResumedTestset[];
  /** From create (or attach) to now, in milliseconds. */
  readonly elapsedMs: number;
}

/** Decides the outcome, and puts everything that is to be told into one value. Nothing that follows can change the outcome. */
export function makeReport(parts: ReportParts): Report {
  const { followed, limits, run, request, app, resumed, elapsedMs } = parts;
  const counts = followed.map(countsOf).reduce(addCounts, NO_COUNTS);
  const testsets = rejectDuplicateIds(followed.map((testset) => reportTestset(testset, { counts, limits })));
  const outcome = worstOutcome(testsets.map((testset) => testset.outcome));
  return {
    outcome,
    sentence: sentenceOf(outcome, testsets, counts),
    hint: isGreen(outcome) ? '' : hintOf(outcome, { testsets, counts, request }),
    run,
    ...(app ? { app } : {}),
    request,
    ...(resumed ? { resumed } : {}),
    testsets,
    counts,
    limits,
    durationSeconds: Math.round(elapsedMs / 1000),
  };
}

/** The last counts heard; before any, what the create announced. */
function countsOf(testset: TestsetResult): Counts {
  if (testset.kind === 'complete') return testset.status.counts;
  if (testset.kind === 'unfinished' && testset.ending.status) return testset.ending.status.counts;
  return { ...NO_COUNTS, total: testset.kind === 'not-created' ? 0 : testset.announced };
}

function reportTestset(testset: TestsetResult, step: StepTotals): TestsetReport {
  const complete = testset.kind === 'complete' ? testset : undefined;
  const counts = countsOf(testset);
  return {
    ...(testset.kind === 'not-created' ? {} : { id: testset.id }),
    ...(testset.scenario === undefined ? {} : { scenario: testset.scenario }),
    ...concludeTestset(testset, step),
    status: statusOf(testset),
    counts,
    sources: complete ? sourcesOf(complete) : [],
    suites: complete?.collected.suites ?? [],
    warnings: complete?.collected.warnings ?? [],
  };
}

/** A testset that was just created runs; one that was named by its identifier, and never gave a status, may not even exist. */
function statusOf(testset: TestsetResult): TestsetReport['status'] {
  if (testset.kind === 'complete') return 'Complete';
  if (testset.kind === 'not-created') return 'Unknown';
  const hasStatus = testset.kind === 'unfinished' && testset.ending.status !== undefined;
  return hasStatus || testset.created ? 'Running' : 'Unknown';
}

type Conclusion = Pick<TestsetReport, 'outcome' | 'reasons' | 'problem'>;

function concludeTestset(testset: TestsetResult, step: StepTotals): Conclusion {
  switch (testset.kind) {
    case 'not-created':
      return troubled(testset.over.outcome, testset.over.error);
    case 'unwatched':
      return { outcome: 'started', reasons: [] };
    case 'unfinished':
      return concludeUnfinished(testset.ending, testset.created);
    case 'complete': {
      const { status, announced, collected } = testset;
      return decideOutcome({ status, announced, collected }, step);
    }
  }
}

function concludeUnfinished(
  ending: Extract<TestsetResult, { kind: 'unfinished' }>['ending'],
  created: boolean,
): Conclusion {
  if (ending.kind === 'refused') return troubled('refused', ending.error);
  // What failed in this action is no word of the service.
  if (ending.kind === 'broken') return troubled('inconclusive', ending.error);
  switch (ending.why) {
    case 'polled-once':
      return { outcome: 'started', reasons: [] };
    case 'cancelled':
      return troubled('cancelled', ending.error, `The run was cancelled ${stateWords(ending, created)}`);
    case 'failing':
      return troubled('timed-out', ending.error, 'Its status could not be read.');
    case 'deadline':
      return troubled('timed-out', ending.error, `\`timeout\` was reached ${stateWords(ending, created)}`);
  }
}

/** Nothing is known of a testset that exists already and that nobody has heard of. */
function stateWords({ status }: { readonly status?: unknown }, created: boolean): string {
  if (status === undefined && !created) return 'before anything was heard of the testset; if it runs, it goes on.';
  return 'while the testset was running; the testset goes on.';
}

function troubled(outcome: Outcome, error: TestsetError | undefined, ...reasons: string[]): Conclusion {
  if (!error) return { outcome, reasons };
  const { code, message, hint } = error;
  return { outcome, reasons: [...reasons, message], problem: { code, message, hint } };
}

function sentenceOf(outcome: Outcome, testsets: readonly TestsetReport[], counts: Counts): string {
  if (outcome === 'passed') return `${counts.pass} of ${counts.total} unit tests passed.`;
  if (outcome === 'started') return `${namesOf(testsets, 'started')} started; this step does not wait for the end.`;
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  const reasons = [...new Set(concerned.flatMap((testset) => testset.reasons))];
  const others = reasons.length > 3 ? ` And ${pluralize(reasons.length - 3, 'more reason')}.` : '';
  const said = `${reasons.slice(0, 3).join(' ')}${others}`;
  const names = namesOf(testsets, outcome);
  const told = names ? `${names} ${verbFor(outcome, names)}: ${said}` : said;
  return `${told}${failedBesides(outcome, testsets)}`;
}

/** A worse word does not hide that tests have failed. */
function failedBesides(outcome: Outcome, testsets: readonly TestsetReport[]): string {
  const failed = testsets.filter((testset) => testset.outcome === 'failed');
  if (outcome === 'failed' || failed.length === 0) return '';
  return ` ${pluralize(failed.length, 'other testset')} failed.`;
}

const WORDS: Readonly<Record<Outcome, string>> = {
  'unknown-start': 'may or may not have a testset',
  refused: 'was refused',
  'not-started': 'was not started',
  cancelled: 'was left',
  'timed-out': 'took too long',
  inconclusive: 'is inconclusive',
  failed: 'failed',
  started: 'started',
  passed: 'passed',
};

function verbFor(outcome: Outcome, names: string): string {
  const verb = WORDS[outcome];
  return /^(?:Testsets|Scenarios) /.test(names) ? verb.replace(/^was/, 'were').replace(/^is/, 'are') : verb;
}

function hintOf(
  outcome: Outcome,
  { testsets, counts, request }: Pick<Report, 'testsets' | 'counts' | 'request'>,
): string {
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  const problem = concerned.find((testset) => testset.problem)?.problem;
  const ids = testsets.filter(mayGoOn).flatMap(({ id }) => id ?? []);
  const attach = ids.length > 0 ? `To go on waiting, run a step with \`testset-id: ${ids.join(',')}\`.` : '';
  const unknown = outcome === 'unknown-start' ? unknownStartsHint(concerned, request) : undefined;
  if (unknown ?? problem) return `${unknown ?? problem?.hint ?? ''} ${attach}`.trim();
  if (attach) return attach;
  if (outcome === 'failed' || (counts.total > 0 && counts.pass === 0)) {
    return 'Each device that did not pass links to its result page.';
  }
  const all = testsets.flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
  return `Look at the testset in the service, or fetch its results again with \`testset-id: ${all.join(',')}\`.`;
}

/** Whether waiting for it any longer makes sense. */
function mayGoOn({ status, outcome }: TestsetReport): boolean {
  return status === 'Running' || (status === 'Unknown' && (outcome === 'timed-out' || outcome === 'cancelled'));
}

/** The testsets that ended so, by identifier; where there are none, the scenarios for which none was created. At most five are named. */
function namesOf(testsets: readonly TestsetReport[], outcome: Outcome): string {
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  const ids = concerned.flatMap(({ id }) => id ?? []);
  if (ids.length > 0) return listed('Testset', ids);
  const scenarios = concerned.flatMap(({ scenario }) => scenario ?? []);
  return scenarios.length > 0 ? listed('Scenario', scenarios) : '';
}

function listed(word: string, numbers: readonly number[]): string {
  return `${word}${numbers.length === 1 ? '' : 's'} ${listFirst(numbers, 5)}`;
}
