import { describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Variants } from '../../simulator/variants.ts';
import { createEagerClock } from '../support/runtime.ts';
import { simulate } from '../support/simulate.ts';
import { ask, create, DATA, type SimulatorResponse } from './support.ts';

/** One response about a testset with one device of each result, by default a complete one. */
async function responseFor(variants: Partial<Variants>, path: string, seconds = 5_000): Promise<SimulatorResponse> {
  const clock = createEagerClock();
  const plan = (): ReturnType<typeof makeDevices> =>
    makeDevices({ total: 4, fail: 1, error: 1, stop: 1, seconds: 1828 });
  const simulator = await simulate({ clock, variants, plan });
  simulator.engine.create({ projectId: 509, name: 'n', osType: 'ANDROID', scenarioId: 0, timeLimit: undefined });
  await clock.sleep(seconds * 1000);
  return ask(simulator, path.replace('ID', '251929'));
}

describe('the result', () => {
  const all = ['xml', 'bare_xml', 'html', 'json'] as const;
  const option = { xml: 'xml', bare_xml: 'bareXml', html: 'html', json: 'json' } as const;
  const ways = [
    ['true', true],
    ['false', false],
    ['null', null],
    ['empty', ''],
    ['absent', undefined],
    ['text', expect.stringMatching(/GALAXY_NOTE9/)],
  ] as const;
  test.each(all.flatMap((key) => ways.map(([way, value]) => [key, way, value] as const)))(
    'can deliver %s as %s',
    async (key, way, value) => {
      const variants = { [option[key]]: way, besideBareXml: [] };
      const { envelope } = await responseFor(variants, `/testset/ID/result?data_type=${key}`);
      expect(envelope).toMatchObject({ result_code: 0 });
      expect(envelope).toHaveProperty(
        'data',
        value === undefined ? { complete: true } : { complete: true, [`result_${key}`]: value },
      );
    },
  );

  test('can deliver JSON as an object', async () => {
    const { envelope } = await responseFor({ json: 'object' }, '/testset/ID/result?data_type=json');
    expect(envelope).toMatchObject({
      data: { result_json: { testsuites: { testsuite: [{ testcase: [{}, {}, {}] }] } } },
    });
  });

  test.each(all)('can deliver %s that ends too early', async (key) => {
    const path = `/testset/ID/result?data_type=${key}`;
    const broken = await responseFor({ [option[key]]: 'broken', besideBareXml: [] }, path);
    const whole = await responseFor({ besideBareXml: [] }, path);
    expect(broken.text.length).toBeLessThan(whole.text.length * 0.7);
    expect(broken.envelope).toMatchObject({ data: { [`result_${key}`]: expect.stringMatching(/./) } });
  });

  test('can contain any keys for all', async () => {
    const { envelope } = await responseFor({ allHolds: ['bare_xml'] }, '/testset/ID/result');
    expect(envelope).toHaveProperty('data', { complete: true, result_bare_xml: expect.any(String) });
  });

  test('can contain any keys beside the bare XML', async () => {
    const { envelope } = await responseFor({ besideBareXml: ['html'] }, '/testset/ID/result?data_type=bare_xml');
    expect(envelope).toHaveProperty('data', {
      complete: true,
      result_bare_xml: expect.any(String),
      result_html: expect.any(String),
    });
  });

  test('can be late in every way, for each testset', async () => {
    const clock = createEagerClock();
    const simulator = await simulate({ clock, variants: { notReady: [6002, 6003, 'no files', 'incomplete'] } });
    await create(simulator);
    await create(simulator);
    await clock.sleep(100_000);
    for (const id of [251929, 251930]) {
      const responses: unknown[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        responses.push((await ask(simulator, `/testset/${id}/result?data_type=xml`)).envelope);
      }
      expect(responses).toMatchObject([
        { result_code: 6002, data: {} },
        { result_code: 6003, data: {} },
        { result_code: 0, data: { complete: true } },
        { result_code: 0, data: { complete: false } },
        { result_code: 0, data: { complete: true, result_xml: expect.any(String) } },
      ]);
      expect(responses[2]).toHaveProperty('data', { complete: true });
    }
  });

  test.each(['error', 'failure', 'skipped'] as const)('can show a failed device as <%s>', async (failElement) => {
    const { text } = await responseFor({ failElement }, '/testset/ID/result');
    expect(text).toContain(`1828\\"><${failElement} message`);
    expect(text).toContain(`{\\"${failElement}\\":{\\"message`);
  });

  test.each([
    ['whole seconds', '1828'],
    ['thousands', '1,828.1'],
    ['negative', '-1828'],
  ] as const)('can write times as %s', async (time, written) => {
    const { text } = await responseFor({ time }, '/testset/ID/result');
    expect(text).toContain(` time=\\"${written}\\"`);
    expect(text).toContain(`\\"time\\":\\"${written}\\"`);
  });

  test('can leave times out', async () => {
    const { text } = await responseFor({ time: 'absent' }, '/testset/ID/result');
    expect(text).not.toContain('time');
  });

  test('contains stopped devices only when set', async () => {
    const { text: without } = await responseFor({}, '/testset/ID/result?data_type=xml');
    const { text: shown } = await responseFor({ stoppedShown: true }, '/testset/ID/result?data_type=xml');
    expect(without.match(/<testcase/g)).toHaveLength(3);
    expect(without).not.toContain('<skipped');
    expect(shown.match(/<testcase/g)).toHaveLength(4);
    expect(shown).toContain('<skipped');
  });
});

