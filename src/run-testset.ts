import { followTestset, type Course } from './follow.ts';
import type { Counts } from './counts.ts';
import { createGate } from './gate.ts';
import type { Inputs } from './inputs.ts';
import { openLiveCheck } from './live-check.ts';
import { makeReport } from './make-report.ts';
import type { Office } from './office.ts';
import { createProgress } from './progress.ts';
import type { Report } from './report/report.ts';
import { requestFacts } from './request.ts';
import { openResultsFolder, type ResultsFolder } from './results/save.ts';
import { connectService, type Service } from './service/client.ts';
import type { Creation } from './service/create.ts';
import { MAX_IN_FLIGHT } from './service/http/origin.ts';
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
    const { creations, app } = await beginTestsets(service, world, inputs.target, office);
    const began = world.clock.now();
    const show = await openLiveCheck(office, creations);
    const courses = await followTestsets(service, world, inputs, creations, folder, show);
    const report = makeReport({
      courses,
      limits: inputs.limits,
      run: office.run,
      request: requestFacts(inputs, world.redact),
      ...(app ? { app: await app } : {}),
      elapsedMs: world.clock.now() - began,
    });
    const { publishReport } = await import('./publish.ts');
    await publishReport(report, inputs, folder, world, office);
    return report;
  } finally {
    service.close();
  }
}

async function followTestsets(
  service: Service,
  world: World,
  inputs: Inputs,
  creations: readonly Creation[],
  folder: ResultsFolder,
  show: (counts: Counts) => void,
): Promise<readonly Course[]> {
  const following = {
    attached: inputs.target.kind === 'attach',
    wait: inputs.wait,
    gate: createGate(MAX_IN_FLIGHT),
    folder,
    progress: createProgress(world, creations.length, show),
  };
  return world.log.group('Wait', () =>
    Promise.all(creations.map((creation) => followTestset(service, world, creation, following))),
  );
}
