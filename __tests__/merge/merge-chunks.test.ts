import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { MergeInputs } from '../../src/inputs/merge-inputs.ts';
import { mergeChunks } from '../../src/merge/merge-chunks.ts';
import type { Report } from '../../src/model/report.ts';
import { tally } from '../../src/model/results.ts';
import { readXml } from '../../src/results/read-xml.ts';
import { createPlatform } from '../support/platform.ts';
import { createRecordingLog, createRuntime } from '../support/runtime.ts';
import { inAttempt, jobReport, leave, passedReport, RUN, scenarioTestset } from './support.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'merge-'));
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

interface Told {
  readonly report: Report;
  readonly log: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly annotations: readonly unknown[];
  readonly summaries: readonly string[];
}

async function tell(inputs: Partial<MergeInputs> = {}): Promise<Told> {
  const log = createRecordingLog();
  const platform = createPlatform(workspace);
  const report = await mergeChunks(
    {
      reportsDir: join(workspace, 'reports'),
      chunks: [[101, 102], [103]],
      jobsResult: 'success',
      resultsDir: join(workspace, 'merged'),
      jobSummary: true,
      ...inputs,
    },
    {
      context: { run: { ...RUN, attempt: 2 }, workspace },
      runtime: createRuntime({ log }),
      runner: platform,
      setOutput: platform.setOutput.bind(platform),
      outcomeIsDecided: platform.outcomeIsDecided.bind(platform),
    },
  );
  const { outputs, annotations, summaries } = platform;
  return { report, log: log.lines, outputs, annotations, summaries };
}

function part(name: string, report: Report): Promise<void> {
  return leave(join(workspace, 'reports', name), report);
}

function merged(name: string): Promise<string> {
  return readFile(join(workspace, 'merged', name), 'utf8');
}

test('one file, one summary and one verdict', async () => {
  await part('part-0-1', passedReport([101, 102]));
  await part('part-1-1', jobReport([scenarioTestset(103, ['failed'])]));
  await part('part-1-2', inAttempt(2, passedReport([103])));
  const { report, log, outputs, annotations, summaries } = await tell();

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
    'failed-devices': '[]',
    duration: '1902',
    'junit-file': join(workspace, 'merged', 'junit.xml'),
    'results-dir': join(workspace, 'merged'),
  });
  expect(summaries).toEqual([await merged('summary.md')]);
  expect(JSON.parse(await merged('report.json'))).toMatchObject({ outcome: 'passed', run: { attempt: 2 } });
  expect(annotations).toEqual([]);
  expect(log[0]).toBe(`info: 2 jobs ran; found 3 reports in ${join(workspace, 'reports')}.`);
  expect(log.filter((line) => line.startsWith('warning'))).toEqual([]);
});

test('suites that are named alike stay apart, under the names that their own jobs gave them', async () => {
  await part('part-0-1', passedReport([101, 102]));
  await part('part-1-1', jobReport([scenarioTestset(103, ['passed', 'error', 'skipped'])]));
  const { report, outputs } = await tell();
  const xml = await merged('junit.xml');
  const reading = readXml(xml, (text) => text);
  const suites = reading.kind === 'read' ? reading.suites : [];
  expect(suites.map(({ name }) => name)).toEqual(Array(3).fill('octo-app.TestBot'));
  expect(tally(suites)).toEqual({ passed: 5, notPassed: 2 });
  expect(xml.match(/ id="\d+"/g)).toEqual([' id="5101"', ' id="5102"', ' id="5103"']);
  expect(xml.match(/name="testset-name" value="[^"]*"/g)).toEqual(
    ['Nightly #42 [101]', 'Nightly #42 [102]', 'Nightly #42'].map((name) => `name="testset-name" value="${name}"`),
  );
  expect(xml).toContain('<testsuites tests="7" failures="0" errors="1" skipped="1" ');
  expect(report.outcome).toBe('failed');
  expect(outputs).toMatchObject({ 'total-count': '7', 'error-count': '1', 'stop-count': '1' });
});

