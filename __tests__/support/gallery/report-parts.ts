import { past } from '../reports.ts';
import { NO_COUNTS, type Counts } from '../../../src/model/counts.ts';
import type { History } from '../../../src/model/history.ts';
import type { QuarantineEntry } from '../../../src/model/quarantine.ts';
import type { EarlierResults, Report, RequestInfo } from '../../../src/model/report.ts';
import type { Testcase, TestResult } from '../../../src/model/results.ts';
import { CREATED } from '../../../src/create/pending-testset.ts';
import { unknownStart, type CreateFailure } from '../../../src/create/classify.ts';
import { explainCode, explainNetworkError } from '../../../src/service/explain.ts';
import { NetworkError } from '../../../src/service/http/network-error.ts';
import { makeReport } from '../../../src/report/make-report.ts';
import { decideEarly, type Testset } from '../../../src/model/testset.ts';
import { judge } from '../../../src/verdict/judge.ts';

/** The run of the pull request whose reports are shown. */
export const RUN: Report['run'] = {
  repository: 'octo-org/wallet-app',
  workflow: 'Device tests',
  job: 'test-on-devices',
  step: 'run-testset',
  runId: '7123456789',
  runNumber: 42,
  attempt: 1,
  commit: '8f2c3d4e5b6a79808f2c3d4e5b6a79808f2c3d4e',
  url: 'https://github.com/octo-org/wallet-app/actions/runs/7123456789',
};
const NAME = 'Move the checkout button #42';
const REQUEST: RequestInfo = { kind: 'automated', name: NAME, osType: 'ANDROID', projectId: 509 };
/** A request for scenario tests. */
export const SCENARIOS: RequestInfo = { ...REQUEST, kind: 'scenario' };
/** An app of which nothing was sent. */
export const APP = { name: 'Wallet.apk', bytes: 6_400_000 };
const SENT_APP = {
  ...APP,
  sent: true,
  sha256: '5e59f42af4e8a1a0be1a5c8f0d2a7c6b3f4e5d6c7b8a99887766554433221100',
} as const;
const ARTIFACT = { name: 'testset-251929', url: `${RUN.url}/artifacts/1001` };
export const PAGE_URL = `${RUN.url}/artifacts/1002`;
const COMPARISON = {
  branch: 'main',
  runNumber: 41,
  runUrl: 'https://github.com/octo-org/wallet-app/actions/runs/7123400000',
  appBytes: 6_200_000,
};
const TESTSET = 251_929;

const MODELS = [
  'SAMSUNG Galaxy_S24 / ANDROID 14',
  'SAMSUNG Galaxy_A54 / ANDROID 14',
  'GOOGLE Pixel_8_Pro / ANDROID 15',
  'GOOGLE Pixel_6a / ANDROID 13',
  'XIAOMI Redmi_Note_12 / ANDROID 13',
  'LGE Nexus_5X / ANDROID 8.1.0',
  'SONY Xperia_10_V / ANDROID 14',
  'ONEPLUS Nord_3 / ANDROID 14',
];

/** A name of 40 characters without a blank, and one in Korean: both must fit a phone. */
const LONG_NAMES: Readonly<Record<number, string>> = {
  9: 'SAMSUNG SM-S928B_Galaxy_S24_Ultra_Enterprise_Edition / ANDROID 15',
  22: '삼성전자 갤럭시노트9 엔터프라이즈 에디션 시험용 단말기 / ANDROID 9',
};

const PAGES = 'https://app.example.com/#/main/testLab/tResult/summary/0?tid=';

/** Devices that all pass, except those at the places of `results`. */
export function devices(number: number, results: Readonly<Record<number, TestResult>> = {}): Testcase[] {
  return Array.from({ length: number }, (_, at) => {
    const round = Math.floor(at / MODELS.length);
    const model = MODELS[at % MODELS.length] ?? '';
    return {
      device: (number > MODELS.length ? LONG_NAMES[at] : undefined) ?? numbered(model, round),
      result: results[at] ?? 'passed',
      seconds: 96 + ((at * 67) % 206),
    };
  });
}

function numbered(model: string, round: number): string {
  return round === 0 ? model : model.replace(' / ', `_${String(round + 1)} / `);
}

/** What the service counts if its documents are right. */
function countsOf(testcases: readonly Testcase[]): Counts {
  const number = (result: TestResult): number => testcases.filter((testcase) => testcase.result === result).length;
  return {
    total: testcases.length,
    pass: number('passed'),
    fail: number('failed'),
    error: number('error'),
    stop: number('skipped'),
  };
}

interface Documents {
  readonly counts?: Counts;
  readonly scenario?: number;
  /** The number of the retry. */
  readonly retry?: number;
  /** The earlier attempt in which it passed. */
  readonly passedInAttempt?: number;
  /** The documents that the service did not deliver. */
  readonly absent?: readonly ('xml' | 'json')[];
}

