import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { Fault } from '../../simulator/faults.ts';
import { DEFAULT_PROJECT } from '../../simulator/server.ts';
import type { Receipt, ReceiptFile, ReceiptStore } from '../../src/model/receipts.ts';
import { scenarioRequest } from '../../src/create/request.ts';
import { earlierTestsets, type EarlierTestset } from '../../src/create/earlier-testsets.ts';
import { openResume, type Resume } from '../../src/create/resume.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Inputs, ScenarioTarget } from '../../src/model/inputs.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { Secret } from '../../src/model/secret.ts';
import { createStore, type Saved } from '../support/memory-receipts.ts';
import { createPlatform } from '../support/platform.ts';
import { createReport, createTestset } from '../support/reports.ts';
import { runWithSimulator, type RunOutcome, type RunSetup } from '../support/run-with-simulator.ts';
import { createHandClock, createRuntime } from '../support/runtime.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'resume-'));
  await writeFile(join(workspace, 'app.apk'), 'apk');
});
afterEach(() => rm(workspace, { recursive: true }));

const SCENARIOS: ScenarioTarget = {
  kind: 'scenarios',
  projectId: DEFAULT_PROJECT,
  osType: 'ANDROID',
  sourceType: 'file',
  testsetName: 'Fix login',
  which: { kind: 'ids', ids: [101, 102] },
};

interface Attempt {
  readonly runId?: string;
  readonly timeLimitMinutes?: number;
}

function runAttempt(
  attempt: number,
  receipts: ReceiptStore | undefined,
  { runId, timeLimitMinutes, ...setup }: Partial<RunSetup> & Attempt = {},
): Promise<RunOutcome> {
  const target: Inputs['target'] = {
    kind: 'app',
    projectId: DEFAULT_PROJECT,
    app: { path: join(workspace, 'app.apk'), kind: 'file', name: 'app.apk' },
    osType: 'ANDROID',
    testsetName: `Fix login #7.${attempt}`,
    useVo: false,
    ...(timeLimitMinutes && { timeLimitMinutes }),
  };
  const run = { ...createPlatform(workspace).run, attempt, ...(runId && { runId }) };
  return runWithSimulator({ workspace, target, platform: { run, ...(receipts && { receipts }) }, ...setup });
}

/** Prepares to resume a step with scenarios. */
function openScenarios(
  attempt: number,
  receipts: ReceiptStore,
  runtime = createRuntime({ clock: createHandClock() }),
): Resume {
  const run = { ...createPlatform(workspace).run, attempt };
  const service = { baseUrl: new URL('https://devices.example'), userId: 'me', accessKey: new Secret('key') };
  const inputs = {
    resume: true,
    keepPassed: false,
    limits: { fail: 0, error: 0, stop: 0 },
    wait: true,
    target: SCENARIOS,
    service,
  };
  return openResume(inputs, runtime, { run, receipts }, () =>
    Promise.resolve({ kept: [], notKept: new Map(), failed: new Map() }),
  );
}

const UNKNOWN_START = new TestsetError({
  code: 'unknown-start',
  message: 'No complete response arrived.',
  hint: 'Look for it.',
});

/** The address of the service is part of what makes requests equal. */
const sameAddress = ({ simulator }: RunOutcome) => ({ port: Number(new URL(simulator.url).port) });

/** Testsets that never end, and a cancel when one was polled and `isDue`. */
function cancelledRun(isDue: () => boolean = () => true): Partial<RunSetup> {
  return {
    simulator: { plan: () => [{ name: 'Pixel', result: 'pass', seconds: 1e9 }] },
    before: (simulator, stop) => {
      const timer = setInterval(() => {
        if (!isDue() || simulator.journal.every(({ operation }) => operation !== 'status')) return;
        clearInterval(timer);
        stop.abort('cancelled');
      }, 1);
    },
  };
}

