import { basename } from 'node:path';

import { createTestsets } from './create/create-testsets.ts';
import { openResume } from './create/resume.ts';
import { requestInfo } from './create/testset-request.ts';
import { logInputs } from './inputs/describe.ts';
import { RESULTS_DIR } from './inputs/results-dir.ts';
import type { Inputs } from './model/inputs.ts';
import type { Report } from './model/report.ts';
import { publishReport } from './publish/publish.ts';
import { compare } from './report/compare.ts';
import { makeReport } from './report/make-report.ts';
import { describeResumed } from './report/notes.ts';
import { toResultsFolder } from './results/results-folder.ts';
import type { Platform } from './runtime/platform.ts';
import type { Runtime } from './runtime/runtime.ts';
import { connectService } from './service/client.ts';
import { waitAndRetry } from './wait/wait-and-retry.ts';

interface FinishedRun {
  readonly report: Report;
  /** Absent if the step is green. */
  readonly lastLine?: string;
}

/** Runs the four phases: Inputs, Create, Wait, Report. */
export async function runTestset(inputs: Inputs, runtime: Runtime, platform: Platform): Promise<FinishedRun> {
  const { workspace, findBaseline } = platform;
  const { maxFailures, quarantine, wait } = inputs;
  await logInputs(inputs, runtime, workspace);

  const folder = toResultsFolder(inputs.resultsDir);
  const service = connectService(inputs.service, runtime, platform.proxyFor);
  try {
    // Beside the upload. It is awaited only beside the testsets, and ends with a cancel.
    const jobNameSearch = platform.findJobName?.();
    const resume = openResume(inputs, runtime, platform);
    const created = await createTestsets(service, runtime, platform, resume, inputs.target);
    const { resumed, receipts } = created;
    if (resumed) runtime.log.notice(describeResumed(resumed));

    const run = { ...platform.run, isLaterStep: basename(inputs.resultsDir) !== RESULTS_DIR || undefined };
    const request = requestInfo(inputs, created);
    const scenarios = created.testsets.flatMap(({ scenario }) => scenario ?? []);
    const search = async () =>
      findBaseline?.({ run: { ...run, jobName: await jobNameSearch }, request, app: await created.app, scenarios });
    // While the testsets run: at the end it would delay the report.
    const hasResults = !created.nothingToAwait && (wait || inputs.target.kind === 'attach');
    const baseline = hasResults ? search() : undefined;
    baseline?.catch(() => undefined);

    const waited = await waitAndRetry({ service, runtime, folder, wait }, created, inputs);

    const canResume = receipts?.canResume(waited.verdict.testsets);
    const facts = { maxFailures, quarantine, request, app: await created.app, resumed, canResume };
    const end = runtime.clock.date();
    platform.markOutcomeDecided();
    const compared = await compare(waited, baseline, runtime.log);
    // The first that is over wins: if the name is not there by now, the report is made without it.
    const jobName = await Promise.race([jobNameSearch, Promise.resolve(undefined)]);
    const { redact } = runtime;
    const report = makeReport({ ...waited, ...facts, run: { ...run, jobName }, ...compared, end, redact });
    return { report, lastLine: await publishReport(report, { folder, runtime, platform, receipts }) };
  } finally {
    service.close();
  }
}
