import type { TestsetError } from '../model/errors.ts';
import { REPORT_SCHEMA, type AppInfo } from '../model/report.ts';
import type { Suite } from '../model/results.ts';
import { sentenceOf } from '../model/testset.ts';
import type { DeviceRun, TestVerdict } from '../model/verdict.ts';
import { joinPieces } from '../model/words.ts';
import { startOf } from './facts.ts';
import type { ReportView } from './view.ts';

/**
 * `report.json`. Names are written as the service returned them, in NFC; what is not known is `null`. Each field is written by its
 * name: what else is known of a report or a testset is not public.
 */
export function reportJson({ report, shared, text: { heading, about, why, open, next } }: ReportView): string {
  const { outcome, run, request, notes, counts, resumed, durationSeconds, endedAt } = report;
  const { comparison, notTested, noBaselineOn, app, testsets, history = [] } = report;
  const advice = joinPieces(' ', [open, next]);
  const times = { startedAt: startOf(report), endedAt, durationSeconds };
  const facts = {
    run: { ...run, headCommit: undefined, isLaterStep: undefined },
    request: { ...request, isNameGiven: undefined },
    notes,
    counts: { ...counts, excused: testsets.flatMap((testset) => testset.excused).length },
    resumed,
    ...times,
    comparison,
    notTested,
    noBaselineOn,
    app: app ? appData(app) : null,
  };
  return `${JSON.stringify({
    // First, as in REPORT_BEGINNING.
    schema: REPORT_SCHEMA,
    outcome,
    heading,
    why: joinPieces(': ', [why && about, why]),
    next: joinPieces(': ', [advice && about, advice]),
    ...facts,
    shared: { traits: shared.traits, devices: shared.devices.flatMap(([run]) => run?.device ?? []) },
    testsets: testsets.map(testsetData),
    history,
  })}\n`;
}

function appData(app: AppInfo): object {
  if (app.kind === 'stored') return { storedInProject: app.projectId, sourceType: app.sourceType };
  const { name, bytes, sent, sha256 } = app;
  return { name, bytes, sent, sha256 };
}

function testsetData(testset: TestVerdict): object {
  const { id = null, scenario = null, retry, outcome, reasons, problem = null, counts, warnings } = testset;
  const { earlier, excuse, excused, suites } = testset;
  return {
    id,
    scenario,
    retry,
    outcome,
    status: statusWord(testset),
    counts: { ...counts, excused: excused.length },
    warnings: warnings.map(({ sentence }) => sentence),
    earlier: earlier.length > 0 ? earlier.map(testsetData) : undefined,
    quarantine: excuse?.entry,
    reasons: reasons.map(sentenceOf),
    problem: problem && problemData(problem),
    suites: suites.map(suiteData),
  };
}

/** By their names: JSON leaves out the message of an error. */
function problemData({ code, message, hint, rejection }: TestsetError): object {
  return { code, message, hint, rejection };
}

function statusWord(testset: TestVerdict): string {
  if (testset.kind === 'complete') return 'Complete';
  return (testset.kind === 'unfinished' && testset.word) || 'Unknown';
}

function suiteData({ name, testcases }: Suite<DeviceRun>): object {
  return { name, devices: testcases.map(deviceData) };
}

function deviceData(run: DeviceRun): object {
  const { device, result, mark, url = null, seconds = null, message = null, failureType, details, excuse } = run;
  const quarantine = !excuse || excuse.kind === 'flaky' ? undefined : excuse.entry;
  return { device, result, mark, url, seconds, message, failureType, details, excused: excuse?.kind, quarantine };
}
