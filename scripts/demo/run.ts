import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startArtifactService, type ArtifactService } from '../../__tests__/support/artifact-service.ts';
import { runAction, type ActionResult } from '../../__tests__/support/run-action.ts';
import type { DevicePlan } from '../../simulator/devices.ts';
import { DEFAULT_PROJECT, startSimulator } from '../../simulator/server.ts';
import { drawPage } from './page.ts';

/** A run of the action: what the devices do, the inputs, and the expected result. */
export interface DemoRun {
  readonly title: string;
  readonly description: string;
  readonly devices: readonly DevicePlan[];
  /** Inputs besides the address and credentials of the service. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly expected: { readonly exitCode: number; readonly outputs: Readonly<Record<string, string>> };
}

/** What a run did. */
export interface DemoResult {
  readonly result: ActionResult;
  readonly uploadedBytes: number;
  /** The files that were written, relative to the folder of the demo. */
  readonly files: readonly string[];
  /** Differences from the expected result, one sentence each. */
  readonly differences: readonly string[];
}

/** An app on eight devices; one fails and one has an error. */
export const MAIN_RUN: DemoRun = {
  title: 'API Demos on eight devices',
  description: 'One device fails and one has an error, so the step must be red.',
  devices: [
    { name: 'SAMSUNG Galaxy_S24 / ANDROID 14', result: 'pass', seconds: 214 },
    { name: 'SAMSUNG Galaxy_A54 / ANDROID 14', result: 'fail', seconds: 163 },
    { name: 'GOOGLE Pixel_8_Pro / ANDROID 15', result: 'pass', seconds: 187 },
    { name: 'GOOGLE Pixel_6a / ANDROID 13', result: 'pass', seconds: 241 },
    { name: 'XIAOMI Redmi_Note_12 / ANDROID 13', result: 'error', seconds: 96 },
    { name: 'LGE Nexus_5X / ANDROID 8.1.0', result: 'pass', seconds: 302 },
    { name: 'SONY Xperia_10_V / ANDROID 14', result: 'pass', seconds: 228 },
    { name: 'ONEPLUS Nord_3 / ANDROID 14', result: 'pass', seconds: 199 },
  ],
  inputs: { 'app-file': 'app/build/outputs/apk/debug/*.apk', 'testset-name': 'API Demos: checkout button moved' },
  expected: {
    exitCode: 1,
    outputs: {
      outcome: 'failed',
      status: 'Complete',
      'total-count': '8',
      'pass-count': '6',
      'fail-count': '1',
      'error-count': '1',
      'running-count': '0',
    },
  },
};

/** How many times faster than real time the devices and the clock of the action are. */
const TIME_SCALE = 15;

const APP = fileURLToPath(import.meta.resolve('android-apidemos/apks/ApiDemos-debug.apk'));

/** Where the step writes its files, relative to the folder of the demo. */
const RESULTS = 'workspace/testset-results';

const CREDENTIALS = { 'user-id': 'demo@example.com', 'access-key': 'demo-4f6b2a9c81d3' };

/**
 * Runs the committed action as the runner does, against the simulator and a local artifact service. The workspace and everything that a
 * user would see stay in `folder`, which must exist.
 */
export async function runDemo(run: DemoRun, folder: string, onLine: (line: string) => void): Promise<DemoResult> {
  const workspace = await createWorkspace(folder);
  const simulator = await startSimulator({
    account: { userId: CREDENTIALS['user-id'], accessKey: CREDENTIALS['access-key'] },
    projects: { [DEFAULT_PROJECT]: { name: 'api-demos', scenarios: [] } },
    plan: () => run.devices,
    timeScale: TIME_SCALE,
  });
  const artifacts = await startArtifactService();
  try {
    const inputs = {
      'base-url': simulator.url,
      'project-id': `${DEFAULT_PROJECT}`,
      ...CREDENTIALS,
      ...run.inputs,
    };
    const result = await runAction({ inputs, env: artifacts.env, workspace, timeScale: TIME_SCALE, onLine });
    const uploads = simulator.journal.flatMap(({ parts }) => parts).filter(({ fileName }) => fileName !== undefined);
    return {
      result,
      uploadedBytes: uploads.reduce((sum, { bytes }) => sum + bytes, 0),
      files: await writeFiles(run, result, artifacts, folder),
      differences: findDifferences(run, result, artifacts, folder),
    };
  } finally {
    await Promise.all([simulator.close(), artifacts.close()]);
  }
}

/** Creates a workspace with a real app where an Android build puts it. */
async function createWorkspace(folder: string): Promise<string> {
  const workspace = join(folder, 'workspace');
  const app = join(workspace, 'app/build/outputs/apk/debug/ApiDemos-debug.apk');
  await mkdir(dirname(app), { recursive: true });
  await cp(APP, app);
  return workspace;
}

async function writeFiles(
  { title }: DemoRun,
  { stdout, summary }: ActionResult,
  artifacts: ArtifactService,
  folder: string,
): Promise<string[]> {
  await writeFile(join(folder, 'log.txt'), stdout);
  await writeFile(join(folder, 'summary.md'), summary);
  await writeFile(join(folder, 'summary.html'), await drawPage(title, summary));
  const zips = artifacts.artifacts().map(({ name }) => name);
  for (const name of zips) await writeFile(join(folder, `${name}.zip`), await artifacts.download(name));
  return ['summary.html', 'summary.md', RESULTS, ...zips.map((name) => `${name}.zip`), 'log.txt'];
}

function findDifferences(
  { expected }: DemoRun,
  { exitCode, outputs, summary, stderr }: ActionResult,
  artifacts: ArtifactService,
  folder: string,
): string[] {
  const comparisons: [what: string, actual: unknown, expected: unknown][] = [
    ['the exit code', exitCode, expected.exitCode],
    ...Object.entries(expected.outputs).map(([name, value]): [string, unknown, unknown] => [
      `the output ${name}`,
      outputs[name],
      value,
    ]),
    ['the number of artifacts', artifacts.artifacts().length, 1],
    ['whether there is a job summary', summary !== '', true],
    ['the output results-dir', outputs['results-dir'], join(folder, RESULTS)],
    ['standard error', stderr, ''],
  ];
  return comparisons
    .filter(([, actual, wanted]) => actual !== wanted)
    .map(([what, actual, wanted]) => `${what} is ${String(actual)}, not ${String(wanted)}`);
}
