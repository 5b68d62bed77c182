import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import { openSandbox, ARTIFACTS_TIME_SCALE, type Sandbox } from '../support/sandbox.ts';
import { signalWhen, useAttempts } from './support/attempts.ts';

const { use, receipts } = useAttempts();

/** Opens a project whose scenario 101 fails in its first testset. */
function openFlaky(): Promise<Sandbox> {
  let created = 0;
  return openSandbox({
    timeScale: ARTIFACTS_TIME_SCALE,
    plan: ({ scenarioId }) => {
      const isFirst = scenarioId === 101 && created === 0;
      created += 1;
      return makeDevices({ total: 2, seconds: 5, fail: isFirst ? 1 : 0 });
    },
  });
}

const INPUTS = { 'app-file': '', 'os-type': 'android', 'scenario-id': '101', 'upload-artifact': 'false' };

test('a step that is killed during a retry continues with both testsets when it is run again', async () => {
  const { simulator, start, run } = await openFlaky();
  const inputs = { ...INPUTS, 'retry-failed': '1' };
  const isRetrying = () => simulator.created.length === 2 && receipts() === 2;
  await signalWhen(await start(use(1, inputs)), 'SIGKILL', isRetrying);
  const again = await run(use(2, inputs));
  expect(simulator.created).toHaveLength(2);
  const [, retry] = simulator.created.map(({ id }) => id);
  expect(again).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'retry-testset-id': `${retry}` } });
  expect(again.summary).toContain('Passed with 1 flaky of 2 devices');
});

test('a device in quarantine does not count, and an entry that has expired is a warning at its line', async () => {
  const sandbox = await openFlaky();
  const day = (days: number): string => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);
  const entry = (device: string, expires: string): string =>
    `- device: ${device}\r\n  reason: slow\r\n  owner: "@acme/qa"\r\n  expires: ${expires}\r\n`;
  await writeFile(join(sandbox.workspace, 'quarantine.yml'), entry('LGE*', day(-1)) + entry('samsung*', day(30)));
  const result = await sandbox.run(use(1, { ...INPUTS, 'quarantine-file': 'quarantine.yml' }));
  const outputs = { outcome: 'passed', 'fail-count': '1', 'excused-count': '1' };
  expect(result).toMatchObject({ exitCode: 0, outputs });
  expect(result.stdout).toMatch(/::warning file=quarantine\.yml,line=1::The quarantine entry of @acme\/qa expired on /);
});
