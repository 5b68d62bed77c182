import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { ErrorCode } from '../../src/model/errors.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Report } from '../../src/model/report.ts';
import { devicesOf } from '../../src/model/verdict.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { reportPage } from '../../src/report/page.ts';
import { commentMarkdown, summaryMarkdown } from '../../src/report/summary.ts';
import { formatNotStarted } from '../../src/report/outcomes.ts';
import { createView } from '../../src/report/view.ts';
import { lastLine } from '../../src/report/log.ts';
import { KINDS } from '../support/gallery/kinds.ts';
import { visibleMarkdown, visibleText } from '../support/gallery/visible-text.ts';
import { reportOf } from '../support/reports.ts';
import { complete, device, devices, EVERY_OUTCOME, NO_XML, notCreated, unfinished } from '../support/testsets.ts';
import { anyReport, numberIn } from './any-report.ts';
import {
  none,
  open,
  ran,
  ranIn,
  error,
  ofScenario,
  oneStopped,
  quarantine,
  rejection,
  scenarios,
  threeHours,
  withMissingDevices,
} from './given.ts';

const WRONG = { error: rejection(4081) };
/** One of two devices of a name failed before the retry. */
const passedAgain = [
  complete([device(0), device(0, { result: 'failed' })], ofScenario(1)),
  complete([device(0), device(0)], { ...ofScenario(1), retry: 1 }),
];

