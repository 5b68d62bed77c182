import { expect, test } from '@jest/globals';

import { TestsetError, type Rejection } from '../../src/model/errors.ts';
import type { Comparison, History } from '../../src/model/history.ts';
import type { Report, RequestInfo, RunInfo, SentApp } from '../../src/model/report.ts';
import type { Reason, Testset } from '../../src/model/testset.ts';
import { reportOutputs } from '../../src/publish/outputs.ts';
import { annotations } from '../../src/report/annotations.ts';
import { junitXml } from '../../src/report/junit.ts';
import { lastLine, logReport } from '../../src/report/log.ts';
import { reportPage } from '../../src/report/page.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { commentMarkdown, summaryMarkdown } from '../../src/report/summary.ts';
import { createView } from '../../src/report/view.ts';
import { parseJunitXml } from '../../src/results/parse-junit-xml.ts';
import { createRedactor } from '../../src/runtime/redact.ts';
import { readStatus } from '../../src/service/wire.ts';
import { ADDRESSES, past, reportOf, RUN } from '../support/reports.ts';
import { createRecordingLog } from '../support/runtime.ts';
import { complete, device, notCreated, unfinished } from '../support/testsets.ts';
import { encodingsOf, foundIn } from './support/encodings.ts';

const SECRET = `Kq7+/=%"&<é>'zW`;
const { redact } = createRedactor([SECRET]);

/** A value with every optional field: a new field does not compile until it is filled here. */
type Whole<T> = { readonly [Key in keyof Required<T>]: NonNullable<T[Key]> };

/** A report in which every text that comes from outside is the given one. */
function reportWith(said: string): Report {
  const run: Whole<Omit<RunInfo, 'matrix'>> = {
    ...RUN,
    workflow: said,
    job: said,
    branch: said,
    pullRequest: { number: 12, title: said, author: said, url: 'https://github.com/octo-org/wallet-app/pull/12' },
    isLaterStep: true,
    jobName: said,
    jobId: '7',
    jobUrl: `${RUN.url}/job/7`,
    inputs: [said],
  };
  const app: Whole<SentApp> = { kind: 'sent', name: said, bytes: 1, ageDays: 2, sent: true, sha256: 'c0ffee' };
  const comparison: Whole<Comparison> = {
    ...{ branch: said, runNumber: 41, runUrl: RUN.url, seconds: 60, appBytes: 1 },
    skippedRuns: [40],
  };
  const history: Whole<History> = { device: said, scenario: 12, results: past('', 'PF').results };
  const request: Whole<RequestInfo> = {
    kind: 'scenario',
    name: said,
    isNameGiven: true,
    osType: 'ANDROID',
    projectId: 509,
    timeLimitMinutes: 5,
    useVo: true,
    callbackOrigin: 'https://hooks.example',
  };
  return reportOf(testsetsWith(said), {
    run,
    app,
    request,
    comparison,
    history: [history, past(device(0).device, 'PF', 12)],
    notes: [said],
    noBaselineOn: said,
    notTested: [said],
    resumed: [{ testsetId: 7, attempt: 1 }],
    redact,
  });
}

function testsetsWith(said: string): readonly Testset[] {
  const rejection: Whole<Rejection> = { code: 9999, reason: said, message: said };
  const fields: Whole<ConstructorParameters<typeof TestsetError>[0]> = {
    code: 'service-rejected',
    message: said,
    hint: 'Try again.',
    words: said,
    cause: new Error(said),
    rejection,
  };
  const error = new TestsetError(fields);
  const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;', '\n': '&#10;' };
  const safe = said.replace(/[&<"\n]/g, (sign) => signs[sign] ?? '');
  const testcase = `<testcase name="${safe} / ${safe}"><error message="${safe}" type="${safe}">${safe}</error></testcase>`;
  const suites = parseJunitXml(`<testsuite name="${safe}">${testcase}</testsuite>`, redact);
  const detail = { total_test_cnt: 1, error_cnt: 1, [`${said}_cnt`]: 1 };
  const { unknownCounts = '' } = readStatus({ testset_status: said, testset_status_detail: detail }, redact) ?? {};
  const reasons: readonly Reason[] = [
    { kind: 'cause', sentence: said },
    { kind: 'doubt', words: said, sentence: said },
    { kind: 'contradiction', words: said },
  ];
  return [
    complete([], { scenario: 11, suites, xml: suites, warnings: [said], unknownCounts }),
    complete([device(0, { result: 'failed' })], { scenario: 12, xml: { state: 'unreadable', why: said } }),
    notCreated('unknown-start', { scenario: 13, name: said, sentences: [said], error }),
    notCreated('rejected', { scenario: 14, error: new TestsetError({ ...fields, rejection: undefined }) }),
    { ...unfinished('timed-out', { scenario: 15 }), ending: { outcome: 'timed-out', reasons, problem: error } },
  ];
}

/** Everything that is made of a report, by what it is. */
function outputsOf(report: Report): Readonly<Record<string, string>> {
  const view = { ...createView(report), addresses: ADDRESSES };
  const log = createRecordingLog();
  logReport(view, log);
  return {
    // Without the testset of each device run, of which only the numbers are shown.
    report: JSON.stringify(report, (key, value: unknown) => (key === 'testset' ? undefined : value)),
    summary: summaryMarkdown(view),
    comment: commentMarkdown(view, '<!-- marker -->'),
    page: [...reportPage(view)].join(''),
    junit: [...junitXml(view)].join(''),
    json: reportJson(view),
    outputs: Object.values(reportOutputs(report)).join('\n'),
    annotations: JSON.stringify(annotations(view)),
    log: log.lines.join('\n'),
    lastLine: lastLine(view) ?? '',
  };
}

const FORMS = encodingsOf(SECRET).map(({ how, text }) => [how, text] as const);

test.each(FORMS)('no output of a report shows a secret that came from outside as %s', (_how, text) => {
  for (const said of [text, `a ${text} b`]) {
    const shown = Object.entries(outputsOf(reportWith(said)));
    expect(shown.flatMap(([what, output]) => foundIn(output, [[what, SECRET]]))).toEqual([]);
    // What is not in any output cannot be looked for.
    for (const [, output] of shown.filter(([what]) => what !== 'outputs')) expect(output).toContain('***');
  }
});

test('a secret that is a part of identifiers and addresses by chance changes none of them', () => {
  const digits = createRedactor([RUN.runId.slice(1, 8), '251929', RUN.commit.slice(0, 8), 'octo-org', 'run-testset']);
  const { run, testsets, comparison } = reportOf(complete([device(0)]), {
    comparison: { branch: 'main', runNumber: 41, runUrl: RUN.url },
    redact: digits.redact,
  });
  expect(run).toEqual(RUN);
  expect(testsets[0]?.id).toBe(251929);
  expect(comparison?.runUrl).toBe(RUN.url);
});
