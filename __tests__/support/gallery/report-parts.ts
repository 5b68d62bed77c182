import { past } from '../reports.ts';
import type { History } from '../../../src/model/history.ts';
import type { QuarantineEntry } from '../../../src/model/quarantine.ts';
import type { EarlierResults, Report, RequestInfo } from '../../../src/model/report.ts';
import type { Testcase } from '../../../src/model/results.ts';
import { unknownStart } from '../../../src/create/classify.ts';
import { explainCode, explainNetworkError } from '../../../src/service/explain.ts';
import { NetworkError } from '../../../src/service/http/network-error.ts';
import { makeReport } from '../../../src/report/make-report.ts';
import type { Testset } from '../../../src/model/testset.ts';
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

/** The service has no device for the testset. */
export const REJECTED = {
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
export const UNREACHABLE = {
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
