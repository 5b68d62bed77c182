import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { InputErrors } from '../../src/inputs/input-reader.ts';
import { Secret } from '../../src/model/secret.ts';
import { ATTACH, ENOUGH, faultsOf, makeWorkspace, read, runContext, type Values, type Workspace } from './support.ts';

let workspace: Workspace;

beforeAll(() => {
  workspace = makeWorkspace();
  workspace.put('app.apk');
});

afterAll(() => {
  workspace.remove();
});

describe('what a workflow says, in final types', () => {
  test('an automated test with nothing but what it needs', async () => {
    const { inputs, warnings } = await read(workspace, ENOUGH);
    expect(inputs).toEqual({
      service: {
        baseUrl: new URL('https://testset.example.com/'),
        userId: 'me@example.com',
        accessKey: expect.any(Secret),
      },
      target: {
        kind: 'app',
        projectId: 509,
        app: { path: join(workspace.folder, 'app.apk'), kind: 'file', name: 'app.apk' },
        osType: 'ANDROID',
        testsetName: 'Mend the login #7',
        useVo: false,
      },
      wait: true,
      resume: true,
      timeoutMs: 180 * 60_000,
      limits: { fail: 0, error: 0, stop: 0 },
      resultsDir: join(workspace.folder, 'testset-results'),
      artifact: {},
      jobSummary: true,
    });
    expect(inputs.service.accessKey.reveal()).toBe('k3y-of-mine');
    expect(warnings).toEqual([]);
  });

  test('an automated test with everything', async () => {
    const { inputs, warnings } = await read(workspace, {
      ...ENOUGH,
      'os-type': 'android',
      'testset-name': '로그인 테스트 & "결제"',
      'time-limit': '30',
      'use-vo': 'TRUE',
      callback: 'https://hooks.example.com/t/s3cret?x=1',
      'login-id': 'tester',
      'login-pw': 'pässwort',
      wait: 'True',
      timeout: ' 5 ',
      'max-fail': 'any',
      'max-error': '2',
      'max-stop': 'ANY',
      'results-dir': 'out/../out/results',
      'artifact-name': '기기 결과',
      'retention-days': '400',
      'job-summary': 'False',
    });
    expect(inputs.target).toMatchObject({
      testsetName: '로그인 테스트 & "결제"',
      timeLimitMinutes: 30,
      useVo: true,
      callback: { origin: 'https://hooks.example.com' },
      loginId: 'tester',
    });
    expect(inputs).toMatchObject({
      wait: true,
      resume: true,
      timeoutMs: 300_000,
      limits: { fail: Infinity, error: 2, stop: Infinity },
      resultsDir: join(workspace.folder, 'out', 'results'),
      artifact: { name: '기기 결과', retentionDays: 400 },
      jobSummary: false,
    });
    expect(JSON.stringify(inputs)).not.toMatch(/s3cret|pässwort|k3y/);
    expect(warnings).toEqual([]);
  });

  test('attaching, with Windows line ends between the identifiers', async () => {
    const { inputs, warnings } = await read(workspace, { ...ATTACH, 'testset-id': '3, 1\r\n2\r\n 1,\n\n' });
    expect(inputs.target).toEqual({ kind: 'attach', testsetIds: [3, 1, 2] });
    expect(warnings).toEqual([]);
  });

  test('everything is frozen, to the innermost part', async () => {
    const { inputs } = await read(workspace, { ...ENOUGH, callback: 'https://a.example' });
    const parts = [inputs, inputs.service, inputs.target, inputs.limits, Reflect.get(inputs.target, 'app')];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true, true]);
  });

  test('the defaults in action.yml are those of the code', async () => {
    const action = readFileSync(new URL('../../action.yml', import.meta.url), 'utf8');
    const defaults = [...action.matchAll(/^ {2}([a-z-]+):\n(?: {4}.*\n)*? {4}default: '?([^'\n]*)'?$/gm)];
    expect(defaults.length).toBeGreaterThan(5);
    const fixed = defaults.filter(([, , value = '']) => !value.includes('${{'));
    const values = Object.fromEntries(fixed.map(([, name = '', value = '']) => [name, value]));
    const { inputs } = await read(workspace, ENOUGH);
    expect(JSON.stringify((await read(workspace, { ...ENOUGH, ...values })).inputs)).toBe(JSON.stringify(inputs));
  });
});

