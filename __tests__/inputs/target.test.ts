import { describe, expect, test } from '@jest/globals';

import type { ScenarioTarget } from '../../src/model/inputs.ts';
import { ATTACH, ENOUGH, errorsOf, failureOf, read, workspaceWithApp, type Values } from './support.ts';

/** Inputs that are enough for scenario tests. */
const SCENARIO: Values = { ...ENOUGH, 'app-file': '', 'os-type': 'android', 'scenario-id': '101' };

const workspace = workspaceWithApp();

describe('what to run', () => {
  test.each<[what: string, values: Values, hint: RegExp]>([
    ['the job that should have created the testset created none', { 'project-id': '' }, /that job created no testset/],
    ['the value of another step is empty', { 'project-id': '509' }, /it is empty: read the log of that one, and check/],
  ])('is nothing if %s', async (_, values, hint) => {
    const nothing = { ...ATTACH, 'testset-id': '', 'source-type': 'app_id', ...values };
    const message = /^Nothing to run: set `app-file`, `scenario-id`, `scenario-query` or `testset-id`/;
    const shown = { message: expect.stringMatching(message), hint: expect.stringMatching(hint) };
    expect(await failureOf(workspace, nothing)).toMatchObject({ ...shown, names: ['app-file'], warnings: [] });
  });

  test.each(['scenario-id', 'scenario-query'])('may not be an app and %s: the project has its app', async (mode) => {
    const { message } = await failureOf(workspace, { ...ENOUGH, 'os-type': 'android', [mode]: '101' });
    const reason = 'a scenario runs on the app that is stored in the project';
    expect(message).toBe(`\`app-file\` and \`${mode}\` exclude each other: ${reason}. Set only one of them.`);
  });

  test('may not be two things, and both are checked', async () => {
    const values = { ...ENOUGH, 'scenario-id': '101', 'testset-id': 'x', 'source-type': 'app_id' };
    const { message, warnings } = await failureOf(workspace, values);
    expect(message).toMatch(/`scenario-id` and `testset-id` exclude each other\. .*`testset-id` is "x"/);
    expect(warnings).toEqual([]);
  });
});

describe('testset-id', () => {
  test('lists testsets, each once, in the order given', async () => {
    const { inputs } = await read(workspace, { ...ATTACH, 'testset-id': '3, 1\r\n2\r\n 1,\n\n' });
    expect(inputs.target).toEqual({ kind: 'attach', testsetIds: [3, 1, 2] });
  });

  const ALLOWED = 'Use 1 to 1,000 testset numbers, separated by commas, spaces or new lines.';

  test.each([
    ...['abc', '0', '1,-2', '1;2', ','].map((given) => [given, ALLOWED] as const),
    ['https://app.example.com/#/main/testset/251929', 'Use the number alone: 251929.'],
  ])('may not be %j', async (given, advice) => {
    const errors = await errorsOf(workspace, { ...ATTACH, 'testset-id': given });
    expect(errors).toEqual([`testset-id: \`testset-id\` is "${given}". ${advice}`]);
  });

  test('lists at most 1,000 testsets', async () => {
    const most = Array.from({ length: 1_000 }, (_, at) => at + 1).join();
    expect(await errorsOf(workspace, { ...ATTACH, 'testset-id': most })).toEqual([]);
    expect(await errorsOf(workspace, { ...ATTACH, 'testset-id': `${most},1001,1` })).toEqual([
      expect.stringMatching(/^testset-id: `testset-id` has 1,001 different numbers\. Use 1 to 1,000 testset numbers/),
    ]);
    expect(await errorsOf(workspace, { ...ATTACH, 'testset-id': `${most},x` })).toEqual([
      expect.stringContaining('`testset-id` is "1,2,3'),
    ]);
  });
});

describe('an automated test', () => {
  test('may have a password of several lines', async () => {
    const { target } = (await read(workspace, { ...ENOUGH, 'login-id': 'me', 'login-pw': 'one\r\ntwo' })).inputs;
    expect(target.kind === 'app' && target.loginPw?.reveal()).toBe('one\r\ntwo');
  });

  test('with a password but without a user is wrong', async () => {
    const errors = await errorsOf(workspace, { ...ENOUGH, 'login-pw': 'someone' });
    expect(errors).toEqual(['login-id: `login-pw` is given, but `login-id` is empty. Set both, or neither.']);
  });

  test('with a user but without a password is sent, with a warning about empty secrets', async () => {
    const { inputs, warnings } = await read(workspace, { ...ENOUGH, 'login-id': '4711', 'login-pw': ' ' });
    expect(inputs.target).toMatchObject({ loginId: '4711', loginPw: undefined });
    expect(warnings).toEqual([
      expect.stringMatching(/^`login-id` has no password\. If .* the secret behind `login-pw` is empty: /),
    ]);
    const both = await read(workspace, { ...ENOUGH, 'login-id': '4711', 'login-pw': 'x' });
    expect(both.warnings).toEqual([]);
  });
});