/** A complete testset with these results in its documents. */
export function complete(
  testcases: readonly Testcase[],
  { counts = countsOf(testcases), scenario, retry, passedInAttempt, absent = [] }: Documents = {},
): Testset {
  const passed = testcases.filter(({ result }) => result === 'passed').length;
  const read = { state: 'read', passed, notPassed: testcases.length - passed, why: '' } as const;
  const none = { state: 'absent', passed: 0, notPassed: 0, why: '' } as const;
  const isDelivered = absent.length < 2;
  const id = TESTSET + (scenario ?? 0) + 1000 * (retry ?? 0);
  // The action takes results with the same links for one result that the service returned twice.
  const linked = testcases.map((testcase, at) => ({ url: `${PAGES}${String(id)}${String(1_001 + at)}`, ...testcase }));
  return {
    id,
    scenario,
    retry,
    kind: 'complete',
    origin: passedInAttempt === undefined ? CREATED : { kind: 'kept', attempt: passedInAttempt },
    counts,
    announcedDevices: testcases.length,
    status: { isComplete: true, word: 'Complete', counts, active: 0, missingFields: [] },
    results: {
      documents: (['xml', 'json'] as const).map((source) => ({ source, ...(absent.includes(source) ? none : read) })),
      suites: isDelivered ? [{ name: 'wallet.TestBot', testcases: linked }] : [],
      warnings: [],
      isCancelled: false,
    },
  };
}

/** A testset that was still running when the step ended. */
export function running(outcome: 'started' | 'timed-out' | 'cancelled', counts: Partial<Counts>): Testset {
  const reasons = { started: [], 'timed-out': ['`timeout` was reached.'], cancelled: ['The run was cancelled.'] };
  return {
    kind: 'unfinished',
    id: TESTSET,
    origin: CREATED,
    isRunning: true,
    counts: { ...NO_COUNTS, total: MODELS.length, ...counts },
    ending: decideEarly(outcome, undefined, ...reasons[outcome]),
  };
}

/** What is known of a create that failed. */
export function notCreated({ id, outcome, error }: CreateFailure, scenario?: number): Testset {
  return { kind: 'not-created', id, scenario, origin: CREATED, counts: NO_COUNTS, ending: decideEarly(outcome, error) };
}

/** The service has no device for the testset. */
export const REJECTED: CreateFailure = {
  kind: 'failed',
  outcome: 'refused',
  error: explainCode(
    {
      code: 4081,
      message: 'Invalid Request Parameter',
      reason: 'Available devices do not exist in preset project data.',
      data: {},
    },
    200,
    'the create',
  ),
};

/** Nothing was sent. */
export const UNREACHABLE: CreateFailure = {
  kind: 'failed',
  outcome: 'not-started',
  error: explainNetworkError(
    new NetworkError('refused', 'cannot connect to devices.example.com:443 (connection refused)'),
    'the create',
  ),
};

/** All was sent, and there was no answer. */
export const UNKNOWN = unknownStart(
  { testsetName: NAME },
  { message: 'The create request was sent, but no complete response arrived: connection closed.' },
);

interface Facts {
  readonly seconds?: number;
  readonly limits?: Report['limits'];
  readonly request?: RequestInfo;
  readonly app?: Report['app'];
  readonly rerun?: Report['rerun'];
  readonly earlier?: EarlierResults;
  readonly quarantine?: readonly QuarantineEntry[];
  /** The seconds of the baseline, and earlier results by device; without it there is no baseline. */
  readonly before?: { readonly seconds: number; readonly history: readonly History[] };
}

/** The report that the action makes of these results. */
export function reportOf(testsetResults: readonly Testset[], facts: Facts = {}): Report {
  const { seconds = 316, limits = { fail: 0, error: 0, stop: 0 }, request = REQUEST, app = SENT_APP, before } = facts;
  const { rerun = 'resume', earlier, quarantine = [] } = facts;
  const elapsedMs = seconds * 1000;
  const verdict = judge(testsetResults, { limits, quarantine });
  const report = makeReport({ verdict, elapsedMs, limits, run: RUN, request, app, rerun, earlier });
  const isPublished = testsetResults.some(({ kind }) => kind === 'complete');
  return {
    ...report,
    ...(isPublished && { artifact: ARTIFACT, pageUrl: PAGE_URL }),
    ...(before
      ? { comparison: { ...COMPARISON, seconds: before.seconds }, history: before.history }
      : { noBaselineOn: 'main' }),
  };
}

/** Earlier results of devices: ten that passed, except at the places of `others`. */
export function historyOf(
  testcases: readonly Testcase[],
  others: Readonly<Record<number, string>>,
  scenario?: number,
): History[] {
  return testcases.map(({ device }, at) => past(device, others[at] ?? 'PPPPPPPPPP', scenario));
}
