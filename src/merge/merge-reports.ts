import { addCounts, NO_COUNTS } from '../counts.ts';
import { isGreen, worstOutcome } from '../outcome.ts';
import type { Report, RunFacts, TestsetReport } from '../report/report.ts';
import { count } from '../report/words.ts';
import type { Chunk } from './match.ts';
import type { KeptReport } from './read-report.ts';

/** What stands for each scenario of a job without a report; the sentence of the whole says it, too. */
const NO_REPORT = 'The job that was to run it left no report that can be used.';

const NOT_AWAITED = 'The job did not wait for its end, so nobody knows how it went.';

const LOOK = 'Look at the logs of these jobs; "Re-run failed jobs" runs them again, and this one after them.';

/** At most so many jobs have their say in the sentence. */
const MOST_SAID = 3;

/**
 * Makes one report of what all jobs tell. It has passed when each job left a report and each of them has passed; what is missing, or was not
 * awaited, is inconclusive.
 */
export function mergeReports(chunks: readonly Chunk[], run: RunFacts): Report {
  const testsets = chunks.flatMap(testsetsOf);
  const reports = chunks.flatMap(({ report }) => report ?? []);
  const counts = testsets.map((testset) => testset.counts).reduce(addCounts, NO_COUNTS);
  const outcome = worstOutcome(testsets.map((testset) => testset.outcome));
  const [first] = reports;
  return {
    outcome,
    sentence: outcome === 'passed' ? `${counts.pass} of ${counts.total} unit tests passed.` : sentenceOf(chunks),
    hint: outcome === 'passed' ? '' : hintOf(reports),
    run,
    request: first?.request ?? { kind: 'scenario', name: '' },
    testsets,
    counts,
    limits: first?.limits ?? { fail: 0, error: 0, stop: 0 },
    durationSeconds: Math.max(0, ...reports.map(({ durationSeconds }) => durationSeconds)),
  };
}

function testsetsOf({ scenarios, report }: Chunk): readonly TestsetReport[] {
  return report ? report.testsets.map(judged) : scenarios.map(missing);
}

/** Here, at the end, a testset that was only started has not passed. */
function judged(testset: TestsetReport): TestsetReport {
  if (testset.outcome !== 'started') return testset;
  return { ...testset, outcome: 'inconclusive', reasons: [...testset.reasons, NOT_AWAITED] };
}

function missing(scenario: number): TestsetReport {
  return {
    scenario,
    outcome: 'inconclusive',
    status: 'Unknown',
    counts: NO_COUNTS,
    witnesses: [],
    suites: [],
    reasons: [NO_REPORT],
    warnings: [],
  };
}

function sentenceOf(chunks: readonly Chunk[]): string {
  const silent = chunks.filter(({ report }) => report === undefined);
  const red = chunks.flatMap(({ report }) => (report && report.outcome !== 'passed' ? report : []));
  const said = red.slice(0, MOST_SAID).map(({ outcome, sentence }) => (isGreen(outcome) ? NOT_AWAITED : sentence));
  return [
    `${silent.length + red.length} of ${count(chunks.length, 'job')} did not pass.`,
    ...(silent.length === 0 ? [] : [`${scenariosWords(silent)}: ${NO_REPORT}`]),
    ...new Set(said),
    ...(red.length > MOST_SAID ? [`And ${count(red.length - MOST_SAID, 'more job')}.`] : []),
  ].join(' ');
}

function scenariosWords(chunks: readonly Chunk[]): string {
  const scenarios = chunks.flatMap((chunk) => chunk.scenarios);
  const named = scenarios.slice(0, MOST_SAID).join(', ');
  const more = scenarios.length > MOST_SAID ? ` and ${scenarios.length - MOST_SAID} more` : '';
  return `${scenarios.length === 1 ? 'Scenario' : 'Scenarios'} ${named}${more}`;
}

function hintOf(reports: readonly KeptReport[]): string {
  const hints = reports.filter(({ outcome }) => !isGreen(outcome)).map(({ hint }) => hint);
  return [hints.find((hint) => hint !== ''), LOOK].filter((hint) => hint !== undefined).join(' ');
}
