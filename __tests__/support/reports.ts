import { sumCounts, type Counts } from '../../src/model/counts.ts';
import type { History } from '../../src/model/history.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { CREATED } from '../../src/create/pending-testset.ts';
import type { Quarantine } from '../../src/model/quarantine.ts';
import { splitDevice } from '../../src/model/device-name.ts';
import type { Report } from '../../src/model/report.ts';
import { countPassed, type Suite, type Testcase, type TestResult } from '../../src/model/results.ts';
import type { ResultSource } from '../../src/model/sources.ts';
import type { Complete, Decision, Origin, Testset } from '../../src/model/testset.ts';
import type { DeviceLabel, DeviceRun, Excuse, TestVerdict } from '../../src/model/verdict.ts';
import { webAddress } from '../../src/model/web-address.ts';
import { judge } from '../../src/verdict/judge.ts';
import { describeReport, hintOf, sentenceOf } from '../../src/report/describe-report.ts';

const RUNS = 'https://github.com/octo-org/octo-app/actions/runs';
const PAGE = 'https://app.example.com/#/main/testLab/tResult/summary/0?tid=';

const MODELS = [
  'LGE Nexus_5X / ANDROID 8.1.0',
  'SAMSUNG GALAXY_NOTE9 / ANDROID 9',
  'Google Pixel_7 / ANDROID 14',
  'Xiaomi Redmi_Note_12 / ANDROID 13',
  'SONY Xperia_1_V / ANDROID 13',
  'OPPO Find_X5 / ANDROID 12',
];

/** Names with markup, commands and control characters. */
export const HOSTILE_NAMES: readonly string[] = [
  '<img src=x onerror=alert(1)> / ANDROID 9',
  '</td></tr></table><script>alert(1)</script> / ANDROID 9',
  '```\n\n# A heading\n\n``` / ANDROID 9',
  '](javascript:alert(1)) [click](javascript:alert(1)) / ANDROID 9',
  '@octocat fixes #123, GH-12 and octo-org/octo-repo#7 / ANDROID 9',
  '##[error]not an error / ANDROID 9',
  '::set-output name=outcome::passed / ANDROID 9',
  '\u202Edlrow olleh\u202C / ANDROID 9',
  'x'.repeat(10_000),
  '👩‍🔬 Lab phone 🇰🇷 / ANDROID 14',
  '삼성 갤럭시 노트9 / 안드로이드 9',
  '&lt;b&gt; "quoted" \'single\' $x^2$ / ANDROID 9',
  ' \u200B\u0000 ',
];

/** A report of one testset with one device that passed; `overrides` replaces fields, the texts follow from them. */
export function createReport(overrides: Partial<Report> = {}): Report {
  const testsets = overrides.testsets ?? [createTestset()];
  const facts = {
    outcome: 'passed' as const,
    run: {
      repository: 'octo-org/octo-app',
      workflow: 'App',
      job: 'test',
      step: 'run-testset',
      runId: '1658821493',
      runNumber: 42,
      attempt: 1,
      commit: '0123456789abcdef0123456789abcdef01234567',
      url: `${RUNS}/1658821493`,
    },
    app: {
      name: 'app-debug.apk',
      bytes: 6_400_000,
      sha256: 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2',
    },
    request: { kind: 'automated', name: 'Mend the login page #42', osType: 'ANDROID', projectId: 509 } as const,
    testsets,
    counts: sumCounts(testsets.map(({ counts }) => counts)),
    limits: { fail: 0, error: 0, stop: 0 },
    durationSeconds: 1_902,
    ...overrides,
  };
  const text = describeReport(facts);
  return { sentence: sentenceOf(text), hint: hintOf(text), ...facts };
}

/** A report of one testset with these devices; it failed unless `overrides` has another outcome. */
export function reportOf(testcases: readonly Testcase[], overrides: Partial<Report> = {}): Report {
  const { outcome = 'failed' } = overrides;
  return createReport({ outcome, testsets: [createTestset({ outcome }, testcases)], ...overrides });
}

/** A testset, as a test describes it. */
export interface GivenTestset extends Partial<Decision> {
  /** `undefined`: there is none, or its number is not known. */
  readonly id?: number | undefined;
  readonly scenario?: number;
  readonly retry?: number;
  /** The last status, `Unknown` without one; default: complete. */
  readonly status?: 'Complete' | 'Running' | 'Unknown';
  readonly counts?: Counts;
  readonly documents?: readonly ResultSource[];
  readonly devicesDiffer?: true;
  /** With labels and excuses, in place of testcases. */
  readonly suites?: readonly Suite<GivenRun>[];
  /** Of the scenario as a whole. */
  readonly quarantine?: Quarantine;
  readonly warnings?: readonly string[];
  readonly earlier?: readonly TestVerdict[];
  /** Default: the step created it. */
  readonly origin?: Origin;
  readonly failedBefore?: TestVerdict['failedBefore'];
}