describe('inputs without a use are warned of', () => {
  test.each<[string, Values, string[]]>([
    ['an existing testset has its settings', { 'time-limit': '10', 'use-vo': 'true' }, ['time-limit', 'use-vo']],
    [
      'even a wrong value that nobody reads',
      { 'os-type': 'symbian', 'testset-name': 'x' },
      ['os-type', 'testset-name'],
    ],
    [
      'accounts and callback',
      { callback: 'x', 'login-id': 'a', 'login-pw': 'b' },
      ['callback', 'login-id', 'login-pw'],
    ],
    [
      'the project, and nothing that says what holds anyway',
      { 'project-id': '509', 'use-vo': 'False', 'source-type': 'file' },
      ['project-id'],
    ],
    ['what only scenarios have a use for', { 'source-type': 'app_id' }, ['source-type']],
    [
      'no artifact is wanted',
      { 'upload-artifact': 'false', 'artifact-name': 'a:b', 'retention-days': '1' },
      ['artifact-name', 'retention-days'],
    ],
    ['limits that nothing waits for', { wait: 'false', 'max-fail': 'any', 'max-stop': '0' }, ['max-fail']],
  ])('%s', async (_, values, names) => {
    const { warnings, inputs } = await read(workspace, { ...ATTACH, ...values });
    expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(names);
    expect('artifact' in inputs).toBe(values['upload-artifact'] !== 'false');
  });
});

const CONTROL = '\u0007';

describe('one wrong input is one fault that names it', () => {
  test.each<[input: string, given: string, shown: string]>([
    ['project-id', '0', '"0"'],
    ['project-id', '-5', '"-5"'],
    ['project-id', '+5', '"+5"'],
    ['project-id', '1e3', '"1e3"'],
    ['project-id', '0x10', '"0x10"'],
    ['project-id', '5.0', '"5.0"'],
    ['project-id', '５０９', '"５０９"'],
    ['project-id', '9007199254740992', '"9007199254740992"'],
    ['project-id', `5${CONTROL}09`, '"5 09"'],
    ['wait', 'yes', '"yes"'],
    ['upload-artifact', '1', '"1"'],
    ['job-summary', 'on', '"on"'],
    ['use-vo', 'truе', '"truе"'],
    ['time-limit', '4', '"4"'],
    ['time-limit', '31', '"31"'],
    ['time-limit', '7.5', '"7.5"'],
    ['timeout', '0', '"0"'],
    ['timeout', '1441', '"1441"'],
    ['max-fail', 'all', '"all"'],
    ['max-error', '-1', '"-1"'],
    ['max-stop', '9007199254740992', '"9007199254740992"'],
    ['os-type', 'Symbian', '"Symbian"'],
    ['os-type', 'ios', 'iOS'],
    ['testset-name', 'x'.repeat(101), `"${'x'.repeat(101)}"`],
    ['testset-name', `${'x'.repeat(201)}${CONTROL}`, `"${'x'.repeat(200)}…"`],
    ['callback', 'ftp://example.com/s3cret', 'a value of 24 characters'],
    ['callback', 'https://example.com/s3c ret', 'a value of 27 characters'],
    ['callback', `https://example.com/${'x'.repeat(231)}`, 'a value of 251 characters'],
    ['callback', 'https://[bad', 'a value of 12 characters'],
    ['callback', `https://example.com/${'x'.repeat(4_000)}`, 'a value of 4020 characters'],
    ['login-id', 'x'.repeat(151), 'a value of 151 characters'],
    ['login-pw', `${'x'.repeat(2_000)}\r\n${'y'.repeat(2_000)}`, 'a value of 4002 characters'],
    ['login-pw', 'x'.repeat(151), 'a value of 151 characters'],
    ['results-dir', '.', '"."'],
    ['results-dir', '../elsewhere', '"../elsewhere"'],
    ['results-dir', 'a/../..', '"a/../.."'],
    ['results-dir', '/', '"/"'],
    ['results-dir', 'a\0b', '"a b"'],
    ['artifact-name', 'a/b', '"a/b"'],
    ['artifact-name', 'a\r\nb', '"a b"'],
    ['artifact-name', 'x'.repeat(256), `"${'x'.repeat(200)}…"`],
    ['retention-days', '0', '"0"'],
    ['retention-days', '401', '"401"'],
  ])('%s: %j', async (input, given, shown) => {
    const faults = await faultsOf(workspace, { ...ENOUGH, [input]: given });
    expect(faults).toEqual([expect.stringMatching(/^[a-z-]+ is .*, but must .*[^.]\.$/s)]);
    expect(faults.join()).toContain(`${input} is ${shown}, but must `);
  });

  test.each([
    ['results-dir', '..results'],
    ['results-dir', 'a/./b'],
    ['time-limit', '05'],
    ['max-fail', '9007199254740991'],
    ['testset-name', '가'.repeat(100)],
    ['callback', 'HTTP://user:pw@[::1]:8080/x'],
    ['callback', `https://example.com/${'x'.repeat(230)}`],
    ['login-pw', 'x'.repeat(150)],
    ['artifact-name', 'x'.repeat(255)],
    ['wait', ''],
  ])('%s may be %j', async (input, given) => {
    expect(await faultsOf(workspace, { ...ENOUGH, [input]: given })).toEqual([]);
  });
});

