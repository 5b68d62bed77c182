import { describe, expect, test } from '@jest/globals';

import { useBench } from './support/bench.ts';

const bench = useBench();

describe.each([
  'Device test',
  'Flutter',
  'React Native',
  'Monorepo',
  'fastlane and the stores',
  'Expo and EAS',
  'An APK of an App Bundle',
  'Chat message',
  'Show the results in another tool',
  'A proxy or a certificate of your own',
])('the workflow "%s"', (name) => {
  test.each([
    ['green with one testset if all devices pass', {}, 'success', 1],
    ['red with one testset if all devices fail but one', { devices: { total: 4, fail: 3 } }, 'failure', 1],
  ])('is %s', async (_what, situation, result, testsets) => {
    expect(await bench.look(name, situation)).toEqual({ jobs: { 'device-test': result }, testsets });
  });

  test('is red without a testset if the build is broken', async () => {
    const { steps, jobs, created, calls } = await bench.run(name, { buildBreaks: true });
    expect(jobs).toStrictEqual({ 'device-test': 'failure' });
    expect(steps).toMatchObject({ 'device-test: Build the app': 'failure' });
    expect(created).toHaveLength(0);
    expect(calls.filter((call) => !/^(?:actions\/setup-|subosito\/|ruby\/)/.test(call))).toEqual([]);
  });
});

test('the first workflow publishes the results as an artifact', async () => {
  const { created, artifacts } = await bench.run('Device test');
  const of = `${created[0]?.id ?? 0}-device-test`;
  expect(artifacts).toStrictEqual(expect.arrayContaining([`testset-${of}`, `device-report-${of}.html`]));
});