/** A device run whose label and excuse are given. */
export interface GivenRun extends Omit<Testcase, 'result'> {
  readonly result: DeviceLabel;
  readonly excused?: Excuse['kind'];
  readonly quarantine?: Quarantine;
}

/** A judged testset, complete unless `given` has another status; what is not given follows from its testcases. */
export function createTestset(
  given: GivenTestset = {},
  testcases: readonly Testcase[] = [createTestcase(0)],
): TestVerdict {
  const { suites, quarantine, warnings = [], earlier = [], failedBefore, ...known } = given;
  const { outcome = 'passed', reasons = [], problem } = known;
  const results = suites?.flatMap((suite) => suite.testcases.map(({ result }) => result));
  const counts = given.counts ?? countsOf(results ?? testcases.map(({ result }) => result));
  const id = 'id' in given ? given.id : 251_929;
  const testset = { ...testsetOf({ ...known, suites, id, counts, outcome }, testcases), failedBefore };
  const [judged] = judge([testset], { limits: NO_LIMITS, quarantine: [] }).testsets;
  if (!judged) throw new Error('no testset was judged');
  const labelled =
    suites && testset.kind === 'complete' ? suites.map((suite) => runsOf(testset, suite)) : judged.suites;
  const isConfirmed = outcome !== 'inconclusive' && judged.isConfirmed;
  const excuse = quarantine && ({ kind: 'quarantined', entry: quarantine } as const);
  const shown = isConfirmed ? labelled : labelled.map(doubtful);
  return { ...judged, suites: shown, isConfirmed, outcome, reasons, problem, excuse, warnings, earlier };
}

const NO_LIMITS = { fail: Infinity, error: Infinity, stop: Infinity };

function testsetOf(
  given: GivenTestset & { readonly counts: Counts; readonly outcome: Outcome },
  testcases: readonly Testcase[],
): Testset {
  const { id, scenario, retry, status: word = 'Complete', counts, outcome, devicesDiffer } = given;
  const { reasons = [], problem } = given;
  const { origin = CREATED } = given;
  const known = { scenario, retry, origin, counts };
  const ending = { outcome, reasons, problem };
  if (id === undefined) return { kind: 'not-created', ...known, ending };
  if (word !== 'Complete') return { kind: 'unfinished', ...known, id, isRunning: word === 'Running', ending };
  const read: Omit<ResultSource, 'source'> = {
    state: 'read',
    ...countPassed(given.suites ?? [{ name: '', testcases }]),
    why: '',
  };
  return {
    kind: 'complete',
    ...known,
    id,
    announcedDevices: 0,
    status: { isComplete: true, word, counts, active: 0, missingFields: [] },
    results: {
      documents: given.documents ?? [
        { source: 'xml', ...read },
        { source: 'json', ...read },
      ],
      suites: [{ name: 'octo-app.TestBot', testcases }],
      warnings: [],
      isCancelled: false,
      difference: devicesDiffer && 'The XML and the JSON show different devices.',
    },
  };
}

function runsOf(testset: Complete, { name, testcases }: Suite<GivenRun>): Suite<DeviceRun> {
  return { name, testcases: testcases.map((run) => runOf(testset, run)) };
}

function doubtful({ name, testcases }: Suite<DeviceRun>): Suite<DeviceRun> {
  return { name, testcases: testcases.map((run) => (run.result === 'passed' ? { ...run, isDoubtful: true } : run)) };
}

function runOf(testset: Complete, { excused, quarantine = QUARANTINE, ...run }: GivenRun): DeviceRun {
  const counts: DeviceRun = { ...run, ...splitDevice(run.device), link: webAddress(run.url), testset };
  if (excused === undefined) return counts;
  if (excused === 'quarantined') return { ...counts, excuse: { kind: excused, entry: quarantine } };
  const result = run.result === 'passed' ? 'failed' : 'passed';
  return { ...counts, excuse: { kind: excused, other: { ...counts, result } } };
}

const QUARANTINE: Quarantine = { reason: 'restarts', owner: 'Kim', expires: '2026-12-15' };

/** Device run number `at`, on one of six devices. */
export function createTestcase(at: number, overrides: Partial<Testcase> = {}): Testcase {
  return {
    device: MODELS[at % MODELS.length] ?? '',
    result: 'passed',
    seconds: 1_700 + (at % 120),
    url: `${PAGE}${String(879_851 + at)}`,
    ...overrides,
  };
}

