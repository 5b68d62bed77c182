import { expect, test } from '@jest/globals';

import { NO_COUNTS } from '../../src/model/counts.ts';
import type { Report } from '../../src/model/report.ts';
import type { TestVerdict } from '../../src/model/verdict.ts';
import { adviseToFetch, describeRerun } from '../../src/report/advice.ts';
import { createTestcase, createTestset, ended } from '../support/reports.ts';

const passed = createTestset({ scenario: 1 });
const failed = createTestset({ scenario: 2, outcome: 'failed' }, [createTestcase(0, { result: 'failed' })]);
const withinLimits = createTestset({ scenario: 3, counts: { ...NO_COUNTS, total: 2, pass: 1, fail: 1 } });
const [open = passed] = ended('timed-out', { scenario: 4 }).testsets;

const SCENARIO = { kind: 'scenario', name: 'Login' } as const;

test.each<[testsets: readonly TestVerdict[], rerun: Report['rerun'], said: RegExp]>([
  [[open], 'resume', /continues with the testset and starts no other/],
  [[open], 'keep-passed', /continues with the testset and starts no other/],
  [[failed, open], 'resume', /continues with the testsets of this attempt/],
  [[failed, passed], 'resume', /`resume: keep-passed`.* only the 1 scenario that did not pass\.$/],
  [[failed, passed], 'keep-passed', /" runs the 1 scenario that did not pass, and keeps the other 1\.$/],
  [[failed, open], 'keep-passed', /" continues with 1 scenario, runs the 1 scenario that did not pass\.$/],
  [
    [failed, open, passed],
    'keep-passed',
    /" continues with 1 scenario, runs the 1 scenario .*, and keeps the other 1\.$/,
  ],
  [[failed, withinLimits, passed], 'keep-passed', /the 2 scenarios that did not pass on all devices, and keeps/],
  [[open, passed], 'keep-passed', /^$/],
  [[failed, failed], 'keep-passed', /^$/],
  [[failed], 'keep-passed', /^$/],
  [[failed, open], undefined, /^$/],
])('what a re-run does, %#', (testsets, rerun, said) => {
  expect(describeRerun({ outcome: 'failed', testsets, rerun, request: SCENARIO })).toMatch(said);
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
  expect(adviseToFetch([failed, createTestset({ id: 5 }), createTestset({ id: undefined })])).toMatch(
    /the testsets .*`testset-id: 251929,5`/,
  );
});
