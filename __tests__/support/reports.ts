import type { History } from '../../src/model/history.ts';
import type { QuarantineEntry } from '../../src/model/quarantine.ts';
import type { Report, RequestInfo } from '../../src/model/report.ts';
import type { Testcase } from '../../src/model/results.ts';
import type { Testset } from '../../src/model/testset.ts';
import type { Verdict } from '../../src/model/verdict.ts';
import { compareWith } from '../../src/report/compare.ts';
import { makeReport } from '../../src/report/make-report.ts';
import type { Addresses } from '../../src/report/view.ts';
import type { Baseline } from '../../src/runtime/platform.ts';
import type { Redact } from '../../src/runtime/redact.ts';
import { judge } from '../../src/verdict/judge.ts';
import { complete, devices } from './testsets.ts';

/** The run of the pull request whose reports are shown. */
export const RUN: Report['run'] = {
  repository: 'octo-org/wallet-app',
  workflow: 'Device tests',
  job: 'test-on-devices',
  step: 'run-testset',
  runId: '7123456789',
  runNumber: 42,
  attempt: 1,
  commit: '9a3d4e5f6c7b8a919a3d4e5f6c7b8a919a3d4e5f',
  headCommit: '8f2c3d4e5b6a79808f2c3d4e5b6a79808f2c3d4e',
  url: 'https://github.com/octo-org/wallet-app/actions/runs/7123456789',
  event: 'pull_request',
  branch: 'move-checkout',
  commitUrl: 'https://github.com/octo-org/wallet-app/commit/8f2c3d4e5b6a79808f2c3d4e5b6a79808f2c3d4e',
  pullRequest: {
    number: 12,
    title: 'Move the checkout button',
    author: 'octocat',
    url: 'https://github.com/octo-org/wallet-app/pull/12',
  },
};
/** When each report ended. */
const END = new Date('2026-11-26T14:10:21Z');
const NAME = 'Move the checkout button #42';
/** A request for an automated test. */
export const REQUEST: RequestInfo = { kind: 'automated', name: NAME, osType: 'ANDROID', projectId: 509 };
/** A request for scenario tests. */
export const SCENARIOS: RequestInfo = { ...REQUEST, kind: 'scenario' };
/** An app of which nothing was sent. */
export const APP = { kind: 'sent', name: 'Wallet.apk', bytes: 6_400_000 } as const;
/** An app that was sent. */
const SENT_APP = {
  ...APP,
  sent: true,
  sha256: '5e59f42af4e8a1a0be1a5c8f0d2a7c6b3f4e5d6c7b8a99887766554433221100',
} as const;

/** The app of scenarios. */
export const STORED_APP = { kind: 'stored', projectId: 509, sourceType: 'file' } as const;

/** Where a report is published. */
export const ADDRESSES: Addresses = { artifact: `${RUN.url}/artifacts/1001`, page: `${RUN.url}/artifacts/1002` };
/** The run to compare with, without its duration. */
export const COMPARISON = {
  branch: 'main',
  runNumber: 41,
  runUrl: 'https://github.com/octo-org/wallet-app/actions/runs/7123400000',
  appBytes: 6_200_000,
};

/** What a report has beside its testsets. */
export interface Facts extends Partial<Omit<Report, keyof Verdict | 'quarantine'>> {
  /** The entries of the quarantine file, one on each line. */
  readonly quarantine?: readonly Omit<QuarantineEntry, 'line'>[];
  readonly expired?: readonly QuarantineEntry[];
  /** What the search for an earlier run found. */
  readonly baseline?: Baseline;
  readonly redact?: Redact;
}

/** The earlier run, with these results of its devices. */
export const baselineOf = (seconds: number, history: readonly History[]): Baseline => ({
  kind: 'value',
  value: { ...COMPARISON, seconds, history },
});

