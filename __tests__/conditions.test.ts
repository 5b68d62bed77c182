import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { ACTION } from '../scripts/support/repository.ts';
import { listWorkflows } from './support/document-workflows.ts';
import { readMarkdown } from './support/read-markdown.ts';
import { fields, type Fields } from './support/workflow-files.ts';

const REPOSITORY = 'octo-org/wallet-app';
const LABEL = { name: 'device-test' };
const PULL = { event: { pull_request: { head: { repo: { full_name: REPOSITORY } }, labels: [LABEL] }, label: LABEL } };

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
};

/** The action, and the workflow that runs it for others. */
const TESTS = [ACTION, './.github/workflows/called-device-test.yml'];

const WORKFLOWS = (await listWorkflows()).filter(([, text]) => TESTS.some((uses) => text.includes(uses)));

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

/**
 * Whether a condition is met, by GitHub's own evaluator. A condition that names no status also needs success.
 * @param needs the results of the jobs before it, which decide the status of a job, but not of a step
 */
function isTrue(
  condition: unknown,
  github: Fields,
  needs: Results,
  {
    isCancelled = false,
    isStep = false,
    steps = STEPS,
  }: { readonly isCancelled?: boolean; readonly isStep?: boolean; readonly steps?: Fields } = {},
): boolean {
  const results = isStep ? [] : Object.values(needs);
  const statuses: Readonly<Record<string, boolean>> = {
    always: true,
    cancelled: isCancelled,
    success: !isCancelled && results.every((result) => result === 'success'),
    failure: !isCancelled && results.includes('failure'),
  };
  const needed = Object.entries(needs).map(([job, result]) => [job, { result, outputs: {} }]);
  const contexts = { github, needs: Object.fromEntries(needed) as Fields, steps, inputs: {}, env: {}, job: {} };
  const value = evaluate(condition ?? true, contexts, statuses);
  const asksStatus = /\b(?:always|cancelled|failure|success)\(\)/.test(String(condition));
  return (
    (asksStatus || statuses['success'] === true) &&
    value.kind !== data.Kind.Null &&
    !!value.coerceString().match(/^(?!false$|0$)./)
  );
}

/** The value of an expression. @param statuses the functions without arguments */
function evaluate(expression: unknown, contexts: Fields, statuses: Readonly<Record<string, boolean>> = {}) {
  const text = String(expression).replace(/^\$\{\{(.*)\}\}$/s, '$1');
  const functions = Object.entries(statuses).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }));
  const tree = new Parser(new Lexer(text).lex().tokens, Object.keys(contexts), functions).parse();
  const context = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(tree, context, new Map(functions.map((each) => [each.name, each]))).evaluate();
}

/** The result of each job, if the jobs in `failing` fail and all others that run succeed. */
function play(text: string, event: string, failing: readonly string[] = [], changed: Fields = {}): Results {
  const github = {
    event_name: event,
    actor: 'octocat',
    repository: REPOSITORY,
    run_attempt: 1,
    event: {},
    ...EVENTS[event],
    ...changed,
  };
  const results: Record<string, string> = {};
  for (const [name, job] of Object.entries(fields(fields(parse(text))['jobs'])).map(
    ([key, value]) => [key, fields(value)] as const,
  )) {
    const needed = [job['needs'] ?? []].flat().filter((key) => typeof key === 'string');
    const needs = Object.fromEntries(needed.map((key) => [key, results[key] ?? '']));
    const runs = isTrue(job['if'], github, needs);
    const steps = Array.isArray(job['steps']) ? job['steps'].map(fields) : [];
    const stops = steps.some(
      (step) => String(step['run']).endsWith('exit 1') && isTrue(step['if'], github, needs, { isStep: true }),
    );
    results[name] = !runs ? 'skipped' : stops || failing.includes(name) ? 'failure' : 'success';
  }
  return results;
}

/** The jobs that create a testset or wait for one. */
function testingJobs(text: string): readonly string[] {
  const jobs = Object.entries(fields(fields(parse(text))['jobs']));
  return jobs.flatMap(([name, job]) => (TESTS.some((uses) => JSON.stringify(job).includes(`"${uses}"`)) ? name : []));
}

test.each(CASES)('"%s" tests on %s, or is red', (name, event, text) => {
  const results = play(text, event);
  const skipped = testingJobs(text).filter((job) => results[job] === 'skipped');
  const isException = `${name}, ${event}` in EXCEPTIONS;
  expect(skipped.length > 0 && !Object.values(results).includes('failure')).toBe(isException);
});

/** The job to require, and those before it. */
function requiredIn(text: string): readonly [required: string, before: readonly string[]] {
  const jobs = Object.keys(fields(fields(parse(text))['jobs']));
  const required = jobs.includes('result') ? 'result' : (testingJobs(text).at(-1) ?? '');
  return [required, jobs.slice(0, jobs.indexOf(required))];
}

const CHECKED = CASES.filter(
  ([name, event, text]) =>
    /pull_request|merge_group/.test(event) && !(`${name}, ${event}` in EXCEPTIONS) && requiredIn(text)[1].length > 0,
);

test.each(CHECKED)('the check of "%s" is not skipped on %s if an earlier job fails', (_name, event, text) => {
  const [required, before] = requiredIn(text);
  expect(before.map((job) => play(text, event, [job])[required])).not.toContain('skipped');
});

test('the job that tests an app is not skipped if the build is, because what it needs failed', () => {
  const [, text = ''] = WORKFLOWS.find(([name]) => name === 'Pull request') ?? [];
  const linted = text.replace('  build:\n', '  lint: {}\n  build:\n    needs: lint\n');
  const expected = { lint: 'failure', build: 'skipped', 'device-test': 'success' };
  expect(play(linted, 'pull_request', ['lint'])).toStrictEqual(expected);
});

