import { createTestsets } from './create/create-testsets.ts';
import { requestInfo } from './create/request.ts';
import { openResume } from './create/resume.ts';
import { logInputs } from './inputs/describe.ts';
import type { Inputs } from './model/inputs.ts';
import { publishReport } from './publish/publish.ts';
import { makeReport } from './report/make-report.ts';
import { describeResumed } from './report/notes.ts';
import type { ReportView } from './report/view.ts';
import { openResultsFolder } from './results/results-folder.ts';
import type { Platform } from './runtime/platform.ts';
import type { Runtime } from './runtime/runtime.ts';
import { connectService } from './service/client.ts';
import { judgePassed } from './wait/judge-passed.ts';
import { waitAndRetry } from './wait/wait-and-retry.ts';

/** Runs the five phases: Inputs, Create, Wait, Results, Report. */
export async function runTestset(inputs: Inputs, runtime: Runtime, platform: Platform): Promise<ReportView> {
  const { clock, log } = runtime;
  await logInputs(inputs, log, platform.workspace);
  const service = connectService(inputs.service, runtime, platform.proxyFor);
  try {
    const folder = openResultsFolder(platform.workspace, inputs.resultsDir);
    const resume = openResume(inputs, runtime, platform, (testsets) =>
      judgePassed({ service, runtime, folder }, testsets),
    );
    const created = await createTestsets({ service, runtime, resume }, platform, inputs.target);
    const { resumed = [] } = created.earlier ?? {};
    if (resumed.length > 0) log.notice(describeResumed(resumed));

    const waitStartedAt = clock.now();
    const request = requestInfo(inputs, runtime.redact);
    const { checkRun } = platform;
    const context = { service, runtime, folder, checkRun, wait: inputs.wait };
    const rules = { limits: inputs.limits, quarantine: inputs.quarantine?.entries ?? [] };
    const { verdict, notes } = await waitAndRetry(context, created, rules, inputs.retryFailed);
    for (const note of notes) log.info(note);

    const report = makeReport({
      verdict,
      limits: inputs.limits,
      run: platform.run,
      request,
      app: await created.app,
      rerun: resume.onRerun,
      notes,
      earlier: created.earlier,
      elapsedMs: clock.now() - waitStartedAt,
    });
    return await publishReport(report, { inputs, folder, runtime, platform, resume });
  } finally {
    service.close();
  }
}
