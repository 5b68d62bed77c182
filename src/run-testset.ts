import type { Beginning } from './beginning.ts';
import { openAdoption } from './adoption.ts';
import { followTestset, type Course, type Following } from './follow.ts';
import type { Inputs } from './inputs.ts';
import { openLiveCheck } from './live-check.ts';
import { makeReport } from './make-report.ts';
import type { Office } from './office.ts';
import { createProgress } from './progress.ts';
import { adoptionWords } from './report/adoption-words.ts';
import type { Report } from './report/report.ts';
import { requestFacts } from './request.ts';
import { openResultsFolder } from './results/save.ts';
import { connectService, type Service } from './service/client.ts';
import { showInputs } from './show-inputs.ts';
import { beginTestsets } from './start.ts';
import type { World } from './world.ts';

/**
 * The whole story: inputs → request → upload → poll → results → report → outcome. Later chapters are imported when they begin, so that
 * the first request does not wait for their code.
 */
export async function runTestset(inputs: Inputs, world: World, office: Office): Promise<Report> {
  await showInputs(inputs, world.log);
  const service = connectService(inputs.service, world, office.proxyFor);
  try {
    const folder = openResultsFolder(office.workspace, inputs.resultsDir);
    const adoption = openAdoption(inputs, world, office);
    const { testsets, app, adopted } = await beginTestsets(service, world, inputs.target, office, adoption);
    if (adopted.length > 0) world.log.notice(adoptionWords(adopted));
    const began = world.clock.now();
    const show = await openLiveCheck(office);
    const following = { wait: inputs.wait, folder, progress: createProgress(world, testsets.length, show) };
    const courses = await followTestsets(service, world, testsets, following);
    const report = makeReport({
      courses,
      limits: inputs.limits,
      run: office.run,
      request: requestFacts(inputs, world.redact),
      ...(app ? { app: await app } : {}),
      ...(adopted.length > 0 && { adopted }),
      elapsedMs: world.clock.now() - began,
    });
    const { publishReport } = await import('./publish.ts');
    return await publishReport(report, { inputs, folder, world, office, settle: (told) => adoption.settle(told) });
  } finally {
    service.close();
  }
}

function followTestsets(
  service: Service,
  world: World,
  testsets: readonly Beginning[],
  following: Following,
): Promise<readonly Course[]> {
  return world.log.group('Wait', () =>
    Promise.all(testsets.map((testset) => followTestset(service, world, testset, following))),
  );
}
