import { expect, test } from '@jest/globals';

import { NO_COUNTS } from '../../src/model/counts.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Report } from '../../src/model/report.ts';
import { joinPieces } from '../../src/model/words.ts';
import type { Explanation } from '../../src/report/advice.ts';
import { describeDevice } from '../../src/report/device-words.ts';
import { createView } from '../../src/report/view.ts';
import { COMPARISON, past, reportOf, type Facts } from '../support/reports.ts';
import { complete, device, devices, NO_XML, notCreated, unfinished } from '../support/testsets.ts';
import {
  anyFailures,
  BOTH,
  none,
  open,
  ran,
  ranIn,
  error,
  ofScenario,
  oneStopped,
  rejection,
  scenarios,
  withMissingDevices,
} from './given.ts';

const allFailed = Object.fromEntries(devices(8).map((_device, place) => [place, 'failed' as const]));
const attached = { request: { kind: 'attached', name: 'Wallet' } } as const;
const resumed = [5, 251_929].map((testsetId, index) => ({ testsetId, attempt: index + 1 }));
const failedWithin = (times: readonly (number | undefined)[]) =>
  times.map((seconds, at) => device(at, { result: 'failed', seconds }));
const OPEN_ONE = 'Open the result page of the failed device.';
const OPEN_EACH = 'Open the result page of each failed device.';
const LOOK_AT_APP = 'Look at the app or its server first, not at the devices.';
const LOOK_AT_SCENARIO = 'Look at the scenario that failed, the app or its server first, not at the devices.';
const ATTACH = 'To wait for it, run a step with `testset-id: 251929`.';
const SAID = 'The service said: Wrong.';
const WRONG = { error: rejection(4081) };
const SHORT = { durationSeconds: 180 };
const CONTINUE =
  '"Re-run failed jobs" continues it, for 3 days, with the same app and inputs. To wait for it elsewhere, run a step with `testset-id: 251929`.';
const UNREACHABLE = { error: error('unreachable') };
const NONE_RAN = 'No device ran for a second: look at the service first.';
const INCOMPLETE = 'The results of the service are incomplete or contradictory; this says nothing about your app.';
const NO_PASS = 'At least one device must pass, whatever `max-failures` and quarantine allow.';
const PART = 'In the status 4 of 4 passed, in the XML 2 of 2 passed.';

