import { beforeEach, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import { useGithub } from '../support/github-fixture.ts';
import type { ActionResult } from '../support/run-action.ts';
import { commandMessages, openSandbox, type Sandbox } from '../support/sandbox.ts';
import { signalWhen } from './support/attempts.ts';

const github = useGithub();
const faults: Fault[] = [];
let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox({ faults, plan: () => makeDevices({ total: 3, seconds: 120 }) });
});

/** A step of a job on the same commit. */
function use(job: string, inputs: Readonly<Record<string, string>>) {
  return {
    inputs: { 'check-run': 'true', compare: 'false', 'github-token': github.token, ...inputs },
    env: { GITHUB_API_URL: github.url, GITHUB_JOB: job },
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
function attachTo({ outputs }: ActionResult): Readonly<Record<string, string>> {
  return { 'app-file': '', 'project-id': '', 'check-app': 'true', 'testset-id': outputs['testset-id'] ?? '' };
}

test('the check run of a started testset says how to attach, and the job that attaches concludes it', async () => {
  const started = await start();
  const [checkRun] = github.state.checkRuns;
  const summary = expect.stringContaining(`testset ${started.outputs['testset-id'] ?? ''}`);
  const output = { title: expect.stringContaining('Started'), summary };
  expect(checkRun).toMatchObject({ status: 'in_progress', output });
  expect(checkRun).not.toHaveProperty('conclusion');
  const attached = await sandbox.run(use('result', attachTo(started)));
  expect(commandMessages(attached, 'warning')).toEqual([]);
  const passed = { status: 'completed', conclusion: 'success', output: { title: 'All 3 devices passed' } };
  expect(github.state.checkRuns).toMatchObject([passed]);
});

test('a cancel concludes it too, and the next attempt replaces it', async () => {
  const started = await start();
  faults.push({ on: 'status', do: { kind: 'cut', at: 'head', how: 'stall' } });
  // After a cancel there is less than a second.
  const running = await sandbox.start({ ...use('result', attachTo(started)), timeScale: 1 });
  const isWaiting = () => sandbox.simulator.journal.some(({ operation }) => operation === 'status');
  expect((await signalWhen(running, 'SIGINT', isWaiting)).outputs['outcome']).toBe('cancelled');
  expect(github.state.checkRuns).toMatchObject([{ conclusion: 'cancelled' }]);

  await sandbox.run(use('result', attachTo(started)));
  expect(github.state.checkRuns).toMatchObject([{ conclusion: 'cancelled' }, { conclusion: 'success' }]);
  const [first, second] = github.state.checkRuns;
  expect(second?.['name']).toBe(first?.['name']);
});
