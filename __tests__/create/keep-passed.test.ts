import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import { DEFAULT_PROJECT } from '../../simulator/server.ts';
import type { AppTarget, Inputs } from '../../src/model/inputs.ts';
import type { Service } from '../../src/service/client.ts';
import { judgePassed } from '../../src/wait/judge-passed.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { openJob, scenarioTarget, type Attempt, type Job } from '../support/job-attempts.ts';
import { createRuntime } from '../support/runtime.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'keep-'));
  await writeFile(join(workspace, 'app.apk'), 'apk');
});
afterEach(() => rm(workspace, { recursive: true }));

const app = (): AppTarget => ({
  kind: 'app',
  projectId: DEFAULT_PROJECT,
  osType: 'ANDROID',
  testsetName: 'Fix login',
  app: { path: join(workspace, 'app.apk'), kind: 'file', name: 'app.apk' },
  useVo: false,
});

/** A job with scenarios that fail now. */
interface FailingJob extends Job {
  readonly failing: Set<number>;
}

/** Plays attempts of a job in virtual time. @param areOfEarlier whether a testset that is created anew has none of the faults */
function playJob(work: (job: FailingJob) => Promise<void>, areOfEarlier = true): Promise<void> {
  return inVirtualTime(async (clock) => {
    const failing = new Set<number>();
    const job = await openJob(clock, workspace, (scenario) => {
      if (areOfEarlier) job.faults.splice(0, Infinity, ...job.faults.filter(({ on }) => on === 'create'));
      return makeDevices({ total: 2, fail: failing.has(scenario) ? 1 : 0, seconds: 10 });
    });
    try {
      await work({ ...job, failing });
    } finally {
      await job.close();
    }
  });
}

const scenariosOf = ({ created }: Attempt): readonly number[] => created.map(({ request }) => request.scenarioId);
const logged = ({ log }: Attempt, words: string): readonly string[] => log.filter((line) => line.includes(words));

describe('the second attempt of a job with scenarios', () => {
  test('creates only those that did not pass, and its report covers all', () =>
    playJob(async ({ run, failing }) => {
      failing.add(102);
      const first = await run(1);
      expect(first.report.outcome).toBe('failed');
      expect(first.platform.summaries.join()).toContain(
        'runs the 1 scenario that did not pass, and keeps the other 2.',
      );
      failing.clear();
      const second = await run(2);
      expect(scenariosOf(second)).toEqual([102]);
      expect(second.report).toMatchObject({ outcome: 'passed', counts: { total: 6, pass: 6 } });
      const [kept, failedBefore] = [second.report.testsets[0], second.report.testsets[1]];
      expect(kept).toMatchObject({ scenario: 101, passedInAttempt: 1, outcome: 'passed' });
      expect(failedBefore).toMatchObject({ scenario: 102, failedBefore: { attempt: 1, outcome: 'failed' } });
      expect(failedBefore?.passedInAttempt).toBeUndefined();
      const ids = second.report.testsets.map(({ id }) => id);
      expect(second.platform.outputs).toMatchObject({
        'testset-id': ids.join(','),
        'kept-testset-id': `${ids[0]},${ids[2]}`,
        'pass-count': '6',
      });
      const page = second.platform.summaries.join();
      expect(page).toContain('## ✅ All 6 device runs passed, 4 of them in attempt 1');
      expect(page).toMatch(/Scenario 102 failed in attempt 1 \(testset \d+\)\./);
      // The devices of this attempt alone: two of ten seconds.
      expect(page).toContain('20s device time');
      const predicate: unknown = JSON.parse(await readFile(join(workspace, 'results-2/predicate.json'), 'utf8'));
      expect(predicate).toMatchObject({ result: 'WARNED' });
      const files = await readdir(join(workspace, 'results-2'), { recursive: true });
      expect(files.filter((name) => name.endsWith('result.xml'))).toHaveLength(3);
    }));

  test('creates none if all passed', () =>
    playJob(async ({ run }) => {
      await run(1);
      const second = await run(2);
      expect(scenariosOf(second)).toEqual([]);
      expect(second.report.outcome).toBe('passed');
      expect(second.platform.summaries.join()).toContain('## ✅ All 6 device runs passed in attempt 1');
      // The list of scenarios, and a status and the results of each testset.
      expect(second.requests).toHaveLength(1 + 3 * 2);
    }));

  test('creates those that were rejected or not started', () =>
    playJob(async ({ run, faults }) => {
      faults.push(
        { on: 'create', skip: 1, do: { kind: 'code', code: 4009 } },
        { on: 'create', do: { kind: 'code', code: 4009 } },
      );
      const first = await run(1);
      expect(first.report.outcome).toBe('refused');
      expect(scenariosOf(first)).toHaveLength(1);
      const second = await run(2);
      expect(scenariosOf(second)).toHaveLength(2);
      expect(second.report.outcome).toBe('passed');
    }));

  test('is resumed where it had no result, and creates what failed', () =>
    playJob(async ({ run, failing, simulator }) => {
      failing.add(102);
      const stop = new AbortController();
      const late = setInterval(() => {
        if (simulator.journal.some(({ operation }) => operation === 'result')) stop.abort('deadline');
      }, 1);
      const first = await run(1, { stop });
      clearInterval(late);
      const open = first.report.testsets.filter(({ status }) => status !== 'Complete').length;
      failing.clear();
      const second = await run(2);
      expect(second.report.outcome).toBe('passed');
      expect(scenariosOf(second)).toEqual(open === 3 ? [] : [102]);
    }));
});

