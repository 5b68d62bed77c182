import { describe, expect, test } from '@jest/globals';

import { useBench } from './support/bench.ts';

const bench = useBench();

describe.each([
  'Device test',
  'iOS device test',
  'Flutter',
  'React Native',
  'Tolerate known failures',
  'Use the failed devices in a later step',
  'Show the results in another tool',
  'A certificate authority of your own, and a proxy',
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
    expect(calls.filter((call) => !call.startsWith('actions/setup-') && !call.startsWith('subosito/'))).toEqual([]);
  });
});

test('the first workflow publishes the results as an artifact', async () => {
  const { created, artifacts } = await bench.run('Device test');
  const name = `testset-${created[0]?.id ?? 0}`;
  expect(artifacts).toStrictEqual(expect.arrayContaining([name, `${name}.html`]));
});
