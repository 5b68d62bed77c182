/** A client written from the description of the interface alone: it imports nothing of the action or the simulator. */
import { setTimeout as sleep } from 'node:timers/promises';

import { beforeAll, describe, expect, test } from '@jest/globals';

import { run } from './child.ts';

/** The envelope of every response. */
interface Envelope<Data> {
  readonly data: Data;
  readonly result_code: number;
  readonly result_msg: string | number;
  readonly reason: string;
}

/** Where a service is, and the credentials for it. */
interface Access {
  readonly url: string;
  readonly userId: string;
  readonly accessKey: string;
}

interface Testset {
  readonly testset_id: number;
  readonly test_count: number;
}

interface Status {
  readonly testset_status: 'Running' | 'Complete';
  readonly testset_status_detail: Readonly<Record<string, number>>;
  readonly response_time: string;
}

async function request(access: Access, path: string, body?: FormData): Promise<Response> {
  const authorization = `Basic ${btoa(`${access.userId}:${access.accessKey}`)}`;
  const method = body ? { method: 'POST', body } : {};
  return fetch(`${access.url}/openapi/v2/${path}`, { ...method, headers: { authorization } });
}

async function envelopeOf<Data>(response: Promise<Response>): Promise<Envelope<Data>> {
  return (await (await response).json()) as Envelope<Data>;
}

/** Sends the data, then the app file: the interface has no order. */
function create(access: Access, data: object, app?: File): Promise<Envelope<Testset>> {
  const form = new FormData();
  form.append('data', new Blob([JSON.stringify(data)], { type: 'application/json' }), 'data.json');
  if (app) form.append('app_file', app);
  return envelopeOf(request(access, 'testset', form));
}

async function whenComplete(access: Access, id: number): Promise<Status> {
  for (;;) {
    const { data, result_code } = await envelopeOf<Status>(request(access, `testset/${id}`));
    if (result_code !== 0 || data.testset_status === 'Complete') return data;
    await sleep(50);
  }
}

/** The devices of the JUnit XML of a testset. */
async function devicesOf(access: Access, id: number): Promise<{ name: string; passed: boolean }[]> {
  const path = `testset/${id}/result?data_type=xml`;
  const { data } = await envelopeOf<{ complete: boolean; result_xml: string }>(request(access, path));
  expect(data.complete).toBe(true);
  const cases = data.result_xml.matchAll(/<testcase name="([^"]+)" time="\d+">([^]*?)<\/testcase>/g);
  return [...cases].map(([, name = '', content = '']) => ({ name, passed: content.startsWith('<system-out>http') }));
}

/** Starts a service; three devices, of which some fail. */
async function start(fail: number): Promise<Access> {
  const options = ['--port', '0', '--time-scale', '600', '--seconds', '60', '--devices', '3', '--fail', `${fail}`];
  const { line } = run(...options);
  const [url, userId, accessKey] = await Promise.all(
    ['base-url', 'user-id', 'access-key'].map((it) => line(`  ${it}: `)),
  );
  return { url: url ?? '', userId: userId ?? '', accessKey: accessKey ?? '' };
}

const APP = new File(['an app'], 'app-debug.apk');
const REQUIRED = { pid: 509, testset_name: 'Nightly build', os_type: 'ANDROID' };

let passing: Access;
let failing: Access;
beforeAll(async () => {
  [passing, failing] = await Promise.all([start(0), start(1)]);
});

describe('a client that knows only the interface', () => {
  test.each([
    ['automated', { scenario_id: 0, time_limit: '', use_vo: false, callback: '' }, APP],
    ['automated, with the required fields alone', {}, APP],
    ['scenario', { scenario_id: 101, source_type: 'file', time_limit: 5, credentials: { login_id: 'me' } }, undefined],
  ])('runs a test that passes, and one that fails: %s', async (_kind, fields, app) => {
    for (const [access, failed] of [
      [passing, 0],
      [failing, 1],
    ] as const) {
      const { data, ...envelope } = await create(access, { ...REQUIRED, ...fields }, app);
      expect(envelope).toEqual({ result_code: 0, result_msg: '', reason: '' });
      expect(data.test_count).toBe(3);
      const status = await whenComplete(access, data.testset_id);
      expect(status.testset_status_detail).toMatchObject({ total_test_cnt: 3, pass_cnt: 3 - failed, fail_cnt: failed });
      const devices = await devicesOf(access, data.testset_id);
      expect(devices.map(({ passed }) => passed).sort()).toEqual([failed === 0, true, true]);
    }
  });

  test('finds scenarios by name and operating system', async () => {
    const list = (query: string): Promise<Envelope<{ scenarios: number[] }>> =>
      envelopeOf(request(passing, `project/509/scenarios?${query}`));
    expect(await list('os_type=iOS&q=Log')).toMatchObject({ result_code: 0, data: { scenarios: [103] } });
    expect(await list('os_type=&q=')).toMatchObject({ result_code: 0, data: { scenarios: [101, 102, 103] } });
  });

  test('with a wrong access key is asked for its credentials', async () => {
    const response = await request({ ...passing, accessKey: 'wrong' }, 'project/509/scenarios');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
  });

  test('learns that a project or testset is unknown by a code of that operation', async () => {
    const responses = await Promise.all([
      create(passing, { ...REQUIRED, pid: 99 }, APP),
      envelopeOf(request(passing, 'project/99/scenarios')),
      envelopeOf(request(passing, 'testset/99')),
      envelopeOf(request(passing, 'testset/99/result')),
    ]);
    expect(responses.map(({ result_code }) => result_code)).toEqual([4052, 2001, 5002, 6003]);
    for (const { result_msg, reason } of responses) expect([result_msg, reason]).not.toContain('');
  });

  test('learns what is wrong with its request', async () => {
    const scenario = { ...REQUIRED, scenario_id: 101 };
    const responses = await Promise.all([
      create(passing, REQUIRED),
      create(passing, { ...REQUIRED, testset_name: undefined }, APP),
      create(passing, REQUIRED, new File(['an app'], 'app.aab')),
      create(passing, scenario),
      create(passing, { ...scenario, source_type: 'app_id' }),
    ]);
    expect(responses.map(({ result_code }) => result_code)).toEqual([4051, 4000, 4050, 4000, 4000]);
  });
});
