import { expect, test } from '@jest/globals';

import type { Comparison } from '../../../src/model/report.ts';
import { comparisonLines, factLines } from '../../../src/report/markdown/facts.ts';
import { createReport, createTestset, notCreated, oneFailed, timedOut, without } from '../../support/reports.ts';

const lines = (report: ReturnType<typeof createReport>): string[] => [...factLines(report)];

test('a green report has no explanation, a red one has a sentence and a hint', () => {
  expect(lines({ ...oneFailed(), outcome: 'passed' })[0]).toBe('<ul>');
  expect(lines(oneFailed()).slice(0, 3)).toEqual([
    '<p>Testset 251929 failed: 1 device failed; <code>max-fail</code> allows 0.</p>',
    '<p>Each device that did not pass links to its result page.</p>',
    '<ul>',
  ]);
  expect(lines({ ...oneFailed(), hint: '' })[1]).toBe('<ul>');
});

test('names of inputs in a sentence are code', () => {
  expect(lines(timedOut())[1]).toContain('<code>testset-id: 251929</code>');
});

test('testsets that existed have no app and no name', () => {
  const report = without(createReport({ request: { kind: 'attached', name: '' } }), 'app');
  expect(lines(report)).toEqual([
    '<ul>',
    '<li>1 device: 1 passed · 0 failed · 0 with an error · 0 stopped · 0 not finished</li>',
    '<li>Ran: testsets that existed before this step</li>',
    '<li>Waited: 31m 42s</li>',
    '<li>Device time: 28m 20s in all</li>',
    '</ul>',
  ]);
});

test('what is not known has no line', () => {
  const app = { name: 'app.apk', bytes: 999 };
  const request = { kind: 'automated', name: 'Night', timeLimitMinutes: 30 } as const;
  const report = createReport({ app, request, testsets: [createTestset({}, [])], durationSeconds: 5 });
  expect(lines(report).slice(1, 4)).toEqual([
    '<li>App: <strong>app.apk</strong>, 999 B, not sent</li>',
    '<li>Ran: automated test <strong>Night</strong>, at most 30m on each device</li>',
    '<li>Waited: 5s</li>',
  ]);
});

test('a request that created nothing is not said to have run', () => {
  expect(lines(notCreated()).slice(2)).toEqual([
    '<ul>',
    '<li>App: <strong>app-debug.apk</strong>, not sent</li>',
    '<li>Requested: automated test <strong>Mend the login page #&#8203;42</strong> on ANDROID</li>',
    '</ul>',
  ]);
});

test('a testset without a status is not said to have run', () => {
  const testset = createTestset({ status: 'Unknown', suites: [], sources: [] });
  const report = createReport({ outcome: 'refused', request: { kind: 'attached', name: '' }, testsets: [testset] });
  expect(lines(without(report, 'app'))).toEqual(['<ul>', '<li>Waited: 31m 42s</li>', '</ul>']);
});

test('an app that was sent is not said to be not sent', () => {
  const app = { name: 'app.apk', bytes: 999, sent: true } as const;
  expect(lines(createReport({ app }))[2]).toBe('<li>App: <strong>app.apk</strong>, 999 B, sent</li>');
});

test('one scenario is named, several are counted', () => {
  const request = { kind: 'scenario', name: 'Night', osType: 'iOS' } as const;
  const ran = (...testsets: ReturnType<typeof createTestset>[]): string | undefined =>
    lines(createReport({ request, testsets })).find((line) => line.startsWith('<li>Ran'));
  const login = createTestset({ scenario: 12, scenarioName: 'Log <in>' });
  expect(ran(login)).toBe('<li>Ran: scenario test <strong>Night</strong> on iOS, Log &lt;in&gt; (scenario 12)</li>');
  expect(ran(createTestset({ scenario: 12 }))).toBe(
    '<li>Ran: scenario test <strong>Night</strong> on iOS, scenario 12</li>',
  );
  expect(ran(createTestset())).toBe('<li>Ran: scenario test <strong>Night</strong> on iOS</li>');
  expect(ran(login, login)).toBe('<li>Ran: scenario test <strong>Night</strong> on iOS, 2 scenarios</li>');
});

const NOTHING: Comparison = {
  newlyFailing: [],
  stillFailing: [],
  fixed: [],
  secondsNow: 60,
  runUrl: 'https://example.com/runs/41',
};

function drawn(comparison: Partial<Comparison>, rows = Infinity): string[] {
  return [...comparisonLines(createReport({ comparison: { ...NOTHING, ...comparison } }), rows)];
}

test('without an earlier run there is no comparison', () => {
  expect([...comparisonLines(createReport(), Infinity)]).toEqual([]);
});

test('devices are named and counted, and durations compared', () => {
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
])('with %j the duration is %j', (seconds, line) => {
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
