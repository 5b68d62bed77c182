import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { Inputs } from '../../src/model/inputs.ts';
import type { LeftReceipts, Receipt, ReceiptStore } from '../../src/create/receipts.ts';
import type { Fault } from '../../simulator/faults.ts';
import { DEFAULT_PROJECT } from '../../simulator/server.ts';
import { createPlatform } from '../support/platform.ts';
import { runWithSimulator, type Scene, type RunOutcome } from '../support/run-with-simulator.ts';
import { createFastClock } from '../support/runtime.ts';

const clock = createFastClock(100);

/** What attempts of one job left, by key, and what became of it. */
interface Kept extends ReceiptStore {
  readonly left: Map<string, LeftReceipts[]>;
  readonly settled: boolean[];
}

function keep(attempt: number, left = new Map<string, LeftReceipts[]>()): Kept {
  const settled: boolean[] = [];
  return {
    left,
    settled,
    find: (key) => Promise.resolve(left.get(key) ?? []),
    leave: (key, receipt) => {
      left.set(key, [...(left.get(key) ?? []), { attempt, receipts: [receipt] }]);
    },
    settle: (takeBack) => {
      settled.push(takeBack);
      if (takeBack) left.clear();
      return Promise.resolve();
    },
  };
}

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'adoption-'));
  await writeFile(join(workspace, 'app.apk'), 'apk');
});
afterEach(() => rm(workspace, { recursive: true }));

function tell(attempt: number, receipts: ReceiptStore | undefined, scene: Partial<Scene> = {}): Promise<RunOutcome> {
  const target: Inputs['target'] = {
    kind: 'app',
    projectId: DEFAULT_PROJECT,
    app: { path: join(workspace, 'app.apk'), kind: 'file', name: 'app.apk' },
    osType: 'ANDROID',
    testsetName: `Fix login #7.${attempt}`,
    useVo: false,
  };
  const run = { ...createPlatform(workspace).run, attempt };
  return runWithSimulator({ workspace, clock, target, platform: { run, ...(receipts && { receipts }) }, ...scene });
}

/** The address is part of what makes requests the same. */
const sameAddress = ({ simulator }: RunOutcome): { readonly port: number } => ({
  port: Number(new URL(simulator.url).port),
});

/** A service that keeps its testset running for ever, and a cancel when it is there. */
const cancelled: Partial<Scene> = {
  simulator: { plan: () => [{ name: 'Pixel', result: 'pass', seconds: 1e9 }] },
  before: (simulator, end) => {
    const timer = setInterval(() => {
      if (simulator.journal.every(({ operation }) => operation !== 'status')) return;
      clearInterval(timer);
      end.abort('cancelled');
    }, 1);
  },
};

/** Attaching looks at a testset that a new simulator does not have, so it gets one first. */
const withTestset = (count = 1): Partial<Scene> => ({
  before: ({ engine }) => {
    for (let made = 0; made < count; made += 1) {
      engine.create({ projectId: DEFAULT_PROJECT, name: 'x', osType: 'ANDROID', scenarioId: 0, timeLimit: undefined });
    }
  },
});

