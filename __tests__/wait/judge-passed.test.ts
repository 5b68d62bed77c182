import { describe, expect, test } from '@jest/globals';

import type { EarlierReceipt } from '../../src/create/earlier-testsets.ts';
import { openResultsFolder } from '../../src/results/results-folder.ts';
import { whenAborted } from '../../src/runtime/time-limits.ts';
import type { Service } from '../../src/service/client.ts';
import type { Documents } from '../../src/service/wire.ts';
import type { ServiceReply } from '../../src/service/reply.ts';
import type { Status } from '../../src/model/testset.ts';
import { judgePassed } from '../../src/wait/judge-passed.ts';
import { serviceOf } from '../create/scripted-scenarios.ts';
import { codeReply, networkReply, valueReply } from '../support/replies.ts';
import { createHandClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { statusOf } from '../support/testsets.ts';

const suite = (testcases: string): Documents => ({ xml: `<testsuite name="s">${testcases}</testsuite>` });
const PASSED = statusOf('Complete', { total: 2, pass: 2 });
const FAILED = statusOf('Complete', { total: 2, pass: 1, fail: 1 });
const RUNNING = statusOf('Running', { total: 2, pass: 2 });
const RESULTS = suite('<testcase name="A"/><testcase name="B"/>');
const ONE_FAILED = suite('<testcase name="A"/><testcase name="B"><failure/></testcase>');
const ONE_MISSING = suite('<testcase name="A"/>');

interface Scene {
  readonly status?: ServiceReply<Status> | Service['status'];
  readonly result?: ServiceReply<Documents>;
  readonly announcedDevices?: number;
  readonly signal?: AbortSignal;
}

/** As it was read from a receipt. */
const testsetOf = (at: number, more: Partial<EarlierReceipt> = {}): EarlierReceipt => ({
  outcome: 'passed',
  testsetId: at,
  attempt: 1,
  scenario: at,
  announcedDevices: 2,
  ...more,
});

/** Judges testsets again; each has this status and these results. @returns also whose saved results were removed, and open sleeps */
async function judge(testsets: readonly EarlierReceipt[], scene: Scene = {}) {
  const { status = valueReply(PASSED), result = valueReply(RESULTS), signal } = scene;
  const requested = new Map<number, number>();
  const removed: number[] = [];
  const service = serviceOf({
    status: typeof status === 'function' ? status : () => Promise.resolve(status),
    result: ({ id, since }) => {
      requested.set(id, since);
      return Promise.resolve(result);
    },
  });
  const folder = {
    ...openResultsFolder('/unused', '/unused/results'),
    writeResult: () => Promise.resolve(),
    removeResults: (id: number) => {
      removed.push(id);
      return Promise.resolve();
    },
  };
  const log = createRecordingLog();
  const clock = createHandClock();
  const runtime = createRuntime({ clock, log, ...(signal && { signal }) });
  const began = clock.now();
  let [tookMs, sleepers] = [Infinity, Infinity];
  const judging = judgePassed(service, runtime, folder, testsets).finally(() => {
    tookMs = clock.now() - began;
    ({ sleepers } = clock);
  });
  await clock.pass(10 * 60_000);
  const lines = log.lines.filter((line) => !line.startsWith('debug: '));
  return { ...(await judging), log: lines, requested, removed, tookMs, sleepers };
}

test('a testset that passes again is kept with its results', async () => {
  const asked = new Map<number, number>();
  const status: Service['status'] = ({ id, since }) => {
    asked.set(id, since);
    return Promise.resolve(valueReply(PASSED));
  };
  const testsets = [testsetOf(7, { retry: 1 }), testsetOf(0, { testsetId: 8 })];
  const { kept, notKept, failed, log, requested, tookMs, sleepers } = await judge(testsets, { status });
  // Not what a cache kept from an earlier attempt.
  const began = createHandClock().now();
  const sinceBegin = new Map([7, 8].map((id) => [id, began]));
  expect([asked, requested]).toEqual([sinceBegin, sinceBegin]);
  expect([tookMs, sleepers]).toEqual([0, 0]);
  expect(kept).toMatchObject([
    { id: 7, scenario: 7, retry: 1, announcedDevices: 2, status: PASSED, origin: { kind: 'kept', attempt: 1 } },
    { id: 8, scenario: undefined },
  ]);
  expect([notKept.size, failed.size]).toEqual([0, 0]);
  expect(log).toEqual(['info: 2 testsets of earlier attempts passed again: kept.']);
});

describe('a testset is not kept', () => {
  test.each<[what: string, scene: Scene, reason: RegExp, failed: string]>([
    ['if the service does not know it', { status: codeReply(5002) }, /5002/, ''],
    ['if the service does not have it any more', { status: codeReply(6003) }, /6003/, ''],
    ['if it is running again', { status: valueReply(RUNNING) }, /running again/, ''],
    ['if its results are gone', { result: codeReply(5003) }, /results/, ''],
    [
      'if a device failed',
      { status: valueReply(FAILED), result: valueReply(ONE_FAILED) },
      /only 1 of 2 devices passed\./,
      'failed',
    ],
    [
      'if its results contradict the status, and its create announced more devices',
      { result: valueReply(ONE_MISSING), announcedDevices: 5 },
      /disagree: .*\. Only \d of 5 devices were tested/,
      'inconclusive',
    ],
    ['if an error is thrown', { status: () => Promise.reject(new Error('No. A bug.')) }, /: No\. A bug\.$/, ''],
  ])('%s', async (_what, scene, reason, outcome) => {
    const testset = testsetOf(7, { announcedDevices: scene.announcedDevices ?? 2 });
    const { kept, notKept, failed, log, removed, tookMs } = await judge([testset], scene);
    expect(tookMs).toBeLessThanOrEqual(120_000);
    expect([...new Set(removed)]).toEqual(scene.result || outcome ? [7] : []);
    expect(kept).toEqual([]);
    const sentence = notKept.get(7) ?? '';
    expect(sentence).toMatch(/^Testset 7 passed in attempt 1, but is not kept: /);
    expect(sentence).toMatch(reason);
    expect(log).toEqual([`info: ${sentence}`]);
    expect(failed).toEqual(new Map(outcome === '' ? [] : [[7, { testsetId: 7, attempt: 1, outcome }]]));
  });
});

/** A status that comes only when the request is stopped. */
const never: Service['status'] = async (_testset, signal) => {
  await whenAborted(signal);
  return networkReply('stopped');
};

test('slow testsets do not cost the others, and all together take at most two minutes', async () => {
  const all = Array.from({ length: 300 }, (_, at) => testsetOf(at + 1));
  const asked = new Set<number>();
  const status: Service['status'] = (testset, signal) => {
    asked.add(testset.id);
    return never(testset, signal);
  };
  const { notKept, log, tookMs } = await judge(all, { status });
  expect(tookMs).toBeLessThanOrEqual(120_000);
  expect(asked.size).toBeGreaterThan(10);
  expect(notKept.get(1)).toContain('did not respond in time');
  expect(notKept.get(300)).toContain('no time');
  expect((await judge([testsetOf(1)], { status: never })).tookMs).toBeGreaterThan(60_000);
  expect(log).toEqual([...notKept.values()].map((sentence) => `info: ${sentence}`));
});

test('results that were there before are not waited for', async () => {
  const { notKept, tookMs } = await judge([testsetOf(7)], { result: codeReply(6003) });
  expect(notKept.get(7)).toContain('6003');
  expect(tookMs).toBeLessThan(30_000);
});

test('after a cancel nothing is judged, and nothing is said of the testsets', async () => {
  const { kept, notKept } = await judge([testsetOf(7)], { signal: AbortSignal.abort('cancelled') });
  expect([kept, notKept.size]).toEqual([[], 0]);
});
