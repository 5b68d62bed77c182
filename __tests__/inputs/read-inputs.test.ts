import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { SECRET_INPUTS } from '../../src/inputs/input-table.ts';
import { Secret } from '../../src/model/secret.ts';
import { RUN } from '../support/platform.ts';
import { APP, ATTACH, ENOUGH, errorsOf, failureOf, read, workspaceWithApp, type Values } from './support.ts';

const workspace = workspaceWithApp();

describe('the inputs in final types', () => {
  test('an automated test with only what it needs', async () => {
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
        app: {
          path: join(workspace.folder, 'app.apk'),
          kind: 'file',
          name: 'app.apk',
          osType: 'ANDROID',
          ageDays: 0,
          checked: { bytes: APP.length, changedMs: expect.any(Number) },
        },
        osType: 'ANDROID',
        testsetName: { title: 'Fix the login', number: 7, attempt: 1, matrix: '' },
        useVo: false,
      },
      wait: true,
      resume: true,
      retryFailed: 0,
      timeoutMs: 180 * 60_000,
      maxFailures: 0,
      resultsDir: join(workspace.folder, 'testset-results'),
    });
    expect(inputs.service.accessKey.reveal()).toBe('k3y-of-mine');
    expect(warnings).toEqual([]);
  });

  test('an automated test with everything', async () => {
    const { inputs, warnings } = await read(workspace, {
      ...ENOUGH,
      'os-type': 'android',
      'testset-name': '로그인 테스트 & "결제"',
      'time-limit': '5',
      'use-vo': 'TRUE',
      callback: 'https://hooks.example.com/t/s3cret?x=1',
      'login-id': 'tester',
      'login-pw': 'pässwort',
      wait: 'True',
      timeout: ' 5 ',
      'max-failures': 'ANY',
      matrix: '{"device":1}',
      'retention-days': '400',
    });
    expect(inputs.target).toMatchObject({
      testsetName: { title: '로그인 테스트 & "결제"' },
      timeLimitMinutes: 5,
      useVo: true,
      callback: { origin: 'https://hooks.example.com' },
      loginId: 'tester',
    });
    expect(inputs).toMatchObject({ wait: true, timeoutMs: 300_000, maxFailures: Infinity, retentionDays: 400 });
    expect(JSON.stringify(inputs)).not.toMatch(/s3cret|pässwort|k3y/);
    const { target } = inputs;
    expect(target.kind === 'app' && target.callback?.url.reveal()).toBe('https://hooks.example.com/t/s3cret?x=1');
    expect(warnings).toEqual([]);
  });
});

