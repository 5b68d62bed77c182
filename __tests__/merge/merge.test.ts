import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import type { MergeInputs } from '../../src/inputs/merge-inputs.ts';
import { mergeJobs } from '../../src/merge/merge.ts';
import type { Report } from '../../src/model/report.ts';
import { countPassed } from '../../src/model/results.ts';
import { useFolder } from '../support/folder.ts';
import { readXml, suitesIn } from '../support/junit.ts';
import { createPlatform } from '../support/platform.ts';
import { schemaProblems } from '../support/report-json-schema.ts';
import { createRecordingLog, createRuntime } from '../support/runtime.ts';
import { inAttempt, jobReport, leave, passedReport, RUN, scenarioTestset } from './support.ts';

const workspace = useFolder();

async function merge(inputs: Partial<MergeInputs> = {}) {
  const log = createRecordingLog();
  const platform = { ...createPlatform(workspace()), run: { ...RUN, attempt: 2 } };
  const report = await mergeJobs(
    {
      reportsDir: join(workspace(), 'reports'),
      chunks: [[101, 102], [103]],
      jobsResult: 'success',
      resultsDir: join(workspace(), 'merged'),
      jobSummary: true,
      artifact: { hasPage: false },
      ...inputs,
    },
    { runtime: createRuntime({ log }), platform },
  );
  const { outputs, annotations, summaries } = platform;
  return { report, log: log.lines, outputs, annotations, summaries };
}

function part(name: string, report: Report): Promise<void> {
  return leave(join(workspace(), 'reports', name), report);
}

/** The reports of two jobs: of scenarios 101 and 102, which passed, and another. */
async function parts(second: Report): Promise<void> {
  await part('part-0-1', passedReport([101, 102]));
  await part('part-1-1', second);
}

function merged(name: string): Promise<string> {
  return readFile(join(workspace(), 'merged', name), 'utf8');
}

test('several reports become one', async () => {
  await parts(jobReport([scenarioTestset(103, ['failed'])]));
  await part('part-1-2', inAttempt(2, passedReport([103])));
  const { report, log, outputs, annotations, summaries } = await merge();

  expect(report.outcome).toBe('passed');
  expect(outputs).toEqual({
    'testset-id': '5101,5102,5103',
    outcome: 'passed',
    status: 'Complete',
    'total-count': '6',
    'pass-count': '6',
    'fail-count': '0',
    'error-count': '0',
    'stop-count': '0',
    'running-count': '0',
    'excused-count': '0',
    'retry-testset-id': '',
    'failed-devices': '[]',
    duration: '1902',
    'report-url': '',
    'junit-file': join(workspace(), 'merged', 'junit.xml'),
    'results-dir': join(workspace(), 'merged'),
  });
  expect(summaries).toEqual([await merged('summary.md')]);
  expect(JSON.parse(await merged('report.json'))).toMatchObject({ outcome: 'passed', run: { attempt: 2 } });
  expect(schemaProblems(await merged('report.json'))).toEqual([]);
  expect(annotations).toEqual([]);
  // Reports of several jobs have no common predicate.
  await expect(merged('predicate.json')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(log[0]).toBe(`info: 2 jobs ran; found 3 reports in ${join(workspace(), 'reports')}.`);
  expect(log.filter((line) => line.startsWith('warning'))).toEqual([]);
});

test('suites of the same name stay separate', async () => {
  await parts(jobReport([scenarioTestset(103, ['passed', 'error', 'skipped'])]));
  const { report, outputs, annotations } = await merge();
  const xml = await merged('junit.xml');
  const suites = suitesIn(readXml(xml));
  expect(suites).toMatchObject([101, 102, 103].map((at) => ({ name: `octo-app.TestBot, scenario ${at}` })));
  expect(countPassed(suites)).toEqual({ passed: 5, notPassed: 2 });
  expect(xml.match(/ id="\d+"/g)).toEqual([' id="5101"', ' id="5102"', ' id="5103"']);
  expect(xml).toContain('<testsuites name="Nightly #42" time="1902">');
  // The reports do not say when their jobs began.
  expect(xml).not.toContain('timestamp');
  expect(report.outcome).toBe('failed');
  expect(outputs).toMatchObject({ 'total-count': '7', 'error-count': '1', 'stop-count': '1' });
  expect(annotations).toHaveLength(2);
});

describe('not green', () => {
  test('without reports', async () => {
    const { report, outputs } = await merge();
    const lost = { outcome: 'inconclusive' };
    expect(report.testsets).toMatchObject([lost, lost, lost]);
    expect(outputs).toMatchObject({ outcome: 'inconclusive', status: 'Running', 'total-count': '0' });
    expect((await merged('junit.xml')).match(/<error type="inconclusive"/g)).toHaveLength(3);
    expect(await merged('summary.md')).toContain('inconclusive');
  });

  test('without reports of jobs that succeeded: the hint is to download them, not to open logs', async () => {
    await mkdir(join(workspace(), 'reports'));
    const { report } = await merge();
    expect(report.sentence).toContain('`reports-dir` has no report');
    expect(report.hint).toMatch(/uploads .* downloads/);
    expect((await merge({ jobsResult: 'failure' })).report.hint).toContain('logs of these jobs');
  });

  test('without the folder of the reports', async () => {
    const { report } = await merge();
    expect(report.outcome).toBe('inconclusive');
    expect(report.sentence).toContain(`\`reports-dir\` does not exist: ${join(workspace(), 'reports')}.`);
    expect(report.hint).toMatch(/uploads .* downloads .* makes no folder/);
    expect((await merge({ jobsResult: 'failure' })).report.hint).toContain('logs of these jobs');
  });

  test('with the reason why a report cannot be used', async () => {
    await parts(passedReport([104]));
    const { report, log } = await merge();
    expect(report.outcome).toBe('inconclusive');
    const reason = 'The report in part-1-1 cannot be used: its scenarios are not in `chunks`.';
    expect(report.sentence).toContain('no usable report of 1 of 2 jobs');
    expect(report.sentence).toContain(reason);
    expect(log.filter((line) => line.startsWith('warning'))).toEqual([`warning: ${reason}`]);
  });
});

test('a folder of the reports that cannot be listed is an error', async () => {
  await mkdir(join(workspace(), 'reports'));
  await writeFile(join(workspace(), 'reports', 'file'), '');
  await expect(merge({ reportsDir: join(workspace(), 'reports', 'file') })).rejects.toMatchObject({
    code: 'unexpected',
    message: expect.stringContaining('ENOTDIR'),
    hint: expect.stringContaining('artifacts'),
  });
});

test.each<[string, 'passed' | 'failed' | undefined, MergeInputs['jobsResult'], boolean]>([
  ['a green report and green jobs', 'passed', 'success', true],
  ['a red report explains red jobs', 'failed', 'failure', true],
  ['a missing report explains red jobs', undefined, 'failure', true],
  ['a green report does not explain red jobs', 'passed', 'failure', false],
  ['nor jobs that did not run', 'passed', 'skipped', false],
])('the result of the jobs: %s', async (_what, result, jobsResult, isExplained) => {
  await part('part-0-1', passedReport([100]));
  if (result) await part('part-1-1', jobReport([scenarioTestset(101, [result])]));
  const { report } = await merge({ chunks: [[100], [101]], jobsResult });
  expect(report.sentence.includes(`the result of the jobs is ${jobsResult}`)).toBe(!isExplained);
  expect(report.outcome === 'passed').toBe(isExplained && result === 'passed');
});
