import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startArtifactService, type ArtifactService } from '../../__tests__/support/artifact-service.ts';
import { runAction, type ActionResult } from '../../__tests__/support/run-action.ts';
import { drawPage } from './page.ts';
import type { Scene } from './scene.ts';
import { startService } from './service.ts';

/** How a scene went. */
export interface Played {
  readonly result: ActionResult;
  readonly uploadedBytes: number;
  /** Files that were left for looking at, relative to the scene's folder. */
  readonly left: readonly string[];
  /** What was not as foreseen, a sentence each. */
  readonly surprises: readonly string[];
}

/** Minutes of testing become seconds: for the service and for the action's clock alike. */
const TIME_SCALE = 15;

const APP = fileURLToPath(import.meta.resolve('android-apidemos/apks/ApiDemos-debug.apk'));

/** Where the step leaves its files, relative to the scene's folder. */
const RESULTS = 'workspace/testset-results';

const CREDENTIALS = { 'user-id': 'demo@example.com', 'access-key': 'demo-4f6b2a9c81d3' };

/**
 * Plays a scene: the committed action runs as the runner would start it, against the simulator and a stand-in of GitHub's artifact
 * service. The workspace and what a user would see stay in `folder`, which must exist, so that every path of the log leads somewhere.
 */
export async function playScene(scene: Scene, folder: string, onLine: (line: string) => void): Promise<Played> {
  const workspace = await checkOut(folder);
  const service = await startService(scene, CREDENTIALS, TIME_SCALE);
  const artifacts = await startArtifactService();
  try {
    const inputs = { 'base-url': service.url, 'project-id': '509', ...CREDENTIALS, ...scene.inputs };
    const result = await runAction({ inputs, env: artifacts.env, workspace, timeScale: TIME_SCALE, onLine });
    return {
      result,
      uploadedBytes: service.uploadedBytes(),
      left: await keep(scene, result, artifacts, folder),
      surprises: surprises(scene, result, artifacts, folder),
    };
  } finally {
    await Promise.all([service.close(), artifacts.close()]);
  }
}

/** A workspace as a build leaves it, with a real app at the place where Android's build puts it. */
async function checkOut(folder: string): Promise<string> {
  const workspace = join(folder, 'workspace');
  const app = join(workspace, 'app/build/outputs/apk/debug/ApiDemos-debug.apk');
  await mkdir(dirname(app), { recursive: true });
  await cp(APP, app);
  return workspace;
}

async function keep(scene: Scene, result: ActionResult, artifacts: ArtifactService, folder: string): Promise<string[]> {
  await writeFile(join(folder, 'log.txt'), result.stdout);
  await writeFile(join(folder, 'summary.md'), result.summary);
  await writeFile(join(folder, 'summary.html'), await drawPage(scene.title, result.summary));
  const zips = artifacts.artifacts().map(({ name }) => name);
  for (const name of zips) await writeFile(join(folder, `${name}.zip`), await artifacts.download(name));
  return ['summary.html', 'summary.md', RESULTS, ...zips.map((name) => `${name}.zip`), 'log.txt'];
}

function surprises(
  { foreseen }: Scene,
  { exitCode, outputs, summary, stderr }: ActionResult,
  artifacts: ArtifactService,
  folder: string,
): string[] {
  const expected: [what: string, is: unknown, should: unknown][] = [
    ['the exit code', exitCode, foreseen.exitCode],
    ...Object.entries(foreseen.outputs).map(([name, value]): [string, unknown, unknown] => [
      `the output ${name}`,
      outputs[name],
      value,
    ]),
    ['the number of artifacts', artifacts.artifacts().length, 1],
    ['the job summary there', summary !== '', true],
    ['where the results are', outputs['results-dir'], join(folder, RESULTS)],
    ['standard error', stderr, ''],
  ];
  return expected
    .filter(([, is, should]) => is !== should)
    .map(([what, is, should]) => `${what} is ${String(is)}, not ${String(should)}`);
}
