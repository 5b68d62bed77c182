import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { DevicePlan } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import type { Inputs } from '../../src/model/inputs.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { openJob, scenarioTarget, type Attempt, type Job } from '../support/job-attempts.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'retry-'));
});
afterEach(() => rm(workspace, { recursive: true }));

const SHORT_NAMES: Readonly<Record<string, DevicePlan['result']>> = { '.': 'pass', F: 'fail', E: 'error', S: 'stop' };

/** `.F` is a device that passes and one that fails. */
function devices(ends: string): DevicePlan[] {
  return Array.from(ends, (end, at) => ({
    name: `MAKER Model_${at} / ANDROID 14`,
    result: SHORT_NAMES[end] ?? 'pass',
    seconds: 60,
  }));
}

/** The devices of the testsets of each scenario, in the order of their creates; the last one for all that follow. */
type Plan = Readonly<Record<number, readonly (readonly DevicePlan[])[]>>;

async function playJob(plan: Plan, work: (job: Job) => Promise<void>): Promise<void> {
  const created = new Map<number, number>();
  await inVirtualTime(async (clock) => {
    const job = await openJob(clock, workspace, (scenario) => {
      const number = created.get(scenario) ?? 0;
      created.set(scenario, number + 1);
      const all = plan[scenario] ?? [devices('..')];
      return all[Math.min(number, all.length - 1)] ?? [];
    });
    try {
      await work(job);
    } finally {
      await job.close();
    }
  });
}

/** Runs scenarios 101 and 102 with one retry. */
async function play(plan: Plan, options: Options = {}): Promise<Attempt> {
  let attempt: Attempt | undefined;
  await playJob(plan, async (job) => {
    job.faults.push(...(options.faults ?? []));
    attempt = await job.run(1, { ...options, inputs: { ...WITH_RETRY, ...options.inputs } });
  });
  if (!attempt) throw new Error('nothing was run');
  return attempt;
}

interface Options {
  readonly inputs?: Partial<Inputs>;
  readonly faults?: readonly Fault[];
  readonly timeLeftMs?: () => number;
}

const WITH_RETRY: Partial<Inputs> = { target: scenarioTarget([101, 102]), keepPassed: false, retryFailed: 1 };

const scenariosOf = ({ created }: Attempt): readonly number[] => created.map(({ request }) => request.scenarioId);
const headingOf = ({ platform }: Attempt): string => platform.summaries.join().split('\n')[0] ?? '';
const junitOf = (attempt: Attempt): Promise<string> => readFile(attempt.platform.outputs['junit-file'] ?? '', 'utf8');
const ids = ({ created }: Attempt): readonly number[] => created.map(({ id }) => id);

describe('a scenario that failed', () => {
  test('is tried again, and each flaky device is shown', async () => {
    const attempt = await play({ 101: [devices('F.'), devices('..')] });
    expect(scenariosOf(attempt)).toEqual([101, 102, 101]);
    const [, other, retry] = ids(attempt);
    expect(attempt.created[2]?.request.name).toBe('Fix login [101] retry 1');
    expect(attempt.report).toMatchObject({ outcome: 'passed', notes: [] });
    expect(attempt.platform.outputs).toMatchObject({
      outcome: 'passed',
      'testset-id': `${retry},${other}`,
      'retry-testset-id': `${retry}`,
      'pass-count': '4',
      'total-count': '4',
      'excused-count': '0',
      'failed-devices': '[]',
    });
    expect(headingOf(attempt)).toBe('## ✅ Passed with 1 flaky of 4 device runs');
    const page = attempt.platform.summaries.join();
    expect(page).toContain('retry&nbsp;1'.replace('&nbsp;', ' '));
    expect(await junitOf(attempt)).toMatch(/<testcase .*?<flakyFailure /);
  });

  test('is red if it fails again', async () => {
    const attempt = await play({ 101: [devices('F.')] });
    expect(scenariosOf(attempt)).toEqual([101, 102, 101]);
    expect(attempt.platform.outputs).toMatchObject({ outcome: 'failed', 'fail-count': '1' });
    expect(await junitOf(attempt)).toMatch(/<failure [^]*?<rerunFailure /);
  });

  test('passes if the failure moves to another device', async () => {
    const attempt = await play({ 101: [devices('F.'), devices('.F')] });
    expect(attempt.platform.outputs).toMatchObject({ outcome: 'passed', 'fail-count': '1', 'excused-count': '1' });
    expect(headingOf(attempt)).toBe('## ✅ Passed with 2 flaky of 4 device runs');
    expect(JSON.parse(attempt.platform.outputs['failed-devices'] ?? '')).toMatchObject([{ excused: 'flaky' }]);
    expect(await junitOf(attempt)).not.toContain('<failure');
  });

  test('is tried a second time if two retries are allowed', async () => {
    const plan = { 101: [devices('F..'), devices('F..'), devices('..F')] };
    const attempt = await play(plan, { inputs: { retryFailed: 2 } });
    expect(scenariosOf(attempt)).toEqual([101, 102, 101, 101]);
    expect(attempt.report.outcome).toBe('passed');
    expect(attempt.platform.outputs['retry-testset-id']).toBe(ids(attempt).slice(2).join(','));
    expect(await junitOf(attempt)).toMatch(/(<flakyFailure [^]*?<\/flakyFailure>){2}/);
  });
});

