import { createTestsets } from './create/create-testsets.ts';
import { logFailedCreates } from './create/pending-testset.ts';
import { requestInfo } from './create/request.ts';
import { openResume } from './create/resume.ts';
import { logInputs } from './inputs/describe.ts';
import { mapTexts } from './model/app-facts.ts';
import type { Inputs } from './model/inputs.ts';
import type { AppInfo, Report } from './model/report.ts';
import { cleanText } from './model/text.ts';
import { publishReport } from './publish/publish.ts';
import { resumeNotice } from './report/testset-words.ts';
import { openResultsFolder } from './results/results-folder.ts';
import type { Platform } from './runtime/platform.ts';
import type { Runtime } from './runtime/runtime.ts';
import { connectService } from './service/client.ts';
import { makeReport } from './verdict/make-report.ts';
import { expectDurations } from './wait/expected-durations.ts';
import { createProgress } from './wait/progress.ts';
import { waitForTestset } from './wait/wait.ts';

/** Runs the five steps: Inputs, Create, Wait, Results, Report. */
export async function runTestset(inputs: Inputs, runtime: Runtime, platform: Platform): Promise<Report> {
  const { clock, log } = runtime;
  await logInputs(inputs, log, platform.workspace);
  const service = connectService(inputs.service, runtime, platform.proxyFor);
  try {
    const folder = openResultsFolder(platform.workspace, inputs.resultsDir);
    const resume = openResume(inputs, runtime, platform);
    const { testsets, hasNoTestset, resumed, app } = await createTestsets(
      { service, runtime, resume },
      platform,
      inputs.target,
    );
    if (resumed.length > 0) log.notice(resumeNotice(resumed));

    const startedAt = clock.now();
    const progress = createProgress(runtime, testsets.length, platform.checkRun);
    const request = requestInfo(inputs, runtime.redact);
    const expected = expectDurations(
      request,
      async () => (await platform.findHistory?.({ run: platform.run, request })) ?? [],
    );
    const options = { wait: inputs.wait, folder, progress, expected };
    const waitForAll = async () => {
      const results = testsets.map((testset) => waitForTestset(service, runtime, testset, options));
      await logFailedCreates(testsets, log);
      return Promise.all(results);
    };
    const testsetResults = await (hasNoTestset ? waitForAll() : log.group('Wait', waitForAll));

    const report = makeReport({
      testsetResults,
      limits: inputs.limits,
      run: platform.run,
      request,
      ...(app ? { app: { ...(await app), ...inspectionOf(inputs, runtime) } } : {}),
      ...(resumed.length > 0 && { resumed }),
      elapsedMs: clock.now() - startedAt,
    });
    return await publishReport(report, { inputs, folder, runtime, platform, resume, expected });
  } finally {
    service.close();
  }
}

/** The facts in the app file, without secrets: texts in it may hold anything. */
function inspectionOf({ target }: Inputs, { redact }: Runtime): Pick<AppInfo, 'inspection'> {
  if (target.kind !== 'app' || !target.app.facts) return {};
  return { inspection: mapTexts(target.app.facts, (text) => cleanText(redact(text))) };
}
