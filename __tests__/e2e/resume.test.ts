import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { DEFAULT_ACCOUNT } from '../../simulator/server.ts';
import type { ActionUse } from '../support/run-action.ts';
import { commandMessages, openSandbox, ARTIFACTS_TIME_SCALE } from '../support/sandbox.ts';
import { signalWhen, useAttempts } from './support/attempts.ts';

/** `create/resume.test.ts` and `run/attempts.test.ts` have the other cases; here are the artifacts of a real client. */

const { github, use, receipts } = useAttempts();

const SCENARIOS = { 'app-file': '', 'os-type': 'android' };

test('the second attempt of a job that was killed resumes the testset, and creates what has none', async () => {
  const { simulator, start, run, workspace } = await openSandbox({
    timeScale: ARTIFACTS_TIME_SCALE,
    plan: () => makeDevices({ total: 2, seconds: 5 }),
    faults: [{ on: 'create', skip: 1, do: { kind: 'cut', at: 'head', how: 'stall' } }],
  });
  const inputs = { ...SCENARIOS, 'scenario-id': '101,102' };
  // The runner writes the file of the event anew before each step: it may be cut off.
  const event = join(workspace, 'event.json');
  await writeFile(event, '{"head_commit": {');
  const useCut = (attempt: number): Partial<ActionUse> => {
    const used = use(attempt, inputs);
    return { ...used, env: { ...used.env, GITHUB_EVENT_PATH: event } };
  };
  const { exitCode } = await signalWhen(await start(useCut(1)), () => receipts() > 0, 'SIGKILL');
  expect([exitCode, simulator.created.length]).toEqual([null, 1]);

  const result = await run(useCut(2));
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'total-count': '4' } });
  expect(simulator.created.map(({ request }) => request.scenarioId).sort()).toEqual([101, 102]);
  expect(commandMessages(result, 'notice').join()).toContain('Attempt 1 ended without a result');
  expect(receipts()).toBe(0);
});

test('the second attempt of a job that ended with unknown-start warns of its testset, without secrets', async () => {
  const { simulator, run } = await openSandbox({
    timeScale: ARTIFACTS_TIME_SCALE,
    faults: [{ on: 'create', do: { kind: 'cut', at: 'applied', how: 'close' } }],
  });
  const { accessKey } = DEFAULT_ACCOUNT;
  const inputs = { 'testset-name': `Login ${accessKey}` };
  const first = await run(use(1, inputs));
  expect(first).toMatchObject({ exitCode: 1, outputs: { outcome: 'unknown-start', 'testset-id': '' } });
  const [{ name } = { name: '' }] = github.state.artifacts;
  const receipt = String((await github.files(name)).get('receipt.json'));
  expect(receipt).toContain('Login ');
  expect(receipt).not.toContain(accessKey);

  const second = await run(use(2, inputs));
  expect(second).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
  expect(simulator.created).toHaveLength(2);
  const warning = expect.stringMatching(/^Attempt 1 may have created .*"Login .*UTC/);
  expect(commandMessages(second, 'warning')).toEqual([warning]);
  expect(receipts()).toBe(0);
});
