import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { openBench, type Bench } from './support/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

describe.each([
  'Device test',
  'iOS device test',
  'Flutter device test',
  'React Native device test',
  'Nightly device test',
  'Device test with a message',
  'Device test with a test report',
  'Device test behind a proxy',
])('the workflow "%s"', (name) => {
  test('is green with one testset if all devices pass', async () => {
    const { jobs, created } = await bench.run(name);
    expect(jobs).toStrictEqual({ 'device-test': 'success' });
    expect(created).toHaveLength(1);
  });

  test('is red with one testset if all devices fail but one', async () => {
    const { steps, jobs, created } = await bench.run(name, { devices: { total: 4, fail: 3 } });
    expect(jobs).toStrictEqual({ 'device-test': 'failure' });
    expect(steps).toMatchObject({ 'device-test: Test it on devices': 'failure' });
    expect(created).toHaveLength(1);
  });

  test('is red without a testset if the build is broken', async () => {
    const { steps, jobs, created, calls } = await bench.run(name, { buildBreaks: true });
    expect(jobs).toStrictEqual({ 'device-test': 'failure' });
    expect(steps).toMatchObject({ 'device-test: Build the app': 'failure' });
    expect(steps).not.toHaveProperty('device-test: Test it on devices', 'success');
    expect(created).toHaveLength(0);
    expect(calls.filter((call) => !call.startsWith('actions/setup-') && !call.startsWith('subosito/'))).toEqual([]);
  });
});

test('the first workflow publishes the results as an artifact', async () => {
  const { created, artifacts } = await bench.run('Device test');
  expect(artifacts).toStrictEqual(
    expect.arrayContaining([`testset-${created[0]?.id ?? 0}`, `testset-${created[0]?.id ?? 0}.html`]),
  );
});
