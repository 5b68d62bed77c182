import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import type { DevicePlan } from '../../simulator/devices.ts';
import type { Inputs } from '../../src/model/inputs.ts';
import { useFolder } from '../support/folder.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { openJob, scenarioTarget, type Attempt, type Job } from '../support/job-attempts.ts';

const workspace = useFolder();

const ENDS: Readonly<Record<string, DevicePlan['result']>> = { '.': 'pass', F: 'fail', S: 'stop' };

/** `.F` is a device that passes and one that fails. */
function devices(ends: string): DevicePlan[] {
  return Array.from(ends, (end, at) => {
    return { name: `MAKER Model_${at} / ANDROID 14`, result: ENDS[end] ?? 'pass', seconds: 60 };
  });
}

/** Plays a job. @param ends of the testsets of scenario 101, the last one for all that follow @param others of the other scenarios */
function playJob<T>(ends: readonly string[], work: (job: Job) => Promise<T>, others = '..'): Promise<T> {
  let created = 0;
  return inVirtualTime(async (clock) => {
    const job = await openJob(clock, workspace(), (scenario) => {
      if (scenario !== 101) return devices(others);
      created += 1;
      return devices(ends[Math.min(created, ends.length) - 1] ?? '');
    });
    try {
      return await work(job);
    } finally {
      await job.close();
    }
  });
}

interface Options {
  readonly inputs?: Partial<Inputs>;
  readonly timeLeftMs?: () => number;
  readonly others?: string;
}

/** Runs scenarios 101 and 102 with one retry. */
function play(ends: readonly string[], { inputs, others, ...more }: Options = {}): Promise<Attempt> {
  return playJob(ends, ({ run }) => run(1, { ...more, inputs: { ...WITH_RETRY, ...inputs } }), others);
}

/** Runs an attempt that is stopped as soon as something is true. */
async function runUntil(run: Job['run'], reason: 'cancelled' | 'deadline', isTrue: () => boolean): Promise<Attempt> {
  const stop = new AbortController();
  const timer = setInterval(() => {
    if (isTrue()) stop.abort(reason);
  }, 1);
  const attempt = await run(1, { stop, inputs: WITH_RETRY });
  clearInterval(timer);
  return attempt;
}

const WITH_RETRY: Partial<Inputs> = { target: scenarioTarget([101, 102]), retryFailed: 1 };

const scenariosOf = ({ created }: Attempt): readonly number[] => created.map(({ request }) => request.scenarioId);
const headingOf = ({ platform }: Attempt): string => platform.summaries.join().split('\n')[0] ?? '';
const ids = ({ created }: Attempt): readonly number[] => created.map(({ id }) => id);

test('a scenario that failed is tried again as often as allowed, and each flaky device is shown', async () => {
  const attempt = await play(['F..', 'F..', '..F'], { inputs: { retryFailed: 2 } });
  expect(scenariosOf(attempt)).toEqual([101, 102, 101, 101]);
  expect(attempt.created[3]?.request.name).toBe('Fix login [101] retry 2');
  const [, other, ...retries] = ids(attempt);
  expect(attempt.report).toMatchObject({ outcome: 'passed', notes: [] });
  expect(attempt.log).toContain('info: Retrying scenario 101.');
  const { outputs } = attempt.platform;
  expect(outputs).toMatchObject({
    outcome: 'passed',
    'testset-id': `${retries[1]},${other}`,
    'retry-testset-id': retries.join(','),
    'pass-count': '4',
    'total-count': '5',
    'excused-count': '2',
  });
  expect(headingOf(attempt)).toBe('## ✅ Passed · 2 flaky');
  const junit = readFileSync(outputs['junit-file'] ?? '', 'utf8');
  expect(junit).toMatch(/(<flakyFailure [^]*?<\/flakyFailure>){2}/);
  expect(junit).not.toContain('<failure');
});

test('the progress adds the devices of a retry to those before it', async () => {
  const { log } = await play(['F.', '..']);
  const last = '3 of 3 testsets complete · 6 of 6 done · 1 failed';
  expect(log.filter((line) => line.endsWith(last))).toHaveLength(1);
});

test.each(['cancelled', 'deadline'] as const)(
  'a retry that is stopped is resumed by the next attempt: %s',
  async (reason) => {
    await playJob(['F.', '..'], async ({ run, simulator }) => {
      const attempt = await runUntil(run, reason, () => simulator.created.length === 3);
      expect(attempt.report.outcome).toBe(reason === 'deadline' ? 'timed-out' : 'cancelled');
      const again = await run(2, { inputs: WITH_RETRY });
      expect(again.created).toEqual([]);
      expect(again.report.outcome).toBe('passed');
      expect(headingOf(again)).toContain('1 flaky');
    });
  },
);

test.each<[when: string, ends: string, options: Options, notes: number]>([
  ['by default', 'F.', { inputs: { retryFailed: 0 }, others: 'S.' }, 0],
  ['if there is too little time', 'F.', { timeLeftMs: () => 180_000 }, 1],
  ['if a device was only stopped', 'S.', {}, 1],
])('nothing is tried again %s', async (_when, ends, options, notes) => {
  const attempt = await play([ends], options);
  expect(attempt.report.notes).toHaveLength(notes);
  expect(attempt.log.filter((line) => line.startsWith('info: No retry: '))).toHaveLength(notes);
  expect(scenariosOf(attempt)).toEqual([101, 102]);
  expect(attempt.platform.outputs['retry-testset-id']).toBe('');
});

test.each([
  ['deadline', 'timed-out', ['No retry: results of 2 scenarios are missing or in doubt.']],
  ['cancelled', 'cancelled', []],
] as const)(
  'a step that is stopped has no retry, and says why unless it was cancelled: %s',
  async (reason, outcome, notes) => {
    await playJob(['F.'], async ({ run, simulator }) => {
      const isPolled = () => simulator.journal.some(({ operation }) => operation === 'status');
      const attempt = await runUntil(run, reason, isPolled);
      expect(attempt.report).toMatchObject({ outcome, notes });
    });
  },
);