describe('scenario tests', () => {
  test('with only what they need', async () => {
    const { inputs } = await read(workspace, SCENARIO);
    const which = { kind: 'ids', ids: [101] };
    const testsetName = { title: 'Fix the login', number: 7, attempt: 1, matrix: '' };
    const common = { projectId: 509, osType: 'ANDROID', testsetName };
    expect(inputs.target).toEqual({ kind: 'scenarios', which, sourceType: 'file', ...common });
  });

  const LONGEST = 'x'.repeat(200);
  const ALLOWED = 'Use 1 to 1,000 scenario numbers, separated by commas, spaces or new lines, or `all`.';

  test.each<[string, Values, ScenarioTarget['which']]>([
    ['several, each once', { 'scenario-id': '3, 1\r\n2\n 3 ,' }, { kind: 'ids', ids: [3, 1, 2] }],
    ['the output of list-scenarios', { 'scenario-id': ' [101,\n  102, 101]\n' }, { kind: 'ids', ids: [101, 102] }],
    ['all', { 'scenario-id': ' All\r\n' }, { kind: 'all' }],
    ['by name', { 'scenario-id': '', 'scenario-query': ' 로그인 & "x" ' }, { kind: 'query', query: '로그인 & "x"' }],
    ['by a long name', { 'scenario-id': '', 'scenario-query': LONGEST }, { kind: 'query', query: LONGEST }],
  ])('%s', async (_, values, which) => {
    const { inputs } = await read(workspace, { ...SCENARIO, 'os-type': 'IOS', 'source-type': 'APP_ID', ...values });
    expect(inputs.target).toMatchObject({ which, osType: 'iOS', sourceType: 'app_id' });
  });

  test.each<[input: string, given: string, message: string]>([
    ['scenario-id', '5, all', `is "5, all". ${ALLOWED}`],
    ['scenario-id', '[]', `is an empty list, as from list-scenarios if it finds none. ${ALLOWED}`],
    ['scenario-id', '- 1204\n- 1205', 'has a dash before each number. Remove the dashes.'],
    ['scenario-id', '[{"id": 1204}]', `contains JSON objects. ${ALLOWED}`],
    ['scenario-id', 'Array', `is what an expression makes of a list, an object or nothing. ${ALLOWED}`],
    ['scenario-id', 'Checkout', 'is "Checkout". To run scenarios by name, use `scenario-query: Checkout`.'],
    ['scenario-id', 'A (7)', 'is "A (7)". Use the number alone: 7. To run scenarios by name, use `scenario-query: A`.'],
    ['scenario-id', '[5', `is "[5". ${ALLOWED}`],
    ['scenario-id', '5 - 6', 'is "5 - 6". Use a list of numbers, not a range.'],
    ['scenario-id', '1204-1206', 'is "1204-1206". Use a list of numbers, not a range.'],
    ['scenario-id', '7, 10..12', 'is "7, 10..12". Use a list of numbers, not a range.'],
    ['scenario-id', '5,-6', `is "5,-6". ${ALLOWED}`],
    [
      'scenario-id',
      '1204 # Checkout\n1205',
      'contains a comment. Remove it: in a value of several lines YAML has no comments.',
    ],
    ...[
      ['https://app.example.com/#/scenario/1204', '1204'],
      ['https://app.example.com/#/project/509/scenario/1204/steps/3', '1204'],
      ['https://app.example.com:8443/lab?scenarioId=1204&page=2', '1204'],
    ].map(([given = '', number]): [string, string, string] => {
      const shown = given.length > 60 ? `${given.slice(0, 59)}…` : given;
      return ['scenario-id', given, `is "${shown}". Use the number alone: ${number}.`];
    }),
    [
      'scenario-id',
      'https://scenario9.example.com/lab/7',
      'is "https://scenario9.example.com/lab/7". Use the scenario number alone.',
    ],
    ['callback', 'https://a.example.com/x, https://b.example.com', 'has several addresses. Use one.'],
    ['source-type', 'apk', 'is "apk". Use file or app_id.'],
    ['os-type', '', 'is empty. Set it to ANDROID or iOS: every scenario is for one of them.'],
    ['os-type', 'x', 'is "x". Use ANDROID or iOS.'],
    ['project-id', '', 'is empty. Use the number of your project, such as 509.'],
  ])('%s may not be %j', async (input, given, message) => {
    expect(await errorsOf(workspace, { ...SCENARIO, [input]: given })).toEqual([`${input}: \`${input}\` ${message}`]);
  });

  test.each(['x'.repeat(201), 'two\nlines'])('scenario-query may not be %j', async (query) => {
    const errors = await errorsOf(workspace, { ...SCENARIO, 'scenario-id': '', 'scenario-query': query });
    expect(errors).toEqual([
      expect.stringMatching(/^scenario-query: `.*Use part of a scenario name: one line, at most 200 characters/),
    ]);
  });

  test('have all errors reported together', async () => {
    const values = { 'scenario-id': 'x', 'scenario-query': 'a\tb', 'source-type': 'y', 'time-limit': '4' };
    const errors = await errorsOf(workspace, { ...SCENARIO, 'project-id': '', 'os-type': '', ...values });
    const inputs = ['scenario-id, scenario-query', 'scenario-id', 'scenario-query', 'project-id', 'os-type'];
    expect(errors.map((error) => error.split(':')[0])).toEqual([...inputs, 'source-type', 'time-limit']);
  });
});

describe('inputs that are not used', () => {
  test('get a warning, whatever their value is', async () => {
    const unused = { 'os-type': 'symbian', callback: 'x', 'time-limit': 'x', 'use-vo': 'true', 'retry-failed': '2' };
    const { warnings } = await read(workspace, { ...ATTACH, ...unused });
    const names = ['os-type', 'time-limit', 'retry-failed', 'use-vo', 'callback'];
    expect(warnings).toEqual(names.map((name) => `\`${name}\` has no effect together with \`testset-id\`.`));
  });

  test('get none if they have their default', async () => {
    const defaults = { 'use-vo': 'False', 'source-type': 'file', resume: 'TRUE', 'retry-failed': '0' };
    const { warnings } = await read(workspace, { ...ATTACH, ...defaults });
    expect(warnings).toEqual([]);
  });
});