/** Testsets that exist before the run: a new simulator has none. */
const withTestsets = (count: number): Partial<RunSetup> => ({
  before: ({ engine }) => {
    for (let created = 0; created < count; created += 1) {
      engine.create({ projectId: DEFAULT_PROJECT, name: 'x', osType: 'ANDROID', scenarioId: 0, timeLimit: undefined });
    }
  },
});

const filesOf = (saved: Saved): ReceiptFile[] => [...saved.values()].flat();

/** A first attempt that is cancelled when its receipt files are saved: deriving their key takes real time. */
async function cancelFirstAttempt(setup: Partial<RunSetup> = {}, files = 1) {
  const store = createStore(1);
  const lost = await runAttempt(1, store, { ...cancelledRun(() => filesOf(store.saved).length >= files), ...setup });
  expect(lost.report.outcome).toBe('cancelled');
  expect(store.removals).toEqual([]);
  return { saved: store.saved, simulator: sameAddress(lost) };
}

/** The same receipts, each replaced. */
function changeReceipts(saved: Saved, change: (receipt: Receipt) => readonly Receipt[]): Saved {
  return new Map(
    [...saved].map(([key, files]) => [
      key,
      files.map((file) => ({ ...file, receipts: file.receipts.flatMap(change) })),
    ]),
  );
}

