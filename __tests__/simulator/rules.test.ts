import { describe, expect, test } from '@jest/globals';

import { simulate } from '../support/simulate.ts';
import { ask, AUTHORIZATION, create, createScenario, DATA, post, type AppFile } from './support.ts';

const wrong = (code: number, detail: string): unknown => ({
  data: {},
  result_code: code,
  result_msg: expect.stringMatching(/.+/),
  reason: expect.stringContaining(detail),
});
const without = (key: keyof typeof DATA): object =>
  Object.fromEntries(Object.entries(DATA).filter(([name]) => name !== key));
const long = (length: number): string => 'x'.repeat(length);

describe('the data of a create', () => {
  test.each<[string, unknown]>([
    ['pid', without('pid')],
    ['testset_name', without('testset_name')],
    ['testset_name', { ...DATA, testset_name: '' }],
    ['os_type', without('os_type')],
    ['source_type', without('source_type')],
  ])('without %s is rejected with 4000', async (key, data) => {
    const { envelope } = await create(await simulate(), data);
    expect(envelope).toEqual(wrong(4000, `Required parameter missing: ${key}.`));
  });

  test.each<[string, object]>([
    ['testset_name', { testset_name: long(101) }],
    ['testset_name', { testset_name: 7 }],
    ['os_type', { os_type: 'android' }],
    ['os_type', { os_type: 'IOS' }],
    ['scenario_id', { scenario_id: -1 }],
    ['scenario_id', { scenario_id: '0' }],
    ['scenario_id', { scenario_id: null }],
    ['source_type', { source_type: 'File' }],
    ['time_limit', { time_limit: 4 }],
    ['time_limit', { time_limit: 31 }],
    ['time_limit', { time_limit: 5.5 }],
    ['time_limit', { time_limit: '10' }],
    ['use_vo', { use_vo: 'false' }],
    ['callback', { callback: `https://h.example/${long(250)}` }],
    ['callback', { callback: 'hooks.example.com' }],
    ['callback', { callback: 'ftp://h.example/' }],
    ['credentials', { credentials: [] }],
    ['credentials', { credentials: null }],
    ['login_id', { credentials: { login_id: long(151) } }],
    ['login_pw', { credentials: { login_pw: 5 } }],
    ['password', { credentials: { password: 'secret' } }],
    ['timelimit', { timelimit: 10 }],
  ])('with a wrong %s, as in %j, is rejected with 4000', async (key, changes) => {
    const simulator = await simulate();
    const { envelope } = await create(simulator, { ...DATA, ...changes });
    expect(envelope).toEqual(wrong(4000, `${key} (its value is not allowed).`));
    expect(simulator.created).toEqual([]);
  });

  test.each<[unknown, string]>([
    [508, '508'],
    [0, '0'],
    [-509, '-509'],
    [509.5, '509.5'],
    ['509', '509'],
    ['$&', '$&'],
    [null, 'null'],
  ])('with the project %j is rejected with 4052', async (pid, reported) => {
    const { envelope } = await create(await simulate(), { ...DATA, pid });
    expect(envelope).toEqual(wrong(4052, `Invalid project_id: ${reported}.`));
  });

  test.each<[string, object]>([
    ['a name of 100 characters', { testset_name: long(100) }],
    ['5 minutes', { time_limit: 5 }],
    ['30 minutes', { time_limit: 30 }],
    ['a callback of 250 characters', { callback: `https://h.example/${long(232)}` }],
    ['credentials of 150 characters', { credentials: { login_id: long(150), login_pw: long(150) } }],
    ['no credentials within', { credentials: {} }],
    ['quotes and line ends', { testset_name: 'say "hi"\r\n--boundary' }],
  ])('with %s is accepted', async (_title, changes) => {
    const simulator = await simulate();
    const { envelope } = await create(simulator, { ...DATA, ...changes });
    expect(envelope).toMatchObject({ result_code: 0 });
    expect(simulator.journal).toMatchObject([{ data: changes }]);
  });

  test.each(['', '{', '[]', 'null', '"{}"', '\uFEFF{}', `{"pid":${'9'.repeat(70_000)}}`])(
    'that is not a JSON object is rejected with 4000 (%#)',
    async (text) => {
      const { envelope } = await create(await simulate(), text);
      expect(envelope).toEqual(wrong(4000, 'data'));
    },
  );
});