test('the third attempt keeps what passed in the first and in the second', () =>
  playJob(async ({ run, failing }) => {
    failing.add(102);
    await run(1);
    failing.clear();
    await run(2);
    const third = await run(3);
    expect(scenariosOf(third)).toEqual([]);
    expect(third.report.testsets.map(({ passedInAttempt }) => passedInAttempt)).toEqual([1, 2, 1]);
    const page = third.platform.summaries.join();
    expect(page).toContain('## ✅ All 6 device runs passed in earlier attempts');
    expect(page).toMatch(/Scenario 102 failed in attempt 1/);
  }));

test('a cancel while testsets are judged again starts nothing', () =>
  playJob(async ({ run, faults, simulator }) => {
    await run(1);
    const [stop, requests] = [new AbortController(), simulator.journal.length];
    faults.push({ on: 'result', times: 99, do: { kind: 'cut', at: 'head', how: 'stall' } });
    const asked = setInterval(() => {
      if (simulator.journal.slice(requests).some(({ operation }) => operation === 'result')) stop.abort('cancelled');
    }, 1);
    const second = await run(2, { stop });
    clearInterval(asked);
    expect(second.report.outcome).toBe('cancelled');
    expect(scenariosOf(second)).toEqual([]);
  }));

test('a warning says that what came of the testsets could not be saved', () =>
  playJob(async ({ run }) => {
    const first = await run(1, {
      wrapStore: (store) => ({ ...store, replace: () => Promise.reject(new Error('HTTP 500')) }),
    });
    expect(first.report.outcome).toBe('passed');
    expect(first.log).toContainEqual(
      expect.stringMatching(
        /^warning: Could not save what came of .*: HTTP 500\. Remove `keep-passed` and set `resume: false`/,
      ),
    );
  }));

describe('the second attempt of a job with an app', () => {
  test('keeps the testset', () =>
    playJob(async ({ run }) => {
      await run(1, { inputs: { target: app() } });
      const second = await run(2, { inputs: { target: app() } });
      expect(scenariosOf(second)).toEqual([]);
      expect(second.platform.summaries.join()).toContain('## ✅ All 2 devices passed in attempt 1');
      expect(second.report.app?.sha256).toMatch(/^[0-9a-f]{64}$/);
    }));

  test('creates another if the first failed, and says so', () =>
    playJob(async ({ run, failing }) => {
      failing.add(0);
      await run(1, { inputs: { target: app() } });
      failing.clear();
      const second = await run(2, { inputs: { target: app() } });
      expect(scenariosOf(second)).toEqual([0]);
      expect(second.platform.summaries.join()).toMatch(/The test failed in attempt 1 \(testset \d+\)\./);
    }));
});

describe('nothing is kept', () => {
  const NO_LIMITS = { fail: 0, error: 0, stop: 0 };
  test.each<[string, Partial<Inputs>, Partial<Inputs>]>([
    [
      'of what passed within the limits only',
      { limits: { ...NO_LIMITS, fail: 3 } },
      { limits: { ...NO_LIMITS, fail: 3 } },
    ],
    ['with another `max-fail`', {}, { limits: { ...NO_LIMITS, fail: 1 } }],
    ['with another part of the matrix', { matrix: '{"os":9}' }, { matrix: '{"os":10}' }],
    ['with another choice of scenarios', {}, { target: scenarioTarget([101, 102, 103]) }],
    ['with another time limit', {}, { target: { ...scenarioTarget([101, 102, 104]), timeLimitMinutes: 10 } }],
    ['without the input', {}, { keepPassed: false }],
    ['if the first attempt had not the input', { keepPassed: false }, {}],
  ])('%s', (what, first, second) =>
    playJob(async ({ run, failing }) => {
      if (what.startsWith('of what passed')) for (const scenario of [101, 102, 104]) failing.add(scenario);
      expect((await run(1, { inputs: first })).report.outcome).toBe('passed');
      expect((await run(2, { inputs: second })).created).toHaveLength(3);
    }),
  );

  test('of another app', () =>
    playJob(async ({ run }) => {
      await run(1, { inputs: { target: app() } });
      await writeFile(join(workspace, 'app.apk'), 'another');
      expect(scenariosOf(await run(2, { inputs: { target: app() } }))).toEqual([0]);
    }));

  test('if two steps left testsets for one request', () =>
    playJob(async ({ run, saved }) => {
      await run(1);
      const [[key, files] = ['', []]] = saved;
      saved.clear();
      await run(1);
      saved.set(key, [...files, ...(saved.get(key) ?? [])]);
      const second = await run(2);
      expect(scenariosOf(second)).toHaveLength(3);
      expect(logged(second, 'several testsets for the same request')).toHaveLength(1);
    }));
});

