import { expect, test } from '@jest/globals';

import { TestsetError } from '../src/model/errors.ts';
import { findScenarios } from '../src/list-scenarios.ts';
import type { ListInputs } from '../src/model/inputs.ts';
import { Secret } from '../src/model/secret.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, type Simulator } from '../simulator/server.ts';
import { createFastClock, createRecordingLog, createRuntime } from './support/runtime.ts';
import { simulate } from './support/simulate.ts';

/** Lists the scenarios with a fast clock and a recording log. @returns also the error, if it fails */
async function list({ url }: Simulator, inputs: Partial<ListInputs> = {}, runtime: Partial<Runtime> = {}) {
  const log = createRecordingLog();
  const accessKey = new Secret(DEFAULT_ACCOUNT.accessKey);
  const service = { baseUrl: new URL(url), userId: DEFAULT_ACCOUNT.userId, accessKey };
  const all = { service, projectId: DEFAULT_PROJECT, ...inputs };
  const using = createRuntime({ clock: createFastClock(100), log, ...runtime });
  try {
    return { log: log.lines, scenarios: await findScenarios(all, using, () => undefined) };
  } catch (error) {
    if (!(error instanceof TestsetError)) throw error;
    return { log: log.lines, error };
  }
}

test('the list is in the log; an empty one is a warning', async () => {
  const simulator = await simulate();
  expect(await list(simulator, { osType: 'ANDROID', query: 'o' })).toEqual({
    scenarios: [101, 102],
    log: ['info: 2 scenarios in project 509 for ANDROID with "o" in the name: 101, 102'],
  });
  const log = [
    expect.stringMatching(/^warning: .*"nothing" in the name\. Check the text \(`\*` and commas are part of it/),
  ];
  expect(await list(simulator, { query: 'nothing' })).toEqual({ scenarios: [], log });
});

test.each([
  [256, []],
  [257, [expect.stringMatching(/^warning: .*the 256 jobs that a matrix can have/)]],
])('%i scenarios', async (count, warnings) => {
  const scenarios = Array.from({ length: count }, (_, at) => ({ id: at + 1, name: 'x', osType: 'iOS' as const }));
  const simulator = await simulate({ projects: { [DEFAULT_PROJECT]: { name: 'many', scenarios } } });
  const { log } = await list(simulator);
  expect(log.filter((line) => line.startsWith('warning'))).toEqual(warnings);
});

test('an error says that no scenarios were listed', async () => {
  const simulator = await simulate({ faults: [{ on: 'scenarios', do: { kind: 'response', status: 404 } }] });
  const message = expect.stringMatching(/HTTP 404.*\. No scenarios were listed\.$/);
  expect((await list(simulator)).error).toMatchObject({ code: 'service-rejected', message });
});

test('the error of a cancel has no words about testsets', async () => {
  const simulator = await simulate({ faults: [{ on: 'scenarios', times: 9, do: { kind: 'response', status: 503 } }] });
  const cancel = new AbortController();
  const info = (): void => {
    cancel.abort('cancelled');
  };
  const runtime = { clock: createFastClock(1), log: { ...createRecordingLog(), info }, signal: cancel.signal };
  const { error } = await list(simulator, {}, runtime);
  expect(error).toMatchObject({ code: 'cancelled', message: expect.stringContaining('before the scenarios') });
  expect(`${error?.message} ${error?.hint}`).not.toContain('testset');
  expect(simulator.journal).toHaveLength(1);
});
