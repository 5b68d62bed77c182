import { REPORT_SCHEMA, type AppInfo } from '../model/report.ts';
import { sentenceOf } from '../model/testset.ts';
import type { DeviceRun, TestVerdict } from '../model/verdict.ts';
import { joinPieces } from '../model/words.ts';
import { startOf } from './facts.ts';
import type { ReportView } from './view.ts';

/** `report.json`. Each field is written by its name: what else is known is not public. What is not known is `null`. */
export function reportJson({ report, shared, text: { heading, about, why, open, next } }: ReportView): string {
  const { outcome, run, request, notes, counts, resumed, durationSeconds, endedAt } = report;
  const { comparison, notTested, noBaselineOn, app, testsets, history = [] } = report;
  const advice = joinPieces(' ', [open, next]);
  return `${JSON.stringify({
    // First, as in REPORT_BEGINNING.
    schema: REPORT_SCHEMA,
    outcome,
    heading,
    why: joinPieces(': ', [why && about, why]),
    next: joinPieces(': ', [advice && about, advice]),
    run: { ...run, headCommit: undefined, isLaterStep: undefined },
    request: { ...request, isNameGiven: undefined },
    notes,
    counts: { ...counts, excused: testsets.flatMap((testset) => testset.excused).length },
    resumed,
    startedAt: startOf(report),
    endedAt,
    durationSeconds,
    comparison,
    notTested,
    noBaselineOn,
    app: app ? appData(app) : null,
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
    problem: problem && {
      code: problem.code,
      message: problem.message,
      hint: problem.hint,
      rejection: problem.rejection,
    },
    suites: suites.map(({ name, testcases }) => ({ name, devices: testcases.map(deviceData) })),
  };
}

function statusWord(testset: TestVerdict): string {
  if (testset.kind === 'complete') return 'Complete';
  return (testset.kind === 'unfinished' && testset.word) || 'Unknown';
}

function deviceData(run: DeviceRun): object {
  const { device, result, mark, url = null, seconds = null, message = null, failureType, details, excuse } = run;
  const quarantine = !excuse || excuse.kind === 'flaky' ? undefined : excuse.entry;
  return { device, result, mark, url, seconds, message, failureType, details, excused: excuse?.kind, quarantine };
}
