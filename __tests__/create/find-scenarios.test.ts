import { describe, expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import { findScenarios } from '../../src/create/find-scenarios.ts';
import type { ListInputs } from '../../src/model/inputs.ts';
import { Secret } from '../../src/model/secret.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, type Simulator } from '../../simulator/server.ts';
import { createFastClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { simulate } from '../support/simulate.ts';

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

/** A service that responds so to the first requests. */
function simulateStatus(status: number, times: number): Promise<Simulator> {
  return simulate({ faults: [{ on: 'scenarios', times, do: { kind: 'response', status } }] });
}

describe('the list', () => {
  test('is requested once', async () => {
    const simulator = await simulate();
    const { scenarios, log } = await list(simulator, { osType: 'ANDROID', query: 'o' });
    expect(scenarios).toEqual([101, 102]);
    const requested = simulator.journal.map(({ path }) => path);
    expect(requested).toEqual(['/openapi/v2/project/509/scenarios?os_type=ANDROID&q=o']);
    expect(log).toEqual(['info: 2 scenarios in project 509 for ANDROID with "o" in the name: 101, 102']);
  });

  test('may be empty, which is a warning', async () => {
    const { scenarios, log } = await list(await simulate(), { query: 'nothing' });
    expect(scenarios).toEqual([]);
    expect(log).toEqual([expect.stringMatching(/^warning: .*"nothing"/)]);
  });
});

describe('an error', () => {
  test('of a wrong address is the one of the list', async () => {
    const simulator = await simulateStatus(404, 1);
    expect((await list(simulator)).error).toMatchObject({
      code: 'service-refused',
      message: expect.stringMatching(/HTTP 404.*\. No scenarios were listed\.$/),
      hint: expect.stringContaining('`base-url`'),
    });
    expect(simulator.journal).toHaveLength(1);
  });

  test('of a cancel has no words about testsets', async () => {
    const simulator = await simulateStatus(503, 9);
    const cancel = new AbortController();
    const info = (): void => {
      cancel.abort('cancelled');
    };
    const runtime = { clock: createFastClock(1), log: { ...createRecordingLog(), info }, signal: cancel.signal };
    const { error } = await list(simulator, {}, runtime);
    expect(error).toMatchObject({ code: 'cancelled', message: expect.stringContaining('scenarios') });
    expect(`${error?.message} ${error?.hint}`).not.toContain('testset');
    expect(simulator.journal).toHaveLength(1);
  });
});