test.each<[heading: string, report: Report]>([
  ['✅ 8 of 8 devices passed', ran(8)],
  ['✅ The device passed', ran(1)],
  ['✅ Passed · 1 of 8 devices failed, max-failures: 1', ran(8, { 1: 'failed' }, { maxFailures: 1 })],
  [
    '✅ Passed · 2 of 8 devices failed, max-failures: any',
    ran(8, { 1: 'failed', 2: 'error' }, { maxFailures: Infinity }),
  ],
  [
    '✅ Passed · 1 of 8 devices stopped by a user, max-failures: 1',
    reportOf(complete(devices(7), { counts: oneStopped }), { maxFailures: 1 }),
  ],
  ['✅ Passed · 1 quarantined', ran(8, { 2: 'failed' }, { quarantine })],
  [
    '✅ Passed · 1 failed, max-failures: 1 · 1 quarantined',
    ran(8, { 1: 'failed', 2: 'failed' }, { maxFailures: 1, quarantine }),
  ],
  ['✅ 2 of 2 scenarios passed · 16 device runs', scenarios(ranIn(1, 8), ranIn(2, 8))],
  [
    '✅ Passed · 1 flaky',
    scenarios(ranIn(1, 8, { 1: 'failed' }), complete(devices(8), { ...ofScenario(1), retry: 1 }), ranIn(2, 8)),
  ],
  ['✅ 2 of 2 devices passed · after a retry', scenarios(passedAgain)],
  ['✅ 2 of 2 scenarios passed · 3 device runs · after a retry', scenarios(passedAgain, ranIn(2, 1))],
  ['❌ 2 of 8 devices failed', ran(8, { 1: 'failed', 2: 'error' })],
  ['❌ 1 of 8 devices failed · 1 quarantined', ran(8, { 1: 'failed', 2: 'failed' }, { quarantine })],
  ['❌ The device failed', ran(1, { 0: 'error' })],
  ['❌ 1 of 8 devices stopped by a user', reportOf(complete(devices(7), { counts: oneStopped }))],
  [
    '❌ 1 of 8 devices failed · 2 not finished',
    reportOf(complete(devices(6, { 1: 'failed' }), { counts: { ...oneStopped, pass: 5, fail: 1, stop: 0 } })),
  ],
  [
    '❌ 1 of 3 scenarios failed · 2 of 24 device runs failed',
    scenarios(ranIn(1, 8, { 1: 'failed', 2: 'failed' }), ranIn(2, 8), ranIn(3, 8)),
  ],
  [
    '❌ 1 of 2 testsets failed · 1 of 16 device runs failed',
    reportOf([complete(devices(8, { 1: 'failed' }), { id: 5 }), complete(devices(8), { id: 6, scenario: 6 })]),
  ],
  [
    '⚠️ Inconclusive · no device passed · 2 of 2 devices failed',
    ran(2, { 0: 'failed', 1: 'failed' }, { maxFailures: 2 }),
  ],
  [
    '⚠️ Inconclusive · 1 of 2 scenarios, XML missing',
    scenarios(complete(devices(1), { ...ofScenario(1), xml: NO_XML }), ranIn(2, 1)),
  ],
  [
    '⚠️ Inconclusive · 2 of 2 scenarios',
    scenarios(complete(devices(1), { ...ofScenario(1), xml: NO_XML }), complete([], ofScenario(2))),
  ],
  [
    '⚠️ Inconclusive · 1 of 2 scenarios',
    scenarios(complete(devices(8), { ...ofScenario(1), announcedDevices: 9 }), ranIn(2, 8)),
  ],
  [
    '⏳ Timed out after 180 min · 5 of 8 devices done · 1 failed so far',
    open('timed-out', { counts: { pass: 4, fail: 1 } }, threeHours),
  ],
  [
    '⏳ Timed out after 180 min · 8 of 8 devices done · 1 failed · 2 stopped',
    open('timed-out', { word: 'Aborted', counts: { pass: 5, error: 1, stop: 2 } }, threeHours),
  ],
  [
    '⏳ Timed out after 180 min · 0 of 2 scenarios done · 1 failed · 1 stopped',
    scenarios(
      unfinished('timed-out', { ...ofScenario(1), counts: { pass: 6, fail: 1, stop: 1 } }),
      unfinished('timed-out', { ...ofScenario(2), counts: { pass: 6, stop: 2 } }),
    ),
  ],
  [
    '⏳ Timed out after 180 min · 0 of 8 devices started',
    open('timed-out', { counts: { initializing: 8 } }, threeHours),
  ],
  [
    '⏳ Timed out after 180 min · 3 of 8 devices done · status unreadable',
    open('timed-out', { counts: { pass: 3 }, error: error('unreachable') }, threeHours),
  ],
  ['⏳ No status of testset 251929 within 15 min', open('timed-out', { word: '' }, { durationSeconds: 900 })],
  [
    '⏳ Timed out after 180 min · 1 of 3 scenarios done · 1 failed so far',
    scenarios(
      ranIn(1, 8, { 1: 'failed', 2: 'failed' }),
      ...[2, 3].map((scenario) => unfinished('timed-out', ofScenario(scenario))),
    ),
  ],
  ['🚫 Rejected · no free device in project 509 (4081)', none('rejected', WRONG)],
  ['🚫 Rejected · "Its own words" (9999)', none('rejected', { error: rejection(9999, 'Its own words') })],
  ['🚫 Rejected · unexpected response of the service (9999)', none('rejected', { error: rejection(9999) })],
  ['🚫 Rejected · unexpected error', none('rejected')],
  ['🚫 Rejected · credentials rejected', none('rejected', { error: error('credentials') })],
  [
    '🚫 1 of 3 scenarios rejected · 1 failed · 1 of 16 device runs failed',
    scenarios(notCreated('rejected', { ...ofScenario(1), ...WRONG }), ranIn(2, 8, { 1: 'failed' }), ranIn(3, 8)),
  ],
  ['🚫 Not started · service not reached', none('not-started', { error: error('unreachable') })],
  [
    '🚫 Not started · api.example.com unknown',
    none('not-started', { error: error('unreachable', { words: 'api.example.com unknown' }) }),
  ],
  ['⚠️ Start unknown · a testset may exist', none('unknown-start')],
  ['⚠️ Start unknown · testset 5 may exist', none('unknown-start', { id: 5 })],
  [
    '⚠️ 1 of 9 starts unknown · 1 failed · 1 rejected · 1 not started · 1 cancelled · 1 timed out · 1 inconclusive · 1 started · 1 of 27 device runs failed',
    scenarios(
      Object.values(EVERY_OUTCOME).map((testset, before) => ({ ...testset, ...ofScenario(before), id: before })),
    ),
  ],
  ['🚫 Cancelled · testset 251929 still running', open('cancelled')],
  ['🚫 Cancelled · nothing started', none('cancelled')],
  ['🚫 Cancelled · results of testset 251929 not fetched', reportOf(complete(devices(1), { isCancelled: true }))],
  ['🚫 Cancelled · 2 of 4 devices missing in the results', withMissingDevices(true)],
  ['⚠️ Inconclusive · 2 of 4 devices missing in the results', withMissingDevices()],
  ['🚫 Cancelled · 1 of 2 testsets still running', scenarios(unfinished('cancelled', ofScenario(1)), ranIn(2, 8))],
  [
    '🚫 Cancelled · testset 251929 still running · 3 of 8 devices done · 2 failed so far',
    open('cancelled', { counts: { pass: 1, fail: 2 } }),
  ],
  [
    '▶️ Started · testset 251929 on 8 devices · 1 failed so far',
    open('started', { counts: { fail: 1 } }, { request: { kind: 'attached', name: 'Wallet' } }),
  ],
  [
    '🚫 Cancelled · no testset running',
    scenarios(notCreated('cancelled', ofScenario(1)), notCreated('cancelled', ofScenario(2))),
  ],
  ['▶️ Started · testset 251929', open('started', { counts: { total: 0 } })],
  ['▶️ Started · testset 251929 on 8 devices', open('started')],
  ['▶️ Started · 2 testsets', scenarios(unfinished('started', ofScenario(1)), unfinished('started', ofScenario(2)))],
])('%s', (heading, report) => {
  const { text } = createView(report);
  expect(`${text.icon} ${text.heading}`).toBe(heading);
});