test.each([
  ['a pull request', 'pull_request', {}, true],
  ['a push', 'push', {}, true],
  [
    'a fork',
    'pull_request',
    { event: { pull_request: { head: { repo: { full_name: 'somebody/wallet-app' } } } } },
    false,
  ],
  ['Dependabot', 'pull_request', { actor: 'dependabot[bot]' }, false],
])('the first step of the README tests %s: %s, with %j: %s', (_what, event, changed, expected) => {
  const { blocks } = readMarkdown(readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8'));
  const [step] = parse(blocks[0]?.content ?? '') as readonly unknown[];
  const github = {
    event_name: event,
    repository: REPOSITORY,
    actor: 'octocat',
    event: {},
    ...EVENTS[event],
    ...changed,
  };
  expect(isTrue(fields(step)['if'], github, {}, { isStep: true })).toBe(expected);
});

test('a label tests only if it is the one that is asked for', () => {
  const [, text = ''] = WORKFLOWS.find(([name]) => name === 'With a label') ?? [];
  const labelled = (label: string): Results =>
    play(text, 'pull_request', [], { event: { ...PULL.event, action: 'labeled', label: { name: label } } });
  expect([labelled('device-test'), labelled('ui')]).toStrictEqual([
    { 'device-test': 'success' },
    { 'device-test': 'skipped' },
  ]);
  const { name } = fields(fields(fields(parse(text))['jobs'])['device-test']);
  const named = (label: string): string =>
    evaluate(name, { github: { event: { action: 'labeled', label: { name: label } } } }).coerceString();
  // A skipped job counts as passed, so its check must not have the name that is required.
  expect([named('device-test'), named('ui')]).toStrictEqual(['device-test', 'another label']);
});

test('a condition that names pull requests and pushes skips a merge group', () => {
  const [, text = ''] = WORKFLOWS.find(([name]) => name === 'Pull request') ?? [];
  const old = text.replace("github.event_name != 'pull_request' ||", "github.event_name == 'push' ||");
  expect(play(text, 'merge_group')).toStrictEqual({ build: 'success', 'device-test': 'success' });
  expect(play(old, 'merge_group')).toStrictEqual({ build: 'success', 'device-test': 'skipped' });
});

test.each([
  ['both are started', '1', '2', false, true],
  ['one is started', '', '2', false, true],
  ['none is started', '', '', false, false],
  ['the run is cancelled', '1', '2', true, false],
])('a step waits for two apps of one job: %s', (_what, a, b, isCancelled, expected) => {
  const { blocks } = readMarkdown(readFileSync(resolve(import.meta.dirname, '../docs/recipes.md'), 'utf8'));
  const snippet = blocks.find(({ content }) => content.includes('steps.a.'))?.content ?? '';
  const [step] = parse(snippet) as readonly unknown[];
  const steps = { a: { outputs: { 'testset-id': a } }, b: { outputs: { 'testset-id': b } } };
  expect(isTrue(fields(step)['if'], {}, {}, { isCancelled, steps })).toBe(expected);
});

test.each([
  ['iOS device test', 'device-test', true],
  ['A called workflow', 'call', true],
  ['Scenarios in a matrix', 'result', true],
  ['Several flavours', 'result', true],
  ['Pull requests of forks', 'status', true],
  ['Scenarios in a matrix', 'scenario', false],
  ['Release a tag', 'release', false],
  ['Android and iOS as one result (Flutter, at night)', 'both', false],
  ['Android and iOS as one result (Flutter, at night)', 'Send a chat message', false],
  ['Sign the result', 'Sign the result', false],
  ['Chat message', 'Send a chat message', false],
  ['Upload when green', 'Upload the app', false],
])('after a cancel, "%s" runs "%s": %s', (name, part, expected) => {
  expect(runsAfterCancelled(name, part, true)).toBe(expected);
});

test.each([
  ['Scenarios in a matrix', 'result'],
  ['Several flavours', 'result'],
  ['Android and iOS as one result (Flutter, at night)', 'exit 1'],
])('after a job that ran out of time, which GitHub calls cancelled, "%s" runs "%s"', (name, part) => {
  expect(runsAfterCancelled(name, part, false)).toBe(true);
});

/** Whether a job or a step, found by its name or script, runs if the jobs before it were cancelled, with the run or alone. */
function runsAfterCancelled(name: string, part: string, isCancelled: boolean): boolean {
  const [, text = ''] = WORKFLOWS.find(([each]) => each === name) ?? [];
  const parts = Object.entries(fields(fields(parse(text))['jobs'])).flatMap(([key, value]) => {
    const { steps, ...job } = fields(value);
    const inJob = ((steps ?? []) as readonly Fields[]).map((step) => ({ ...step, needs: job['needs'], isStep: true }));
    return [{ ...job, name: key }, ...inJob] as readonly Fields[];
  });
  const found = parts.find((each) => each['name'] === part || each['run'] === part) ?? fail(part);
  const needs = Object.fromEntries([found['needs'] ?? []].flat().map((job) => [job, 'cancelled'])) as Results;
  const isStep = 'isStep' in found;
  const ref = name === 'Release a tag' ? 'refs/tags/v1.2.3' : 'refs/heads/main';
  return isTrue(found['if'], { event_name: 'pull_request', ref, ...PULL }, needs, { isCancelled, isStep });
}

function fail(part: string): never {
  throw new Error(`There is no ${part}.`);
}
