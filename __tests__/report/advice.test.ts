import { expect, test } from '@jest/globals';

import type { Report } from '../../src/model/report.ts';
import type { TestVerdict } from '../../src/model/verdict.ts';
import { adviseToFetch, describeRerun } from '../../src/report/advice.ts';
import { complete, devices, judged, notCreated, unfinished } from '../support/testsets.ts';

const passed = judged(complete(devices(1), { scenario: 1 }));
const failed = judged(complete(devices(1, { 0: 'failed' }), { scenario: 2 }));
const open = judged(unfinished('timed-out', { scenario: 4 }));

const SCENARIO = { kind: 'scenario', name: 'Login' } as const;

const RERUN = { outcome: 'failed', canResume: true, request: SCENARIO } as const;

test.each<[testsets: readonly TestVerdict[], said: RegExp]>([
  [[open], /continues with the testset and starts no other/],
  [[failed, open], /continues with the testsets of this attempt/],
  [[failed, passed], /^$/],
])('what a re-run does, %#', (testsets, said) => {
  expect(describeRerun({ ...RERUN, testsets })).toMatch(said);
});

test('a re-run continues with the testset of an app only if the app is the same', () => {
  const request = { kind: 'automated', name: 'Login' } as const;
  const said = describeRerun({ ...RERUN, outcome: 'timed-out', testsets: [open], request });
  expect(said).toBe('"Re-run failed jobs" continues with the testset if the app is the same, byte for byte.');
});

test.each<Partial<Report>>([{ outcome: 'passed' }, { outcome: 'unknown-start' }, { canResume: false }])(
  'a re-run is not described with %j',
  (given) => {
    expect(describeRerun({ ...RERUN, testsets: [open], ...given })).toBe('');
  },
);

test('results of several testsets are fetched by all of their identifiers', () => {
  const testsets = [failed, judged(complete(devices(1), { id: 5 })), judged(notCreated('rejected'))];
  expect(adviseToFetch(testsets)).toMatch(/the testsets .*`testset-id: 251931,5`/);
});