/** As the status operation counts them, which has no skipped ones. */
function countsOf(results: readonly (TestResult | DeviceLabel)[]): Counts {
  const number = (...labels: readonly string[]): number => results.filter((result) => labels.includes(result)).length;
  return {
    total: results.length,
    pass: number('passed'),
    fail: number('failed', 'not-passed'),
    error: number('error'),
    stop: number('skipped', 'stopped'),
  };
}

/** As many devices as asked for; the six models repeat, each time with the next number after the name. */
export function createTestcases(number: number, result: (at: number) => TestResult = () => 'passed'): Testcase[] {
  return Array.from({ length: number }, (_, at) => {
    const round = Math.floor(at / MODELS.length) + 1;
    const model = MODELS[at % MODELS.length] ?? '';
    return createTestcase(at, {
      result: result(at),
      device: round === 1 ? model : model.replace(' / ', `_${String(round)} / `),
    });
  });
}

/** Three devices, all passed. */
export function allPassed(): Report {
  return createReport({ testsets: [createTestset({}, createTestcases(3))] });
}

/** Three devices, one failed. */
export function oneFailed(): Report {
  return reportOf(createTestcases(3, (at) => (at === 1 ? 'failed' : 'passed')));
}

/** Sixty devices: 55 passed, 3 failed, 1 had an error, and 1 was stopped and is in no document. */
export function mixed60(): Report {
  const results: Readonly<Record<number, TestResult>> = { 7: 'failed', 21: 'failed', 33: 'error', 48: 'failed' };
  const devices = createTestcases(59, (at) => results[at] ?? 'passed');
  const counts = { total: 60, pass: 55, fail: 3, error: 1, stop: 1 };
  const warnings = ['The service took 3 tries to deliver the results.'];
  return createReport({
    outcome: 'failed',
    testsets: [createTestset({ outcome: 'failed', counts, warnings }, devices)],
  });
}

/** As many devices as asked for; every hundredth failed. */
export function many(number: number): Report {
  return reportOf(createTestcases(number, (at) => (at % 100 === 99 ? 'failed' : 'passed')));
}

/** Three testsets: one passed, one failed, one was refused. */
export function severalTestsets(): Report {
  const reason = 'Available devices do not exist in preset project data';
  const message = `The service refused the new testset: 4081 Invalid Request Parameter (${reason}).`;
  const hint = 'Choose devices in the preset of the project, and run the step again.';
  const problem = { code: 'service-refused', message, hint, rejection: { code: 4081, reason } } as const;
  return createReport({
    outcome: 'refused',
    testsets: [
      createTestset({}, createTestcases(4)),
      createTestset(
        { id: 251_930, outcome: 'failed', reasons: [{ sentence: '1 device run failed; `max-fail` allows 0.' }] },
        createTestcases(4, (at) => (at === 2 ? 'failed' : 'passed')),
      ),
      createTestset({ id: undefined, outcome: 'refused', reasons: [{ sentence: message }], problem }, []),
    ],
  });
}

/** A testset that was still running when the time was over. */
export function timedOut(): Report {
  const counts = { total: 12, pass: 7, fail: 1, error: 0, stop: 0 };
  return createReport({
    outcome: 'timed-out',
    durationSeconds: 10_800,
    testsets: [createTestset({ outcome: 'timed-out', status: 'Running', counts })],
  });
}

/** A report of a testset of which nothing is known but its outcome and what is given. */
export function ended(outcome: Outcome, given: GivenTestset = {}): Report {
  const testset = createTestset({ outcome, status: 'Running', ...given }, []);
  return createReport({ outcome, testsets: [testset], durationSeconds: 10_800 });
}

/** The same without an identifier. */
export function endedWithoutId(outcome: Outcome, given: GivenTestset = {}): Report {
  return ended(outcome, { ...given, id: undefined });
}

/** Three sources that do not agree: two have different numbers, one cannot be read. */
export function inconclusive(): Report {
  const sentence = 'The JSON results cannot be read: it is not well-formed JSON.';
  const facts = {
    outcome: 'inconclusive',
    reasons: [{ words: 'a result document cannot be read', sentence }],
    counts: { total: 12, pass: 12, fail: 0, error: 0, stop: 0 },
    documents: [
      { source: 'xml', state: 'read', passed: 10, notPassed: 2, why: '' },
      { source: 'json', state: 'unreadable', passed: 0, notPassed: 0, why: 'it is not well-formed JSON' },
    ],
  } as const;
  const devices = createTestcases(12, (at) => (at < 2 ? 'failed' : 'passed'));
  return createReport({ outcome: 'inconclusive', testsets: [createTestset(facts, devices)] });
}