describe('inputs without effect get a warning', () => {
  workspace.put('q.yml', '[]');

  test.each([
    ['max-failures', 'any'],
    ['quarantine-file', 'q.yml'],
  ])('%s without waiting', async (name, value) => {
    const { warnings } = await read(workspace, { ...ATTACH, wait: 'false', [name]: value });
    expect(warnings).toEqual([expect.stringMatching(`^\`${name}\` has no effect`)]);
  });

  const SCENARIOS = { ...ENOUGH, 'app-file': '', 'scenario-id': 'all', 'os-type': 'iOS' };

  const ENDS_BEFORE =
    '`timeout` (29 minutes) is below `time-limit` (30 minutes), so the step may end before the testset is complete. ' +
    'Raise `timeout`.';

  test.each<[Values, readonly unknown[]]>([
    [{ ...ENOUGH, timeout: '29', 'time-limit': '30' }, [ENDS_BEFORE]],
    [{ ...ENOUGH, timeout: '30', 'time-limit': '30' }, []],
    [{ ...ENOUGH, timeout: '5', 'time-limit': '30', wait: 'false' }, []],
    [{ ...ENOUGH, callback: 'http://localhost:8080/' }, [expect.stringMatching(/^`callback` .* cannot reach\.$/)]],
    [{ ...ENOUGH, callback: 'http://localhost:8080/', 'base-url': 'http://127.0.0.1' }, []],
    [{ ...ENOUGH, callback: 'https://hooks.slack.com/services/T0' }, [expect.stringContaining('which no chat shows')]],
    [
      { ...ENOUGH, 'login-id': 'me', 'login-pw': ENOUGH['access-key'] },
      [expect.stringMatching(/^`login-pw` is the acc/)],
    ],
    [{ ...ENOUGH, 'access-key': 'TESTSET_ACCESS_KEY' }, [expect.stringContaining('the name of a secret')]],
  ])('%j', async (values, warnings) => {
    expect((await read(workspace, values)).warnings).toEqual(warnings);
  });

  test.each([
    ['an app', ENOUGH],
    ['a step that does not wait', { ...SCENARIOS, wait: 'false' }],
  ])('there are no retries of %s', async (_, values) => {
    const { warnings, inputs } = await read(workspace, { ...values, 'retry-failed': '1' });
    expect(warnings).toContainEqual(expect.stringContaining('`retry-failed` has no effect'));
    expect(inputs.retryFailed).toBe(0);
  });

  test('a time limit that is longer than that of jobs, on a runner of GitHub', async () => {
    const warningsOf = async (timeout: string, isHosted = true) =>
      (await read(workspace, { ...ENOUGH, timeout }, { isHosted })).warnings;
    expect(await warningsOf('361')).toEqual([expect.stringMatching(/^`timeout` is above the 360 minutes/)]);
    expect([await warningsOf('360'), await warningsOf('361', false)]).toEqual([[], []]);
  });

  test('a step that does not wait creates anew when it is run again, and says so', async () => {
    const { warnings } = await read(workspace, { ...ENOUGH, wait: 'false' }, { run: { ...RUN, attempt: 2 } });
    expect(warnings).toEqual([expect.stringContaining('`resume` has no effect, because `wait` is false')]);
    expect((await read(workspace, { ...ENOUGH, wait: 'false' })).warnings).toEqual([]);
  });

  test('a limit that allows every failure leaves nothing to retry', async () => {
    const { warnings } = await read(workspace, { ...SCENARIOS, 'retry-failed': '2', 'max-failures': 'any' });
    expect(warnings).toEqual([expect.stringContaining('`retry-failed` has no effect')]);
  });

  test('there are retries of scenarios', async () => {
    for (const chosen of [SCENARIOS, { ...SCENARIOS, 'scenario-id': '', 'scenario-query': 'Login' }]) {
      const { inputs, warnings } = await read(workspace, { ...chosen, 'retry-failed': '2' });
      expect([inputs.retryFailed, warnings]).toEqual([2, []]);
    }
  });

  test('a quarantine file that does not exist is an error', async () => {
    const errors = await errorsOf(workspace, { ...ENOUGH, 'quarantine-file': 'no.yml' });
    expect(errors).toEqual([expect.stringMatching(/^quarantine-file: .*does not exist/)]);
  });
});

test.each([
  ['app-file', 'apk', 'app-path', 'app_path', 'app_fil'],
  ['scenario-query', 'filter'],
  ['access-key', 'api-key', 'apikey'],
  ['project-id', 'projectid', 'testset_project_id'],
  ['testset-id', 'testset_id', 'testsetid'],
  ['time-limit', 'max-duration'],
  ['wait: false', 'async'],
  ['max-failures: any', 'fail-on-error', 'ignore-failures'],
  ['retry-failed', 'retry', 'num-flaky-test-attempts'],
])('a warning says that `%s` is perhaps meant by %s, and shows no value', async (meant, ...names) => {
  for (const name of names) {
    const { warnings } = await read(workspace, { ...ENOUGH, [name]: 's3cret' });
    expect(warnings).toEqual([`There is no input "${name}". Perhaps \`${meant}\` is meant.`]);
  }
});

