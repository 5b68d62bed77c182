import { expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { DEFAULT_ACCOUNT } from '../../simulator/server.ts';
import { useArtifactService } from '../support/github-fixture.ts';
import { commandMessages, openSandbox, ARTIFACTS_TIME_SCALE } from '../support/sandbox.ts';

/** `create/resume.test.ts` has the other cases; here are the artifacts of a real client. */

const artifacts = useArtifactService();

const receipts = (): number =>
  artifacts.artifacts().filter(({ name }) => name.startsWith('run-testset-receipt-')).length;

function attempt(number: number, inputs: Readonly<Record<string, string>>) {
  const env = { ...artifacts.env, GITHUB_RUN_ATTEMPT: `${number}` };
  return { inputs, env };
}

test('the second attempt of a job that was killed resumes the testset, and creates what has none', async () => {
  const sandbox = await openSandbox({
    timeScale: ARTIFACTS_TIME_SCALE,
    plan: () => makeDevices({ total: 2, seconds: 5 }),
    faults: [{ on: 'create', skip: 1, do: { kind: 'cut', at: 'head', how: 'stall' } }],
  });
  const inputs = { 'app-file': '', 'os-type': 'android', 'scenario-id': '101,102' };
  const running = await sandbox.start(attempt(1, inputs));
  const checks = setInterval(() => {
    if (receipts() > 0) running.signal('SIGKILL');
  }, 5);
  const { exitCode } = await running.finished;
  clearInterval(checks);
  expect([exitCode, sandbox.simulator.created.length]).toEqual([null, 1]);

  const result = await sandbox.run(attempt(2, inputs));
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'total-count': '4' } });
  expect(sandbox.simulator.created.map(({ request }) => request.scenarioId).sort()).toEqual([101, 102]);
  expect(commandMessages(result, 'notice').join()).toContain('Attempt 1 ended without a result');
  expect(receipts()).toBe(0);
});

test('the second attempt of a job that ended with unknown-start warns of its testset, without secrets', async () => {
  const sandbox = await openSandbox({
    timeScale: ARTIFACTS_TIME_SCALE,
    faults: [{ on: 'create', do: { kind: 'cut', at: 'applied', how: 'close' } }],
  });
  const { accessKey } = DEFAULT_ACCOUNT;
  const inputs = { 'testset-name': `Login ${accessKey}` };
  const first = await sandbox.run(attempt(1, inputs));
  expect(first).toMatchObject({ exitCode: 1, outputs: { outcome: 'unknown-start', 'testset-id': '' } });
  const [{ name } = { name: '' }] = artifacts.artifacts();
  const receipt = String((await artifacts.files(name)).get('receipt.json'));
  expect(receipt).toContain('Login ');
  expect(receipt).not.toContain(accessKey);

  const second = await sandbox.run(attempt(2, inputs));
  expect(second).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
  expect(sandbox.simulator.created).toHaveLength(2);
  expect(commandMessages(second, 'warning')).toEqual([
    expect.stringMatching(/^Attempt 1 may have created .*"Login .*UTC/),
  ]);
  expect(receipts()).toBe(0);
});