/** Three scenarios, a testset each: one passed, one failed, one could not be created. */
export function scenarios(): Report {
  const { outcome, request, testsets } = severalTestsets();
  return createReport({
    outcome,
    request: { ...request, kind: 'scenario' },
    testsets: testsets.map((testset, at) => ({ ...testset, scenario: 12 + at })),
  });
}

/** Results on the base branch, oldest first: `P` passed, `F` did not; run 41 is the newest. */
export function past(device: string, results: string, scenario?: number): History {
  return {
    device,
    ...(scenario !== undefined && { scenario }),
    results: Array.from(results, (letter, at) => ({
      run: 42 - results.length + at,
      passed: letter === 'P',
      seconds: 100,
    })),
  };
}

/** Eight devices: one fails for the first time, one is unsteady, one is fixed; the documents call both failures errors. */
export function compared(): Report {
  const always = 'PPPPPPPPPP';
  const tested: readonly (readonly [device: string, seconds: number, earlier: string, result?: TestResult])[] = [
    ['SAMSUNG Galaxy_S24 / ANDROID 14', 214, always],
    ['SAMSUNG Galaxy_A54 / ANDROID 14', 163, always, 'error'],
    ['GOOGLE Pixel_8_Pro / ANDROID 15', 187, 'PPPP'],
    ['GOOGLE Pixel_6a / ANDROID 13', 241, always],
    ['XIAOMI Redmi_Note_12 / ANDROID 13', 96, 'PFPFPFPFPF', 'error'],
    ['LGE Nexus_5X / ANDROID 8.1.0', 302, 'PPPPPPFFFF'],
    ['SONY Xperia_10_V / ANDROID 14', 228, always],
    ['ONEPLUS Nord_3 / ANDROID 14', 199, always],
  ];
  const devices = tested.map(([device, seconds, , result = 'passed']) =>
    createTestcase(seconds, { device, seconds, result }),
  );
  const counts = { total: 8, pass: 6, fail: 1, error: 1, stop: 0 };
  return createReport({
    outcome: 'failed',
    app: { name: 'Wallet.apk', bytes: 6_400_000, sha256: '5e59f42af4e8' },
    request: { kind: 'automated', name: 'Move the checkout button #42', osType: 'ANDROID', projectId: 509 },
    testsets: [createTestset({ outcome: 'failed', counts }, devices)],
    durationSeconds: 316,
    artifact: { name: 'testset-251929', url: `${RUNS}/1658821493/artifacts/2` },
    comparison: { branch: 'main', runNumber: 41, runUrl: `${RUNS}/1658820001`, seconds: 276, appBytes: 6_200_000 },
    history: tested.map(([device, , earlier]) => past(device, earlier)),
  });
}

/** Hostile names in every place where a name can be. */
export function hostile(): Report {
  const named = HOSTILE_NAMES.map((device, at) =>
    createTestcase(at, { device, result: at % 2 === 0 ? 'failed' : 'passed' }),
  );
  const linked = [
    'javascript:alert(1)',
    'https://user:pw@example.com/',
    'https://example.com/"><script>',
    'data:text/html,x',
  ].map((url, at) => createTestcase(at, { device: `Link ${String(at)}`, result: 'error', url }));
  const nasty = HOSTILE_NAMES.join(' ').slice(0, 600);
  const said = { outcome: 'failed', scenario: 12, reasons: [{ sentence: nasty }], warnings: [nasty] } as const;
  return createReport({
    outcome: 'failed',
    sentence: `The service said: ${nasty}`,
    hint: nasty,
    app: { name: '<b>app</b>\n\n# app.apk', bytes: 1 },
    request: { kind: 'scenario', name: '@octocat </strong>\n\n- [x] `name`' },
    testsets: [createTestset(said, [...named, ...linked])],
    artifact: { name: nasty, url: 'https://example.com/' },
    comparison: { branch: nasty, runNumber: 41, runUrl: 'javascript:alert(1)', seconds: 60 },
    history: HOSTILE_NAMES.map((device, at) => past(device, at % 2 === 0 ? 'PP' : 'PF', 12)),
  });
}

/** The same value without one of its fields. */
export function without<T extends object, K extends keyof T>(value: T, field: K): Omit<T, K> {
  const copy = { ...value };
  Reflect.deleteProperty(copy, field);
  return copy;
}