test('the heading of a step without a report says in a few words what was wrong', () => {
  const codes: readonly ErrorCode[] = [
    ...(['bad-inputs', 'credentials', 'service-rejected', 'redirected', 'maintenance', 'rate-limited'] as const),
    ...(['unreachable', 'untrusted', 'proxy', 'app-file', 'unknown-start', 'cancelled', 'deadline'] as const),
    'unexpected',
  ];
  const headings = codes.map((code) => formatNotStarted(error(code)));
  expect(headings.filter((heading) => !/^Not started · [a-z ]{10,40}$/.test(heading))).toEqual([]);
  expect(new Set(headings).size).toBe(codes.length);
  expect(formatNotStarted('1 wrong input')).toBe('Not started · 1 wrong input');
  expect(formatNotStarted(rejection(4081))).toBe('Not started · no free device in project (4081)');
});

/** How a heading of the action may begin and go on. */
const FACT =
  /^(?:(?:The device|[\d,]+ of [\d,]+ (?:devices?|device runs|scenarios|testsets|starts)) (?:passed|failed|stopped by a user|rejected|not started|unknown|inconclusive|timed out|cancelled|started|done|still running|not finished)|[\d,]+ (?:failed|failed so far|stopped|not finished|new|unsteady|still failing|flaky|quarantined|rejected|not started|unknown|inconclusive|timed out|cancelled|started|device runs))$/;
const SENTENCE_WORDS = /\b(?:is|are|was|were|has|have|did not pass|not accepted|refused)\b|\.$/;

test.each(Object.entries(KINDS))('%s has one heading in all places', (_name, make) => {
  const report = make();
  const view = createView(report);
  const { icon, heading } = view.text;
  expect(heading).not.toMatch(SENTENCE_WORDS);
  expect(
    heading
      .split(' · ')
      .slice(2)
      .filter((fact) => !FACT.test(fact)),
  ).toEqual([]);
  const shown = heading.replaceAll('"', '"');
  expect(visibleMarkdown(summaryMarkdown(view)).split('\n')[0]).toBe(`## ${icon} ${shown}`);
  expect(visibleMarkdown(commentMarkdown(view, '<!-- x -->'))).toContain(`### ${icon} ${shown}`);
  expect(visibleText([...reportPage(view)].join(''))).toContain(`# ${icon} ${shown}`);
  expect(JSON.parse(reportJson(view))).toMatchObject({ heading });
  expect((lastLine(view) ?? heading).startsWith(heading)).toBe(true);
});

const OF_DEVICES = 'of [\\d,]+ device(?:s| runs)';
const OF_SEVERAL = '(?:of [\\d,]+ \\w+ )?';

test('each fact of a heading is true by the data', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const { outcome, counts, testsets } = report;
      const { heading } = createView(report).text;
      const runs = testsets.flatMap(devicesOf);
      const failures = counts.fail + counts.error + counts.stop;
      const notCounted = runs.filter(({ excuse, result }) => excuse && result !== 'passed').length;
      const excused = (kind: string): number => runs.filter(({ excuse }) => excuse?.kind === kind).length;
      const have = (which: Outcome): number => testsets.filter((each) => each.outcome === which).length;
      const claims: readonly [words: string, number: number][] = [
        ['flaky', excused('flaky')],
        ['quarantined', excused('quarantined')],
        ['not finished', counts.total - counts.pass - failures],
        [`${OF_DEVICES} failed`, failures - notCounted],
        [`${OF_DEVICES} passed`, counts.pass],
        [`${OF_SEVERAL}rejected`, have('rejected')],
        [`${OF_SEVERAL}inconclusive`, have('inconclusive')],
        [`${OF_SEVERAL}timed out`, have('timed-out')],
        [`${OF_SEVERAL}not started`, have('not-started')],
      ];
      const said = claims.map(([words, number]) => [words, numberIn(heading, words) ?? number] as const);
      expect([heading, said]).toEqual([heading, claims]);
      const hasExcuses = outcome === 'passed' || outcome === 'failed';
      const missing = (['flaky', 'quarantined'] as const).filter(
        (kind) => hasExcuses && heading.includes(kind) !== excused(kind) > 0,
      );
      expect([heading, missing]).toEqual([heading, []]);
      expect(heading).not.toMatch(SENTENCE_WORDS);
    }),
    { numRuns: 1000 },
  );
});
