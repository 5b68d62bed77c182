import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { ACTION } from '../scripts/support/repository.ts';
import { listWorkflows } from './support/document-workflows.ts';
import { fields, type Fields } from './support/workflow-files.ts';

const REPOSITORY = 'octo-org/wallet-app';
const PULL = {
  event: { pull_request: { head: { repo: { full_name: REPOSITORY } }, labels: [{ name: 'device-test' }] } },
};

/** What `github` holds for each event, of the repository itself. */
const EVENTS: Readonly<Record<string, Fields>> = {
  push: { ref: 'refs/heads/main' },
  pull_request: PULL,
  merge_group: { event: { merge_group: {} } },
  workflow_dispatch: {},
  schedule: {},
};

/** Where nothing is tested, and why that is right. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'In the merge queue, pull_request': 'it is tested in the queue',
  'Accept device failures, pull_request': 'nothing is tested again without this label',
  'Accept device failures, merge_group': 'as above',
};

const WORKFLOWS = (await listWorkflows()).filter(([, text]) => text.includes(ACTION));

/** The events of a workflow; a team that turns on a merge queue adds its event to the workflows of pull requests. */
function eventsOf(text: string): readonly string[] {
  const { on } = fields(parse(text));
  const own = typeof on === 'string' ? [on] : Object.keys(fields(on));
  return [...new Set([...own, ...(own.includes('pull_request') ? ['merge_group'] : [])])].filter(
    (each) => each in EVENTS,
  );
}

const CASES = WORKFLOWS.flatMap(([name, text]) => eventsOf(text).map((event) => [name, event, text] as const));

/** The outputs of the step that tests, as if a cancel came after it. */
const STEPS = { testset: { outcome: 'failure', outputs: { outcome: 'failed', 'junit-file': 'junit.xml' } } };

type Results = Readonly<Record<string, string>>;

/** The value of a condition, by GitHub's own evaluator. A condition that names no status also needs success. */
function isTrue(condition: unknown, github: Fields, needs: Results, isCancelled = false): boolean {
  const text = (typeof condition === 'string' ? condition : 'true').replace(/^\$\{\{(.*)\}\}$/s, '$1');
  const results = Object.values(needs);
  const statuses: Readonly<Record<string, boolean>> = {
    always: true,
    cancelled: isCancelled,
    success: !isCancelled && results.every((result) => result === 'success'),
    failure: !isCancelled && results.includes('failure'),
  };
  const functions = Object.entries(statuses).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }));
  const needed = Object.entries(needs).map(([job, result]) => [job, { result, outputs: {} }]);
  const contexts = { github, needs: Object.fromEntries(needed) as Fields, steps: STEPS, inputs: {}, env: {}, job: {} };
  const tree = new Parser(new Lexer(text).lex().tokens, Object.keys(contexts), functions).parse();
  const context = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  const value = new Evaluator(tree, context, new Map(functions.map((each) => [each.name, each]))).evaluate();
  const asksStatus = /\b(?:always|cancelled|failure|success)\(\)/.test(text);
  return (
    (asksStatus || statuses['success'] === true) &&
    value.kind !== data.Kind.Null &&
    !!value.coerceString().match(/^(?!false$|0$)./)
  );
}

/** The result of each job, if the jobs in `failing` fail and all others that run succeed. */
function play(text: string, event: string, failing: readonly string[] = []): Results {
  const github = {
    event_name: event,
    actor: 'octocat',
    repository: REPOSITORY,
    run_attempt: 1,
    event: {},
    ...EVENTS[event],
  };
  const results: Record<string, string> = {};
  for (const [name, job] of Object.entries(fields(fields(parse(text))['jobs'])).map(
    ([key, value]) => [key, fields(value)] as const,
  )) {
    const needed = [job['needs'] ?? []].flat().filter((key) => typeof key === 'string');
    const needs = Object.fromEntries(needed.map((key) => [key, results[key] ?? '']));
    const runs = isTrue(job['if'], github, needs);
    const steps = Array.isArray(job['steps']) ? job['steps'].map(fields) : [];
    const stops = steps.some((step) => String(step['run']).endsWith('exit 1') && isTrue(step['if'], github, {}));
    results[name] = !runs ? 'skipped' : stops || failing.includes(name) ? 'failure' : 'success';
  }
  return results;
}

/** The jobs that create a testset or wait for one. */
function testingJobs(text: string): readonly string[] {
  const jobs = Object.entries(fields(fields(parse(text))['jobs']));
  return jobs.flatMap(([name, job]) => (JSON.stringify(job).includes(`"${ACTION}"`) ? name : []));
}

test.each(CASES)('"%s" tests on %s, or is red', (name, event, text) => {
  const results = play(text, event);
  const skipped = testingJobs(text).filter((job) => results[job] === 'skipped');
  const isException = `${name}, ${event}` in EXCEPTIONS;
  expect(skipped.length > 0 && !Object.values(results).includes('failure')).toBe(isException);
});

const CHECKED = CASES.filter(
  ([name, event]) => /pull_request|merge_group/.test(event) && !(`${name}, ${event}` in EXCEPTIONS),
);

test.each(CHECKED)('the check of "%s" is not skipped on %s if an earlier job fails', (_name, event, text) => {
  const jobs = Object.keys(fields(fields(parse(text))['jobs']));
  const last = testingJobs(text).at(-1) ?? '';
  const results = jobs.slice(0, jobs.indexOf(last)).map((job) => play(text, event, [job])[last]);
  expect(results).not.toContain('skipped');
});

test('a condition that names pull requests and pushes skips a merge group', () => {
  const [, text = ''] = WORKFLOWS.find(([name]) => name === 'Pull request') ?? [];
  const old = text.replace("github.event_name != 'pull_request' ||", "github.event_name == 'push' ||");
  expect(play(text, 'merge_group')).toStrictEqual({ build: 'success', 'device-test': 'success' });
  expect(play(old, 'merge_group')).toStrictEqual({ build: 'skipped', 'device-test': 'skipped' });
});

test.each([
  ['iOS in two jobs', 'result', true],
  ['Android and iOS as one result', 'result', true],
  ['Waiting without a runner', 'result', true],
  ['Scenarios in a matrix', 'result', true],
  ['Several flavours', 'result', true],
  ['Pull requests of forks', 'status', true],
  ['Accept once', 'status', true],
  ['Accept device failures', 'Remove the label', true],
  ['Scenarios in a matrix', 'scenario', false],
  ['Release a tag', 'release', false],
  ['One issue for red nights', 'issue', false],
  ['Device test with a signed result', 'Sign the result', false],
  ['Chat message', 'Send a chat message', false],
  ['Limit what is excused', 'Fail if more than three devices are excused', false],
  ['Upload when green', 'Upload the app', false],
])('after a cancel, "%s" runs "%s": %s', (name, part, expected) => {
  const [, text = ''] = WORKFLOWS.find(([each]) => each === name) ?? [];
  const jobs = fields(fields(parse(text))['jobs']);
  const steps = Object.values(jobs).flatMap((job) => (fields(job)['steps'] ?? []) as readonly Fields[]);
  const found = fields(jobs[part] ?? steps.find((step) => step['name'] === part));
  const needed = [found['needs'] ?? []].flat().filter((job) => typeof job === 'string');
  expect(found).not.toStrictEqual({});
  expect(
    isTrue(
      found['if'],
      { event_name: 'pull_request', ...PULL },
      Object.fromEntries(needed.map((job) => [job, 'cancelled'])),
      true,
    ),
  ).toBe(expected);
});
