import { expect, test } from '@jest/globals';

import { factLines } from '../../../src/report/markdown/facts.ts';
import { createReport, createTestset, notCreated, oneFailed, timedOut, without } from '../../support/reports.ts';

const lines = (report: ReturnType<typeof createReport>): string[] => [...factLines(report)];

test('a green report has no explanation, a red one has a sentence and a hint', () => {
  expect(lines({ ...oneFailed(), outcome: 'passed' })[0]).toBe('<ul>');
  expect(lines(oneFailed()).slice(0, 3)).toEqual([
    '<p>Testset 251929 failed: 1 unit test failed; <code>max-fail</code> allows 0.</p>',
    '<p>Each device that did not pass links to its result page.</p>',
    '<ul>',
  ]);
  expect(lines({ ...oneFailed(), hint: '' })[1]).toBe('<ul>');
});

test('names of inputs in a sentence stand out', () => {
  expect(lines(timedOut())[1]).toContain('with <code>testset-id: 251929</code>.');
});

test('what was attached to has no app and no name', () => {
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

test('what is not known is not said', () => {
  const app = { name: 'app.apk', bytes: 999 };
  const request = { kind: 'automated', name: 'Night', timeLimitMinutes: 30 } as const;
  const report = createReport({ app, request, testsets: [createTestset({}, [])], durationSeconds: 5 });
  expect(lines(report).slice(1, 4)).toEqual([
    '<li>App: <strong>app.apk</strong>, 999 B, not sent</li>',
    '<li>Ran: automated test <strong>Night</strong>, at most 30m on each device</li>',
    '<li>Waited: 5s</li>',
  ]);
});

test('of what was never created only what was asked for is told', () => {
  expect(lines(notCreated()).slice(2)).toEqual([
    '<ul>',
    '<li>App: <strong>app-debug.apk</strong>, not sent</li>',
    '<li>Asked for: automated test <strong>Mend the login page #&#8203;42</strong> on ANDROID</li>',
    '</ul>',
  ]);
});

test('a testset that was named and never seen is not said to have run', () => {
  const testset = createTestset({ status: 'Unknown', suites: [], sources: [] });
  const report = createReport({ outcome: 'refused', request: { kind: 'attached', name: '' }, testsets: [testset] });
  expect(lines(without(report, 'app'))).toEqual(['<ul>', '<li>Waited: 31m 42s</li>', '</ul>']);
});

test('an app that was sent is never said not to be', () => {
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