describe('a retry', () => {
  const creates = ({ requests }: Attempt): number => requests.filter(({ operation }) => operation === 'create').length;

  test('of unknown start is not created again', async () => {
    const fault: Fault['do'] = { kind: 'cut', at: 'applied', how: 'reset' };
    const attempt = await play({ 101: [devices('F.')] }, { faults: [{ on: 'create', skip: 2, do: fault }] });
    expect(attempt.report.outcome).toBe('unknown-start');
    expect([attempt.created.length, creates(attempt)]).toEqual([3, 3]);
  });

  test('that was rejected is a warning, and the testset before it decides', async () => {
    const fault: Fault['do'] = { kind: 'code', code: 4081 };
    const attempt = await play({ 101: [devices('F.')] }, { faults: [{ on: 'create', skip: 2, do: fault }] });
    expect(attempt.report.outcome).toBe('failed');
    expect([attempt.created.length, creates(attempt)]).toEqual([2, 3]);
    expect(attempt.platform.outputs['testset-id']).toBe(ids(attempt).join(','));
    expect(attempt.log).toContainEqual(expect.stringMatching(/^warning: Scenario 101 could not be tried again: /));
  });

  test.each(['cancelled', 'deadline'] as const)('that is stopped: %s', async (reason) => {
    await playJob({ 101: [devices('F.'), devices('..')] }, async ({ run, simulator }) => {
      const stop = new AbortController();
      const retried = setInterval(() => {
        if (simulator.created.length === 3) stop.abort(reason);
      }, 1);
      const attempt = await run(1, { stop, inputs: WITH_RETRY });
      clearInterval(retried);
      expect(attempt.report.outcome).toBe(reason === 'deadline' ? 'timed-out' : 'cancelled');
      const again = await run(2, { inputs: WITH_RETRY });
      expect(again.created).toEqual([]);
      expect(again.report.outcome).toBe('passed');
      expect(headingOf(again)).toContain('Passed with 1 flaky');
    });
  });
});

describe('nothing is tried again', () => {
  test.each([
    ['by default', { 101: [devices('F.')], 102: [devices('S.')] }, { inputs: { retryFailed: 0 } }, 0],
    ['if there is too little time', { 101: [devices('F.')] }, { timeLeftMs: () => 180_000 }, 1],
  ] satisfies readonly (readonly [string, Plan, Options, number])[])('%s', async (_when, plan, options, notes) => {
    const attempt = await play(plan, options);
    expect(attempt.report.notes).toHaveLength(notes);
    expect(scenariosOf(attempt)).toEqual([101, 102]);
    expect(attempt.platform.outputs['retry-testset-id']).toBe('');
  });

  test('if many scenarios failed: the report says so', async () => {
    const target = scenarioTarget([101, 102, 103, 104, 105, 106]);
    const failed = Object.fromEntries([101, 102, 103, 104, 105, 106].map((id) => [id, [devices('F.')]]));
    const attempt = await play(failed, { inputs: { target } });
    expect(attempt.created).toHaveLength(6);
    expect(attempt.platform.summaries.join()).toContain('No retry: 6 scenarios failed');
  });
});