/** What the JSON shows of a device that has another result in the XML. */
const CONTRADICTION = JSON.stringify({
  result_code: 0,
  result_msg: 'OK',
  reason: '',
  data: { complete: true, result_xml: '<testsuite name="s"><testcase name="Other"><failure/></testcase></testsuite>' },
});
const RUNNING = JSON.stringify({
  result_code: 0,
  result_msg: 'OK',
  reason: '',
  data: {
    testset_status: 'Running',
    testset_status_detail: { total_test_cnt: 2, pass_cnt: 1, fail_cnt: 0, error_cnt: 0, stop_cnt: 0 },
  },
});

describe('a testset that passed is created anew, with the reason, if', () => {
  const status = (code: number): Fault => ({ on: 'status', times: 99, do: { kind: 'code', code } });
  test.each<[string, Fault, RegExp]>([
    ['the service does not know it (5002)', status(5002), /5002/],
    ['the service does not have it any more (6003)', status(6003), /6003/],
    ['its results are gone', { on: 'result', times: 99, do: { kind: 'code', code: 5003 } }, /results/],
    ['it is running again', { on: 'status', do: { kind: 'response', status: 200, body: RUNNING } }, /running again/],
    [
      'its results contradict each other',
      { on: 'result', do: { kind: 'response', status: 200, body: CONTRADICTION } },
      /./,
    ],
    ['the service cannot be reached', { on: 'status', times: 99, do: { kind: 'cut', at: 'head', how: 'close' } }, /./],
  ])('%s', (_what, fault, reason) =>
    playJob(async ({ run, faults }) => {
      await run(1, { inputs: { target: app() } });
      faults.push(fault);
      const second = await run(2, { inputs: { target: app() } });
      const [sentence = ''] = second.report.testsets[0]?.warnings ?? [];
      expect(sentence).toMatch(/^Testset \d+ passed in attempt 1, but is not kept: /);
      expect(sentence).toMatch(reason);
      expect(logged(second, sentence)).not.toEqual([]);
      expect(scenariosOf(second)).toEqual([0]);
      expect(second.report).toMatchObject({ outcome: 'passed', testsets: [{ passedInAttempt: undefined }] });
      const files = await readdir(join(workspace, 'results-2'), { recursive: true });
      const [{ id = 0 } = {}] = second.report.testsets;
      expect(files.filter((name) => name.endsWith('result.xml'))).toEqual([join(`testset-${id}`, 'result.xml')]);
    }),
  );
});

/** What the status of a complete testset with two devices says. */
function completeStatus(counts: Readonly<Record<string, number>>): string {
  const none = { fail_cnt: 0, error_cnt: 0, stop_cnt: 0, initializing_cnt: 0, running_cnt: 0 };
  const detail = { total_test_cnt: 2, pass_cnt: 2, ...none, ...counts };
  return envelope({ testset_status: 'Complete', testset_status_detail: detail });
}

const envelope = (data: object): string => JSON.stringify({ result_code: 0, result_msg: 'OK', reason: '', data });
const respond = (on: Fault['on'], body: string): Fault => ({
  on,
  times: 99,
  do: { kind: 'response', status: 200, body },
});

/** Stops a step when it has asked for so many results. */
function stopAfter({ simulator }: Job, results: number, reason: 'deadline' | 'cancelled'): AbortController {
  const stop = new AbortController();
  const timer = setInterval(() => {
    if (simulator.journal.filter(({ operation }) => operation === 'result').length < results) return;
    clearInterval(timer);
    setTimeout(() => {
      stop.abort(reason);
    }, 30);
  }, 1);
  return stop;
}

const APP = () => ({ inputs: { target: app() } });