test.each<[why: string, next: string, report: Report]>([
  ['', OPEN_ONE, ran(8, { 1: 'failed' })],
  ['`max-failures` is 1.', OPEN_EACH, ran(8, { 1: 'failed', 2: 'error' }, { maxFailures: 1 })],
  ['', 'Look at the testset in the service.', reportOf(complete(devices(7), { counts: oneStopped }))],
  [
    'The service said: Wrong: No device.',
    'Do this. No testset was created.',
    none('rejected', { error: rejection(4081, 'No device') }),
  ],
  ['It happened.', 'Do this.', none('not-started', UNREACHABLE)],
  ['', ATTACH, open('cancelled')],
  [
    '',
    'To wait for it, run a step with `testset-id: 251931`.',
    scenarios(ranIn(1, 8, { 1: 'failed' }), unfinished('timed-out', ofScenario(2))),
  ],
  [
    `${PART} ${INCOMPLETE}`,
    'Look at the testset in the service, or fetch the results again with `testset-id: 251929`.',
    withMissingDevices(),
  ],
  [`The run was cancelled while status and results were read again. ${PART}`, ATTACH, withMissingDevices(true)],
  ['', LOOK_AT_APP, ran(8, allFailed)],
  ['', LOOK_AT_SCENARIO, scenarios(ranIn(1, 2, BOTH), ranIn(2, 2), ranIn(3, 1))],
  ['', OPEN_EACH, scenarios(ranIn(1, 2, BOTH), ranIn(2, 2, { 1: 'failed' }), ranIn(3, 1))],
  ['', NONE_RAN, reportOf(complete(failedWithin([0, 0.9])))],
  ['', LOOK_AT_APP, reportOf(complete(failedWithin([0, 1])))],
  [
    '',
    'To wait for them, run a step with `testset-id: 251930,251931`. If this job is run again, new testsets are created.',
    scenarios(unfinished('started', ofScenario(1)), unfinished('started', ofScenario(2))),
  ],
  [
    'Scenarios 1, 2: The service said: Wrong.',
    'Scenario 1: Do this. Scenario 2: Do that.',
    scenarios(
      notCreated('rejected', { ...ofScenario(1), ...WRONG }),
      notCreated('rejected', { ...ofScenario(2), error: rejection(4000, '', 'Do that.') }),
      ranIn(3, 1),
    ),
  ],
  [SAID, 'Do this. Check `app-file`, too. No testset was created.', none('rejected', { error: rejection(4051) })],
  [
    SAID,
    'Do this. If it is right, look at the scenario and its stored app in the service. No testset was created.',
    scenarios(notCreated('rejected', { error: rejection(4051) })),
  ],
  ['', '', scenarios(notCreated('cancelled', ofScenario(1)), ranIn(2, 1))],
  ['', OPEN_ONE, scenarios(ranIn(1, 2, { 0: 'failed' }), ranIn(2, 1))],
  [
    'Scenarios 1, 2: It happened.',
    'Do that. To wait for testset 5, run a step with `testset-id: 5`.',
    scenarios(
      notCreated('unknown-start', { ...ofScenario(1), id: 5, error: error('unknown-start') }),
      notCreated('unknown-start', { ...ofScenario(2), error: error('unknown-start', { hint: 'Do that.' }) }),
      ranIn(3, 1),
    ),
  ],
  ['It happened.', 'Do this.', reportOf([notCreated('not-started', UNREACHABLE), complete(devices(1))])],
  [
    'It 1. It 2. And 2 more reasons.',
    'Scenario 1: Do 1. Scenario 2: Do 2.',
    scenarios(
      [1, 2, 3, 4].map((number) => {
        const own = error('unreachable', { message: `It ${number}.`, hint: `Do ${number}.` });
        return notCreated('not-started', { ...ofScenario(number), error: own });
      }),
    ),
  ],
  [
    'A user stopped a device in the retry; its result is unknown.',
    OPEN_ONE,
    reportOf([ranIn(1, 2, { 1: 'failed' }), complete(devices(2, { 1: 'skipped' }), { ...ofScenario(1), retry: 1 })], {
      maxFailures: 1,
    }),
  ],
  [
    'The service contradicts itself: 2 of 4 passed in the status, 3 of 4 passed in the XML.',
    OPEN_ONE,
    reportOf(complete(devices(4, { 1: 'failed' }), { counts: { ...NO_COUNTS, total: 4, pass: 2, fail: 2 } })),
  ],
  [
    'The service delivered JSON but no XML.',
    'Look at the testset in the service.',
    reportOf(complete(devices(4, { 1: 'failed' }), { xml: NO_XML })),
  ],
  ['', OPEN_EACH, ran(2, { 0: 'skipped', 1: 'skipped' })],
  [
    '',
    'Look at the testsets in the service.',
    scenarios(
      [1, 2].map((number) =>
        complete([device(0, { result: 'failed', url: undefined }), device(1)], ofScenario(number)),
      ),
    ),
  ],
  [NO_PASS, LOOK_AT_APP, ran(2, BOTH, anyFailures)],
  [
    `${NO_PASS} The service delivered JSON but no XML.`,
    'Look at the testsets in the service, or fetch the results again with `testset-id: 251930,251931`.',
    reportOf([ranIn(1, 2, BOTH), complete(devices(2, BOTH), { ...ofScenario(2), xml: NO_XML })], anyFailures),
  ],
  [
    'The service names devices when all have ended.',
    'To wait for them, run a step with `testset-id: 251930,251931`.',
    scenarios(
      unfinished('timed-out', { ...ofScenario(1), counts: { fail: 1 } }),
      unfinished('timed-out', ofScenario(2)),
    ),
  ],
  ['', ATTACH, open('timed-out', { word: 'Aborted', counts: { total: 2, stop: 2 } })],
  ['', CONTINUE, open('cancelled', {}, { canResume: true })],
  ['', CONTINUE, open('timed-out', {}, { canResume: true })],
  ['A testset takes about 25 minutes: raise `timeout`.', ATTACH, open('timed-out', {}, SHORT)],
  ['', ATTACH, open('timed-out', { origin: 'attached' }, SHORT)],
  ['', ATTACH, open('timed-out', {}, { ...SHORT, request: { kind: 'automated', name: '', timeLimitMinutes: 5 } })],
  ['It happened.', `Do this. ${ATTACH}`, open('timed-out', UNREACHABLE, SHORT)],
  ['', ATTACH, open('timed-out', { word: 'Aborted', counts: { total: 2, stop: 2 } }, SHORT)],
  [
    'It happened.',
    '"Re-run failed jobs" continues it, for 3 days, with the same app and inputs. Do this. To wait for it elsewhere, run a step with `testset-id: 251929`.',
    open('timed-out', UNREACHABLE, { canResume: true }),
  ],
  ['', '', reportOf(notCreated('cancelled'), { canResume: true })],
  ['', ATTACH, open('started', {}, attached)],
  [SAID, ATTACH, open('timed-out', WRONG)],
  [SAID, 'To get the results, run a step with `testset-id: 251929`.', open('rejected', { word: '', ...WRONG })],
  [SAID, 'Do this.', open('rejected', { word: '', ...WRONG }, attached)],
  [
    SAID,
    'Testset 251929 of attempt 2 cannot be read (4053). If it no longer exists in the service, start a new run: a re-run of this one looks for it again.',
    open('timed-out', { origin: 'resumed', word: '', error: rejection(4053) }, { resumed }),
  ],
  [
    'The service said: Wrong: testset 251929 not found.',
    'Testset 251929 cannot be read (5002). If it no longer exists in the service, start a new run: a re-run of this one looks for it again.',
    open('timed-out', { error: rejection(5002, 'testset 251929 not found') }, { canResume: true }),
  ],
  [
    'The service said: Wrong: Global exception error.',
    ATTACH,
    open('timed-out', { error: rejection(5002, 'Global exception error') }),
  ],
  ['It happened.', ATTACH, open('timed-out', { error: error('maintenance') })],
  ['', ATTACH, open('timed-out', { origin: 'resumed' })],
  ['', ATTACH, open('timed-out', { origin: 'attached', word: '' })],
  ['', ATTACH, open('cancelled', { origin: 'resumed', word: '' })],
])('beside the heading (%#): %s %s', (why, next, report) => {
  const { text } = createView(report);
  expect([joinPieces(': ', [text.about, text.why]), joinPieces(' ', [text.open, text.next])]).toEqual([why, next]);
});

