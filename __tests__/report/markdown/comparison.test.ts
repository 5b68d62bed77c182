import { expect, test } from '@jest/globals';

import { comparisonLines } from '../../../src/report/markdown/facts.ts';
import type { Comparison } from '../../../src/model/report.ts';
import { createReport } from '../../support/reports.ts';

const NOTHING: Comparison = {
  newlyFailing: [],
  stillFailing: [],
  fixed: [],
  secondsNow: 60,
  runUrl: 'https://example.com/runs/41',
};

function drawn(comparison: Partial<Comparison>, rows = Infinity): string[] {
  return [...comparisonLines(createReport({ comparison: { ...NOTHING, ...comparison } }), { passed: true, rows })];
}

test('without an earlier run there is nothing to say', () => {
  expect([...comparisonLines(createReport(), { passed: true, rows: Infinity })]).toEqual([]);
});

test('devices are named and counted, noughts too, and times compared', () => {
  const comparison = {
    newlyFailing: ['LGE Nexus_5X / ANDROID 8.1.0', '<b>@octocat', ''],
    fixed: ['SAMSUNG GALAXY_NOTE9 / ANDROID 9'],
    secondsBefore: 1_772,
    secondsNow: 1_902,
    runUrl: 'https://github.com/octo-org/octo-app/actions/runs/41',
  };
  expect(drawn(comparison)).toEqual([
    '<p><strong>Compared with before</strong> (<a href="https://github.com/octo-org/octo-app/actions/runs/41">the earlier run</a>)</p>',
    '<ul>',
    '<li>🔺 Newly failing: <strong>3</strong> (LGE Nexus_5X / ANDROID 8.1.0, &lt;b&gt;@&#8203;octocat, unnamed device)</li>',
    '<li>➖ Still failing: <strong>0</strong></li>',
    '<li>✅ Fixed: <strong>1</strong> (SAMSUNG GALAXY_NOTE9 / ANDROID 9)</li>',
    '<li>Waited: 2m 10s longer (31m 42s, before 29m 32s)</li>',
    '</ul>',
  ]);
});

test.each([
  [{ secondsBefore: 90, secondsNow: 60 }, '<li>Waited: 30s shorter (1m 00s, before 1m 30s)</li>'],
  [{ secondsBefore: 60, secondsNow: 60.2 }, '<li>Waited: as long as before, 1m 00s</li>'],
  [{ secondsNow: 60 }, '</ul>'],
])('with %j the time is %j', (seconds, line) => {
  expect(drawn(seconds)[5]).toBe(line);
});

test.each([
  [Infinity, 20, ', and 5 more)'],
  [3, 3, ', and 22 more)'],
  [0, 0, '<strong>25</strong></li>'],
])('with %p rows, %i of 25 devices are named', (rows, named, end) => {
  const names = Array.from({ length: 25 }, (_, at) => `Device ${String(at)}`);
  const line = drawn({ stillFailing: names }, rows)[3] ?? '';
  expect(line.match(/Device/g) ?? []).toHaveLength(named);
  expect(line).toContain(end);
});
