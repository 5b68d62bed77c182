import { describe, expect, test } from '@jest/globals';

import { PUSH, useBench, type Situation } from './support/bench.ts';

const bench = useBench();

/** Skips the first job, as a condition that somebody adds to it may. */
const skipStart = (workflow: string): string => workflow.replace(/ {4}if: >-.*\n.*\n.*\n/, '    if: ${{ false }}\n');

describe.each(['iOS device test', 'Flutter for iOS', 'React Native for iOS'])('the workflow "%s"', (name) => {
  test('builds in the first job, and tests the same app in the second', async () => {
    const { jobs, created, artifacts } = await bench.run(name);
    expect(jobs).toStrictEqual({ build: 'success', 'device-test': 'success' });
    expect(created.map(({ request }) => request.osType)).toStrictEqual(['iOS']);
    expect(artifacts).toContain('app');
  });

  test('is red in the second job alone if all devices fail but one', async () => {
    const { jobs, created } = await bench.run(name, { devices: { total: 4, fail: 3 } });
    expect(jobs).toStrictEqual({ build: 'success', 'device-test': 'failure' });
    expect(created).toHaveLength(1);
  });

  test('is red in both jobs if the build is broken', async () => {
    const expected = { jobs: { build: 'failure', 'device-test': 'failure' }, testsets: 0 };
    expect(await bench.look(name, { buildBreaks: true })).toEqual(expected);
  });
});

test('"iOS device test" is red in the second job if the first one is skipped', async () => {
  const expected = { jobs: { 'device-test': 'failure' }, testsets: 0 };
  expect(await bench.look('iOS device test', { edit: skipStart })).toEqual(expected);
});

describe('the workflow "A called workflow"', () => {
  const NAME = 'A called workflow';

  test("tests each flavour by 'Called device test', with the name of its artifact", async () => {
    const { jobs, created } = await bench.run(NAME);
    expect(jobs).toMatchObject({ 'device-test': 'success' });
    const names = created.map(({ request }) => request.name.match(/\(app-(?:free|paid), 509, 180\)$/)?.[0]);
    expect(names.sort()).toStrictEqual(['(app-free, 509, 180)', '(app-paid, 509, 180)']);
  });

  test('tests nothing if the build is broken', async () => {
    const { created, log } = await bench.run(NAME, { buildBreaks: true });
    expect(created).toHaveLength(0);
    expect(log).toContain('The build is broken.');
  });
});

describe('the workflow "Release a tag"', () => {
  const edit = (text: string): string => text.replace('    branches: [main]', "$&\n    tags: ['v*']");
  const event = { name: 'push', payload: { ref: 'refs/tags/v1.2.3' } };

  test('publishes the app that was tested', async () => {
    const { jobs, calls } = await bench.run('Release a tag', { event, edit });
    expect(jobs).toStrictEqual({ 'device-test': 'success', release: 'success' });
    expect(calls.at(-1)).toMatch(/^gh release create v1\.2\.3 \S+\.apk --repo octo-org\/wallet-app --verify-tag$/);
  });

  test.each<[what: string, situation: Situation, testsets: number]>([
    ['a device fails', { event, devices: { fail: 1 } }, 1],
    ['the build is broken', { event, buildBreaks: true }, 0],
    ['main was pushed', { event: PUSH }, 1],
  ])('publishes nothing if %s', async (_what, situation, testsets) => {
    const seen = await bench.look('Release a tag', { edit, ...situation });
    expect(seen).toMatchObject({ testsets });
    expect(seen.jobs).not.toHaveProperty('release');
  });
});

describe('the workflow "Sign the result"', () => {
  const NAME = 'Sign the result';

  test.each([
    ['success', {}],
    ['failure', { fail: 1 }],
  ])('signs the result for the digest of the app: %s', async (result, devices) => {
    const { jobs, calls, created, log } = await bench.run(NAME, { event: PUSH, devices });
    const digest = /app-sha256=([0-9a-f]{64})/.exec(log)?.[1] ?? '';
    expect(jobs).toStrictEqual({ build: 'success', 'device-test': result });
    expect(created).toHaveLength(1);
    const signatures = calls.filter((call) => call.startsWith('actions/attest '));
    expect(signatures).toHaveLength(1);
    expect(signatures[0]).toMatch(new RegExp(`predicate-path=\\S+report\\.json .*sha256:${digest} `));
  });

  test('signs nothing if the build is broken', async () => {
    const { jobs, calls } = await bench.run(NAME, { event: PUSH, buildBreaks: true });
    expect(jobs).toStrictEqual({ build: 'failure', 'device-test': 'failure' });
    expect(calls.filter((call) => call.startsWith('actions/attest '))).toStrictEqual([]);
  });
});
