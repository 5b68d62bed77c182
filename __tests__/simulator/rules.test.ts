import { describe, expect, test } from '@jest/globals';

import { simulate } from '../support/simulate.ts';
import { ask, AUTHORIZATION, create, createScenario, DATA } from './support.ts';

const wrong = (code: number, detail: string): unknown => ({
  data: {},
  result_code: code,
  result_msg: expect.stringMatching(/.+/),
  reason: expect.stringContaining(detail),
});
const long = (length: number): string => 'x'.repeat(length);

describe('the data of a create', () => {
  type Row = [changes: object, code: number, detail: string];
  const NOT_ALLOWED = {
    testset_name: [long(101), 7],
    os_type: ['IOS'],
    scenario_id: [-1, '0'],
    source_type: ['File'],
    time_limit: [4, 31, 5.5, '10'],
    use_vo: ['false'],
    callback: [`https://h.example/${long(250)}`, 'ftp://h.example/'],
    credentials: [[]],
  };

  test.each<Row>([
    [{ pid: undefined }, 4000, 'Required parameter missing: pid.'],
    [{ testset_name: '' }, 4000, 'Required parameter missing: testset_name.'],
    [{ os_type: undefined }, 4000, 'Required parameter missing: os_type.'],
    ...Object.entries(NOT_ALLOWED).flatMap(([name, values]) =>
      values.map((value): Row => [{ [name]: value }, 4000, `${name} (its value is not allowed).`]),
    ),
    [{ credentials: { login_id: long(151) } }, 4000, 'login_id (its value is not allowed).'],
    [{ credentials: { login_pw: 5 } }, 4000, 'login_pw (its value is not allowed).'],
    [{ pid: 508 }, 4052, 'Invalid project_id: 508.'],
    [{ pid: '509' }, 4052, 'Invalid project_id: 509.'],
    [{ pid: null }, 4052, 'Invalid project_id: null.'],
  ])('%j is rejected with %i: %s', async (changes, code, detail) => {
    for (const strict of [true, false]) {
      const simulator = await simulate({ strict });
      expect((await create(simulator, { ...DATA, ...changes })).envelope).toEqual(wrong(code, detail));
      expect(simulator.created).toEqual([]);
    }
  });

  test.each([
    { testset_name: long(100), time_limit: 5 },
    { callback: `https://h.example/${long(232)}`, time_limit: 30 },
    { credentials: { login_id: long(150), login_pw: long(150) } },
    { testset_name: 'say "hi"\r\n--boundary', credentials: {} },
  ])('%j is accepted', async (changes) => {
    const simulator = await simulate();
    const { envelope } = await create(simulator, { ...DATA, ...changes });
    expect(envelope).toMatchObject({ result_code: 0 });
    expect(simulator.journal).toMatchObject([{ data: changes }]);
  });
});

describe('the app file', () => {
  test.each([
    ['app.aab', 'x', 'ANDROID', 4050],
    ['apk', 'x', 'ANDROID', 4050],
    ['app.apk.', 'x', 'ANDROID', 4050],
    ['app.ipa', 'x', 'ANDROID', 4055],
    ['app.xapk', 'x', 'iOS', 4055],
    ['app.apk', '', 'ANDROID', 4032],
    ...['app.apk', 'app.xapk', 'app.apks', 'app.zip', 'APP.APK'].map((name) => [name, 'x', 'ANDROID', 0] as const),
    ...['app.ipa', 'app.app', 'app.zip'].map((name) => [name, 'x', 'iOS', 0] as const),
  ])('%s with the content "%s" for %s: code %i', async (name, bytes, osType, code) => {
    const { envelope } = await create(await simulate(), { ...DATA, os_type: osType }, { name, bytes });
    expect(envelope).toMatchObject({ result_code: code });
  });
});

describe('a scenario test', () => {
  test.each<[string, object, string]>([
    ['of a scenario that the project does not have', { scenario_id: 9 }, 'scenario_id'],
    ['of a scenario for the other system', { scenario_id: 103 }, 'scenario_id'],
    ['with the video optimizer', { scenario_id: 101, use_vo: true }, 'use_vo'],
    ['without a source type', { scenario_id: 101, source_type: undefined }, 'source_type'],
    [
      'of an app identifier, where the project has app files',
      { scenario_id: 101, source_type: 'app_id' },
      'source_type',
    ],
    ['of an app file, where the project has app identifiers', { pid: 511, scenario_id: 301 }, 'source_type'],
  ])('%s is rejected', async (_title, changes, detail) => {
    const { envelope } = await createScenario(await simulate(), { ...DATA, ...changes });
    expect(envelope).toEqual(wrong(4000, detail));
  });
});

describe('other requests', () => {
  test.each([
    ['/testset/5', 5002, 'testset 5'],
    ['/testset/five', 5002, 'testset 0'],
    ['/testset/5/result', 6003, 'Test data does not exist.'],
    ['/testset/5/result?data_type=pdf', 5003, 'data_type'],
    ['/project/508/scenarios', 2001, 'Project data does not exist.'],
    ['/project/0/scenarios', 4051, '(project id)'],
    ['/project/509/scenarios?os_type=android', 4051, '(project id)'],
  ])('%s is rejected with %i', async (path, code, detail) => {
    const { envelope } = await ask(await simulate(), path);
    expect(envelope).toEqual(wrong(code, detail));
  });
});

describe('credentials', () => {
  const ACCOUNT = { userId: '개발자', accessKey: 'p:w "é' };
  const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

  test.each([
    [basic('개발자:p:w "é'), 200],
    [basic('개발자:p'), 401],
    [basic('p:w "é'), 401],
    [AUTHORIZATION, 401],
    [`Bearer ${basic('개발자:p:w "é').slice(6)}`, 401],
    ['', 401],
  ])('"%s": status %i', async (authorization, expected) => {
    for (const strict of [true, false]) {
      const simulator = await simulate({ account: ACCOUNT, strict });
      const { status, headers } = await ask(simulator, '/project/509/scenarios', { headers: { authorization } });
      expect(status).toBe(expected);
      const challenge = headers.get('www-authenticate') ?? '';
      expect(challenge.startsWith('Basic realm="')).toBe(status === 401);
      expect(simulator.journal).toMatchObject([{ authorized: status === 200 }]);
    }
  });
});