describe('the receipt of a testset', () => {
  test('is saved, and deleted when there is a verdict', async () => {
    const store = createStore(1);
    expect((await runAttempt(1, store)).report.outcome).toBe('passed');
    expect(store.removals).toEqual([1]);
  });

  test('is kept when the run is cancelled, and the next attempt resumes the testset', async () => {
    const { saved, simulator } = await cancelFirstAttempt();
    expect(filesOf(saved)).toMatchObject([
      { attempt: 1, receipts: [{ testsetId: 251929, scenario: 0, announcedDevices: 1 }], uncertain: [] },
    ]);

    const store = createStore(2, saved);
    const second = await runAttempt(2, store, { ...withTestsets(1), simulator });
    expect(second.report).toMatchObject({ outcome: 'passed', resumed: [{ testsetId: 251929, attempt: 1 }] });
    expect(second.report.app?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(second.simulator.journal.filter(({ operation }) => operation === 'create')).toEqual([]);
    expect(second.log).toContainEqual(expect.stringMatching(/^notice: Attempt 1 .* testset 251929/));
    expect(second.platform.summaries.join()).toMatch(/Attempt 1 .* testset 251929/);
    expect(store.removals).toEqual([1]);
  });

  test('is kept when the service gives no status of a testset that this attempt created', async () => {
    const store = createStore(1);
    const faults: Fault[] = [{ on: 'status', times: 9, do: { kind: 'code', code: 5002 } }];
    const { report } = await runAttempt(1, store, { simulator: { faults } });
    expect(report.outcome).toBe('refused');
    expect(store.saved.size).toBe(1);
    expect(store.removals).toEqual([]);
  });

  test.each<[string, Omit<Fault, 'on' | 'do'>]>([
    ['the results', { times: 99 }],
    ['the JSON', { skip: 1 }],
  ])('is kept when %s cannot be fetched, and the next attempt fetches the results', async (_, which) => {
    const store = createStore(1);
    const first = await runAttempt(1, store, {
      simulator: {
        faults: [{ on: 'result', ...which, do: { kind: 'code', code: 5003 } }],
        variants: { allHolds: ['xml', 'html'] },
      },
    });
    expect(first.report.outcome).toBe('inconclusive');
    expect(store.removals).toEqual([]);

    const simulator = sameAddress(first);
    const second = await runAttempt(2, createStore(2, store.saved), { ...withTestsets(1), simulator });
    expect(second.report).toMatchObject({ outcome: 'passed', resumed: [{ testsetId: 251929, attempt: 1 }] });
    expect(second.simulator.journal.some(({ operation }) => operation === 'create')).toBe(false);
  });

  test('is deleted when the results are too large to be read', async () => {
    const store = createStore(1);
    const body = `{"result_code":0,"data":{"x":${'['.repeat(2_100_000)}`;
    const { report } = await runAttempt(1, store, {
      simulator: { faults: [{ on: 'result', times: 9, do: { kind: 'response', status: 200, body } }] },
    });
    expect(report.outcome).toBe('inconclusive');
    expect(store.removals).toEqual([1]);
  });

  test('is kept when the service does not know the testset: that may be an error of the service', async () => {
    const { saved, simulator } = await cancelFirstAttempt();
    const faults: Fault[] = [{ on: 'status', times: 9, do: { kind: 'code', code: 5002 } }];
    const store = createStore(2, saved);
    const { report } = await runAttempt(2, store, { simulator: { faults, ...simulator } });
    expect(report.outcome).toBe('refused');
    expect(store.removals).toEqual([]);
  });

  test.each<[string, Partial<Inputs>, string]>([
    ['`resume` is false', { resume: false }, 'passed'],
    ['the step does not wait', { wait: false }, 'started'],
  ])('is neither saved nor searched if %s', async (_, inputs, outcome) => {
    const find = () => Promise.reject(new Error('searched'));
    const store = createStore(2, new Map(), { find });
    const { report, log } = await runAttempt(2, store, { inputs });
    expect(report.outcome).toBe(outcome);
    expect(store.saved.size).toBe(0);
    expect(store.removals).toEqual([]);
    expect(log.join()).not.toContain('searched');
  });

  test('is not searched by the first attempt: there cannot be one', async () => {
    const find = () => Promise.reject(new Error('searched'));
    const { log } = await runAttempt(1, createStore(1, new Map(), { find }));
    expect(log.join()).not.toContain('searched');
  });

  test('is of no use to a step that attaches, and is left alone', async () => {
    const remove = () => Promise.reject(new Error('removed'));
    const target = { kind: 'attach', testsetIds: [251929] } as const;
    const { report, log } = await runAttempt(1, createStore(1, new Map(), { remove }), { inputs: { target } });
    expect(report.rerun).toBeUndefined();
    expect(log.join()).not.toContain('removed');
  });

  test('that cannot be deleted is a warning that says what to do', async () => {
    const remove = () => Promise.reject(new Error('HTTP 500.'));
    const { report, log } = await runAttempt(1, createStore(1, new Map(), { remove }));
    expect(report.outcome).toBe('passed');
    expect(log).toContainEqual(
      expect.stringMatching(/^warning: Could not delete the artifact .*: HTTP 500\. Set `resume: false`/),
    );
  });

  test('names a testset that may have been created, and the next attempt resumes it', async () => {
    const store = createStore(1);
    const resume = openScenarios(1, store);
    await resume.find(scenarioRequest(SCENARIOS, 101), [101]);
    const failure = { outcome: 'unknown-start', error: UNKNOWN_START, id: 7 } as const;
    resume.saveReceipts([{ existed: false, scenario: 101, creation: Promise.resolve(failure) }]);
    const testset = createTestset({ id: 7, scenario: 101, outcome: 'unknown-start', status: 'Unknown' });
    await resume.finish(createReport({ outcome: 'unknown-start', testsets: [testset] }));
    expect(store.removals).toEqual([]);

    const found = await openScenarios(2, createStore(2, store.saved)).find(scenarioRequest(SCENARIOS, 101), [101]);
    expect(found.testsets.get(101)).toMatchObject([{ resumed: { testsetId: 7, attempt: 1 } }]);
    const [pending] = found.testsets.get(101) ?? [];
    expect(await pending?.creation).toEqual({ id: 7, announcedDevices: 0 });
  });

  test('that is never saved ends a cancelled run before the runner kills it', async () => {
    const [clock, cancel] = [createHandClock(), new AbortController()];
    const save = () => new Promise<void>(() => undefined);
    const runtime = createRuntime({ clock, signal: cancel.signal });
    const resume = openScenarios(1, createStore(1, new Map(), { save }), runtime);
    await resume.find(scenarioRequest(SCENARIOS, 101), [101]);
    const creation = Promise.resolve({ id: 7, announcedDevices: 0 } as const);
    resume.saveReceipts([{ existed: false, creation }]);
    cancel.abort();
    const cancelledAt = clock.now();
    await clock.pass(3_000);
    const testset = createTestset({ outcome: 'cancelled', status: 'Running' });
    const finished = resume.finish(createReport({ outcome: 'cancelled', testsets: [testset] })).then(() => clock.now());
    await clock.pass(60_000);
    expect((await finished) - cancelledAt).toBe(9_000);
  });
});

describe('a new testset is created', () => {
  test.each<[string, Parameters<typeof runAttempt>[2], string]>([
    ['for another app', {}, 'other'],
    ['for another request', { timeLimitMinutes: 5 }, 'apk'],
    ['for another job of the matrix', { inputs: { matrix: '{"shard":"b"}' } }, 'apk'],
    ['in another workflow run', { runId: '6' }, 'apk'],
  ])('%s', async (_, setup, app) => {
    const { saved, simulator } = await cancelFirstAttempt();
    await writeFile(join(workspace, 'app.apk'), app);
    const second = await runAttempt(2, createStore(2, saved), { simulator, ...setup });
    expect(second.report.resumed).toBeUndefined();
    expect(second.simulator.created).toHaveLength(1);
  });

  test('if another step of the same attempt saved the receipt', async () => {
    const { saved, simulator } = await cancelFirstAttempt();
    for (const [key, files] of saved) {
      saved.set(
        key,
        files.map((file) => ({ ...file, attempt: 2 })),
      );
    }
    const { report } = await runAttempt(2, createStore(2, saved), { simulator });
    expect(report.resumed).toBeUndefined();
  });

  test('if one attempt left two testsets for the request, because two jobs would resume the same one', async () => {
    const { saved, simulator } = await cancelFirstAttempt();
    const two = changeReceipts(saved, (receipt) => [receipt, { ...receipt, testsetId: receipt.testsetId + 1 }]);
    const second = await runAttempt(2, createStore(2, two), { simulator });
    expect(second.report.resumed).toBeUndefined();
    expect(second.simulator.created).toHaveLength(1);
    expect(second.log).toContainEqual(expect.stringMatching(/^notice: An earlier attempt left several testsets/));
  });

  const rejected = createStore(3, new Map(), { find: () => Promise.reject(new Error('no access.')) });
  test.each<[string, number, ReceiptStore | undefined, RegExp]>([
    [
      'without an artifact service',
      2,
      undefined,
      /^notice: .* attempt 1 left .*: there is no artifact service here\. A/,
    ],
    ['if receipts cannot be listed', 3, rejected, /^notice: .* an earlier attempt left .*: no access\. A new one is/],
  ])('%s, with a notice', async (_, attempt, receipts, notice) => {
    const { report, simulator, log } = await runAttempt(attempt, receipts);
    expect(report.outcome).toBe('passed');
    expect(simulator.created).toHaveLength(1);
    expect(log).toContainEqual(expect.stringMatching(notice));
  });
});

test('a resumed testset must have as many devices as its create announced', async () => {
  const { saved, simulator } = await cancelFirstAttempt();
  const announced = changeReceipts(saved, (receipt) => [{ ...receipt, announcedDevices: 5 }]);
  const { report } = await runAttempt(2, createStore(2, announced), { ...withTestsets(1), simulator });
  expect(report).toMatchObject({ outcome: 'inconclusive', resumed: [{ testsetId: 251929, attempt: 1 }] });
  expect(report.sentence).toMatch(/announced 5 .* 3\./);
});

describe('a create that may have made a testset', () => {
  const uncertain = (times = 1): Partial<RunSetup> => ({
    simulator: { faults: [{ on: 'create', times, do: { kind: 'cut', at: 'applied', how: 'close' } }] },
  });
  const warnings = ({ log }: RunOutcome): string[] => log.filter((line) => line.startsWith('warning: '));

  test('is named in a warning of the next attempt, which creates another testset', async () => {
    const store = createStore(1);
    const first = await runAttempt(1, store, uncertain());
    expect(first.report.outcome).toBe('unknown-start');
    expect(filesOf(store.saved)).toMatchObject([{ receipts: [], uncertain: [{ testsetName: 'Fix login #7.1' }] }]);
    expect(store.removals).toEqual([]);

    const next = createStore(2, store.saved);
    const second = await runAttempt(2, next, { simulator: sameAddress(first) });
    expect(second.report.outcome).toBe('passed');
    expect(second.simulator.created).toHaveLength(1);
    const minute = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;
    expect(warnings(second)).toEqual([
      expect.stringMatching(new RegExp(`^warning: Attempt 1 .*"Fix login #7\\.1" \\(${minute}\\)`)),
    ]);
    expect(next.removals).toEqual([1]);
  });

  test('is named by every attempt until one has a testset', async () => {
    const store = createStore(1);
    const first = await runAttempt(1, store, uncertain());
    const faults: Fault[] = [{ on: 'create', do: { kind: 'code', code: 4081 } }];
    const next = createStore(2, store.saved);
    const second = await runAttempt(2, next, { simulator: { faults, ...sameAddress(first) } });
    expect(second.report.outcome).toBe('refused');
    expect(warnings(second)).toHaveLength(1);
    expect(next.removals).toEqual([]);
  });

  test('is in one warning with those of other scenarios', async () => {
    const store = createStore(1);
    const first = await runAttempt(1, store, { target: SCENARIOS, ...uncertain(2) });
    expect(filesOf(store.saved).map((file) => file.uncertain.length)).toEqual([1, 2]);
    const second = await runAttempt(2, createStore(2, store.saved), {
      target: SCENARIOS,
      simulator: sameAddress(first),
    });
    expect(second.simulator.created).toHaveLength(2);
    expect(warnings(second)).toEqual([expect.stringMatching(/"Fix login \[10\d\]" .*"Fix login \[10\d\]"/)]);
  });
});

describe('scenarios', () => {
  test('have a first receipt early, and one file with all receipts when all creates are over', async () => {
    const { saved } = await cancelFirstAttempt({ target: SCENARIOS }, 2);
    expect(filesOf(saved).map(({ receipts }) => receipts.length)).toEqual([1, 2]);
    expect(
      filesOf(saved)[1]
        ?.receipts.map(({ scenario }) => scenario)
        .sort(),
    ).toEqual([101, 102]);
  });

  test('are resumed, in any order of the input', async () => {
    const { saved, simulator } = await cancelFirstAttempt({ target: SCENARIOS }, 2);
    const second = await runAttempt(2, createStore(2, saved), {
      target: { ...SCENARIOS, which: { kind: 'ids', ids: [102, 101] } },
      ...withTestsets(2),
      simulator,
    });
    expect(second.report.outcome).toBe('passed');
    expect(second.report.resumed).toHaveLength(2);
    expect(second.simulator.journal.some(({ operation }) => operation === 'create')).toBe(false);
    expect(second.log).toContainEqual(expect.stringMatching(/^notice: Attempt 1 .* testsets \d+, \d+ /));
  });

  test('without a receipt get a new testset, and only for these a receipt is saved', async () => {
    const { saved, simulator } = await cancelFirstAttempt({ target: SCENARIOS }, 2);
    const one = changeReceipts(saved, (receipt) =>
      receipt.scenario === 101 ? [{ ...receipt, testsetId: 251929 }] : [],
    );
    const store = createStore(2, one, { remove: () => Promise.resolve() });
    const second = await runAttempt(2, store, { ...withTestsets(1), target: SCENARIOS, simulator });
    expect(second.report.resumed).toHaveLength(1);
    expect(filesOf(one).at(-1)).toMatchObject({ attempt: 2, receipts: [{ scenario: 102 }] });
  });
});

/** The order in which receipts arrive says nothing. */
function readInAnyOrder(files: readonly ReceiptFile[]) {
  const earlier = earlierTestsets(files, 4, '0 0 0');
  expect(earlierTestsets(files.toReversed(), 4, '0 0 0')).toEqual(earlier);
  return earlier;
}

describe('of the receipts of earlier attempts, the fourth attempt uses', () => {
  const nameOf = ({ scenario, testsetId, attempt }: EarlierTestset): string =>
    `${scenario}: ${testsetId} of ${attempt}`;
  const file = (attempt: number, ...pairs: readonly (readonly [testsetId: number, scenario: number])[]) => ({
    attempt,
    receipts: pairs.map(([testsetId, scenario]) => ({ testsetId, scenario, announcedDevices: 0 })),
    uncertain: [],
  });
  const unclear = (attempt: number, ...scenarios: readonly number[]): ReceiptFile => ({
    attempt,
    receipts: [],
    uncertain: scenarios.map((scenario) => ({ scenario, testsetName: 'n', time: '2026-07-01 12:34 UTC' })),
  });

  test.each<[string, readonly ReceiptFile[], readonly string[], readonly number[]]>([
    ['none if there are none', [], [], []],
    ['one for each scenario', [file(1, [7, 101], [8, 102])], ['101: 7 of 1', '102: 8 of 1'], []],
    ['those of the last attempt', [file(3, [9, 0]), file(1, [7, 0]), file(2, [8, 0])], ['0: 9 of 3'], []],
    ['none of its own attempt or a later one', [file(4, [9, 0]), file(5, [10, 0])], [], []],
    ['one that is in two files', [file(1, [7, 0]), file(1, [7, 0])], ['0: 7 of 1'], []],
    ['none if one attempt left two testsets', [file(1, [7, 0]), file(1, [8, 0])], [], [0]],
    ['none even if a later attempt left one', [file(1, [7, 0], [8, 0]), file(3, [9, 0])], [], [0]],
    ['the others if one is ambiguous', [file(1, [7, 101], [8, 102]), file(1, [9, 102])], ['101: 7 of 1'], [102]],
  ])('%s', (_what, files, used, shared) => {
    const { unfinished, ambiguous } = readInAnyOrder(files);
    expect(unfinished.map(nameOf)).toEqual(used);
    expect(ambiguous).toEqual(shared);
  });

  const ended = (attempt: number, testsetId: number, outcome?: Outcome, limits = '0 0 0'): ReceiptFile => ({
    attempt,
    receipts: [{ testsetId, scenario: 101, announcedDevices: 0, outcome }],
    uncertain: [],
    limits,
  });

  test.each<[string, readonly ReceiptFile[], string, string]>([
    ['that passed is judged again', [ended(1, 7, 'passed')], '101: 7 of 1', ''],
    [
      'that passed is judged again, whichever file comes first',
      [ended(1, 7, 'passed'), file(1, [7, 101])],
      '101: 7 of 1',
      '',
    ],
    ['that passed by other limits is not', [ended(1, 7, 'passed', '1 0 0')], '', ''],
    ['that failed is not', [ended(1, 7, 'failed')], '', '7 of 1'],
    ['that passed after one that failed', [ended(1, 7, 'failed'), ended(2, 8, 'passed')], '101: 8 of 2', '7 of 1'],
    ['that failed after one that passed is not', [ended(1, 7, 'passed'), ended(2, 8, 'failed')], '', '8 of 2'],
    ['that two steps share is not', [ended(1, 7, 'passed'), ended(1, 8, 'failed')], '', '8 of 1'],
    [
      'is not if another step of the attempt has none',
      [
        { ...ended(1, 7, 'passed'), stepId: 'a' },
        { ...ended(1, 7), receipts: [], stepId: 'b' },
      ],
      '',
      '',
    ],
    ['without a result is not', [ended(1, 7, 'passed'), ended(2, 8)], '', ''],
  ])('a testset %s', (_what, files, judged, failed) => {
    const earlier = readInAnyOrder(files);
    expect(earlier.passed.map(nameOf).join()).toBe(judged);
    expect([...earlier.failed.values()].map(({ testsetId, attempt }) => `${testsetId} of ${attempt}`).join()).toBe(
      failed,
    );
  });

  const chain = (
    attempt: number,
    ...ids: readonly (readonly [id: number, retry?: number, outcome?: Outcome])[]
  ): ReceiptFile => ({
    attempt,
    receipts: ids.map(([testsetId, retry, outcome]) => ({
      testsetId,
      scenario: 101,
      announcedDevices: 0,
      retry,
      outcome,
    })),
    uncertain: [],
    ...(ids.some(([, , outcome]) => outcome) && { limits: '0 0 0' }),
  });

  test.each<[string, readonly ReceiptFile[], string, string]>([
    ['with its retry, if neither has a result', [chain(1, [7], [8, 1])], '7 8', ''],
    ['with its retry, from two files', [chain(1, [7]), chain(1, [8, 1])], '7 8', ''],
    ['with the retry of a later attempt', [chain(1, [7]), chain(2, [8, 1])], '7 8', ''],
    ['with a retry that has no result', [chain(1, [7, undefined, 'failed'], [8, 1])], '7 8', ''],
    ['not if its retry failed', [chain(1, [7, undefined, 'failed'], [8, 1, 'failed'])], '', ''],
    ['by its retry alone if that passed', [chain(1, [7, undefined, 'failed'], [8, 1, 'passed'])], '', '8'],
    ['without its retry, if a later attempt began anew', [chain(1, [7], [8, 1]), chain(2, [9])], '9', ''],
    ['not if there are two of one retry', [chain(1, [7], [8, 1], [9, 1])], '', ''],
    ['not if the testset before its retry is unknown', [chain(1, [8, 1])], '', ''],
    ['with its second retry, if the first was rejected', [chain(1, [7], [9, 2])], '7 9', ''],
  ])('a scenario is taken up %s', (_what, files, unfinished, passed) => {
    const earlier = readInAnyOrder(files);
    expect(earlier.unfinished.map(({ testsetId }) => testsetId).join(' ')).toBe(unfinished);
    expect(earlier.passed.map(({ testsetId }) => testsetId).join(' ')).toBe(passed);
  });

  test('a retry that may exist is named although its scenario has a testset', () => {
    const create = { scenario: 101, testsetName: 'n retry 1', time: '2026-07-01 12:34 UTC', retry: 1 };
    const { uncertain } = earlierTestsets([{ ...chain(1, [7]), uncertain: [create] }], 4, '0 0 0');
    expect(uncertain).toMatchObject([{ testsetName: 'n retry 1' }]);
  });

  test.each<[string, readonly ReceiptFile[], readonly string[]]>([
    ['once if it is in two files', [unclear(1, 101), unclear(1, 101, 102)], ['101 of 1', '102 of 1']],
    ['of each attempt', [unclear(1, 101), unclear(2, 101)], ['101 of 1', '101 of 2']],
    ['not if a later attempt has a testset', [unclear(1, 101, 102), file(2, [7, 101])], ['102 of 1']],
    ['not of its own attempt or a later one', [unclear(4, 101), unclear(5, 101)], []],
  ])('an uncertain create %s', (_what, files, named) => {
    const { uncertain } = earlierTestsets(files, 4, '0 0 0');
    expect(uncertain.map(({ scenario, attempt }) => `${scenario} of ${attempt}`)).toEqual(named);
  });
});
