import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';
import { SaxesParser } from 'saxes';

import type { Report } from '../../src/model/report.ts';
import { makeDevices } from '../../simulator/devices.ts';
import { DEFAULT_PROJECT } from '../../simulator/server.ts';
import { inAttempt, jobReport, leave, passedReport, RUN, scenarioTestset } from '../merge/support.ts';
import { useFolder } from '../support/folder.ts';
import { useArtifactService } from '../support/github-fixture.ts';
import { hostile } from '../support/reports.ts';
import { runAction, type ActionResult, type ActionUse } from '../support/run-action.ts';
import { commandMessages, lastLine, openSandbox } from '../support/sandbox.ts';

/** A second parser, where it is installed. */
const OTHER_PARSER = { command: 'xmllint', options: ['--noout', '-'] };
/** What all jobs of the run have in common. */
const { repository, runId, commit, job } = RUN;
const OF_RUN = { GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: runId, GITHUB_SHA: commit, GITHUB_JOB: job };
const CHUNKS = '["101","102,104"]';

const workspace = useFolder();
const artifacts = useArtifactService();

/** Runs the step that merges, in the second attempt of the run. */
function merge(inputs: ActionUse['inputs'] = {}, env: ActionUse['env'] = {}): Promise<ActionResult> {
  const needed = { 'reports-dir': 'reports', chunks: CHUNKS, 'jobs-result': 'success', 'results-dir': 'merged' };
  return runAction({
    action: 'merge-reports',
    workspace: workspace(),
    inputs: { ...needed, ...inputs },
    env: { ...OF_RUN, ...env, GITHUB_RUN_ATTEMPT: '2' },
  });
}

function part(name: string, report: Report): Promise<void> {
  return leave(join(workspace(), 'reports', name), report);
}

test('the report page is an artifact of its own, and the first link of the summary', async () => {
  await part('part-0-1', passedReport([101]));
  const result = await merge({ chunks: '["101"]', 'artifact-name': 'scenarios' }, artifacts.env);
  const page = await readFile(join(workspace(), 'merged', 'report.html'));
  expect(await artifacts.download('scenarios.html')).toEqual(page);
  expect(result.outputs['report-url']).toMatch(/\/artifacts\/\d+$/);
  expect(result.summary).toContain(result.outputs['report-url']);
});

/** Counts the elements with strict parsers. */
function countElements(xml: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    counts[name] = (counts[name] ?? 0) + 1;
  });
  parser.write(xml).close();
  const { error, stderr } = spawnSync(OTHER_PARSER.command, OTHER_PARSER.options, { input: xml, encoding: 'utf8' });
  expect(error === undefined ? stderr : '').toBe('');
  return counts;
}

test('the reports of real jobs become one report', async () => {
  const scenarios = [101, 102, 104].map((id) => ({ id, name: `Scenario ${id}`, osType: 'ANDROID' as const }));
  const { run } = await openSandbox({
    projects: { [DEFAULT_PROJECT]: { name: 'apps', scenarios } },
    plan: ({ scenarioId }) => makeDevices({ total: 3, seconds: 10, fail: scenarioId === 104 ? 1 : 0 }),
  });
  /** Runs a job of the matrix, and downloads its artifact. */
  const runJob = async (ids: string, artifact: string): Promise<ActionResult> => {
    const inputs = { 'app-file': '', 'os-type': 'ANDROID', 'scenario-id': ids, 'results-dir': artifact };
    const result = await run({ inputs, env: OF_RUN });
    await cp(result.outputs['results-dir'] ?? '', join(workspace(), 'reports', artifact), { recursive: true });
    return result;
  };
  const jobs = [await runJob('101', 'part-0-1'), await runJob('102,104', 'part-1-1')];
  expect(jobs.map(({ exitCode }) => exitCode)).toEqual([0, 1]);
  const result = await merge({ 'jobs-result': 'failure' });

  expect(result).toMatchObject({ exitCode: 1, stderr: '' });
  expect(result.outputs).toMatchObject({
    'testset-id': jobs.map(({ outputs }) => outputs['testset-id']).join(','),
    outcome: 'failed',
    status: 'Complete',
    'total-count': '9',
    'junit-file': join(workspace(), 'merged', 'junit.xml'),
    'results-dir': join(workspace(), 'merged'),
    'failed-devices': jobs[1]?.outputs['failed-devices'],
  });
  for (const count of ['total', 'pass', 'fail', 'error', 'stop', 'running'].map((kind) => `${kind}-count`)) {
    const sum = jobs.reduce((all, { outputs }) => all + Number(outputs[count]), 0);
    expect([count, result.outputs[count]]).toEqual([count, `${sum}`]);
  }
  expect(await readdir(join(workspace(), 'merged'))).toEqual(['junit.xml', 'report.html', 'report.json', 'summary.md']);
  const counts = countElements(await readFile(join(workspace(), 'merged', 'junit.xml'), 'utf8'));
  expect(counts).toMatchObject({ testsuites: 1, testsuite: 3, testcase: 9 });
  expect(result.summary).toBe(await readFile(join(workspace(), 'merged', 'summary.md'), 'utf8'));
  expect(lastLine(result)).toMatch(/^::error::1 of 2 jobs did not pass\. Testset \d+: .*"Re-run failed jobs"/);
  expect(commandMessages(result, 'warning')).toEqual([]);
});

test('no folder of reports at all is never green', async () => {
  const result = await merge({ 'jobs-result': 'cancelled' });
  expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'inconclusive', 'total-count': '0' } });
  const sentence = 'There is no usable report of 2 of 2 jobs: scenarios 101, 102, 104. Open the logs';
  expect(lastLine(result)).toContain(sentence);
  expect(result.summary).toContain('scenario 104');
});

test('a missing report, and one that contradicts itself, are never green', async () => {
  const contradiction = { ...passedReport([101]), counts: { total: 9, pass: 9, fail: 0, error: 0, stop: 0 } };
  await part('part-0-1', passedReport([101]));
  await part('part-1-1', jobReport([scenarioTestset(102, ['failed']), scenarioTestset(104)]));
  await part('part-1-2', inAttempt(2, passedReport([102, 104])));
  expect(await merge()).toMatchObject({ exitCode: 0, stderr: '', outputs: { outcome: 'passed', 'pass-count': '6' } });
  await part('part-0-2', inAttempt(2, contradiction));
  await rm(join(workspace(), 'reports', 'part-1-2'), { recursive: true });
  await rm(join(workspace(), 'reports', 'part-1-1'), { recursive: true });
  const result = await merge();
  expect(result).toMatchObject({ exitCode: 1, stderr: '', outputs: { outcome: 'inconclusive' } });
  for (const scenarios of ['101', '102, 104']) expect(lastLine(result)).toContain(scenarios);
});

test('hostile names are only text', async () => {
  const [testset] = hostile().testsets;
  if (!testset) throw new Error('There is no testset.');
  await part('part-0-1', jobReport([{ ...testset, scenario: 101 }]));
  await part('##[error]part', passedReport([102, 104]));
  await part('part ##[warning]7', passedReport([7]));
  const result = await merge();
  expect(result.exitCode).toBe(1);
  expect(commandMessages(result, 'warning')).toHaveLength(1 + testset.warnings.length);
  expect(result.stdout).not.toMatch(/^##\[|^::set-output/m);
  const counts = countElements(await readFile(join(workspace(), 'merged', 'junit.xml'), 'utf8'));
  expect(counts).toMatchObject({ testsuite: 3 });
});
