import { addCounts, NO_COUNTS, type Counts } from './counts.ts';
import type { TestsetError } from './errors.ts';
import type { Trial } from './follow.ts';
import { isGreen, worstOutcome, type Outcome } from './outcome.ts';
import type { AppFacts, Limits, Report, RequestFacts, RunFacts, TestsetReport, Witness } from './report/report.ts';
import { judge, type StepFacts } from './verdict.ts';

/** What a report is made of. */
export interface Material {
  readonly trials: readonly Trial[];
  readonly limits: Limits;
  readonly run: RunFacts;
  readonly request: RequestFacts;
  readonly app?: AppFacts;
  /** From create (or attach) to now, in milliseconds. */
  readonly elapsedMs: number;
}

/** Decides the outcome, and puts everything that is to be told into one value. Nothing that follows can change the outcome. */
export function makeReport(material: Material): Report {
  const { trials, limits, run, request, app, elapsedMs } = material;
  const counts = trials.map(countsOf).reduce(addCounts, NO_COUNTS);
  const testsets = trials.map((trial) => reportTestset(trial, { counts, limits }));
  const outcome = worstOutcome(testsets.map((testset) => testset.outcome));
  return {
    outcome,
    sentence: sentenceOf(outcome, testsets, counts),
    hint: isGreen(outcome) ? '' : hintOf(outcome, testsets),
    run,
    ...(app ? { app } : {}),
    request,
    testsets,
    counts,
    limits,
    durationSeconds: Math.round(elapsedMs / 1000),
  };
}

/** The last counts heard; before any, what the create announced. */
function countsOf({ creation, ending }: Trial): Counts {
  if (ending?.status) return ending.status.counts;
  return { ...NO_COUNTS, total: creation.kind === 'created' ? (creation.unitTests ?? 0) : 0 };
}

function reportTestset(trial: Trial, step: StepFacts): TestsetReport {
  const { creation, ending, collected } = trial;
  const counts = countsOf(trial);
  return {
    ...(creation.kind === 'created' ? { id: creation.id } : {}),
    ...concludeTestset(trial, step),
    status: ending?.kind === 'complete' ? 'Complete' : creation.kind === 'created' ? 'Running' : 'Unknown',
    counts,
    witnesses: collected ? [statusWitness(counts), ...collected.documents] : [],
    suites: collected?.suites ?? [],
    warnings: collected?.warnings ?? [],
  };
}

type Conclusion = Pick<TestsetReport, 'outcome' | 'reasons' | 'problem'>;

function concludeTestset({ creation, ending, collected }: Trial, step: StepFacts): Conclusion {
  if (creation.kind === 'over') return troubled(creation.outcome, creation.error);
  if (!ending) return { outcome: 'started', reasons: [] };
  if (ending.kind === 'refused') return troubled('refused', ending.error);
  if (ending.kind === 'complete') {
    const evidence = { status: ending.status, announced: creation.unitTests ?? 0 };
    return collected ? judge({ ...evidence, collected }, step) : { outcome: 'inconclusive', reasons: [] };
  }
  switch (ending.why) {
    case 'asked-once':
      return { outcome: 'started', reasons: [] };
    case 'cancelled':
      return {
        outcome: 'cancelled',
        reasons: ['The run was cancelled while the testset was running; the testset goes on.'],
      };
    case 'failing':
      return troubled('timed-out', ending.error, 'Every look at its status failed for 15 minutes.');
    case 'deadline':
      return {
        outcome: 'timed-out',
        reasons: ['`timeout` was reached while the testset was running; the testset goes on.'],
      };
  }
}

function troubled(outcome: Outcome, error: TestsetError | undefined, ...reasons: string[]): Conclusion {
  if (!error) return { outcome, reasons };
  const { code, message, hint } = error;
  return { outcome, reasons: [...reasons, message], problem: { code, message, hint } };
}

function statusWitness(counts: Counts): Witness {
  const notPassed = Math.max(0, counts.total - counts.pass);
  return { source: 'status', state: 'read', passed: counts.pass, notPassed, why: '' };
}

function sentenceOf(outcome: Outcome, testsets: readonly TestsetReport[], counts: Counts): string {
  if (outcome === 'passed') return `${counts.pass} of ${counts.total} unit tests passed.`;
  if (outcome === 'started') return `${namesOf(testsets, 'started')} started; this step does not wait for the end.`;
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  const reasons = [...new Set(concerned.flatMap((testset) => testset.reasons))];
  const others = reasons.length > 3 ? ` And ${reasons.length - 3} more reasons.` : '';
  const said = `${reasons.slice(0, 3).join(' ')}${others}`;
  const names = namesOf(testsets, outcome);
  return names ? `${names} ${verbFor(outcome, names)}: ${said}` : said;
}

const WORDS: Readonly<Record<Outcome, string>> = {
  'unknown-start': 'may have been created',
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
  return names.startsWith('Testsets ') ? verb.replace(/^was/, 'were').replace(/^is/, 'are') : verb;
}

function hintOf(outcome: Outcome, testsets: readonly TestsetReport[]): string {
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  const problem = concerned.find((testset) => testset.problem)?.problem;
  const ids = testsets.flatMap(({ id, status }) => (id !== undefined && status === 'Running' ? [String(id)] : []));
  const attach = ids.length > 0 ? `To go on waiting, run a step with \`testset-id: ${ids.join(',')}\`.` : '';
  if (problem) return `${problem.hint} ${attach}`.trim();
  if (attach) return attach;
  if (outcome === 'failed') return 'Each device that did not pass links to its result page.';
  const all = testsets.flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
  return `Look at the testset in the service, or fetch its results again with \`testset-id: ${all.join(',')}\`.`;
}

/** The testsets that ended so, by identifier; at most five are named. */
function namesOf(testsets: readonly TestsetReport[], outcome: Outcome): string {
  const ids = testsets.flatMap((testset) =>
    testset.outcome === outcome && testset.id !== undefined ? [String(testset.id)] : [],
  );
  if (ids.length === 0) return '';
  const more = ids.length > 5 ? ` and ${ids.length - 5} more` : '';
  return `${ids.length === 1 ? 'Testset' : 'Testsets'} ${ids.slice(0, 5).join(', ')}${more}`;
}