describe('the app file', () => {
  test.each<[string, AppFile, string, number]>([
    ['with another extension', { name: 'app.aab', bytes: 'x' }, 'ANDROID', 4050],
    ['without an extension', { name: 'apk', bytes: 'x' }, 'ANDROID', 4050],
    ['with a dot at its end', { name: 'app.apk.', bytes: 'x' }, 'ANDROID', 4050],
    ['for iOS, in an Android test', { name: 'app.ipa', bytes: 'x' }, 'ANDROID', 4055],
    ['for Android, in an iOS test', { name: 'app.xapk', bytes: 'x' }, 'iOS', 4055],
    ['that is empty', { name: 'app.apk', bytes: '' }, 'ANDROID', 4032],
  ])('%s is rejected', async (_title, file, osType, code) => {
    const { envelope } = await create(await simulate(), { ...DATA, os_type: osType }, file);
    expect(envelope).toMatchObject({ result_code: code });
  });

  test.each([
    ...['app.apk', 'app.xapk', 'app.apks', 'app.zip', 'APP.APK'].map((name) => [name, 'ANDROID']),
    ...['app.ipa', 'app.app', 'app.zip'].map((name) => [name, 'iOS']),
  ])('%s is accepted for %s', async (name, osType) => {
    const { envelope } = await create(await simulate(), { ...DATA, os_type: osType }, { name, bytes: 'x' });
    expect(envelope).toMatchObject({ result_code: 0 });
  });

  test('is required for an automated test', async () => {
    const { envelope } = await createScenario(await simulate(), DATA);
    expect(envelope).toEqual(wrong(4051, 'Required parameter missing: app_file.'));
  });
});

describe('a scenario test', () => {
  test.each<[string, object]>([
    ['of a scenario that the project does not have', { scenario_id: 9 }],
    ['of a scenario for the other system', { scenario_id: 103 }],
    ['with the video optimizer', { scenario_id: 101, use_vo: true }],
    ['of an app identifier, where the project has app files', { scenario_id: 101, source_type: 'app_id' }],
    ['of an app file, where the project has app identifiers', { pid: 511, scenario_id: 301 }],
  ])('%s is rejected', async (_title, changes) => {
    const { envelope } = await createScenario(await simulate(), { ...DATA, ...changes });
    expect(envelope).toEqual(wrong(4000, '(its value is not allowed).'));
  });

  test('with an app file is rejected', async () => {
    const { envelope } = await create(await simulate(), { ...DATA, scenario_id: 101 });
    expect(envelope).toEqual(wrong(4000, 'app_file (its value is not allowed).'));
  });

  test('may set use_vo to false', async () => {
    const { envelope } = await createScenario(await simulate(), { ...DATA, scenario_id: 101, use_vo: false });
    expect(envelope).toMatchObject({ result_code: 0 });
  });
});

describe('the parts of a create', () => {
  const data = JSON.stringify(DATA);
  const app = new File(['apk'], 'app.apk');
  test.each<[string, [name: string, value: string | File][], string]>([
    [
      'the data before the file',
      [
        ['data', data],
        ['app_file', app],
      ],
      'app_file before data',
    ],
    [
      'a part of another name',
      [
        ['app_file', app],
        ['file', app],
        ['data', data],
      ],
      'a part of another name',
    ],
    [
      'two files',
      [
        ['app_file', app],
        ['app_file', app],
        ['data', data],
      ],
      'each part once',
    ],
    [
      'the data twice',
      [
        ['app_file', app],
        ['data', data],
        ['data', data],
      ],
      'each part once',
    ],
    [
      'a file without a name',
      [
        ['app_file', 'apk'],
        ['data', data],
      ],
      'app_file as a file',
    ],
    ['no data', [['app_file', app]], 'data'],
    [
      'data as a file',
      [
        ['app_file', app],
        ['data', new File([data], 'data.json')],
      ],
      'data (its value is not allowed)',
    ],
  ])('%s: rejected with 4000', async (_title, parts, detail) => {
    const form = new FormData();
    for (const [name, value] of parts) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, value.name);
    }
    const { envelope } = await post(await simulate(), form);
    expect(envelope).toEqual(wrong(4000, `Required parameter missing: ${detail}.`));
  });

  test.each([
    ['JSON only', 'application/json'],
    ['a multipart body that is no form', 'multipart/mixed; boundary=b'],
    ['a form without a boundary', 'multipart/form-data'],
    ['a form with an empty boundary', 'multipart/form-data; boundary=""'],
  ])('%s: rejected with 4000', async (_title, type) => {
    const body = `--b\r\ncontent-disposition: form-data; name="data"\r\n\r\n${data}\r\n--b--\r\n`;
    const { envelope } = await post(await simulate(), body, { 'content-type': type });
    expect(envelope).toEqual(wrong(4000, 'Required parameter missing: data.'));
  });

  test('a form that is not closed: rejected with 4000', async () => {
    const file = '--b\r\ncontent-disposition: form-data; name="app_file"; filename="app.apk"\r\n\r\napk\r\n';
    const unclosed = `${file}--b\r\ncontent-disposition: form-data; name="data"\r\n\r\n${data}\r\n--b\r\n`;
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    const responses = [
      await post(await simulate(), unclosed, type),
      await post(await simulate(), `${unclosed}\r\n\r\n--b--`, type),
    ];
    expect(responses.map(({ envelope }) => envelope)).toEqual([
      wrong(4000, 'Required parameter missing: data.'),
      wrong(4000, 'a part of another name'),
    ]);
  });
});

