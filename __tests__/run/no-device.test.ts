import { expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import { useFolder } from '../support/folder.ts';
import { appTarget, projectWith } from '../support/inputs.ts';
import { scenarioTarget } from '../support/job-attempts.ts';
import { runWithSimulator, type RunOutcome, type RunSetup } from '../support/run-with-simulator.ts';

const workspace = useFolder();
const MINUTE = 60_000;
const EVER = 100_000;
const SCENARIOS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Code 4081 to so many creates, after others. */
function noDevice(times: number, skip = 0): Fault {
  return { on: 'create', times, skip, do: { kind: 'code', code: 4081 } };
}

/** Runs an app, or scenarios of which the first fails once, against a service without a device. */
function run(faults: readonly Fault[], ids: readonly number[] = [], setup: Partial<RunSetup> = {}) {
  const isRetry = (name: string) => name.endsWith('retry 1');
  return runWithSimulator({
    workspace: workspace(),
    target: ids.length > 0 ? scenarioTarget(ids) : appTarget(workspace()),
    simulator: {
      faults,
      plan: ({ name, scenarioId }) =>
        makeDevices({ total: 2, fail: scenarioId === 1 && !isRetry(name) ? 1 : 0, seconds: 10 }),
      projects: projectWith(SCENARIOS),
    },
    ...setup,
  });
}

const creates = ({ simulator }: RunOutcome): number =>
  simulator.journal.filter(({ operation }) => operation === 'create').length;
const waits = ({ log }: RunOutcome): readonly string[] =>
  log.flatMap((line) => /^info: No free device \(4081\)\. No testset was created\. (.*)/.exec(line)?.[1] ?? []);

test('a create is tried again after a minute, and the log says why', async () => {
  const outcome = await run([noDevice(1)]);
  expect(outcome.report.outcome).toBe('passed');
  expect([creates(outcome), outcome.simulator.created.length]).toEqual([2, 1]);
  expect(waits(outcome)).toEqual(['Retrying in 60 s.']);
  expect(outcome.log.filter((line) => line.startsWith('info: Sent 3 B'))).toHaveLength(2);
});

test('a create is rejected after twenty minutes', async () => {
  const outcome = await run([noDevice(EVER)]);
  expect(outcome.report).toMatchObject({ outcome: 'rejected', testsets: [{ problem: { rejection: { code: 4081 } } }] });
  expect(creates(outcome)).toBe(5);
  expect(waits(outcome)).toEqual([60, 180, 360, 600].map((seconds) => `Retrying in ${seconds} s.`));
  expect(outcome.elapsedMs).toBeGreaterThanOrEqual(20 * MINUTE);
  expect(outcome.elapsedMs).toBeLessThan(21 * MINUTE);
});

test.each([
  [3, 15],
  [7, 5 * 5 + 2],
])('%i scenarios share the twenty minutes', async (count, expected) => {
  const outcome = await run([noDevice(EVER)], SCENARIOS.slice(0, count));
  expect(outcome.report.testsets.map(({ outcome: each }) => each)).toEqual(Array(count).fill('rejected'));
  expect(creates(outcome)).toBe(expected);
  expect(waits(outcome)).toHaveLength(4);
  expect(outcome.elapsedMs).toBeLessThan(21 * MINUTE);
});

test('a retry has no twenty minutes of its own', async () => {
  const faults = [noDevice(1), noDevice(EVER, 1)];
  const outcome = await run(faults, [1], { inputs: { retryFailed: 1 } });
  expect(outcome.report.outcome).toBe('failed');
  expect(outcome.report.testsets[0]?.warnings[0]?.sentence).toMatch(/could not be tried again: .*4081/);
  expect(waits(outcome)).toHaveLength(4);
  expect(creates(outcome)).toBe(6);
  expect(outcome.elapsedMs).toBeLessThan(23 * MINUTE);
});

test.each([
  ['cancelled', 'cancelled'],
  ['deadline', 'not-started'],
])('the wait ends at once if the run is stopped: %s', async (reason, expected) => {
  const outcome = await run([noDevice(EVER)], [], { stopAfter: [2 * MINUTE, reason] });
  expect(outcome.report.outcome).toBe(expected);
  expect(creates(outcome)).toBe(2);
  expect(outcome.elapsedMs).toBeLessThan(2.5 * MINUTE);
});

test('a create is rejected at once if `timeout` comes before the next try', async () => {
  const outcome = await run([noDevice(EVER)], [], { timeLeftMs: 4 * MINUTE });
  expect(outcome.report).toMatchObject({ outcome: 'rejected', testsets: [{ problem: { rejection: { code: 4081 } } }] });
  expect(creates(outcome)).toBe(2);
  expect(waits(outcome)).toEqual([
    'Retrying in 60 s.',
    expect.stringMatching(/^Not retrying: `timeout` is reached in/),
  ]);
});
