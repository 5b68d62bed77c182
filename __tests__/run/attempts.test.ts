import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Inputs } from '../../src/model/inputs.ts';
import { useFolder } from '../support/folder.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { appTarget } from '../support/inputs.ts';
import { openJob, type Attempt, type Job } from '../support/job-attempts.ts';

// What receipts say is tested in __tests__/create; here, whole attempts of a job share a service.

const workspace = useFolder();

/** Plays attempts of a job with `resume: keep-passed`, in virtual time. The scenarios in `failing` fail from then on. */
function playJob(work: (job: Job & { readonly failing: Set<number> }) => Promise<void>): Promise<void> {
  return inVirtualTime(async (clock) => {
    const failing = new Set<number>();
    const plan = (id: number) => makeDevices({ total: 2, fail: failing.has(id) ? 1 : 0, seconds: 10 });
    const job = await openJob(clock, workspace(), plan);
    await work({ ...job, failing }).finally(job.close);
  });
}

/** The inputs of a job with an app. */
const app = (): Partial<Inputs> => ({ target: appTarget(workspace()) });

const scenariosOf = ({ created }: Attempt): readonly number[] => created.map(({ request }) => request.scenarioId);
const pageOf = ({ platform }: Attempt): string => platform.summaries.join();
const resultFilesOf = (attempt: number): readonly string[] =>
  readdirSync(join(workspace(), `results-${attempt}`), { encoding: 'utf8', recursive: true }).filter((name) =>
    name.endsWith('result.xml'),
  );

/** Runs an attempt that is cancelled at the first request for `operation`, when receipts are saved. */
async function runCancelled(
  { run, simulator, saved }: Job,
  attempt: number,
  operation: 'status' | 'result',
  inputs: Partial<Inputs> = {},
): Promise<Attempt> {
  const stop = new AbortController();
  const before = simulator.journal.length;
  const timer = setInterval(() => {
    const isSent = simulator.journal.slice(before).some((entry) => entry.operation === operation);
    if (isSent && saved.size > 0) stop.abort('cancelled');
  }, 1);
  timer.unref();
  const played = await run(attempt, { stop, inputs });
  clearInterval(timer);
  return played;
}

describe('a job with scenarios', () => {
  test('creates only those that did not pass, and its report covers all', () =>
    playJob(async ({ run, failing }) => {
      failing.add(102);
      const first = await run(1);
      expect(first.report.outcome).toBe('failed');
      expect(pageOf(first)).toContain('runs 1 of 3 scenarios again, and keeps the other 2.');
      failing.clear();
      const second = await run(2);
      expect(scenariosOf(second)).toEqual([102]);
      const ids = second.report.testsets.map(({ id }) => id);
      expect(second.report).toMatchObject({
        outcome: 'passed',
        counts: { total: 6, pass: 6 },
        testsets: [
          { scenario: 101, origin: { kind: 'kept', attempt: 1 }, outcome: 'passed' },
          { scenario: 102, failedBefore: { attempt: 1, outcome: 'failed' } },
          { scenario: 104, origin: { kind: 'kept', attempt: 1 } },
        ],
      });
      expect(second.platform.outputs).toMatchObject({
        'testset-id': ids.join(),
        'kept-testset-id': `${ids[0]},${ids[2]}`,
        'pass-count': '6',
      });
      expect(pageOf(second)).toContain('## ✅ All 3 scenarios passed, 2 of them in attempt 1');
      expect(pageOf(second)).toMatch(/Scenario 102 failed in attempt 1 \(testset \d+\)\./);
      // The devices of this attempt alone: two of ten seconds.
      expect(pageOf(second)).toContain('20s device time');
      const predicate: unknown = JSON.parse(readFileSync(join(workspace(), 'results-2/predicate.json'), 'utf8'));
      expect(predicate).toMatchObject({ result: 'WARNED' });
      expect(resultFilesOf(2)).toHaveLength(3);

      const third = await run(3);
      expect(scenariosOf(third)).toEqual([]);
      expect(third.report.testsets.map(({ origin }) => origin)).toEqual(
        [1, 2, 1].map((attempt) => ({ kind: 'kept', attempt })),
      );
      expect(pageOf(third)).toContain('## ✅ All 3 scenarios passed in earlier attempts');
      expect(pageOf(third)).toMatch(/Scenario 102 failed in attempt 1/);
      // The list of scenarios, and a status and the results of each testset.
      expect(third.requests).toHaveLength(1 + 3 * 2);
    }));

  test('creates those anew that passed within the limits only, and says why', () =>
    playJob(async ({ run, failing }) => {
      failing.add(102);
      const inputs = { maxFailures: 1 };
      const first = await run(1, { inputs });
      expect(first.report.outcome).toBe('passed');
      const id = first.report.testsets.find(({ scenario }) => scenario === 102)?.id;
      const second = await run(2, { inputs });
      expect(scenariosOf(second)).toEqual([102]);
      const sentence = `Testset ${id} passed in attempt 1, but is not kept: only 1 of 2 devices passed.`;
      expect(second.log).toContain(`info: ${sentence}`);
      expect(pageOf(second)).toContain(sentence);
    }));

  test('resumes those without a result, and creates what was rejected', () =>
    playJob(async (job) => {
      job.faults.push({ on: 'create', do: { kind: 'code', code: 4009 } });
      const first = await runCancelled(job, 1, 'status');
      const [rejected] = first.report.testsets.flatMap(({ id, scenario }) => (id === undefined ? [scenario] : []));
      const second = await job.run(2);
      expect(scenariosOf(second)).toEqual([rejected]);
      expect(second.report).toMatchObject({ outcome: 'passed', resumed: [{ attempt: 1 }, { attempt: 1 }] });
      expect(second.log).toContainEqual(expect.stringMatching(/^notice: Attempt 1 .* testsets \d+, \d+ /));
    }));

  test('starts nothing if it is cancelled while testsets are judged again', () =>
    playJob(async (job) => {
      await job.run(1);
      job.faults.push({ on: 'result', times: 99, do: { kind: 'cut', at: 'head', how: 'stall' } });
      const second = await runCancelled(job, 2, 'result');
      expect(second.report.outcome).toBe('cancelled');
      expect(scenariosOf(second)).toEqual([]);
    }));
});

describe('a job with an app', () => {
  test('resumes the testset of an attempt that was cancelled, and keeps it when it has passed', () =>
    playJob(async (job) => {
      const first = await runCancelled(job, 1, 'status', app());
      expect(first.report.outcome).toBe('cancelled');
      const [{ id } = { id: 0 }] = first.created;
      const second = await job.run(2, { inputs: app() });
      expect(second.report).toMatchObject({ outcome: 'passed', resumed: [{ testsetId: id, attempt: 1 }] });
      expect(second.platform.outputs['testset-id']).toBe(`${id}`);
      for (const text of [second.log.join('\n'), pageOf(second)])
        expect(text).toMatch(new RegExp(`Attempt 1 .* testset ${id}`));
      const third = await job.run(3, { inputs: app() });
      expect(pageOf(third)).toContain('## ✅ All 2 devices passed in attempt 2');
      expect(third.report.app?.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(scenariosOf(second).concat(scenariosOf(third))).toEqual([]);
    }));
});
