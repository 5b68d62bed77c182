import { waitForTestset, type TestsetResult, type WaitOptions } from './wait/wait.ts';
import { openLiveCheck } from './wait/progress.ts';
import { createProgress } from './wait/progress.ts';
import type { Platform } from './runtime/platform.ts';
import type { Inputs } from './model/inputs.ts';
import { resumeNotice } from './report/testset-words.ts';
import type { Report } from './model/report.ts';
import { openResultsFolder } from './results/results-folder.ts';
import { connectService, type Service } from './service/client.ts';
import { openResume } from './create/resume.ts';
import { requestInfo } from './create/request.ts';
import { logInputs } from './inputs/describe.ts';
import { createTestsets, type CreatedTestsets } from './create/create-testsets.ts';
import { logFailedCreates } from './create/failed-creates.ts';
import { makeReport } from './verdict/make-report.ts';
import type { Runtime } from './runtime/runtime.ts';

/**
 * The whole story: inputs → request → upload → poll → results → report → outcome. Later chapters are imported when they begin, so that
 * the first request does not wait for their code.
 */
export async function runTestset(inputs: Inputs, runtime: Runtime, platform: Platform): Promise<Report> {
  await logInputs(inputs, runtime.log);
  const service = connectService(inputs.service, runtime, platform.proxyFor);
  try {
    const folder = openResultsFolder(platform.workspace, inputs.resultsDir);
    const adoption = openResume(inputs, runtime, platform);
    const start = await createTestsets({ service, runtime, platform, adoption }, inputs.target);
    const { testsets, app, resumed } = start;
    if (resumed.length > 0) runtime.log.notice(resumeNotice(resumed));
    const began = runtime.clock.now();
    const show = await openLiveCheck(platform);
    const following = { wait: inputs.wait, folder, progress: createProgress(runtime, testsets.length, show) };
    const followed = await followTestsets(service, runtime, start, following);
    const report = makeReport({
      followed,
      limits: inputs.limits,
      run: platform.run,
      request: requestInfo(inputs, runtime.redact),
      ...(app ? { app: await app } : {}),
      ...(resumed.length > 0 && { resumed }),
      elapsedMs: runtime.clock.now() - began,
    });
    const { publishReport } = await import('./publish/publish.ts');
    return await publishReport(report, {
      inputs,
      folder,
      runtime,
      platform,
      settle: (published) => adoption.settle(published),
    });
  } finally {
    service.close();
  }
}

async function followTestsets(
  service: Service,
  runtime: Runtime,
  { testsets, isOver }: CreatedTestsets,
  following: WaitOptions,
): Promise<readonly TestsetResult[]> {
  const follow = (): Promise<readonly TestsetResult[]> =>
    Promise.all(testsets.map((testset) => waitForTestset(service, runtime, testset, following)));
  if (isOver) return follow();
  return runtime.log.group('Wait', async () => {
    const [followed] = await Promise.all([follow(), logFailedCreates(testsets, runtime.log)]);
    return followed;
  });
}
