import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault, Operation } from '../../simulator/faults.ts';
import { DEFAULT_PROJECT } from '../../simulator/server.ts';
import { runWithSimulator, type RunOutcome } from '../support/run-with-simulator.ts';

/** What firewalls, proxies and caches between the runner and the service do to polls and results. */

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'between-'));
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

const NEW = { projectId: DEFAULT_PROJECT, osType: 'ANDROID', testsetName: 'n' } as const;
const REQUEST = {
  projectId: DEFAULT_PROJECT,
  name: 'n',
  osType: 'ANDROID',
  scenarioId: 0,
  timeLimit: undefined,
} as const;
const ALWAYS = 10_000;

/** Runs a scenario whose devices pass after two minutes. */
function run(...faults: readonly Fault[]): Promise<RunOutcome> {
  return runWithSimulator({
    workspace,
    target: { ...NEW, kind: 'scenarios', sourceType: 'file', which: { kind: 'ids', ids: [101] } },
    simulator: { plan: () => makeDevices({ total: 3, seconds: 120 }), faults },
  });
}

/** Attaches to a testset that is complete. */
function attach(...faults: readonly Fault[]): Promise<RunOutcome> {
  return runWithSimulator({
    workspace,
    target: { kind: 'attach', testsetIds: [251_929] },
    simulator: { plan: () => makeDevices({ total: 3, seconds: 0 }), faults },
    before: ({ engine }) => engine.create(REQUEST),
  });
}

const blockedBy = (body: string, on: Operation, times: number, status = 403): Fault => ({
  on,
  times,
  do: { kind: 'response', status, body, headers: { 'content-type': 'text/html' } },
});
const PAGE = '<html><head><title>Shield &amp; Co: denied</title></head><body>No.</body></html>';

/** A status from before the testset was created: it is complete, and everything failed. */
function oldStatus(age: string, times: number): Fault {
  const counts = { total_test_cnt: 3, fail_cnt: 3, error_cnt: 0, stop_cnt: 0, pass_cnt: 0 };
  const detail = { ...counts, initializing_cnt: 0, running_cnt: 0 };
  return cached('status', { testset_status: 'Complete', testset_status_detail: detail }, age, times);
}

function cached(on: Operation, data: object, age: string, times = 1): Fault {
  const body = JSON.stringify({ result_code: 0, result_msg: '', reason: '', data });
  return { on, times, do: { kind: 'response', status: 200, body, headers: { age } } };
}

const warningsOf = ({ log }: RunOutcome): readonly string[] => log.filter((line) => line.startsWith('warning: '));
const polls = ({ simulator }: RunOutcome): number =>
  simulator.journal.filter(({ operation }) => operation === 'status').length;

describe('a firewall that sends a page', () => {
  test.each([401, 403])('is tolerated before the first status and by the results: HTTP %i', async (status) => {
    const outcome = await run(blockedBy(PAGE, 'status', 3, status), blockedBy(PAGE, 'result', 3, status));
    expect(outcome.report.outcome).toBe('passed');
    expect(outcome.log.join('\n')).toContain(`blocked the request for the status of testset 251929 (HTTP ${status}`);
    expect(outcome.log.join('\n')).toContain('"Shield & Co: denied"');
  });

  test('is named when it never lets the results through', async () => {
    const { report, elapsedMs } = await run(blockedBy(PAGE, 'result', ALWAYS));
    expect(report.outcome).toBe('inconclusive');
    expect(elapsedMs).toBeGreaterThan(15 * 60_000);
    expect(report.sentence).toMatch(/firewall or proxy .*"Shield & Co: denied"/);
    expect(report.sentence).not.toContain('user-id');
  });

  test('ends a step whose credentials were not accepted yet', async () => {
    const outcome = await attach(blockedBy(PAGE, 'status', ALWAYS));
    expect(outcome.report).toMatchObject({ outcome: 'refused', testsets: [{ problem: { code: 'credentials' } }] });
    expect(outcome.report.sentence).toContain('"Shield & Co: denied"');
    expect(polls(outcome)).toBe(1);
  });

  test('is not assumed when the service itself rejects the credentials', async () => {
    const envelope = JSON.stringify({ result_code: 4010, result_msg: 'Denied', reason: '', data: {} });
    const { report, simulator } = await run(blockedBy(envelope, 'result', ALWAYS));
    expect(report.outcome).toBe('inconclusive');
    expect(report.sentence).toContain('rejected the credentials (HTTP 403): 4010');
    expect(simulator.journal.filter(({ operation }) => operation === 'result')).toHaveLength(1);
  });
});

describe('a cache', () => {
  test('that sends a status or a result from before the create is asked again, with one warning', async () => {
    const outcome = await run(oldStatus('900', 4), cached('result', { complete: true, result_xml: '<a/>' }, '901', 2));
    expect(outcome.report.outcome).toBe('passed');
    expect(warningsOf(outcome)).toHaveLength(1);
    expect(warningsOf(outcome)[0]).toMatch(/cache .*`Age: 900`.* \/openapi\/v2 /);
  });

  test.each(['90000', ' 90000, 0'])('that never sends anything else ends the wait (Age: %s)', async (age) => {
    const outcome = await run(oldStatus(age, ALWAYS));
    expect(outcome.report.outcome).toBe('timed-out');
    expect(outcome.report.sentence).toContain('`Age: 90000`');
    expect(outcome.elapsedMs).toBeLessThan(20 * 60_000);
  });

  test.each(['0', '15', '0, 900', '-900', 'old', ''])(
    'whose response is from after the create is trusted: Age: %s',
    async (age) => {
      const outcome = await run(oldStatus(age, 1));
      expect(outcome.report.outcome).toBe('failed');
      expect(warningsOf(outcome).join()).not.toContain('Age');
      expect(polls(outcome)).toBe(1);
    },
  );

  test.each([
    ['1', 1],
    ['2', 2],
    ['3600', 2],
  ])('that sends a status from before the step attached is asked again: Age: %s', async (age, expected) => {
    const outcome = await attach(oldStatus(age, 1));
    expect(polls(outcome)).toBe(expected);
  });

  test('does not say whether the credentials are right', async () => {
    const { report } = await attach(oldStatus('3600', 1), blockedBy(PAGE, 'status', ALWAYS));
    expect(report).toMatchObject({ outcome: 'refused', testsets: [{ problem: { code: 'credentials' } }] });
  });
});

test.each<Operation>(['status', 'result'])('the log says how long the service asked to wait: %s', async (on) => {
  const { report, log, elapsedMs } = await run({
    on,
    do: { kind: 'response', status: 503, body: '', headers: { 'retry-after': '7200' } },
  });
  expect(report.outcome).toBe('passed');
  expect(elapsedMs).toBeGreaterThan(7_200_000);
  expect(log.filter((line) => line.includes('asked to wait'))).toEqual([expect.stringContaining('7200 s')]);
});
