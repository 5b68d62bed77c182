import { afterEach, describe, expect, test } from '@jest/globals';

import type { ScenarioTarget } from '../../src/model/inputs.ts';
import { Secret } from '../../src/model/secret.ts';
import { connectService, type Service } from '../../src/service/client.ts';
import { createMaintenanceWait } from '../../src/create/retry-budget.ts';
import type { Fault } from '../../simulator/faults.ts';
import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, startSimulator, type Simulator } from '../../simulator/server.ts';
import { chooseScenarios } from '../../src/create/choose-scenarios.ts';
import { createFastClock, createRecordingLog, createRuntime } from '../support/runtime.ts';

let simulator: Simulator | undefined;
let service: Service | undefined;
afterEach(async () => {
  service?.close();
  await simulator?.close();
});

interface ChoiceWithWarnings {
  readonly choice: Awaited<ReturnType<typeof chooseScenarios>>;
  readonly warnings: readonly string[];
}

/** Chooses from a project with scenarios for Android, numbered from 1. */
async function choose(
  which: ScenarioTarget['which'],
  scenarios: number,
  faults: readonly Fault[] = [],
): Promise<ChoiceWithWarnings> {
  const list = Array.from({ length: scenarios }, (_, at) => ({
    id: at + 1,
    name: 'Log in',
    osType: 'ANDROID' as const,
  }));
  simulator = await startSimulator({ faults, projects: { [DEFAULT_PROJECT]: { name: 'apps', scenarios: list } } });
  const log = createRecordingLog();
  const runtime = createRuntime({ log, clock: createFastClock(100, () => 0.5) });
  const { userId, accessKey } = DEFAULT_ACCOUNT;
  const access = { baseUrl: new URL(simulator.url), userId, accessKey: new Secret(accessKey) };
  service = connectService(access, runtime, () => undefined);
  const target = { projectId: DEFAULT_PROJECT, osType: 'ANDROID', which } as const;
  const choice = await chooseScenarios(
    service,
    runtime,
    target,
    createMaintenanceWait(service, runtime, DEFAULT_PROJECT),
  );
  return { choice, warnings: log.lines.filter((line) => line.startsWith('warning: ')) };
}

describe('more than 256 scenarios', () => {
  test.each<[ScenarioTarget['which'], string]>([
    [{ kind: 'all' }, 'in project 509 for ANDROID'],
    [{ kind: 'query', query: 'Log' }, 'in project 509 for ANDROID with "Log" in the name'],
  ])('cause a warning, because each is paid for: %j', async (which, where) => {
    const { choice, warnings } = await choose(which, 1_257);
    expect(choice).toMatchObject({ scenarios: { length: 1_257 } });
    expect(warnings).toEqual([
      expect.stringContaining(`There are 1,257 scenarios ${where}: this step creates 1,257 testsets`),
    ]);
  });

  test.each<[string, ScenarioTarget['which'], number]>([
    ['if there are no more', { kind: 'all' }, 256],
    ['if each was named', { kind: 'ids', ids: Array.from({ length: 300 }, (_, at) => at + 1) }, 300],
  ])('cause no warning %s', async (_what, which, scenarios) => {
    expect(await choose(which, scenarios)).toMatchObject({
      choice: { scenarios: { length: scenarios } },
      warnings: [],
    });
  });
});

test.each<[ScenarioTarget['which'], string]>([
  [{ kind: 'query', query: 'nothing' }, 'Check the text and `os-type`.'],
  [{ kind: 'ids', ids: [9] }, 'Check the number and `os-type`. Found: 1.'],
  [{ kind: 'all' }, 'Check `project-id` and `os-type`.'],
])('without a scenario that %j chooses, the hint names what to check', async (which, check) => {
  const { choice } = await choose(which, which.kind === 'all' ? 0 : 1);
  expect(choice).toMatchObject({ error: { hint: expect.stringContaining(check) } });
});

test('identifiers in a project without scenarios: the hint lists none', async () => {
  const { choice } = await choose({ kind: 'ids', ids: [9] }, 0);
  const hint = expect.not.stringContaining('Found');
  expect(choice).toMatchObject({ outcome: 'not-started', error: { hint } });
});

test('a service that is gone is not a refusal', async () => {
  const { choice } = await choose({ kind: 'all' }, 1, [
    { on: 'scenarios', times: 999, do: { kind: 'cut', at: 'head', how: 'reset' } },
  ]);
  expect(choice).toMatchObject({ outcome: 'not-started', error: { code: 'unreachable' } });
});

describe('a list with an invalid identifier is rejected', () => {
  const data = { scenarios: ['1', 'two', '3'] };
  const body = JSON.stringify({ result_code: 0, result_msg: 'OK', reason: '', data });
  const faults: readonly Fault[] = [{ on: 'scenarios', times: 99, do: { kind: 'response', status: 200, body } }];

  test('so that `all` leaves none out', async () => {
    const { choice } = await choose({ kind: 'all' }, 3, faults);
    expect(choice).toMatchObject({ outcome: 'refused' });
  });

  test('and identifiers are used unchecked, with a warning', async () => {
    const { choice, warnings } = await choose({ kind: 'ids', ids: [3] }, 3, faults);
    expect(choice).toEqual({ scenarios: [3] });
    expect(warnings).toEqual([expect.stringContaining('Could not check the scenarios before the start')]);
  });
});
