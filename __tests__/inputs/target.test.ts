import { describe, expect, test } from '@jest/globals';

import type { ScenarioTarget } from '../../src/model/inputs.ts';
import { ATTACH, ENOUGH, errorsOf, inputErrors, read, runContext, workspaceWithApp, type Values } from './support.ts';

/** Inputs that are enough for scenario tests. */
const SCENARIO: Values = { ...ENOUGH, 'app-file': '', 'check-app': '', 'os-type': 'android', 'scenario-id': '101' };

const workspace = workspaceWithApp();

async function targetOf(values: Values): Promise<unknown> {
  return (await read(workspace, values)).inputs.target;
}

describe('what to run', () => {
  test.each<[what: string, values: Values, hint: string]>([
    ['the job that should have created the testset created none', { 'project-id': '' }, 'that job created no testset'],
    ['the value of another step is empty', { 'project-id': '509' }, 'it is empty: read the log of that one.'],
  ])('is nothing if %s', async (_, values, hint) => {
    const error = await inputErrors(() => read(workspace, { ...ATTACH, 'testset-id': '', ...values }));
    expect(error?.message).toMatch(/^Nothing to run: set `app-file`, `scenario-id`, `scenario-query` or `testset-id`/);
    expect(error?.hint).toContain(hint);
  });

  test('may not be two things, and both are checked', async () => {
    const errors = await errorsOf(workspace, { ...ENOUGH, 'scenario-id': '101', 'testset-id': 'x' });
    expect(errors).toEqual([
      expect.stringContaining('`app-file`, `scenario-id` and `testset-id` exclude each other.'),
      expect.stringContaining('`testset-id` is "x"'),
    ]);
  });

  test('needs a project, which is checked also where none is needed', async () => {
    const [missing] = await errorsOf(workspace, { ...ENOUGH, 'project-id': '' });
    expect(missing).toContain('`project-id` is empty. Set it to the number of your project');
    const [wrong] = await errorsOf(workspace, { ...ATTACH, 'project-id': 'five' });
    expect(wrong).toContain('`project-id` is "five". ');
  });
});

describe('testset-id', () => {
  test('lists testsets, each once, in the order given', async () => {
    const testsets = { ...ATTACH, 'testset-id': '3, 1\r\n2\r\n 1,\n\n' };
    expect(await targetOf(testsets)).toEqual({ kind: 'attach', testsetIds: [3, 1, 2] });
  });

  test.each(['abc', '0', '1,-2', '1;2', ','])('may not be %j', async (given) => {
    expect(await errorsOf(workspace, { ...ATTACH, 'testset-id': given })).toEqual([
      expect.stringContaining(`\`testset-id\` is "${given}". Use 1 to 256 testset numbers`),
    ]);
  });

  test('lists 256 testsets at most', async () => {
    const testsets = (count: number): Values => {
      return { ...ATTACH, 'testset-id': Array.from({ length: count }, (_, at) => at + 1).join() };
    };
    expect(await errorsOf(workspace, testsets(256))).toEqual([]);
    expect(await errorsOf(workspace, testsets(257))).toHaveLength(1);
  });
});

describe('an automated test', () => {
  test('is named after the pull request, if there is one', async () => {
    const { inputs } = await read(workspace, ENOUGH, runContext({ pullRequestTitle: 'Add 결제' }));
    expect(inputs.target).toMatchObject({ testsetName: 'Add 결제 #7' });
  });

  test('may have a password of several lines', async () => {
    const { inputs } = await read(workspace, { ...ENOUGH, 'login-pw': 'one\r\ntwo' });
    const { target } = inputs;
    expect(target.kind === 'app' && target.loginPw?.reveal()).toBe('one\r\ntwo');
  });

  test.each([
    ['login-id', 'login-pw'],
    ['login-pw', 'login-id'],
  ])('with %s but without %s gets a warning', async (given, missing) => {
    const { warnings } = await read(workspace, { ...ENOUGH, [given]: 'someone' });
    expect(warnings).toEqual([`\`${given}\` is given, but \`${missing}\` is empty.`]);
  });
});

describe('scenario tests', () => {
  test('with only what they need', async () => {
    expect(await targetOf(SCENARIO)).toEqual({
      kind: 'scenarios',
      projectId: 509,
      osType: 'ANDROID',
      sourceType: 'file',
      which: { kind: 'ids', ids: [101] },
      testsetName: 'Fix the login #7',
    });
  });

  test.each<[string, Values, ScenarioTarget['which']]>([
    ['several, each once', { 'scenario-id': '3, 1\r\n2\n 3 ,' }, { kind: 'ids', ids: [3, 1, 2] }],
    ['all', { 'scenario-id': ' All\r\n' }, { kind: 'all' }],
    ['by name', { 'scenario-id': '', 'scenario-query': ' 로그인 & "x" ' }, { kind: 'query', query: '로그인 & "x"' }],
  ])('%s', async (_, values, which) => {
    const given = { 'os-type': 'IOS', 'source-type': 'APP_ID', ...values };
    expect(await targetOf({ ...SCENARIO, ...given })).toMatchObject({ which, osType: 'iOS', sourceType: 'app_id' });
  });

  test.each<[input: string, given: string, message: string]>([
    ['scenario-id', 'all, 5', 'is "all, 5". Use 1 to 256 scenario numbers'],
    ['source-type', 'apk', 'is "apk". Use file or app_id.'],
    ['os-type', '', 'is empty. Set it to ANDROID or iOS'],
    ['project-id', '', 'is empty. '],
  ])('%s may not be %j', async (input, given, message) => {
    expect(await errorsOf(workspace, { ...SCENARIO, [input]: given })).toEqual([
      expect.stringContaining(`\`${input}\` ${message}`),
    ]);
  });

  test.each(['x'.repeat(201), 'two\nlines'])('scenario-query may not be %j', async (query) => {
    const errors = await errorsOf(workspace, { ...SCENARIO, 'scenario-id': '', 'scenario-query': query });
    expect(errors).toEqual([expect.stringContaining('Use one line of at most 200 characters')]);
  });

  test('have all errors reported together', async () => {
    const values = { 'scenario-id': 'x', 'scenario-query': 'a\tb', 'source-type': 'y', 'time-limit': '4' };
    const errors = await errorsOf(workspace, { ...SCENARIO, 'project-id': '', 'os-type': '', ...values });
    const inputs = ['scenario-id, scenario-query', 'scenario-id', 'scenario-query', 'project-id', 'os-type'];
    expect(errors.map((error) => error.split(':')[0])).toEqual([...inputs, 'source-type', 'time-limit']);
  });
});
