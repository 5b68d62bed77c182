import { describe, expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import { findScenarios, splitIntoChunks } from '../../src/create/find-scenarios.ts';
import type { ListInputs } from '../../src/model/inputs.ts';
import { Secret } from '../../src/model/secret.ts';
import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, type Simulator, type SimulatorOptions } from '../../simulator/server.ts';
import { createFastClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { simulate } from '../support/simulate.ts';

type Fault = NonNullable<SimulatorOptions['faults']>[number];

function respondWith(status: number, times = 1): Fault {
  return { on: 'scenarios', times, do: { kind: 'response', status } };
}

function inputsFor({ url }: Pick<Simulator, 'url'>, more: Partial<ListInputs> = {}): ListInputs {
  const accessKey = new Secret(DEFAULT_ACCOUNT.accessKey);
  return {
    service: { baseUrl: new URL(url), userId: DEFAULT_ACCOUNT.userId, accessKey },
    projectId: DEFAULT_PROJECT,
    chunkSize: 20,
    ...more,
  };
}

const noProxy = (): undefined => undefined;

/** Lists the scenarios with a fast clock and a recording log. */
function listing(more: Partial<ListInputs> = {}): {
  log: ReturnType<typeof createRecordingLog>;
  list: (simulator: Pick<Simulator, 'url'>) => Promise<readonly number[]>;
} {
  const log = createRecordingLog();
  const runtime = createRuntime({ clock: createFastClock(100), log });
  return { log, list: (simulator) => findScenarios(inputsFor(simulator, more), runtime, noProxy) };
}

async function errorOf(list: Promise<unknown>): Promise<TestsetError> {
  const error: unknown = await list.catch((reason: unknown) => reason);
  if (!(error instanceof TestsetError)) throw new Error('A TestsetError was expected.');
  return error;
}

describe('the list', () => {
  test('is requested once', async () => {
    const simulator = await simulate();
    const { log, list } = listing({ osType: 'ANDROID', query: 'o' });
    expect(await list(simulator)).toEqual([101, 102]);
    expect(simulator.journal.map(({ path }) => path)).toEqual([
      '/openapi/v2/project/509/scenarios?os_type=ANDROID&q=o',
    ]);
    expect(log.lines).toEqual(['info: 2 scenarios in project 509 for ANDROID with "o" in the name: 101, 102']);
  });

  test('may be empty, which is a warning', async () => {
    const { log, list } = listing({ query: 'nothing' });
    expect(await list(await simulate())).toEqual([]);
    expect(log.lines).toEqual([expect.stringMatching(/^warning: .*"nothing"/)]);
  });

  test('contains each scenario once; the log shows at most thirty', async () => {
    const ids = [...Array.from({ length: 40 }, (_, at) => at + 1), 1, 2];
    const scenarios = ids.map((id) => ({ id, name: 'x', osType: 'iOS' as const }));
    const simulator = await simulate({ projects: { [DEFAULT_PROJECT]: { name: 'p', scenarios } } });
    const { log, list } = listing();
    expect(await list(simulator)).toHaveLength(40);
    expect(log.lines.join()).toMatch(/40 scenarios in project 509: 1, .*, 30 and 10 more$/);
  });
});

describe('an error', () => {
  test('of a wrong address is the one of the list', async () => {
    const simulator = await simulate({ faults: [respondWith(404)] });
    expect(await errorOf(listing().list(simulator))).toMatchObject({ code: 'service-refused' });
    expect(simulator.journal).toHaveLength(1);
  });

  test('of a cancel has no words about testsets', async () => {
    const simulator = await simulate({ faults: [respondWith(503, 9)] });
    const cancel = new AbortController();
    const log = createRecordingLog();
    const runtime = createRuntime({
      clock: createFastClock(1),
      log: {
        ...log,
        info: () => {
          cancel.abort('cancelled');
        },
      },
      signal: cancel.signal,
    });
    const error = await errorOf(findScenarios(inputsFor(simulator), runtime, noProxy));
    expect(error).toMatchObject({ code: 'cancelled', message: expect.stringContaining('scenarios') });
    expect(`${error.message} ${error.hint}`).not.toContain('testset');
    expect(simulator.journal).toHaveLength(1);
  });

  test('of its own deadline does not name an input of another action', async () => {
    const simulator = await simulate({ faults: [respondWith(503, 9)] });
    const runtime = createRuntime({ clock: createFastClock(1), signal: AbortSignal.abort('deadline') });
    const error = await errorOf(findScenarios(inputsFor(simulator), runtime, noProxy));
    expect(error).toMatchObject({ code: 'deadline', hint: expect.stringContaining('again') });
    expect(`${error.message} ${error.hint}`).not.toContain('`timeout`');
  });
});

describe('chunks for a matrix', () => {
  const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

  test.each<[number, number, string[]]>([
    [0, 20, []],
    [1, 20, ['1']],
    [5, 2, ['1,2', '3,4', '5']],
    [4, 2, ['1,2', '3,4']],
    [3, 1, ['1', '2', '3']],
  ])('%i by %i', (last, size, chunks) => {
    expect(splitIntoChunks(upTo(last), size)).toEqual(chunks);
  });

  test.each([
    [256, 1, 256],
    [257, 1, 129],
    [6_000, 20, 250],
    [6_000, 10, 250],
  ])('%i by %i make %i, never more than a matrix can have', (last, size, number) => {
    const chunks = splitIntoChunks(upTo(last), size);
    expect(chunks).toHaveLength(number);
    expect(chunks.join()).toBe(upTo(last).join());
  });
});