describe('testset-id', () => {
  test.each(['abc', '0', '1,-2', '1;2', '９', '1.5', ',', '9007199254740993', '1e3'])(
    'may not be %j',
    async (given) => {
      const [fault, ...others] = await faultsOf(workspace, { ...ATTACH, 'testset-id': given });
      expect(fault).toContain(`testset-id is "${given}", but must be 1 to 256 testset numbers`);
      expect(others).toEqual([]);
    },
  );

  test('takes 256 at most', async () => {
    const ids = (count: number): Values => ({
      ...ATTACH,
      'testset-id': Array.from({ length: count }, (_, i) => i + 1).join(),
    });
    expect(await faultsOf(workspace, ids(256))).toEqual([]);
    expect(await faultsOf(workspace, ids(257))).toHaveLength(1);
  });
});

test('the project is checked even where nothing is created', async () => {
  expect(await faultsOf(workspace, { ...ATTACH, 'project-id': 'five' })).toEqual([
    'project-id is "five", but must be the number of your project, in digits.',
  ]);
});

test('a password may have several lines, with Windows line ends', async () => {
  const { inputs } = await read(workspace, { ...ENOUGH, 'login-pw': 'one\r\ntwo' });
  const { target } = inputs;
  expect(target.kind === 'app' && target.loginPw?.reveal()).toBe('one\r\ntwo');
});

describe('what to run', () => {
  test('nothing', async () => {
    expect(await faultsOf(workspace, { ...ENOUGH, 'app-file': '' })).toEqual([
      'app-file, scenario-id, scenario-query or testset-id is missing, but must be given: exactly one of them says what to run.',
    ]);
  });

  test('two things, and one of them is wrong besides', async () => {
    expect(await faultsOf(workspace, { ...ENOUGH, 'testset-id': 'x' })).toEqual([
      'app-file as well as testset-id is given, but must stand alone: exactly one of them says what to run.',
      expect.stringContaining('testset-id is "x"'),
    ]);
  });

  test('an app without a project', async () => {
    expect(await faultsOf(workspace, { ...ENOUGH, 'project-id': '' })).toEqual([
      'project-id is empty, but must be the number of your project, in digits.',
    ]);
  });
});

describe('all faults at once', () => {
  const wrong = {
    'base-url': 'http://me:s3cret@testset.example.com',
    'access-key': 's3c\nret',
    'app-file': 'no.apk',
    wait: 'yes',
    timeout: '1e3',
    'login-pw': `s3cret${'x'.repeat(150)}`,
  };

  test('one error with every name, and no secret in it', async () => {
    const error: unknown = await read(workspace, wrong).catch((reason: unknown) => reason);
    const faults = error instanceof InputErrors ? error : undefined;
    const names = ['base-url', 'user-id', 'access-key', 'project-id', 'app-file', 'login-pw', 'wait', 'timeout'];
    expect(faults?.errors.map(({ input }) => input)).toEqual(names);
    expect(faults?.code).toBe('bad-inputs');
    expect(faults?.message).toMatch(/^8 faults in the inputs: base-url is a value of 36 characters, but must /);
    expect(faults?.sentence).toMatch(/nothing was sent\.$/);
    expect(faults?.message).not.toMatch(/s3c/);
  });

  test('a single one stands for itself', async () => {
    await expect(read(workspace, { ...ENOUGH, wait: 'yes' })).rejects.toThrow(
      /^wait is "yes", but must be true or false\.$/,
    );
  });
});

test('a name is made of the pull request where there is one', async () => {
  const { inputs } = await read(workspace, ENOUGH, runContext({ pullRequestTitle: 'Add 결제' }));
  expect(Reflect.get(inputs.target, 'testsetName')).toBe('Add 결제 #7');
});

test.each([
  ['login-id', 'login-pw'],
  ['login-pw', 'login-id'],
])('%s without %s is a warning', async (given, missing) => {
  const { warnings } = await read(workspace, { ...ENOUGH, [given]: 'someone' });
  expect(warnings).toEqual([`${given} is given, but ${missing} is empty.`]);
});
