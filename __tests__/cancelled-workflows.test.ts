import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { readWorkflows } from './support/document-workflows.ts';
import { fields, type Fields } from './support/workflow-files.ts';

const WORKFLOWS = await readWorkflows();

/** The step has all outputs, as if the cancel came after it. */
const OUTPUTS = { outcome: 'failed', 'junit-file': 'junit.xml' };
const CONTEXTS = {
  steps: { testset: { outputs: OUTPUTS }, first: { outputs: OUTPUTS } },
  needs: { scenario: { result: 'cancelled' } },
  github: { event_name: 'schedule' },
};
const STATUS_FUNCTIONS = { always: true, cancelled: true, success: false, failure: false };

/** Whether GitHub runs the job or step after a cancel: act plays no cancel, so GitHub's evaluator of expressions decides. */
function runsAfterCancel(condition: string): boolean {
  const expression = condition.replace(/^\$\{\{(.*)\}\}$/, '$1');
  const usesStatus = /\b(?:always|cancelled|success|failure)\(/.test(expression);
  const functions = Object.entries(STATUS_FUNCTIONS).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }));
  const { tokens } = new Lexer(usesStatus ? expression : `success() && (${expression})`).lex();
  const parsed = new Parser(tokens, Object.keys(CONTEXTS), functions).parse();
  const contexts = JSON.parse(JSON.stringify(CONTEXTS), data.reviver) as data.Dictionary;
  const { value } = new Evaluator(
    parsed,
    contexts,
    new Map(functions.map((one) => [one.name, one])),
  ).evaluate() as data.BooleanData;
  return value;
}

/** The condition of a job, by its id, or of a step, by its name. */
function conditionOf(workflow: string, part: string): string {
  const jobs = fields(fields(parse(WORKFLOWS.get(workflow) ?? ''))['jobs']);
  const steps = Object.values(jobs).flatMap((job) => (fields(job)['steps'] ?? []) as readonly Fields[]);
  const found = part in jobs ? fields(jobs[part]) : steps.find(({ name }) => name === part);
  if (!found) throw new Error(`"${workflow}" has no "${part}".`);
  return typeof found['if'] === 'string' ? found['if'] : 'success()';
}

test.each([
  ['iOS in two jobs', 'result'],
  ['Waiting without a runner', 'result'],
  ['Scenarios in a matrix', 'result'],
  ['Device test of a fork', 'Show the result at the pull request'],
])('after a cancel, "%s" still runs "%s"', (workflow, part) => {
  expect(runsAfterCancel(conditionOf(workflow, part))).toBe(true);
});

test.each([
  ['Scenarios in a matrix', 'scenario'],
  ['Run failed scenarios again in a step of your own', 'Choose the scenarios to run again'],
  ['Release', 'release'],
  ['One issue for red nights', 'issue'],
  ['Device test with a signed result', 'Sign the result'],
  ['Use the failed devices in a later step', 'Send a chat message'],
  ['Show the results in another tool', 'Report with dorny/test-reporter'],
  ['Show the results in another tool', 'Report with mikepenz/action-junit-report'],
])('after a cancel, "%s" does not run "%s"', (workflow, part) => {
  expect(runsAfterCancel(conditionOf(workflow, part))).toBe(false);
});