describe('a receipt', () => {
  test('is left for a testset, and taken back with its verdict', async () => {
    const receipts = keep(1);
    expect((await tell(1, receipts)).report.outcome).toBe('passed');
    expect(receipts.settled).toEqual([true]);
  });

  test('stays when the run is cancelled, and the next attempt adopts', async () => {
    const first = keep(1);
    const lost = await tell(1, first, cancelled);
    expect(lost.report.outcome).toBe('cancelled');
    expect(first.settled).toEqual([false]);
    expect([...first.left.values()]).toEqual([
      [{ attempt: 1, receipts: [{ testsetId: 251929, scenario: 0, unitTests: 1 }] }],
    ]);

    const second = keep(2, first.left);
    const { report, simulator, log, platform } = await tell(2, second, {
      ...withTestset(),
      simulator: sameAddress(lost),
    });
    expect(report).toMatchObject({ outcome: 'passed', resumed: [{ testsetId: 251929, attempt: 1 }] });
    expect(report.app?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(simulator.journal.filter(({ operation }) => operation === 'create')).toEqual([]);
    expect(log).toContainEqual(
      expect.stringMatching(/^notice: Attempt 1 ended without a verdict: this step takes up testset 251929 instead/),
    );
    expect(platform.summaries.join()).toContain('Attempt 1 ended without a verdict: this step takes up testset 251929');
    expect(second.settled).toEqual([true]);
  });

  test('of a testset that the service does not know is not kept for ever', async () => {
    const first = keep(1);
    const lost = await tell(1, first, cancelled);
    const faults: Fault[] = [{ on: 'status', times: 9, do: { kind: 'code', code: 5002 } }];
    const second = keep(2, first.left);
    expect((await tell(2, second, { simulator: { faults, ...sameAddress(lost) } })).report.outcome).toBe('refused');
    expect(second.settled).toEqual([true]);
  });

  test.each([
    ['of another app', (): Promise<void> => writeFile(join(workspace, 'app.apk'), 'other')],
    ['of this very attempt', undefined],
  ])('%s is none', async (_, change) => {
    const first = keep(change ? 1 : 2);
    const lost = await tell(1, first, cancelled);
    await change?.();
    const { report, simulator } = await tell(2, keep(2, first.left), { simulator: sameAddress(lost) });
    expect(report.resumed).toBeUndefined();
    expect(simulator.created).toHaveLength(1);
  });

  test.each<[string, Partial<Inputs>]>([
    ['adopting is not wanted', { resume: false }],
    ['the step does not wait', { wait: false }],
  ])('is neither left nor looked for where %s', async (_, inputs) => {
    const receipts = keep(2);
    const { report } = await tell(2, receipts, { inputs });
    expect(report.outcome).toBe(inputs.wait === false ? 'started' : 'passed');
    expect(receipts.settled).toEqual([]);
    expect(receipts.left.size).toBe(0);
  });
});

/** What the first attempt left, with something else in each of its receipts. */
function withReceipts(
  left: ReadonlyMap<string, readonly LeftReceipts[]>,
  change: (receipt: Receipt) => readonly Receipt[],
): Map<string, LeftReceipts[]> {
  const changed = [...left].map(([key, all]): [string, LeftReceipts[]] => [
    key,
    all.map(({ attempt, receipts }) => ({ attempt, receipts: receipts.flatMap(change) })),
  ]);
  return new Map(changed);
}

test('what the create announced is not forgotten', async () => {
  const first = keep(1);
  const lost = await tell(1, first, cancelled);
  const left = withReceipts(first.left, (receipt) => [{ ...receipt, unitTests: 5 }]);
  const { report } = await tell(2, keep(2, left), { ...withTestset(), simulator: sameAddress(lost) });
  expect(report).toMatchObject({
    outcome: 'inconclusive',
    sentence: 'Testset 251929 is inconclusive: The create announced 5 unit tests, the status counts 3.',
    resumed: [{ testsetId: 251929, attempt: 1 }],
  });
  expect(report.resumed?.[0]).not.toHaveProperty('unitTests');
});

test('of two testsets for the same request none is resumed, because two jobs would resume the same one', async () => {
  const first = keep(1);
  const lost = await tell(1, first, cancelled);
  const left = withReceipts(first.left, (receipt) => [receipt, { ...receipt, testsetId: receipt.testsetId + 1 }]);
  const { report, simulator, log } = await tell(2, keep(2, left), { simulator: sameAddress(lost) });
  expect(report.resumed).toBeUndefined();
  expect(simulator.created).toHaveLength(1);
  expect(log).toContain(
    'notice: An earlier attempt left several testsets for the same request. ' +
      'Which of them belongs to this step is not known: a new testset is created.',
  );
});

test('another job of the same matrix adopts nothing of this one', async () => {
  const first = keep(1);
  const lost = await tell(1, first, { ...cancelled, inputs: { matrix: '{"shard":"a"}' } });
  const other = await tell(2, keep(2, new Map(first.left)), {
    inputs: { matrix: '{"shard":"b"}' },
    simulator: sameAddress(lost),
  });
  expect(other.report.resumed).toBeUndefined();
  expect(other.simulator.created).toHaveLength(1);
  const own = await tell(2, keep(2, first.left), {
    ...withTestset(),
    inputs: { matrix: '{"shard":"a"}' },
    simulator: sameAddress(lost),
  });
  expect(own.report.resumed).toEqual([{ testsetId: 251929, attempt: 1 }]);
});

describe('where nobody knows what an earlier attempt left', () => {
  test.each<[string, number, ReceiptStore | undefined, RegExp]>([
    [
      'without artifacts',
      2,
      undefined,
      /^notice: Whether attempt 1 left .* there is no artifact service here\. A new one/,
    ],
    [
      'because they fail',
      3,
      { ...keep(3), find: () => Promise.reject(new Error('no.')) },
      /^notice: Whether an earlier attempt left .* is not known: no\. A new one is created\.$/,
    ],
  ])('%s a notice says so, and a testset is created', async (_, attempt, receipts, words) => {
    const { report, simulator, log } = await tell(attempt, receipts);
    expect(report.outcome).toBe('passed');
    expect(simulator.created).toHaveLength(1);
    expect(log).toContainEqual(expect.stringMatching(words));
  });
});

test('scenarios resume one by one, and several are named together', async () => {
  const target: Inputs['target'] = {
    kind: 'scenarios',
    projectId: DEFAULT_PROJECT,
    osType: 'ANDROID',
    sourceType: 'file',
    testsetName: 'Fix login',
    which: { kind: 'ids', ids: [101, 102] },
  };
  const first = keep(1);
  const lost = await tell(1, first, { ...cancelled, target });
  expect([...first.left.values()].flat()).toHaveLength(2);
  const otherOrder: Inputs['target'] = { ...target, which: { kind: 'ids', ids: [102, 101] } };
  const { report, simulator, log } = await tell(2, keep(2, first.left), {
    target: otherOrder,
    ...withTestset(2),
    simulator: sameAddress(lost),
  });
  expect(report.outcome).toBe('passed');
  expect(report.resumed).toHaveLength(2);
  expect(simulator.journal.some(({ operation }) => operation === 'create')).toBe(false);
  expect(log).toContainEqual(
    expect.stringMatching(/^notice: Attempt 1 ended without a verdict: this step takes up testsets \d+, \d+ instead/),
  );
});