test.each([
  ['devices', 'The device preset of the project chooses the devices.'],
  [
    'include-tags',
    /^There is no input "include-tags"\. Choose stored scenarios by `scenario-query` or `scenario-id`; /,
  ],
  ['password', 'That of the service is `access-key`, and that of the app `login-pw`.'],
  ['slack-webhook', '`callback` gets the results as XML. See the recipe Chat message'],
  ['max-failure-percent', '`max-failures` is a number of devices.'],
  ['bundle-id', 'The app is the file in `app-file`'],
  ['continue-on-error', 'Put it beside `uses:`, not below `with:`.'],
  ['junit_path', 'The output `junit-file` says where it is.'],
  ['outputs_dir', 'There is no input "outputs_dir". The output `results-dir` says where the files are.'],
])('a warning says what there is instead of %s', async (name, advice) => {
  const { warnings } = await read(workspace, { ...ENOUGH, [name]: 's3cret' });
  expect([warnings.length, warnings[0]]).toEqual([1, expect.stringMatching(advice)]);
});

test.each(['wat', 'tim_ut'])('no input is meant by %s', async (name) => {
  expect((await read(workspace, { ...ENOUGH, [name]: 's3cret' })).warnings).toEqual([]);
});

describe('the GitHub API', () => {
  test('is used with a token, by default without a comment', async () => {
    const { inputs } = await read(workspace, { ...ATTACH, 'github-token': 'ghs_x' });
    expect(inputs.github).toMatchObject({ prComment: false });
    expect(inputs.github?.token.reveal()).toBe('ghs_x');
    const values = { ...ATTACH, 'github-token': 'ghs_x', 'pr-comment': 'On-Failure' };
    expect((await read(workspace, values)).inputs.github?.prComment).toBe('on-failure');
  });

  test('is needed for a comment', async () => {
    expect((await read(workspace, ATTACH)).inputs.github).toBeUndefined();
    const errors = await errorsOf(workspace, { ...ATTACH, 'pr-comment': 'true' });
    expect(errors).toEqual([expect.stringMatching(/^github-token: .*`pr-comment`/)]);
    const literal = await errorsOf(workspace, { ...ATTACH, 'pr-comment': 'true', 'github-token': 'secrets.PAT' });
    expect(literal).toEqual([expect.stringContaining('`github-token` is the text of an expression')]);
  });
});

test('the keys, the password and the address to call back are secrets', () => {
  expect(SECRET_INPUTS).toEqual(['access-key', 'login-pw', 'callback', 'github-token']);
});

const LOGIN = { 'login-id': 'me', 'login-pw': 'it' };