test('sentences name at most five scenarios, four testsets to look for, and a hundred identifiers to paste', () => {
  const textOf = (outcome: Outcome, length: number): Explanation => {
    const own = Array.from({ length }, (_, index) =>
      notCreated(outcome, {
        ...ofScenario(index + 1),
        name: `Fix login [${index + 1}]`,
        error: error('unknown-start'),
      }),
    );
    return createView(scenarios(own, ranIn(99, 1))).text;
  };
  expect(textOf('unknown-start', 6)).toMatchObject({
    about: 'Scenarios 1, 2, 3, 4, 5 and 1 more',
    next: expect.stringMatching(
      / testsets (?:`[^`]+ \[\d\]`, ){3}`[^`]+ \[4\]` and 2 more\. .* run a step with `testset-id`; run .*`\.$/,
    ),
  });
  expect(textOf('unknown-start', 2).next).toMatch(/ testsets `[^`]+ \[1\]`, `[^`]+ \[2\]`\. /);
  const open = (length: number): string =>
    createView(scenarios(Array.from({ length }, (_, number) => unfinished('cancelled', ofScenario(number))))).text.next;
  expect(open(100)).toMatch(/`testset-id: (?:\d+,){99}\d+`/);
  expect(open(101)).toBe('To wait for them, run a step with the output `testset-id` of this step as `testset-id`.');
});

test.each([
  ['failed', ''],
  ['failed for the first time', 'PPPPP'],
  ['failed, passed on main before', 'PPPP'],
  ['failed, passed on main before', 'FPPPPP'],
  ['still fails', 'PF'],
  ['fails now and then', 'FPF'],
])('a device %s after %s', (verb, results) => {
  const failed = device(0, { result: 'failed' });
  const history = results === '' ? [] : [past(failed.device, results)];
  const describe = (facts: Facts): readonly string[] => {
    const view = createView(reportOf(complete([failed]), { comparison: COMPARISON, history, ...facts }));
    return view.failed.map((run) => describeDevice(view, run));
  };
  expect(describe({})).toEqual([`SAMSUNG Galaxy_S24 ${verb}`]);
  const expired = [{ reason: 'r', owner: 'o', expires: '2026-11-24', device: 'SAMSUNG*', line: 1 }];
  expect(describe({ expired })).toEqual([`SAMSUNG Galaxy_S24 ${verb}, its quarantine ended on 2026-11-24`]);
});
