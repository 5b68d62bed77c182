import { expect, test } from '@jest/globals';

import type { Report } from '../../src/model/report.ts';
import type { TestVerdict } from '../../src/model/verdict.ts';
import { adviseToFetch, describeRerun } from '../../src/report/advice.ts';
import { complete, devices, judged, notCreated, unfinished } from '../support/testsets.ts';

const passed = judged(complete(devices(1), { scenario: 1 }));
const failed = judged(complete(devices(1, { 0: 'failed' }), { scenario: 2 }));
const withinLimits = judged(complete(devices(2, { 1: 'failed' }), { scenario: 3 }), { maxFailures: 1 });
const open = judged(unfinished('timed-out', { scenario: 4 }));

const SCENARIO = { kind: 'scenario', name: 'Login' } as const;

test.each<[testsets: readonly TestVerdict[], rerun: Report['rerun'], said: RegExp]>([
  [[open], 'resume', /continues with the testset and starts no other/],
  [[open], 'keep-passed', /continues with the testset and starts no other/],
  [[failed, open], 'resume', /continues with the testsets of this attempt/],
  [[failed, passed], 'resume', /`resume: keep-passed`.* run only 1 of 2 scenarios\.$/],
  [[failed, passed], 'keep-passed', /" runs 1 of 2 scenarios again, and keeps the other 1\.$/],
  [[failed, open], 'keep-passed', /" continues with 1 scenario, runs 1 of 2 scenarios again\.$/],
  [
    [failed, open, passed],
    'keep-passed',
    /" continues with 1 scenario, runs 1 of 3 scenarios again, and keeps the other 1\.$/,
  ],
  [[failed, withinLimits, passed], 'keep-passed', /runs 2 of 3 scenarios again, and keeps/],
  [[open, passed], 'keep-passed', /^$/],
  [[failed, failed], 'keep-passed', /^$/],
  [[failed], 'keep-passed', /^$/],
  [[failed, open], undefined, /^$/],
])('what a re-run does, %#', (testsets, rerun, said) => {
  expect(describeRerun({ outcome: 'failed', testsets, rerun, request: SCENARIO })).toMatch(said);
});

test('a re-run continues with the testset of an app only if the app is the same', () => {
  const request = { kind: 'automated', name: 'Login' } as const;
  const said = describeRerun({ outcome: 'timed-out', testsets: [open], rerun: 'resume', request });
  expect(said).toBe('"Re-run failed jobs" continues with the testset if the app is the same, byte for byte.');
});

test.each<Partial<Report>>([
  { outcome: 'passed' },
  { outcome: 'unknown-start' },
  { request: { kind: 'automated', name: 'Login' } },
])('a re-run is not described with %j', (given) => {
  const report = { outcome: 'failed', testsets: [failed, passed], rerun: 'keep-passed', request: SCENARIO } as const;
  expect(describeRerun({ ...report, ...given })).toBe('');
});

test('results of several testsets are fetched by all of their identifiers', () => {
  const testsets = [failed, judged(complete(devices(1), { id: 5 })), judged(notCreated('refused'))];
  expect(adviseToFetch(testsets)).toMatch(/the testsets .*`testset-id: 251931,5`/);
});