describe('a wrong input is one error that names it', () => {
  test.each<[input: string, given: string, message: string]>([
    ['project-id', '0', '"0"'],
    ['project-id', '-5', '"-5"'],
    ['project-id', '1e3', '"1e3"'],
    ['project-id', '5.0', '"5.0"'],
    ['project-id', '５０９', '"５０９"'],
    ['project-id', '9007199254740992', '"9007199254740992"'],
    ['project-id', '5\u000709', '"5\ufffd09"'],
    ['wait', 'yes', '"yes". Use true or false.'],
    ['use-vo', 'truе', '"truе"'],
    ['time-limit', '4', '"4". Use a whole number of minutes from 5 to 30.'],
    ['time-limit', '31', '"31"'],
    ['timeout', '0', '"0". Use a whole number of minutes from 1 to 1440.'],
    ['pr-comment', 'maybe', '"maybe". Use true, false or on-failure.'],
    ['timeout', '1441', '"1441"'],
    ['max-failures', 'all', '"all". Use a whole number, 0 or more, or `any`.'],
    ['max-failures', '-1', '"-1"'],
    ['max-failures', '*', '"*". Use a whole number'],
    ['testset-name', 'x'.repeat(101), '101 characters long. Use at most 100.'],
    ['callback', 'ftp://example.com/s3cret', 'not a valid address (24 characters)'],
    ['callback', 'https://example.com/s3c ret', 'not a valid address'],
    ['callback', `https://example.com/${'x'.repeat(231)}`, 'not a valid address (251 characters)'],
    ['callback', 'https://[bad', 'not a valid address (12 characters). Use an http:// or https:// address of'],
    ['callback', 'xhttp://example.com', 'not a valid address'],
    ['login-id', 'x'.repeat(151), '151 characters long'],
    ['login-pw', '$S3CRET', 'the name of a shell variable'],
    ['login-pw', `${'s3cret'.repeat(30)}\r\n`, '180 characters long. Use at most 150.'],
    ['retention-days', '0', '"0". Use a whole number of days from 1 to 400.'],
    ['retention-days', '401', '"401"'],
    ['retry-failed', '3', '"3". Use a whole number of retries from 0 to 2'],
    ['app-file', '{{ env.APK }}', 'the text of an expression, not its value. Use an expression, such as'],
    ['app-file', '$ {{ env.DIR }}/app.apk', 'the text of an expression'],
    ['app-file', 'steps.build.outputs.apk', 'the text of an expression'],
    ['app-file', '${GITHUB_WORKSPACE}/app.apk', 'the name of a shell variable, not its value'],
    ['quarantine-file', 'env.QUARANTINE', 'the text of an expression'],
    ['testset-name', 'Object', 'what an expression makes of a list, an object or nothing. Use a property of it'],
    ['login-pw', '***', 'masked, as in a log. Use the value itself.'],
    [
      'matrix',
      '[object Object]',
      'what an expression makes of a list, an object or nothing. Leave it out, or in a called workflow use `${{ toJSON',
    ],
    ['matrix', 'paid', '"paid". Leave it out, or in a called workflow use `${{ toJSON(inputs) }}`.'],
  ])('%s: %j', async (input, given, message) => {
    const errors = await errorsOf(workspace, { ...ENOUGH, ...LOGIN, [input]: given });
    expect(errors).toEqual([expect.stringContaining(`${input}: \`${input}\` is ${message}`)]);
    expect(errors.join()).not.toContain('s3c');
  });

  test.each([
    ['time-limit', '05'],
    ['max-failures', '9007199254740991'],
    ['testset-name', '가'.repeat(100)],
    ['testset-name', '"Undo" and "Redo"'],
    ['callback', 'HTTP://user:pw@[::1]:8080/x'],
    ['callback', `https://example.com/${'x'.repeat(230)}`],
    ['login-pw', 'x'.repeat(150)],
    ['wait', ''],
    ['testset-name', 'Quote ${{ inputs }} in the docs'],
    ['matrix', 'null'],
  ])('%s may be %j', async (input, given) => {
    expect(await errorsOf(workspace, { ...ENOUGH, ...LOGIN, [input]: given })).toEqual([]);
  });
});

describe('everything that is wrong', () => {
  test('is one error with every name, and no secret in it', async () => {
    const wrong = {
      'base-url': 'http://me:s3cret@testset.example.com',
      'access-key': 's3c\nret',
      'app-file': 'no.apk',
      wait: 'yes',
      'login-pw': `s3cret${'x'.repeat(150)}`,
    };
    const { names, message, hint } = await failureOf(workspace, wrong);
    const wrongInputs = ['base-url', 'user-id', 'access-key', 'project-id', 'app-file', 'login-pw', 'login-id', 'wait'];
    expect(names).toEqual(wrongInputs);
    expect(message).toMatch(/^`base-url` contains a user name or a password\./);
    expect(hint).toMatch(/No testset was created\.$/);
    expect(message).not.toMatch(/s3c/);
  });

  test('is one message if it is one input', async () => {
    const error = await failureOf(workspace, { ...ENOUGH, wait: 'yes' });
    expect(error).toMatchObject({ message: '`wait` is "yes". Use true or false.', hint: 'No testset was created.' });
  });
});
