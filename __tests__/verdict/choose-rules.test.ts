import { describe, expect, test } from '@jest/globals';

import { NO_COUNTS } from '../../src/model/counts.ts';
import { historyKey, type BaselineReport } from '../../src/model/history.ts';
import type { Inputs } from '../../src/model/inputs.ts';
import type { TestsetResult } from '../../src/results/testset-result.ts';
import type { NoBaseline } from '../../src/runtime/platform.ts';
import { chooseRules } from '../../src/verdict/choose-rules.ts';
import { createReport } from '../support/reports.ts';

const limits = { fail: 0, error: 0, stop: 0 };

/** A testset in which as many devices failed as had an error. */
function result(fail: number): TestsetResult {
  const counts = { ...NO_COUNTS, total: 2, pass: 2 - 2 * fail, fail, error: fail };
  return {
    id: 1,
    scenario: 5,
    announcedDevices: 2,
    status: { isComplete: true, word: 'Complete', counts, active: 0, preparing: 0, missingFields: [] },
    results: { documents: [], suites: [], warnings: [], isCancelled: false },
  };
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * 3600_000).toISOString();

const BASELINE: BaselineReport = {
  branch: 'main',
  runNumber: 41,
  runUrl: 'https://github.example/41',
  outcome: 'failed',
  startedAt: daysAgo(1),
  history: [{ scenario: 5, device: 'B', results: [{ run: 40, passed: false }] }],
  failures: new Set([historyKey({ scenario: 5, device: 'A' }), historyKey({ scenario: 6, device: 'D' })]),
};

interface Given extends Partial<Pick<Inputs, 'failOn' | 'quarantine'>> {
  readonly eventName?: string;
  readonly found?: BaselineReport | NoBaseline;
  readonly hasToken?: boolean;
  readonly fail?: number;
}

async function open(given: Given = {}) {
  const { failOn = 'new', eventName = 'pull_request', found = BASELINE, hasToken = true, fail = 1, quarantine } = given;
  let searches = 0;
  const findBaseline = () => {
    searches += 1;
    return Promise.resolve(found);
  };
  const { run, request } = createReport();
  const platform = { eventName, ...(hasToken && { findBaseline }) };
  const subject = { run, request, scenarios: [5] };
  const inputs = { limits, failOn, ...(quarantine && { quarantine }) };
  const opened = await chooseRules(inputs, platform, [result(0), result(fail)], subject);
  const { isOld } = opened.rules;
  const old = isOld && ['A', 'B', 'C', 'D', 'E'].filter((device) => isOld(5, device));
  return { ...opened, old, searches };
}

describe('fail-on: new', () => {
  const REQUESTS = ['pull_request', 'pull_request_target'];
  test.each(REQUESTS)('excuses what failed in the last run on the base branch: %s', async (eventName) => {
    expect(await open({ eventName })).toMatchObject({ old: ['A'], notes: [], baseline: BASELINE });
  });

  test.each(['push', 'merge_group', 'pull_request_review', ''])('is not in force for %p', async (eventName) => {
    const notes = [expect.stringContaining('not of a pull request')];
    expect(await open({ eventName })).toMatchObject({ old: undefined, notes, searches: 0 });
  });

  test.each<[given: Given, RegExp]>([
    [{ hasToken: false }, /`github-token` is empty/],
    [{ found: { ...BASELINE, outcome: 'inconclusive' } }, /run 41\) is neither passed nor failed/],
    [{ found: { ...BASELINE, startedAt: daysAgo(15) } }, /more than 14 days old/],
    [{ found: { ...BASELINE, startedAt: '' } }, /more than 14 days old/],
    [{ found: { reason: 'HTTP 403. Add `actions: read`' } }, /acts as `any`: HTTP 403\. Add `actions: read`\.$/],
    [{ found: { reason: 'no run of this workflow has a report', branch: 'main' } }, /no run of this workflow/],
  ])('is not in force with %j', async (given, note) => {
    const { old, notes } = await open(given);
    expect(old).toBeUndefined();
    expect(notes).toEqual([expect.stringMatching(note)]);
  });

  test.each([
    ['nothing failed', { fail: 0 }],
    ['the input is `any`', { failOn: 'any' }],
  ] as const)('does not look for a baseline if %s', async (_when, given) => {
    expect(await open(given)).toMatchObject({ searches: 0, notes: [], rules: { limits, quarantine: [] } });
  });

  test('leaves the quarantine in force', async () => {
    const entries = [{ reason: 'r', owner: 'o', expires: '2026-12-15', device: 'A' }];
    const { rules } = await open({ quarantine: { path: 'q.yml', entries, ending: [] } });
    expect(rules).toMatchObject({ quarantine: entries, isOld: expect.any(Function) });
  });

  test('accepts a baseline of 14 days that passed', async () => {
    expect((await open({ found: { ...BASELINE, outcome: 'passed', startedAt: daysAgo(13.9) } })).old).toEqual(['A']);
  });
});
