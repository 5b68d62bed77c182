import { describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Inputs } from '../../src/model/inputs.ts';
import { useFolder } from '../support/folder.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { appTarget } from '../support/inputs.ts';
import { openJob, type Attempt, type Job } from '../support/job-attempts.ts';

// What receipts say is tested in __tests__/create; here, whole attempts of a job share a service.

const workspace = useFolder();

/** Plays attempts of a job in virtual time. */
function playJob(work: (job: Job) => Promise<void>): Promise<void> {
  return inVirtualTime(async (clock) => {
    const job = await openJob(clock, workspace(), () => makeDevices({ total: 2, seconds: 10 }));
    await work(job).finally(job.close);
  });
}

/** The inputs of a job with an app. */
const app = (attempt?: number): Partial<Inputs> => {
  const target = appTarget(workspace());
  return { target: { ...target, testsetName: { ...target.testsetName, attempt } } };
};

const scenariosOf = ({ created }: Attempt): readonly number[] => created.map(({ request }) => request.scenarioId);
const pageOf = ({ platform }: Attempt): string => platform.summaries.join();

/** Runs an attempt that is cancelled at the first poll, when receipts are saved. */
async function runCancelled(
  { run, simulator, saved }: Job,
  inputs: Partial<Inputs> = {},
  attempt = 1,
): Promise<Attempt> {
  const stop = new AbortController();
  const before = simulator.journal.length;
  const timer = setInterval(() => {
    const isSent = simulator.journal.slice(before).some((entry) => entry.operation === 'status');
    if (isSent && saved.size > 0) stop.abort('cancelled');
  }, 1);
  timer.unref();
  const played = await run(attempt, { stop, inputs });
  clearInterval(timer);
  return played;
}

describe('a job with scenarios', () => {
  test('resumes those without a result, and creates what was rejected', () =>
    playJob(async (job) => {
      job.faults.push({ on: 'create', do: { kind: 'code', code: 4009 } });
      const first = await runCancelled(job);
      const [rejected] = first.report.testsets.flatMap(({ id, scenario }) => (id === undefined ? [scenario] : []));
      const second = await job.run(2);
      expect(scenariosOf(second)).toEqual([rejected]);
      expect(second.report).toMatchObject({ outcome: 'passed', resumed: [{ attempt: 1 }, { attempt: 1 }] });
      expect(second.log).toContainEqual(expect.stringMatching(/^notice: Attempt 1 .* testsets \d+, \d+ /));
    }));
});

describe('a job with an app', () => {
  test.each([
    ['for three minutes', 8, 'passed'],
    ['for ever', 1000, 'timed-out'],
  ])('creates no other testset if the status of the earlier one fails %s', async (_what, times, outcome) =>
    playJob(async (job) => {
      const [{ id } = { id: 0 }] = (await runCancelled(job, app())).created;
      job.faults.push({ on: 'status', times, do: { kind: 'code', code: 5002 } });
      const second = await job.run(2, { inputs: app() });
      expect([second.report.outcome, second.created]).toEqual([outcome, []]);
      const advice = new RegExp(`Testset ${id} of attempt 1 cannot be read \\(5002\\)\\. If it .* start a new run`);
      expect(advice.test(pageOf(second))).toBe(outcome === 'timed-out');
      expect(pageOf(second)).not.toContain('To wait for it');
    }),
  );

  test('continues what a second attempt has resumed, and says so', () =>
    playJob(async (job) => {
      const [{ id } = { id: 0 }] = (await runCancelled(job, app())).created;
      const second = await runCancelled(job, app(2), 2);
      expect(pageOf(second)).toContain('continues it, for 3 days');
      expect((await job.run(3, { inputs: app(3) })).report.resumed).toMatchObject([{ testsetId: id }]);
    }));

  test('resumes the testset of an attempt that was cancelled, and creates another when it has passed', () =>
    playJob(async (job) => {
      const first = await runCancelled(job, app());
      expect(first.report.outcome).toBe('cancelled');
      expect(pageOf(first)).toContain(
        '&quot;Re-run failed jobs&quot; continues it, for 3 days, with the same app and inputs. To wait for it elsewhere, run',
      );
      const [{ id } = { id: 0 }] = first.created;
      const second = await job.run(2, { inputs: app(2) });
      expect(second.report).toMatchObject({ outcome: 'passed', resumed: [{ testsetId: id, attempt: 1 }] });
      expect(second.report.request.name).toBe(first.report.request.name);
      expect(second.platform.outputs['testset-id']).toBe(`${id}`);
      for (const text of [second.log.join('\n'), pageOf(second)])
        expect(text).toMatch(new RegExp(`Attempt 1 .* testset ${id}`));
      const third = await job.run(3, { inputs: app() });
      expect([second.created.length, third.created.length]).toEqual([0, 1]);
    }));
});