describe('other requests', () => {
  test.each([
    ['/testset/5', 5002, 'testset 5'],
    ['/testset/0', 5002, 'testset 0'],
    ['/testset/five', 5002, 'testset 0'],
    ['/testset/5/result', 6003, 'Test data does not exist.'],
    ['/testset/5/result?data_type=pdf', 5003, 'data_type'],
    ['/project/508/scenarios', 2001, 'Project data does not exist.'],
    ['/project/0/scenarios', 4051, '(project id)'],
    ['/project/%35/scenarios', 4051, '(project id)'],
    ['/project/509/scenarios?os_type=android', 4051, '(project id)'],
  ])('%s is rejected with %i', async (path, code, detail) => {
    const { envelope } = await ask(await simulate(), path);
    expect(envelope).toEqual(wrong(code, detail));
  });

  test.each([
    ['GET', '/testset'],
    ['GET', '/testset/5/'],
    ['GET', '/testset/5/scenarios'],
    ['GET', '/project/509'],
    ['GET', '/project/509/result'],
    ['POST', '/testset/5'],
    ['PUT', '/testset'],
    ['DELETE', '/testset/251929'],
  ])('%s %s is no operation', async (method, path) => {
    const simulator = await simulate();
    const { status, envelope } = await ask(simulator, path, { method });
    expect({ status, envelope }).toEqual({ status: 404, envelope: undefined });
    expect(simulator.journal).toMatchObject([{ operation: 'none', method }]);
  });

  test('a plan that throws, and one without devices, are errors of the create', async () => {
    const plans = [
      () => {
        throw new Error('no more devices');
      },
      () => [],
    ];
    const responses = await Promise.all(plans.map(async (plan) => create(await simulate({ plan }))));
    expect(responses.map(({ envelope }) => envelope)).toEqual([wrong(5001, 'no more devices'), wrong(4080, 'preset')]);
  });
});

describe('credentials', () => {
  const paths = ['/testset/251929', '/testset/251929/result', '/project/509/scenarios'];
  test.each([
    '',
    'Basic',
    `Bearer ${AUTHORIZATION.slice(6)}`,
    AUTHORIZATION.slice(0, -4),
    `${AUTHORIZATION} `.repeat(2),
  ])('"%s" is rejected', async (authorization) => {
    const simulator = await simulate();
    const responses = await Promise.all(paths.map((path) => ask(simulator, path, { headers: { authorization } })));
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(simulator.journal.map(({ authorized }) => authorized)).toEqual([false, false, false]);
  });

  test('of another account are accepted when it is set', async () => {
    const account = { userId: '개발자', accessKey: 'p:w "é' };
    const simulator = await simulate({ account });
    const authorization = `Basic ${Buffer.from('개발자:p:w "é').toString('base64')}`;
    const right = await ask(simulator, '/project/509/scenarios', { headers: { authorization } });
    const wrongOne = await ask(simulator, '/project/509/scenarios');
    expect([right.status, wrongOne.status]).toEqual([200, 401]);
    expect(simulator.journal).toMatchObject([{ account }, { account: { accessKey: 'sim-access-key-1f9a' } }]);
  });

  test('that are wrong create nothing', async () => {
    const simulator = await simulate({ account: { userId: 'a', accessKey: 'b' } });
    expect(await create(simulator)).toMatchObject({ status: 401 });
    expect(simulator.created).toEqual([]);
  });
});