/** The report that the action makes of these testsets; a scenario can have several. */
export function reportOf(testsets: Testset | readonly Testset[], given: Facts = {}): Report {
  const { quarantine = [], expired = [], durationSeconds = 316, baseline, redact = String, ...facts } = given;
  const entries = quarantine.map((entry, at) => ({ line: at + 1, ...entry }));
  const hasFile = entries.length + expired.length > 0;
  const { maxFailures = 0 } = facts;
  const verdict = judge([testsets].flat(), { maxFailures, quarantine: entries });
  const file = hasFile ? { path: '.github/quarantine.yml', entries, expired } : undefined;
  const known = {
    run: RUN,
    request: REQUEST,
    app: facts.request?.kind === 'scenario' ? STORED_APP : SENT_APP,
    ...facts,
    maxFailures,
    quarantine: file,
    verdict,
  };
  const found = baseline && compareWith(baseline, known, { info: () => undefined });
  return makeReport({ ...known, ...found, elapsedMs: durationSeconds * 1000, end: END, redact });
}

/** Three devices, all passed. */
export function allPassed(): Report {
  return reportOf(complete(devices(3)));
}

/** Three devices, one failed. */
export function oneFailed(): Report {
  return reportOf(complete(devices(3, { 1: 'failed' })));
}

/** As many devices as asked for; every hundredth failed. @param results of each device on the base branch */
export function many(number: number, results = ''): Report {
  const failed = Array.from({ length: number / 100 }, (_, at) => [at * 100 + 99, 'failed'] as const);
  const all = devices(number, Object.fromEntries(failed));
  const history = results === '' ? [] : all.map(({ device }) => past(device, results));
  return reportOf(complete(all), { history });
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

/** Earlier results of devices: ten that passed, except at the places of `others`. */
export function historyOf(
  testcases: readonly Testcase[],
  others: Readonly<Record<number, string>>,
  scenario?: number,
): History[] {
  return testcases.map(({ device }, at) => past(device, others[at] ?? 'PPPPPPPPPP', scenario));
}

/** Eight devices: one fails for the first time, one is unsteady, one is fixed; the documents call both failures errors. */
export function compared(): Report {
  const seconds = [214, 163, 187, 241, 96, 302, 228, 199];
  const eight = devices(8, { 1: 'error', 4: 'error' }).map((each, at) => ({ ...each, seconds: seconds[at] }));
  return reportOf(complete(eight, { counts: { total: 8, pass: 6, fail: 1, error: 1, stop: 0, initializing: 0 } }), {
    baseline: baselineOf(276, historyOf(eight, { 2: 'PPPP', 4: 'PFPFPFPFPF', 5: 'PPPPPPFFFF' })),
  });
}

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

/** Hostile names in every place where a name can be. */
export function hostile(): Report {
  const named = HOSTILE_NAMES.map((name, at): Testcase => {
    return { device: name, result: at % 2 === 0 ? 'failed' : 'passed' };
  });
  const linked = [
    'javascript:alert(1)',
    'https://user:pw@example.com/',
    'https://example.com/"><script>',
    'data:text/html,x',
  ].map((url, at): Testcase => ({ device: `Link ${String(at)}`, result: 'error', url }));
  const nasty = HOSTILE_NAMES.join(' ').slice(0, 600);
  const testset = complete([...named, ...linked], { scenario: 12, warnings: [nasty] });
  return reportOf(testset, {
    notes: [`The service said: ${nasty}`],
    app: { kind: 'sent', name: '<b>app</b>\n\n# app.apk', bytes: 1 },
    request: { kind: 'scenario', name: '@octocat </strong>\n\n- [x] `name`' },
    baseline: {
      kind: 'value',
      value: {
        ...{ branch: nasty, runNumber: 41, runUrl: 'javascript:alert(1)', seconds: 60 },
        history: HOSTILE_NAMES.map((device, at) => past(device, at % 2 === 0 ? 'PP' : 'PF', 12)),
      },
    },
  });
}

/** The same value without one of its fields. */
export function without<T extends object, K extends keyof T>(value: T, field: K): Omit<T, K> {
  const copy = { ...value };
  Reflect.deleteProperty(copy, field);
  return copy;
}
