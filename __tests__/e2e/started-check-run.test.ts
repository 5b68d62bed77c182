import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { startGithubApi, type GithubApi } from '../support/github-api.ts';
import { FORBIDDEN } from '../support/github-routes.ts';
import type { ActionResult } from '../support/run-action.ts';
import { commandMessages, openSandbox, type Sandbox } from '../support/sandbox.ts';

let github: GithubApi;
let sandbox: Sandbox;
let seconds = 60;

beforeEach(async () => {
  seconds = 60;
  const plan = () => makeDevices({ total: 3, seconds });
  [github, sandbox] = await Promise.all([startGithubApi(), openSandbox({ plan })]);
});

afterEach(() => Promise.all([github.close(), sandbox.close()]));

/** A step of a job on the same commit. */
function use(job: string, inputs: Readonly<Record<string, string>>) {
  return {
    inputs: { 'check-run': 'true', compare: 'false', 'github-token': github.token, ...inputs },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: github.repository, GITHUB_JOB: job },
    event: { name: 'push', payload: {} },
    // The action gives GitHub 10 s for a response, by its own clock.
    timeScale: 20,
  };
}

/** Starts a testset, as a job that does not wait. */
async function start(): Promise<ActionResult> {
  const started = await sandbox.run(use('start', { wait: 'false' }));
  expect(started.outputs['outcome']).toBe('started');
  expect(commandMessages(started, 'warning')).toEqual([]);
  return started;
}

/** The inputs of a step that attaches. */
function attachTo(...started: readonly ActionResult[]): Readonly<Record<string, string>> {
  const ids = started.map(({ outputs }) => outputs['testset-id']).join();
  return { 'app-file': '', 'project-id': '', 'check-app': 'true', 'testset-id': ids };
}

test('the check run of a started testset says how to attach, and the job that attaches concludes it', async () => {
  const started = await start();
  const [checkRun] = github.state.checkRuns;
  expect(checkRun).toMatchObject({
    status: 'in_progress',
    output: {
      title: expect.stringContaining('Started'),
      summary: expect.stringContaining(`testset ${started.outputs['testset-id'] ?? ''}`),
    },
  });
  expect(checkRun).not.toHaveProperty('conclusion');
  const attached = await sandbox.run(use('result', attachTo(started)));
  expect(commandMessages(attached, 'warning')).toEqual([]);
  expect(github.state.checkRuns).toMatchObject([
    { status: 'completed', conclusion: 'success', output: { title: 'All 3 devices passed' } },
  ]);
});

test('a job that attaches to one of two testsets concludes neither check run of the other', async () => {
  const [one, other] = [await start(), await start()];
  await sandbox.run(use('result', attachTo(one)));
  expect(github.state.checkRuns).toMatchObject([{ conclusion: 'success' }, { status: 'in_progress' }]);
  await sandbox.run(use('results', attachTo(one, other)));
  expect(github.state.checkRuns).toMatchObject([
    { conclusion: 'success' },
    { status: 'in_progress' },
    { conclusion: 'success' },
  ]);
});

test('a timeout and a cancel conclude it too, and the next attempt replaces it', async () => {
  seconds = 600;
  const started = await start();
  const late = await sandbox.run(use('result', { ...attachTo(started), timeout: '1' }));
  expect(late.outputs['outcome']).toBe('timed-out');
  expect(github.state.checkRuns).toMatchObject([{ conclusion: 'timed_out' }]);

  const running = await sandbox.start({
    ...use('result', attachTo(started)),
    // After a cancel there is less than a second.
    timeScale: 1,
    onLine: (line) => {
      if (line.includes('...  3 devices')) running.signal('SIGINT');
    },
  });
  expect((await running.finished).outputs['outcome']).toBe('cancelled');
  expect(github.state.checkRuns).toMatchObject([{ conclusion: 'timed_out' }, { conclusion: 'cancelled' }]);
  const [first, second] = github.state.checkRuns;
  expect(second?.['name']).toBe(first?.['name']);
});

test('without the permission the job that attaches has its result and one warning', async () => {
  const started = await start();
  github.breakWith({ route: /check-runs/, play: FORBIDDEN });
  const attached = await sandbox.run(use('result', attachTo(started)));
  expect([attached.exitCode, attached.outputs['outcome']]).toEqual([0, 'passed']);
  expect(commandMessages(attached, 'warning')).toEqual([expect.stringContaining('checks: write')]);
  expect(sandbox.simulator.created).toHaveLength(1);
});
