import { describe, expect, test } from '@jest/globals';

import type { DevicePlan } from '../../simulator/devices.ts';
import { createEagerClock, createHandClock } from '../support/runtime.ts';
import { simulate } from '../support/simulate.ts';
import { ask, create, createScenario, DATA } from './support.ts';

const GMT = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const success = (data: unknown, message: '' | 0 = ''): unknown => ({
  data,
  result_code: 0,
  result_msg: message,
  reason: '',
});

describe('the four operations', () => {
  test('an automated test is created from an app file and data', async () => {
    const simulator = await simulate();
    const data = {
      ...{ ...DATA, scenario_id: 0, time_limit: 30, use_vo: true, callback: 'https://hooks.example.com/done' },
      credentials: { login_id: 'me', login_pw: 'secret' },
    };
    const { status, envelope, headers } = await create(simulator, data);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(envelope).toEqual(success({ test_count: 3, testset_id: 251929 }));
    expect(simulator.created).toMatchObject([
      { id: 251929, request: { projectId: 509, name: 'Night', osType: 'ANDROID', scenarioId: 0, timeLimit: 30 } },
    ]);
  });

  test('a scenario test is created from data only', async () => {
    const simulator = await simulate();
    const { envelope } = await createScenario(simulator, { ...DATA, scenario_id: 102 });
    expect(envelope).toEqual(success({ test_count: 3, testset_id: 251929 }));
    expect(simulator.created).toMatchObject([{ request: { scenarioId: 102, timeLimit: undefined } }]);
  });

  test('a scenario test of an app identifier is created in a project that has these', async () => {
    const simulator = await simulate();
    const data = { ...DATA, pid: 510, scenario_id: 201, source_type: 'app_id' };
    expect((await createScenario(simulator, data)).envelope).toMatchObject({ result_code: 0 });
  });

  test('the status contains the word, seven counts and the time', async () => {
    const simulator = await simulate();
    await create(simulator);
    const { envelope } = await ask(simulator, '/testset/251929');
    expect(envelope).toEqual(
      success({
        testset_status: 'Running',
        testset_status_detail: {
          ...{ total_test_cnt: 3, initializing_cnt: 3, running_cnt: 0 },
          ...{ pass_cnt: 0, fail_cnt: 0, error_cnt: 0, stop_cnt: 0 },
        },
        response_time: expect.stringMatching(GMT),
      }),
    );
  });

  test('the time of the responses passes as fast as the devices', async () => {
    const clock = createHandClock();
    const simulator = await simulate({ clock, timeScale: 60 });
    const times: number[] = [];
    for (const seconds of [0, 60]) {
      await clock.pass(seconds * 1000);
      const { envelope } = await ask(simulator, '/project/509/scenarios');
      times.push(Date.parse((envelope as { data: { response_time: string } }).data.response_time));
    }
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(3_600_000);
  });

  test.each([
    ['', ['result_xml', 'result_html', 'result_json']],
    ['?data_type=all', ['result_xml', 'result_html', 'result_json']],
    ['?data_type=xml', ['result_xml']],
    ['?data_type=bare_xml', ['result_bare_xml', 'result_json']],
    ['?data_type=html', ['result_html']],
    ['?data_type=json', ['result_json']],
  ])('the result "%s" of a complete testset contains %j', async (query, keys) => {
    const clock = createEagerClock();
    const simulator = await simulate({ clock });
    await create(simulator);
    await clock.sleep(100_000);
    const { envelope } = await ask(simulator, `/testset/251929/result${query}`);
    const texts = Object.fromEntries(keys.map((key) => [key, expect.any(String)]));
    expect(envelope).toEqual(success({ complete: true, ...texts }));
  });

  test('the documents have the format that was observed', async () => {
    const clock = createEagerClock();
    const plan = (): DevicePlan[] => [
      { name: 'LGE Nexus_5X / ANDROID 8.1.0', result: 'pass', seconds: 1828 },
      { name: 'SAMSUNG GALAXY_NOTE9 / ANDROID 9', result: 'error', seconds: 1817 },
    ];
    const simulator = await simulate({ clock, plan });
    await create(simulator);
    await clock.sleep(2_000_000);
    const link = 'https://app.example.com/#/main/testLab/tResult/summary/0?tid=251929';
    const bare =
      '<testsuite name="apps-android-wikipedia.TestBot">' +
      `<testcase name="LGE Nexus_5X / ANDROID 8.1.0" time="1828"><system-out>${link}000000</system-out></testcase>` +
      `<testcase name="SAMSUNG GALAXY_NOTE9 / ANDROID 9" time="1817"><error message="${link}000001"/></testcase>` +
      '</testsuite>';
    const [xml, bareXml, html] = await Promise.all(
      ['xml', 'bare_xml', 'html'].map(async (type) => ask(simulator, `/testset/251929/result?data_type=${type}`)),
    );
    expect(bareXml?.envelope).toMatchObject({ data: { result_bare_xml: bare } });
    expect(xml?.envelope).toMatchObject({
      data: {
        result_xml: `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="TestBot Test">${bare}</testsuites>\n`,
      },
    });
    expect(html?.text).toContain(`<a href=\\"${link}000001\\">SAMSUNG GALAXY_NOTE9 / ANDROID 9</a></td><td>error</td>`);
    const { text } = await ask(simulator, '/testset/251929/result?data_type=json');
    const json = /"result_json":("(?:\\.|[^"\\])*")/.exec(text)?.[1] ?? '""';
    expect(JSON.parse(String(JSON.parse(json)))).toEqual({
      testsuites: {
        testsuite: [
          {
            testcase: [
              { 'system-out': { contents: [`${link}000000`] }, name: 'LGE Nexus_5X / ANDROID 8.1.0', time: '1828' },
              { error: { message: `${link}000001` }, name: 'SAMSUNG GALAXY_NOTE9 / ANDROID 9', time: '1817' },
            ],
            name: 'apps-android-wikipedia.TestBot',
          },
        ],
        name: 'TestBot Test',
      },
    });
  });

  test.each([
    ['', [101, 102, 103]],
    ['?os_type=ANDROID', [101, 102]],
    ['?os_type=iOS', [103]],
    ['?q=Log%20in', [101, 103]],
    ['?q=Log+in&os_type=iOS', [103]],
    ['?q=nothing', []],
  ])('the scenario list "%s" contains %j, with 0 as the message', async (query, scenarios) => {
    const simulator = await simulate();
    const { envelope } = await ask(simulator, `/project/509/scenarios${query}`);
    expect(envelope).toEqual(success({ scenarios, response_time: expect.stringMatching(GMT) }, 0));
  });

  test('other projects are added to the default one or replace it', async () => {
    const scenarios = [{ id: 7, name: 'Pay', osType: 'iOS' }] as const;
    const beside = await simulate({ projects: { 700: { name: 'wallet', scenarios } } });
    const instead = await simulate({ projects: { 509: { name: 'wallet', scenarios } } });
    const lists = await Promise.all([
      ask(beside, '/project/509/scenarios'),
      ask(beside, '/project/700/scenarios'),
      ask(instead, '/project/509/scenarios'),
    ]);
    expect(lists.map(({ envelope }) => envelope)).toMatchObject([
      { data: { scenarios: [101, 102, 103] } },
      { data: { scenarios: [7] } },
      { data: { scenarios: [7] } },
    ]);
  });
});
