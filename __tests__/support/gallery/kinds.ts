import { APP, compared, COMPARISON, historyOf, hostile, past, SCENARIOS } from '../reports.ts';
import type { Report } from '../../../src/model/report.ts';
import type { TestResult } from '../../../src/model/results.ts';
import { complete, devices, NO_XML, notCreated, unfinished } from '../testsets.ts';
import { publishedOf, REJECTED, UNKNOWN, UNREACHABLE } from './report-parts.ts';

/** Eight devices of which two did not pass, as the README shows them. */
export const failed8 = compared;

/** Eight devices that all passed, one for the first time. */
function passed(): Report {
  const eight = devices(8);
  return publishedOf([complete(eight)], { before: { seconds: 356, history: historyOf(eight, { 1: 'PPPPPPPPPF' }) } });
}

/** One of eight devices failed, which is allowed. */
function passedWithin(): Report {
  const eight = devices(8, { 4: 'error' });
  return publishedOf(
    [complete(eight, { counts: { total: 8, pass: 7, fail: 1, error: 0, stop: 0, initializing: 0 } })],
    {
      maxFailures: 1,
      before: { seconds: 316, history: historyOf(eight, { 4: 'PPPPPPPFFF' }) },
    },
  );
}

/** The first run of a workflow, with every kind of result, and long names. */
export function firstRun(): Report {
  const sixty = devices(60, { 7: 'failed', 9: 'failed', 21: 'error', 22: 'failed', 33: 'failed', 48: 'skipped' });
  return publishedOf([complete(sixty)]);
}

/** Three of sixty devices failed: one for the first time, one again, one now and then. */
export function failed60(): Report {
  const sixty = devices(60, { 7: 'failed', 21: 'failed', 33: 'failed' });
  const history = historyOf(sixty, { 21: 'PPPPPPPFFF', 33: 'PFPPFPPFPP', 40: 'PPPPPPPPFF' });
  return publishedOf([complete(sixty)], { before: { seconds: 276, history } });
}

/** Of 1,500 devices, 65 did not pass. */
export function failed1500(): Report {
  const places = Array.from({ length: 65 }, (_, at) => 7 + 23 * at);
  const all = devices(1_500, Object.fromEntries(places.map((place, at) => [place, at % 5 === 0 ? 'error' : 'failed'])));
  const pasts = ['PPPPPPPPPP', 'PPPPPPPPPF', 'PFPPFPPFPP', 'FFFFFFFFFF'];
  const history = historyOf(all, Object.fromEntries(places.map((place, at) => [place, pasts[at % 4] ?? ''])));
  return publishedOf([complete(all)], { before: { seconds: 276, history } });
}

/** The status counts eight passed devices, the documents six. */
export function contradiction(): Report {
  const counts = { total: 8, pass: 8, fail: 0, error: 0, stop: 0, initializing: 0 };
  return publishedOf([complete(devices(8, { 1: 'error', 4: 'error' }), { counts })]);
}

/** Three scenarios: one failed, one was rejected, one passed. */
export function scenarios3(): Report {
  const eight = devices(8, { 1: 'error', 4: 'error' });
  const counts = { total: 8, pass: 6, fail: 2, error: 0, stop: 0, initializing: 0 };
  const testsetResults = [
    complete(eight, { counts, scenario: 1041 }),
    notCreated('rejected', { ...REJECTED, scenario: 1042 }),
    complete(devices(8), { scenario: 1043 }),
  ];
  const before = { seconds: 596, history: historyOf(eight, { 4: 'PFPFPFPFPF' }, 1041) };
  return publishedOf(testsetResults, { request: SCENARIOS, durationSeconds: 596, before });
}

/** Of 200 scenarios five failed and one was rejected; one device failed in all of the five. */
export function scenarios200(): Report {
  const scenarios = Array.from({ length: 200 }, (_, at) => 1041 + at);
  const testsetResults = scenarios.map((scenario, at) => {
    if (at === 100) return notCreated('rejected', { ...REJECTED, scenario });
    if (at % 40 !== 7) return complete(devices(8), { scenario });
    const failed = [4, ...(at > 50 ? [1] : []), ...(at > 150 ? [6] : [])];
    const results = Object.fromEntries(failed.map((device) => [device, 'failed' as const]));
    return complete(devices(8, results), { scenario });
  });
  const ofDevices = scenarios.flatMap((scenario) => historyOf(devices(8), { 4: 'PFPPFPPFPP' }, scenario));
  const { results } = past('', 'PFPPFPPFPP');
  const history = [...ofDevices, ...scenarios.map((scenario) => ({ scenario, results }))];
  return publishedOf(testsetResults, {
    request: SCENARIOS,
    durationSeconds: 7_440,
    before: { seconds: 7_440, history },
  });
}