test.each([2, 200])('the file of %d testsets holds what its parts hold', async (testsets) => {
  const chunks = Array.from({ length: 2 }, (_, job) =>
    Array.from({ length: testsets / 2 }, (__, at) => 1000 * job + at + 1),
  );
  for (const [at, scenarios] of chunks.entries()) {
    const made = scenarios.map((scenario) => scenarioTestset(scenario, ['passed', 'failed', 'error', 'skipped']));
    await part(`part-${at}-1`, jobReport(made));
  }
  const { report } = await tell({ chunks, jobsResult: 'failure' });
  expect(report.counts).toEqual({
    total: 4 * testsets,
    pass: testsets,
    fail: testsets,
    error: testsets,
    stop: testsets,
  });
  const reading = readXml(await merged('junit.xml'), (text) => text);
  const suites = reading.kind === 'read' ? reading.suites : [];
  expect(suites).toHaveLength(testsets);
  expect(tally(suites)).toEqual({ passed: testsets, notPassed: 3 * testsets });
});

describe('what is not green', () => {
  test('nothing at all', async () => {
    const { report, outputs } = await tell();
    expect(report.testsets.map(({ outcome }) => outcome)).toEqual(Array(3).fill('inconclusive'));
    expect(outputs).toMatchObject({ outcome: 'inconclusive', status: '', 'total-count': '0', 'junit-file': '' });
    expect(existsSync(join(workspace, 'merged', 'junit.xml'))).toBe(false);
    expect(await merged('summary.md')).toContain('Inconclusive');
  });

  test('a red job has its devices annotated, and the others do not', async () => {
    await part('part-0-1', passedReport([101, 102]));
    await part('part-1-1', jobReport([scenarioTestset(103, ['passed', 'failed'])]));
    const { annotations } = await tell();
    expect(annotations).toHaveLength(1);
  });

  test('a report that cannot be used is a warning, too', async () => {
    await part('part-0-1', passedReport([101, 102]));
    await part('part-1-1', passedReport([104]));
    const { report, log } = await tell();
    expect(report.outcome).toBe('inconclusive');
    expect(log.filter((line) => line.startsWith('warning'))).toEqual([
      'warning: The report in part-1-1 cannot be used: it tells of other scenarios than any of the jobs was to run.',
    ]);
  });

  test('green reports of jobs that were not', async () => {
    await part('part-0-1', passedReport([101, 102]));
    await part('part-1-1', passedReport([103]));
    expect((await tell({ jobsResult: 'failure' })).report).toMatchObject({
      outcome: 'inconclusive',
      sentence: 'Every report says passed, but the jobs ended with failure.',
    });
  });
});

describe('trouble', () => {
  test('with the files is a warning, and the verdict stands', async () => {
    await part('part-0-1', passedReport([101, 102]));
    await part('part-1-1', passedReport([103]));
    await writeFile(join(workspace, 'merged'), 'a file where the folder should be');
    const { outputs, log, summaries } = await tell();
    expect(outputs).toMatchObject({ outcome: 'passed', 'junit-file': '', 'results-dir': '' });
    expect(log.filter((line) => line.startsWith('warning: Not all result files could be written: '))).toHaveLength(1);
    expect(summaries).toHaveLength(1);
  });

  test('with the list of what the jobs left ends it, and says what to do', async () => {
    await mkdir(join(workspace, 'reports'));
    await writeFile(join(workspace, 'reports', 'file'), '');
    await expect(tell({ reportsDir: join(workspace, 'reports', 'file') })).rejects.toMatchObject({
      code: 'unexpected',
      hint: 'Download their artifacts into this folder before this step.',
    });
  });
});

test('no summary where none is wanted', async () => {
  await part('part-0-1', passedReport([101, 102]));
  const { summaries } = await tell({ jobSummary: false });
  expect(summaries).toEqual([]);
  expect(await merged('summary.md')).toContain('scenario 103');
});
