import { describe, expect, test } from '@jest/globals';

import { DEFAULT_ACCOUNT } from '../../simulator/journal.ts';
import { simulate } from '../support/simulate.ts';
import { ask, AUTHORIZATION, create, createScenario, DATA, post } from './support.ts';

const APP = new File(['apk'], 'app.apk');
const JSON_DATA = JSON.stringify(DATA);
const MODES = [false, true];
const WITHOUT_SOURCE = { pid: DATA.pid, testset_name: DATA.testset_name, os_type: DATA.os_type };

/** The codes of a create by default and in strict mode. */
async function codesOf(send: (simulator: Awaited<ReturnType<typeof simulate>>) => Promise<{ envelope: unknown }>) {
  const responses = await Promise.all(MODES.map(async (strict) => send(await simulate({ strict }))));
  return responses.map(({ envelope }) => (envelope as { result_code: number }).result_code);
}

function formOf(parts: readonly (readonly [name: string, value: string | File])[]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

describe('what the interface does not forbid is rejected in strict mode only', () => {
  test.each<[string, object]>([
    ['an unknown field', { branch: 'main' }],
    ['an unknown field of the credentials', { credentials: { login_id: 'me', realm: 'test' } }],
    ['an empty time limit', { time_limit: '' }],
    ['a time limit of null', { time_limit: null }],
    ['an empty callback', { callback: '' }],
    ['a scenario identifier of null', { scenario_id: null }],
    ['credentials of null', { credentials: null }],
    ['an empty source type of an automated test', { source_type: '' }],
    ['a name of 100 characters that are 200 UTF-16 units', { testset_name: '🚀'.repeat(100) }],
    ['a login of 150 characters that are 300 UTF-16 units', { credentials: { login_pw: '🚀'.repeat(150) } }],
  ])('%s', async (_title, changes) => {
    expect(await codesOf((simulator) => create(simulator, { ...DATA, ...changes }))).toEqual([0, 4000]);
  });

  test('no source type in an automated test', async () => {
    expect(await codesOf((simulator) => create(simulator, WITHOUT_SOURCE))).toEqual([0, 4000]);
  });

  test.each([
    ['the data before the file', [['data', JSON_DATA] as const, ['app_file', APP] as const]],
    ['another part', [['app_file', APP] as const, ['note', 'nightly'] as const, ['data', JSON_DATA] as const]],
    ['a file more', [['app_file', APP] as const, ['mapping', APP] as const, ['data', JSON_DATA] as const]],
    ['data with a file name', [['app_file', APP] as const, ['data', new File([JSON_DATA], 'data.json')] as const]],
  ])('%s', async (_title, parts) => {
    expect(await codesOf((simulator) => post(simulator, formOf(parts)))).toEqual([0, 4000]);
  });

  test('an empty value in the query', async () => {
    expect(await codesOf((simulator) => ask(simulator, '/project/509/scenarios?os_type=&q='))).toEqual([0, 4051]);
  });

  test.each([`basic ${AUTHORIZATION.slice(6)}`, `BASIC  ${AUTHORIZATION.slice(6)}`])(
    'the authorization "%s"',
    async (authorization) => {
      const init = { headers: { authorization } };
      expect(await codesOf((simulator) => ask(simulator, '/project/509/scenarios', init))).toEqual([0, 4010]);
    },
  );
});

describe('what the interface forbids is rejected by default too', () => {
  test.each<[string, object, number]>([
    ['a name of 101 characters', { testset_name: 'x'.repeat(101) }, 4000],
    ['a time limit of 4 minutes', { time_limit: 4 }, 4000],
    ['a time limit that is a text', { time_limit: '10' }, 4000],
    ['an unknown operating system', { os_type: 'android' }, 4000],
    ['an unknown source type', { source_type: 'url' }, 4000],
    ['an unknown project', { pid: 508 }, 4052],
  ])('%s', async (_title, changes, code) => {
    expect(await codesOf((simulator) => create(simulator, { ...DATA, ...changes }))).toEqual([code, code]);
  });

  test('a scenario test without a source type', async () => {
    const data = { ...WITHOUT_SOURCE, scenario_id: 101 };
    expect(await codesOf((simulator) => createScenario(simulator, data))).toEqual([4000, 4000]);
  });

  test('an app file without a name, which has no extension', async () => {
    const form = formOf([
      ['app_file', 'apk'],
      ['data', JSON_DATA],
    ]);
    expect(await codesOf((simulator) => post(simulator, form))).toEqual([4050, 4000]);
  });

  test.each([
    ['another access key', `${DEFAULT_ACCOUNT.userId}:wrong`],
    ['another user', `nobody:${DEFAULT_ACCOUNT.accessKey}`],
  ])('%s, with a challenge', async (_title, pair) => {
    const simulator = await simulate({ strict: false });
    const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    const { status, headers } = await ask(simulator, '/project/509/scenarios', { headers: { authorization } });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/^Basic realm="/);
  });
});