const ENTRY = { reason: 'The payment sheet opens twice', owner: '@acme/payments', expires: '2026-12-15', line: 1 };

/** One of eight devices is quarantined. */
export function quarantined(): Report {
  const eight = devices(8, { 4: 'failed' });
  return publishedOf([complete(eight)], {
    quarantine: [
      { ...ENTRY, device: '*Redmi_Note_12*' },
      { ...ENTRY, device: 'SAMSUNG*' },
    ],
  });
}

/** Three scenarios with a retry of two. @param again how the device ends that passed in the first testset */
export function retried(again: TestResult): Report {
  const testsetResults = [
    complete(devices(8, { 1: 'failed' }), { scenario: 1041 }),
    complete(devices(8, { 4: 'failed', 5: 'failed' }), { scenario: 1042 }),
    complete(devices(8, { 2: 'failed' }), { scenario: 1043 }),
    complete(devices(8), { scenario: 1041, retry: 1 }),
    complete(devices(8, { 4: again, 6: 'failed' }), { scenario: 1042, retry: 1 }),
  ];
  const quarantine = [{ ...ENTRY, scenarios: [1043] }];
  return publishedOf(testsetResults, { request: SCENARIOS, durationSeconds: 596, quarantine });
}

/** A scenario with a retry, a quarantined device and a baseline: what is flaky is counted apart from what is unsteady. */
function retriedAndCompared(): Report {
  const first = devices(8, { 1: 'failed', 2: 'failed', 4: 'failed', 5: 'failed' });
  const pasts = { 1: 'PPPPPPPFFF', 3: 'PPPPPPPPPF', 4: 'PFPFPFPFPF', 6: 'PFPPFPPFPP' };
  const again = devices(8, { 2: 'failed', 4: 'failed', 6: 'failed' });
  const testsetResults = [complete(first, { scenario: 1041 }), complete(again, { scenario: 1041, retry: 1 })];
  return publishedOf(testsetResults, {
    request: SCENARIOS,
    durationSeconds: 596,
    quarantine: [{ ...ENTRY, device: '*Pixel_8*' }],
    before: { seconds: 596, history: historyOf(first, pasts, 1041) },
  });
}

/** Three of eight devices were still running when the time was over. */
export function timedOut(): Report {
  return publishedOf([unfinished('timed-out', { counts: { pass: 4, fail: 1 } })], { durationSeconds: 10_800 });
}

/** One device, which passed. */
export function single(): Report {
  const one = devices(1);
  return publishedOf([complete(one)], { before: { seconds: 316, history: historyOf(one, {}) } });
}

/** Six devices passed; the run to compare with had eight, and a later one was an outage. */
export function testedLess(): Report {
  const eight = devices(8);
  const compared = { ...COMPARISON, runNumber: 40, skippedRuns: [41], seconds: 356 };
  const history = historyOf(eight, { 1: 'PPPPPPPPPF' });
  const value = { ...compared, history, devices: eight.map(({ device }) => device) };
  return publishedOf([complete(devices(6))], { baseline: { kind: 'value', value } });
}

/** No device ran, and the step was fast. */
export function noneRan(): Report {
  const eight = devices(8).map((each) => ({ ...each, result: 'failed' as const, seconds: 0 }));
  return publishedOf([complete(eight)], {
    durationSeconds: 5,
    before: { seconds: 316, history: historyOf(eight, {}) },
  });
}

/** Every kind of report, by the name of its page. */
export const KINDS: Readonly<Record<string, () => Report>> = {
  'failed-8': failed8,
  'failed-60-first': firstRun,
  'failed-60': failed60,
  'failed-1500': failed1500,
  passed,
  'passed-within-limits': passedWithin,
  'passed-tested-less': testedLess,
  'failed-none-ran': noneRan,
  'inconclusive-contradiction': contradiction,
  'inconclusive-no-xml': () => publishedOf([complete(devices(8), { xml: NO_XML })]),
  'timed-out': timedOut,
  cancelled: () => publishedOf([unfinished('cancelled', { counts: { pass: 3 } })], { durationSeconds: 240 }),
  started: () => publishedOf([unfinished('started')], { durationSeconds: 20 }),
  rejected: () => publishedOf([notCreated('rejected', REJECTED)]),
  'unknown-start': () => publishedOf([notCreated('unknown-start', UNKNOWN)]),
  'not-started': () => publishedOf([notCreated('not-started', UNREACHABLE)], { app: APP }),
  'scenarios-3': scenarios3,
  'scenarios-200': scenarios200,
  quarantined,
  'retry-passed': () => retried('passed'),
  'retry-failed': () => retried('failed'),
  'retry-compared': retriedAndCompared,
  'hostile-names': hostile,
};
