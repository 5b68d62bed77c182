import { describe, expect, test } from '@jest/globals';

import type { ScenarioTarget } from '../../src/model/inputs.ts';
import { ATTACH, ENOUGH, errorsOf, read, runContext, type Values, workspaceWithApp } from './support.ts';

/** Inputs that are enough for scenario tests. */
const SCENARIO: Values = { ...ENOUGH, 'app-file': '', 'check-app': '', 'os-type': 'android', 'scenario-id': '101' };

const workspace = workspaceWithApp();

async function targetOf(values: Values): Promise<unknown> {
  return (await read(workspace, values)).inputs.target;
}

describe('what to run', () => {
  test('may not be nothing', async () => {
    expect(await errorsOf(workspace, { ...ENOUGH, 'app-file': '' })).toEqual([
      'app-file: Nothing to run: set `app-file`, `scenario-id`, `scenario-query` or `testset-id`.',
    ]);
  });

  test('is nothing if the job that should have created the testset created none', async () => {
    const nothing = { ...ATTACH, 'testset-id': '' };
    const error: unknown = await read(workspace, nothing).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      errors: [{ input: 'app-file', message: expect.stringMatching(/^Nothing to run: /) }],
      hint: expect.stringContaining('that job created no testset: read its log.'),
    });
    const withProject: unknown = await read(workspace, { ...nothing, 'project-id': '509' }).catch(
      (thrown: unknown) => thrown,
    );
    expect(withProject).toMatchObject({ hint: expect.stringContaining('read the log of that one.') });
  });

  test('may not be two things, and both are checked', async () => {
    expect(await errorsOf(workspace, { ...ENOUGH, 'testset-id': 'x' })).toEqual([
      'app-file, testset-id: `app-file` and `testset-id` exclude each other. Set only one of them.',
      expect.stringContaining('`testset-id` is "x"'),
    ]);
    const [three] = await errorsOf(workspace, { ...SCENARIO, 'app-file': 'app.apk', 'testset-id': '7' });
    expect(three).toContain('`app-file`, `scenario-id` and `testset-id` exclude each other.');
  });

  test('needs a project, which is checked also where none is needed', async () => {
    const allowed = 'Set it to the number of your project, in digits.';
    expect(await errorsOf(workspace, { ...ENOUGH, 'project-id': '' })).toEqual([
      `project-id: \`project-id\` is empty. ${allowed}`,
    ]);
    expect(await errorsOf(workspace, { ...ATTACH, 'project-id': 'five' })).toEqual([
      `project-id: \`project-id\` is "five". ${allowed}`,
    ]);
  });
});

describe('testset-id', () => {
  test('lists testsets, each once, in the order given', async () => {
    const testsets = { ...ATTACH, 'testset-id': '3, 1\r\n2\r\n 1,\n\n' };
    expect(await targetOf(testsets)).toEqual({ kind: 'attach', testsetIds: [3, 1, 2] });
  });

  test.each(['abc', '0', '1,-2', '1;2', '９', '1.5', ',', '9007199254740993', '1e3'])(
    'may not be %j',
    async (given) => {
      expect(await errorsOf(workspace, { ...ATTACH, 'testset-id': given })).toEqual([
        expect.stringContaining(`\`testset-id\` is "${given}". Use 1 to 256 testset numbers`),
      ]);
    },
  );

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

  test('with everything', async () => {
    const target = await targetOf({
      ...SCENARIO,
      'os-type': 'IOS',
      'source-type': 'APP_ID',
      'testset-name': '결제',
      'time-limit': '5',
      callback: 'https://hooks.example.com/x',
      'login-id': 'tester',
      'login-pw': 's3cret',
    });
    expect(target).toMatchObject({
      osType: 'iOS',
      sourceType: 'app_id',
      testsetName: '결제',
      timeLimitMinutes: 5,
      callback: { origin: 'https://hooks.example.com' },
      loginId: 'tester',
    });
    expect(JSON.stringify(target)).not.toContain('s3cret');
  });

  test.each<[string, Values, ScenarioTarget['which']]>([
    ['several, each once', { 'scenario-id': '3, 1\r\n2\n 3 ,' }, { kind: 'ids', ids: [3, 1, 2] }],
    ['all', { 'scenario-id': ' All\r\n' }, { kind: 'all' }],
    [
      'by a part of their names',
      { 'scenario-id': '', 'scenario-query': ' 로그인 & "x" ' },
      { kind: 'query', query: '로그인 & "x"' },
    ],
  ])('%s', async (_, values, which) => {
    expect(await targetOf({ ...SCENARIO, ...values })).toMatchObject({ which });
  });

  test.each<[input: string, given: string, message: string]>([
    ['scenario-id', 'all, 5', 'is "all, 5". Use 1 to 256 scenario numbers'],
    ['scenario-id', '0', 'is "0". Use 1 to 256 scenario numbers, separated by commas, spaces or new lines, or `all`.'],
    ['source-type', 'apk', 'is "apk". Use file or app_id.'],
    ['os-type', '', 'is empty. Set it to ANDROID or iOS'],
    ['os-type', 'symbian', 'is "symbian". Use ANDROID or iOS.'],
    ['project-id', '', 'is empty. Set it to the number of your project, in digits.'],
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