describe('what an attempt saves does not make the next one better', () => {
  test('if the status shows fewer devices than were announced', () =>
    playJob(async ({ run, faults }) => {
      const one = respond('status', completeStatus({ total_test_cnt: 1, pass_cnt: 1 }));
      const xml = '<testsuite name="s"><testcase name="A / ANDROID 8"/></testsuite>';
      faults.push(one, { on: 'result', times: 999, do: { kind: 'code', code: 5003 } });
      expect((await run(1, APP())).report.outcome).toBe('inconclusive');
      faults.splice(0, 9, one, respond('result', envelope({ complete: true, result_xml: xml })));
      expect((await run(2, APP())).report.outcome).toBe('inconclusive');
    }, false));

  test('if another step of the same key created nothing', () =>
    playJob(async ({ run, faults }) => {
      await run(1, APP());
      faults.push({ on: 'create', times: 9, do: { kind: 'code', code: 4009 } });
      await run(1, APP());
      faults.length = 0;
      expect(scenariosOf(await run(2, APP()))).toEqual([0]);
    }));

  test('if a testset that passed has failed when it is judged again', () =>
    playJob(async ({ run, faults }) => {
      await run(1, APP());
      faults.push({
        on: 'status',
        do: { kind: 'response', status: 200, body: completeStatus({ pass_cnt: 1, fail_cnt: 1 }) },
      });
      await run(2, APP());
      expect(await readFile(join(workspace, 'results-2/predicate.json'), 'utf8')).toContain('"result":"WARNED"');
    }));
});

describe('no testset is paid twice', () => {
  test('after a cancel while results are fetched', () =>
    playJob(async (job) => {
      const stop = stopAfter(job, 1, 'cancelled');
      job.faults.push({ on: 'result', times: 99, do: { kind: 'cut', at: 'head', how: 'stall' } });
      await job.run(1, { ...APP(), stop });
      job.faults.length = 0;
      expect(scenariosOf(await job.run(2, APP()))).toEqual([]);
    }, false));

  test('without a warning, if an unknown start came after a failure', () =>
    playJob(async ({ run, faults, failing }) => {
      failing.add(0);
      await run(1, APP());
      failing.clear();
      faults.push({ on: 'create', times: 9, do: { kind: 'cut', at: 'applied', how: 'close' } });
      expect((await run(2, APP())).report.outcome).toBe('unknown-start');
      faults.length = 0;
      expect(logged(await run(3, APP()), 'may have created')).toHaveLength(1);
    }));

  test('because ten others are slow', () =>
    inVirtualTime(async (clock) => {
      const asked = new Set<number>();
      const status = ({ id }: { readonly id: number }, signal: AbortSignal): Promise<unknown> => {
        asked.add(id);
        const reply = { kind: 'no-response', error: { kind: 'stopped', isPermanent: false, message: 'x' } };
        return new Promise((resolve) => {
          const end = (): void => {
            resolve(reply);
          };
          if (signal.aborted) end();
          else signal.addEventListener('abort', end);
        });
      };
      const testsets = Array.from({ length: 300 }, (_, at) => ({
        testsetId: at + 1,
        attempt: 1,
        scenario: at + 1,
        announcedDevices: 2,
      }));
      const folder = { writeResult: () => Promise.resolve(), removeResults: () => Promise.resolve() };
      const began = clock.now();
      const context = { service: { status } as unknown as Service, runtime: createRuntime({ clock }), folder };
      const { notKept } = await judgePassed(context, testsets);
      expect(clock.now() - began).toBeLessThanOrEqual(120_000);
      expect(asked.size).toBeGreaterThan(10);
      expect(notKept.get(1)).toContain('did not respond in time');
    }));
});

describe('"Re-run failed jobs" says what the next attempt does', () => {
  const page = ({ platform }: Attempt): string => platform.summaries.join();

  test('with one that passed within the limits', () =>
    playJob(async ({ run, failing, faults }) => {
      failing.add(101);
      faults.push({ on: 'create', skip: 2, times: 5, do: { kind: 'code', code: 4009 } });
      const limits = { fail: Infinity, error: 0, stop: 0 };
      expect(page(await run(1, { inputs: { limits } }))).toContain(
        'runs the 2 scenarios that did not pass on all devices, and keeps the other 1.',
      );
    }));

  test('with a cancel before the create', () =>
    playJob(async ({ run }) => {
      const stop = new AbortController();
      stop.abort('cancelled');
      expect(page(await run(1, { ...APP(), stop }))).not.toContain('Re-run failed jobs');
    }));

  test('with one whose results were not fetched', () =>
    playJob(async ({ run, faults }) => {
      faults.push({ on: 'result', skip: 2, times: 999, do: { kind: 'code', code: 5003 } });
      const first = await run(1);
      faults.length = 0;
      expect(page(first)).not.toContain('runs the 1 scenario that did not pass');
      expect(scenariosOf(await run(2))).toEqual([]);
    }, false));
});
