import { expect, test } from '@jest/globals';

import type { Simulator } from '../../simulator/server.ts';
import { simulate } from '../support/simulate.ts';
import { ask, AUTHORIZATION, create, DATA, post, type SimulatorResponse } from './support.ts';

const APP = new File(['apk'], 'app.apk');
const JSON_DATA = JSON.stringify(DATA);

/** The codes of a request by default and in strict mode. */
async function codesOf(send: (simulator: Simulator) => Promise<SimulatorResponse>): Promise<readonly number[]> {
  const inModes = [false, true].map(async (strict) => send(await simulate({ strict })));
  const responses = await Promise.all(inModes);
  return responses.map(({ envelope }) => (envelope as { result_code: number }).result_code);
}

test.each([
  { branch: 'main' },
  { credentials: { login_id: 'me', realm: 'test' } },
  { time_limit: '' },
  { scenario_id: null },
  { source_type: undefined },
  { testset_name: '🚀'.repeat(100) },
  { credentials: { login_pw: '🚀'.repeat(150) } },
])('%j in the data of a create is rejected in strict mode only', async (changes) => {
  expect(await codesOf((simulator) => create(simulator, { ...DATA, ...changes }))).toEqual([0, 4000]);
});

test.each<[string, Record<string, string | File>[], number]>([
  ['the data before the file', [{ data: JSON_DATA }, { app_file: APP }], 0],
  ['another part', [{ app_file: APP }, { note: 'nightly' }, { data: JSON_DATA }], 0],
  ['two files', [{ app_file: APP }, { app_file: APP }, { data: JSON_DATA }], 0],
  ['data with a file name', [{ app_file: APP }, { data: new File([JSON_DATA], 'data.json') }], 0],
  ['an app file without a name, which has no extension', [{ app_file: 'apk' }, { data: JSON_DATA }], 4050],
])('%s is rejected in strict mode', async (_title, parts, code) => {
  const form = new FormData();
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) form.append(name, value);
  expect(await codesOf((simulator) => post(simulator, form))).toEqual([code, 4000]);
});

test('an empty value in the query, and another letter case of Basic, are rejected in strict mode only', async () => {
  const init = { headers: { authorization: `BASIC  ${AUTHORIZATION.slice(6)}` } };
  expect(await codesOf((simulator) => ask(simulator, '/project/509/scenarios?os_type=&q='))).toEqual([0, 4051]);
  expect(await codesOf((simulator) => ask(simulator, '/project/509/scenarios', init))).toEqual([0, 4010]);
});
