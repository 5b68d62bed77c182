import { expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { DEFAULT_PROJECT } from '../../simulator/server.ts';
import { useArtifactService } from '../support/github-fixture.ts';
import { openSandbox, ARTIFACTS_TIME_SCALE } from '../support/sandbox.ts';

/** `create/keep-passed.test.ts` has the other cases; here are the artifacts of a real client. */

const artifacts = useArtifactService();

const INPUTS = { 'app-file': '', 'os-type': 'android', 'scenario-id': 'all', 'keep-passed': 'true' };

test('of three scenarios of which one failed, the second attempt creates this one', async () => {
  let failing = 1003;
  const scenarios = [1001, 1002, 1003].map((id) => ({ id, name: `Scenario ${id}`, osType: 'ANDROID' as const }));
  const sandbox = await openSandbox({
    timeScale: ARTIFACTS_TIME_SCALE,
    projects: { [DEFAULT_PROJECT]: { name: 'wallet-app', scenarios } },
    plan: ({ scenarioId }) => makeDevices({ total: 1, seconds: 5, fail: scenarioId === failing ? 1 : 0 }),
  });
  const attempt = (number: number) =>
    sandbox.run({ inputs: INPUTS, env: { ...artifacts.env, GITHUB_RUN_ATTEMPT: `${number}` } });

  const first = await attempt(1);
  expect(first).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed', 'pass-count': '2', 'fail-count': '1' } });
  expect(first.summary).toContain('and keeps the other 2.');
  expect(artifacts.artifacts().map(({ name }) => name)).toEqual([expect.stringMatching(/^run-testset-receipt-/)]);

  failing = 0;
  const second = await attempt(2);
  expect(second).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'pass-count': '3' } });
  expect(sandbox.simulator.created.slice(3).map(({ request }) => request.scenarioId)).toEqual([1003]);
  expect(second.outputs['kept-testset-id']?.split(',')).toHaveLength(2);
  expect(second.summary).toContain('## ✅ All 3 device runs passed, 2 of them in attempt 1');
}, 60_000);