describe('the status', () => {
  test.each(['complete', 'COMPLETE', 'Done'])('can call complete %s', async (completeWord) => {
    const { envelope } = await responseFor({ completeWord }, '/testset/ID');
    expect(envelope).toMatchObject({ data: { testset_status: completeWord } });
  });

  test('can have another word for running', async () => {
    const { envelope } = await responseFor({ runningWord: 'Preparing' }, '/testset/ID', 1);
    expect(envelope).toMatchObject({ data: { testset_status: 'Preparing' } });
  });

  test.each([
    [1, { running_cnt: 1, pass_cnt: 0 }],
    [9, { running_cnt: 1, pass_cnt: 0 }],
    [0, { running_cnt: 0, pass_cnt: 1 }],
  ])('can count %i as running when it is complete, but no more than passed', async (runningAtEnd, counts) => {
    const { envelope } = await responseFor({ runningAtEnd }, '/testset/ID');
    expect(envelope).toMatchObject({ data: { testset_status: 'Complete', testset_status_detail: counts } });
  });

  test('can leave counts out, and have odd ones', async () => {
    const changes = { missingCounts: ['error_cnt', 'stop_cnt'], oddCounts: { fail_cnt: 'none', pass_cnt: -1 } };
    const { envelope } = await responseFor(changes, '/testset/ID');
    expect(envelope).toHaveProperty('data.testset_status_detail', {
      ...{ total_test_cnt: 4, initializing_cnt: 0, running_cnt: 0 },
      ...{ pass_cnt: -1, fail_cnt: 'none' },
    });
  });

  test('can flicker at every second poll of a testset', async () => {
    const clock = createEagerClock();
    const plan = (): ReturnType<typeof makeDevices> => [
      ...makeDevices({ total: 1, seconds: 10 }),
      ...makeDevices({ total: 1, seconds: 1000 }),
    ];
    const simulator = await simulate({ clock, plan, variants: { countsFlicker: true } });
    await create(simulator);
    await create(simulator);
    await clock.sleep(100_000);
    for (let look = 1; look <= 4; look += 1) {
      const responses = await Promise.all([251929, 251930].map((id) => ask(simulator, `/testset/${id}`)));
      const hidden = look % 2 === 0 ? 1 : 0;
      const detail = { running_cnt: 1 + hidden, pass_cnt: 1 - hidden, total_test_cnt: 2 };
      const expected = { data: { testset_status: 'Running', testset_status_detail: detail } };
      expect(responses.map(({ envelope }) => envelope)).toMatchObject([expected, expected]);
    }
  });

  test('does not flicker when it is complete', async () => {
    const clock = createEagerClock();
    const simulator = await simulate({ clock, variants: { countsFlicker: true } });
    await create(simulator);
    await clock.sleep(100_000);
    await ask(simulator, '/testset/251929');
    const { envelope } = await ask(simulator, '/testset/251929');
    expect(envelope).toMatchObject({ data: { testset_status_detail: { pass_cnt: 3, running_cnt: 0 } } });
  });

  test('can leave out the time', async () => {
    const { envelope } = await responseFor({ responseTime: false }, '/testset/ID');
    expect(envelope).not.toHaveProperty('data.response_time');
    expect(envelope).toHaveProperty('data.testset_status');
  });
});

describe('every operation', () => {
  test('can have the number 0 for a message, or the scenario list the empty text', async () => {
    const simulator = await simulate({ variants: { successMessage: 0, listMessage: '' } });
    const created = await create(simulator);
    const status = await ask(simulator, '/testset/251929');
    const list = await ask(simulator, '/project/509/scenarios');
    expect([created, status, list].map(({ envelope }) => envelope)).toMatchObject([
      { result_code: 0, result_msg: 0 },
      { result_code: 0, result_msg: 0 },
      { result_code: 0, result_msg: '' },
    ]);
  });

  test.each([400, 404, 500, 503])('can respond to errors with status %i', async (errorStatus) => {
    const simulator = await simulate({ variants: { errorStatus } });
    const responses = [await create(simulator, { ...DATA, pid: 508 }), await ask(simulator, '/testset/5')];
    expect(responses).toMatchObject([
      { status: errorStatus, envelope: { result_code: 4052 } },
      { status: errorStatus, envelope: { result_code: 5002 } },
    ]);
  });

  test('can use 4053 for an unknown testset', async () => {
    const simulator = await simulate({ variants: { unknownTestset: 4053 } });
    const responses = [await ask(simulator, '/testset/5'), await ask(simulator, '/testset/five/result')];
    expect(responses.map(({ envelope }) => envelope)).toMatchObject([
      { result_code: 4053, reason: 'Invalid testset_id: 5.' },
      { result_code: 4053, reason: 'Invalid testset_id: 0.' },
    ]);
  });

  const denials = ([401, 403] as const).flatMap((status) =>
    (
      [
        ['envelope', 'application/json', /"result_code":\d+/],
        ['json', 'application/json', /^\{"message":"denied"\}$/],
        ['html', 'text/html', /^<html>/],
        ['empty', 'text/html', /^$/],
      ] as const
    ).map(([body, type, text]) => ({ status, body, type, text })),
  );
  test.each(denials)('can reject credentials with $status and $body', async ({ status, body, type, text }) => {
    const simulator = await simulate({
      variants: { denial: { status, body } },
      account: { userId: 'a', accessKey: 'b' },
    });
    for (const response of [await create(simulator), await ask(simulator, '/testset/5')]) {
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.text).toMatch(text);
    }
  });
});
