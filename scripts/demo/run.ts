import { cp, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startGithub, type Github } from '../../__tests__/support/github.ts';
import { pullRequestEvent } from '../../__tests__/support/pull-request-event.ts';
import { runAction, type ActionResult } from '../../__tests__/support/run-action.ts';
import { zipOf } from '../../__tests__/support/zip.ts';
import { DEFAULT_PROJECT, startSimulator } from '../../simulator/server.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { createView } from '../../src/report/view.ts';
import { renderPage } from './page.ts';
import { publishedOf } from '../../__tests__/support/gallery/report-parts.ts';
import { historyOf, RUN } from '../../__tests__/support/reports.ts';
import { complete, devices } from '../../__tests__/support/testsets.ts';
import type { Scene } from './scenes.ts';

/** What a run did. */
export interface DemoResult {
  readonly result: ActionResult;
  /** The name of the report page in the folder. */
  readonly page: string;
  readonly uploadedBytes: number;
  /** Differences from the expected result, one sentence each. */
  readonly differences: readonly string[];
}

/** How many times faster than real time the devices and the clock of the action are. */
const TIME_SCALE = 15;

const APP = fileURLToPath(import.meta.resolve('android-apidemos/apks/ApiDemos-debug.apk'));

/** The artifact of the run on `main`. */
const ON_MAIN = 'testset-251800-test-on-devices';

/** Where the step writes its files, relative to the folder of the demo. */
const RESULTS = 'workspace/testset-results';

const CREDENTIALS = { 'user-id': 'demo@example.com', 'access-key': 'demo-4f6b2a9c81d3' };

/**
 * Runs the committed action as the runner does for a pull request, against simulations of the service and of GitHub. The workspace and
 * everything that a user would see stay in `folder`, which must exist.
 */
export async function runDemo(scene: Scene, folder: string, onLine: (line: string) => void): Promise<DemoResult> {
  const workspace = await createWorkspace(folder);
  const simulator = await startSimulator({
    account: { userId: CREDENTIALS['user-id'], accessKey: CREDENTIALS['access-key'] },
    projects: { [DEFAULT_PROJECT]: { name: 'api-demos', scenarios: [] } },
    plan: () => scene.devices,
    timeScale: TIME_SCALE,
    variants: scene.variants ?? {},
  });
  const github = await startGithub();
  try {
    await addRunOnMain(github);
    const result = await runAction({
      inputs: {
        'base-url': simulator.url,
        'project-id': `${DEFAULT_PROJECT}`,
        'app-file': 'app/build/outputs/apk/debug/*.apk',
        'github-token': github.token,
        ...CREDENTIALS,
      },
      event: pullRequestEvent({ title: 'Move the checkout button', sha: RUN.commit }),
      env: { ...github.env, GITHUB_ACTION: RUN.step },
      workspace,
      timeScale: TIME_SCALE,
      onLine,
    });
    const uploads = simulator.journal.flatMap(({ parts }) => parts).filter(({ fileName }) => fileName !== undefined);
    const published = github.state.artifacts.filter(({ name }) => name !== ON_MAIN);
    const files = new Map(published.map(({ id, name }) => [id, name.endsWith('.html') ? name : `${name}.zip`]));
    for (const { id, name, content } of published) {
      const isPage = name.endsWith('.html');
      await writeFile(join(folder, files.get(id) ?? name), isPage ? localLinks(content.toString(), files) : content);
    }
    await writeFile(join(folder, 'log.txt'), result.stdout);
    const summary = await renderPage('Job summary', result.summary);
    await writeFile(join(folder, 'summary.html'), localLinks(summary, files));
    return {
      result,
      page: [...files.values()].find((name) => name.endsWith('.html')) ?? 'summary.html',
      uploadedBytes: uploads.reduce((sum, { bytes }) => sum + bytes, 0),
      differences: findDifferences(scene, result, published.length, folder),
    };
  } finally {
    await Promise.all([simulator.close(), github.close()]);
  }
}

/** Makes links to artifacts lead to their files, and removes those to pages that only GitHub and the service have. */
function localLinks(html: string, files: ReadonlyMap<number, string>): string {
  return html.replaceAll(/ href="https:[^"]*?(?:\/artifacts\/(\d+)(#[^"]*)?)?"/g, (_, id?: string, part = '') =>
    id === undefined ? '' : ` href="${files.get(Number(id)) ?? ''}${String(part)}"`,
  );
}

/** Creates a workspace with a real app where an Android build puts it. */
async function createWorkspace(folder: string): Promise<string> {
  const workspace = join(folder, 'workspace');
  const app = join(workspace, 'app/build/outputs/apk/debug/ApiDemos-debug.apk');
  await mkdir(dirname(app), { recursive: true });
  await cp(APP, app);
  return workspace;
}

/** Adds run 41 on `main`, with the report that the action left: one device did not pass, for the second time. */
async function addRunOnMain({ state }: Github): Promise<void> {
  const workflow = { workflow_id: 31, head_branch: 'main', head_repository: { full_name: RUN.repository } };
  state.runs.push(
    {
      ...workflow,
      id: Number(RUN.runId),
      run_number: 42,
      event: 'pull_request',
      status: 'in_progress',
      html_url: RUN.url,
    },
    {
      ...workflow,
      id: 41,
      run_number: 41,
      event: 'push',
      head_sha: RUN.commit,
      status: 'completed',
      html_url: RUN.url.replace(/\d+$/, '41'),
    },
  );
  const eight = devices(8, { 5: 'error' });
  const app = { kind: 'sent', name: 'ApiDemos-debug.apk', bytes: (await stat(APP)).size - 120_000 } as const;
  const before = { seconds: 0, history: historyOf(eight, { 5: 'PPPPPPPPFF' }) };
  const run = { ...RUN, runId: '41' };
  const report = publishedOf([complete(eight)], { app, durationSeconds: 276, before });
  const content = await zipOf({ 'report.json': reportJson(createView({ ...report, run })) });
  state.artifacts.push({ id: 5, run: 41, name: ON_MAIN, content });
}

function findDifferences(
  { expected }: Scene,
  { exitCode, outputs, summary, stderr }: ActionResult,
  artifacts: number,
  folder: string,
): string[] {
  const comparisons: [what: string, actual: unknown, expected: unknown][] = [
    ['the exit code', exitCode, expected.exitCode],
    ...Object.entries(expected.outputs).map(([name, value]): [string, unknown, unknown] => [
      `the output ${name}`,
      outputs[name],
      value,
    ]),
    ...expected.summary.map((text): [string, unknown, unknown] => [
      `whether the summary contains "${text}"`,
      summary.replaceAll('\u00a0', ' ').includes(text),
      true,
    ]),
    ['the number of artifacts', artifacts, 2],
    ['the output results-dir', outputs['results-dir'], join(folder, RESULTS)],
    ['standard error', stderr, ''],
  ];
  return comparisons
    .filter(([, actual, wanted]) => actual !== wanted)
    .map(([what, actual, wanted]) => `${what} is ${String(actual)}, not ${String(wanted)}`);
}
