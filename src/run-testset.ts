import { followTestset, type Followed, type FollowPlan } from './follow/follow.ts';
import { openLiveCheck } from './follow/live-check.ts';
import { createProgress } from './follow/progress.ts';
import type { Host } from './host.ts';
import type { Inputs } from './inputs.ts';
import { adoptionWords } from './report/adoption-words.ts';
import type { Report } from './report/report.ts';
import { openResultsFolder } from './results/save.ts';
import { connectService, type Service } from './service/client.ts';
import { openAdoption } from './start/adoption.ts';
import { requestFacts } from './start/request.ts';
import { showInputs } from './start/show-inputs.ts';
import { startTestsets, type Start } from './start/start.ts';
import { tellNotCreated } from './start/tell-not-created.ts';
import { makeReport } from './verdict/make-report.ts';
import type { World } from './world.ts';

/**
 * The whole story: inputs → request → upload → poll → results → report → outcome. Later chapters are imported when they begin, so that
 * the first request does not wait for their code.
 */
export async function runTestset(inputs: Inputs, world: World, host: Host): Promise<Report> {
  await showInputs(inputs, world.log);
  const service = connectService(inputs.service, world, host.proxyFor);
  try {
    const folder = openResultsFolder(host.workspace, inputs.resultsDir);
    const adoption = openAdoption(inputs, world, host);
    const start = await startTestsets({ service, world, host, adoption }, inputs.target);
    const { testsets, app, adopted } = start;
    if (adopted.length > 0) world.log.notice(adoptionWords(adopted));
    const began = world.clock.now();
    const show = await openLiveCheck(host);
    const following = { wait: inputs.wait, folder, progress: createProgress(world, testsets.length, show) };
    const followed = await followTestsets(service, world, start, following);
    const report = makeReport({
      followed,
      limits: inputs.limits,
      run: host.run,
      request: requestFacts(inputs, world.redact),
      ...(app ? { app: await app } : {}),
      ...(adopted.length > 0 && { adopted }),
      elapsedMs: world.clock.now() - began,
    });
    const { publishReport } = await import('./publish/publish.ts');
    return await publishReport(report, {
      inputs,
      folder,
      world,
      host,
      settle: (published) => adoption.settle(published),
    });
  } finally {
    service.close();
  }
}

async function followTestsets(
  service: Service,
  world: World,
  { testsets, isOver }: Start,
  following: FollowPlan,
): Promise<readonly Followed[]> {
  const follow = (): Promise<readonly Followed[]> =>
    Promise.all(testsets.map((testset) => followTestset(service, world, testset, following)));
  if (isOver) return follow();
  return world.log.group('Wait', async () => {
    const [followed] = await Promise.all([follow(), tellNotCreated(testsets, world.log)]);
    return followed;
  });
}
