import { chmodSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { beforeEach, describe, expect, test } from '@jest/globals';

import { reserveResultsDir } from '../../src/inputs/results-dir.ts';
import { REPORT_FILES, type Report, type RunInfo } from '../../src/model/report.ts';
import type { RunContext } from '../../src/model/run-context.ts';
import type { Testset } from '../../src/model/testset.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { createView } from '../../src/report/view.ts';
import { allPassed, reportOf, type Facts } from '../support/reports.ts';
import { complete, devices, unfinished } from '../support/testsets.ts';
import {
  APP as APK,
  asOtherUser,
  createReader,
  errorsOf,
  read,
  runContext,
  ENOUGH,
  useWorkspace,
  type Values,
  type Workspace,
} from './support.ts';

const place = useWorkspace();
let workspace: Workspace;
let job: RunContext;
beforeEach(() => {
  workspace = { ...place, folder: place.makeFolder('workspace') };
  place.makeFolder('elsewhere');
  job = runContext({ tempDir: place.makeFolder('temp'), workspace: workspace.folder });
});

const DEFAULT = 'testset-results';

describe('a folder is reserved', () => {
  /** Reads and reserves the folder of one step. */
  async function reserve(context = job) {
    const { reader, warnings } = createReader();
    const name = basename(await reserveResultsDir(reader, context));
    return { name, messages: [...reader.errors.map(({ message }) => message), ...warnings] };
  }

  async function folderOf(context = job): Promise<string> {
    return (await reserve(context)).name;
  }

  test('for one step of a job: others get the next one', async () => {
    expect([await folderOf(), await folderOf(), await folderOf()]).toEqual([DEFAULT, `${DEFAULT}-2`, `${DEFAULT}-3`]);
  });

  test('also if steps start at the same time', async () => {
    const folders = await Promise.all(Array.from({ length: 20 }, () => folderOf()));
    expect(new Set(folders).size).toBe(20);
  });

  test('though a checkout or another job left one', async () => {
    place.put('workspace/testset-results/junit.xml');
    expect(await folderOf()).toBe(DEFAULT);
    // On a runner that keeps its temporary files.
    const attempt = { ...job.run, attempt: 2, url: `${job.run.url}/attempts/2` };
    expect(await folderOf({ ...job, run: attempt })).toBe(DEFAULT);
    expect(await folderOf({ ...job, run: { ...job.run, job: 'other' } })).toBe(DEFAULT);
  });

  test('unless it is a file or a link', async () => {
    place.put('workspace/testset-results');
    place.link('elsewhere', 'workspace/testset-results-2');
    expect(await folderOf()).toBe(`${DEFAULT}-3`);
  });

  test('for a part of a matrix: another part gets it on a runner that keeps its temporary files', async () => {
    const nameFor = (level: number) => folderOf({ ...job, run: { ...job.run, matrix: { 'api-level': level } } });
    const names = [await nameFor(1), await nameFor(2), await nameFor(1), await nameFor(2)];
    expect(names).toEqual([DEFAULT, DEFAULT, `${DEFAULT}-2`, `${DEFAULT}-2`]);
  });

  test('with a warning if that is not possible', async () => {
    const warning = expect.stringMatching(/cannot reserve .*\(EEXIST.* may replace the result files/);
    const broken = { ...job, tempDir: place.put('a-file') };
    expect(await reserve(broken)).toEqual({ name: DEFAULT, messages: [warning] });
  });
});

describe('a testset that an earlier step of the job left without a result', () => {
  const TIMED_OUT = unfinished('timed-out', { id: 251929 });
  const SCENARIO = unfinished('timed-out', { id: 251930, scenario: 101 });
  /** The report of that step, of the job of these tests. */
  const reportOfStep = (testset: Testset, changes: Facts = {}, run: Partial<RunInfo> = {}): Report =>
    reportOf(testset, {
      run: { ...job.run, ...run },
      request: { kind: 'automated', name: '', osType: 'ANDROID', projectId: 509 },
      app: { kind: 'sent', name: 'app.apk', bytes: APK.length },
      ...changes,
    });
  const OF_SCENARIOS = { request: { kind: 'scenario', name: '', osType: 'ANDROID', projectId: 509 } } as const;
  const APP: Values = {};
  const SCENARIOS: Values = { 'app-file': '', 'scenario-id': '101,102', 'os-type': 'android' };

  /** The warnings of a step after one that left a report. */
  async function warningsAfter(report: Report | string, inputs: Values): Promise<readonly string[]> {
    place.put('workspace/app.apk');
    const readAgain = () => read(workspace, { ...ENOUGH, ...inputs }, job);
    await readAgain();
    const text = typeof report === 'string' ? report : reportJson(createView(report));
    place.put('workspace/testset-results/report.json', text);
    return (await readAgain()).warnings;
  }

  test.each<[what: string, report: () => Report | string, inputs: Values, ids: readonly number[]]>([
    ['the same app', () => reportOfStep(TIMED_OUT), APP, [251929]],
    ['the same app, and did not wait', () => reportOfStep(unfinished('started', { id: 251929 })), APP, [251929]],
    ['one of its scenarios', () => reportOfStep(SCENARIO, OF_SCENARIOS), SCENARIOS, [251930]],
    ['all scenarios', () => reportOfStep(SCENARIO, OF_SCENARIOS), { ...SCENARIOS, 'scenario-id': 'all' }, [251930]],
    ['another scenario', () => reportOfStep({ ...SCENARIO, scenario: 99 }, OF_SCENARIOS), SCENARIOS, []],
    [
      'an app of the same name',
      () => reportOfStep(TIMED_OUT, { app: { kind: 'sent', name: 'app.apk', bytes: 4 } }),
      APP,
      [],
    ],
    ['another app', () => reportOfStep(TIMED_OUT, { app: { kind: 'sent', name: 'other.apk', bytes: 3 } }), APP, []],
    ['an app, before scenarios', () => reportOfStep(TIMED_OUT), SCENARIOS, []],
    ['another attempt', () => reportOfStep(TIMED_OUT, {}, { attempt: 9 }), APP, []],
    ['the same app, with results', () => reportOfStep(complete(devices(2, { 1: 'failed' }))), APP, []],
    ['a file that is cut off', () => reportJson(createView(reportOfStep(TIMED_OUT))).slice(0, -9), APP, []],
  ])('of %s', async (_what, report, inputs, ids) => {
    const warnings = ids.map((id) => expect.stringContaining(`left testset ${id} without a result`));
    expect(await warningsAfter(report(), inputs)).toEqual(warnings);
  });

  test('is not named if a later step has waited for it', async () => {
    await warningsAfter(reportOfStep(unfinished('started', { id: 7 })), APP);
    const attached = reportOfStep(complete(devices(2), { id: 7, origin: 'attached' }), {
      request: OF_SCENARIOS.request,
    });
    place.put('workspace/testset-results-2/report.json', reportJson(createView(attached)));
    expect((await read(workspace, { ...ENOUGH, ...APP }, job)).warnings).toEqual([]);
  });

  test('is not read through a link, which may lead to a pipe or a device', async () => {
    place.put('elsewhere.json', reportJson(createView(reportOfStep(TIMED_OUT))));
    place.put('workspace/app.apk');
    const readAgain = () => read(workspace, ENOUGH, job);
    await readAgain();
    place.makeFolder('workspace/testset-results');
    place.link('elsewhere.json', 'workspace/testset-results/report.json');
    expect((await readAgain()).warnings).toEqual([]);
  });
});

describe('what an earlier run left', () => {
  const OURS = reportJson(createView(allPassed()));
  const RESULTS = ['testset-5/result.xml', 'testset-5/result.json', 'testset-12/result.html'];

  function putEarlierRun(folder: string): void {
    for (const name of [...REPORT_FILES, ...RESULTS]) place.put(join(folder, name), name === 'report.json' ? OURS : '');
  }

  /** The files below a folder of the test, after a step that an input stops. */
  async function leftIn(folder = 'workspace/testset-results', context = job): Promise<readonly string[]> {
    const errors = await errorsOf(workspace, { ...ENOUGH, 'app-file': 'gone.apk' }, context);
    expect(errors.join()).toContain('`app-file` matches no file');
    return readdirSync(join(place.folder, folder), { recursive: true }).map(String).sort();
  }

  test('is removed though an input is wrong', async () => {
    putEarlierRun('workspace/testset-results');
    expect(await leftIn()).toEqual([]);
  });

  test('is removed if a kill came before report.json', async () => {
    for (const name of RESULTS) place.put(`workspace/testset-results/${name}`);
    expect(await leftIn()).toEqual([]);
  });

  test('is removed by its names: other files stay', async () => {
    putEarlierRun('workspace/testset-results');
    const ofTestset = ['testset-5/result.txt', 'testset-5/result.xml.bak', 'testset-05/result.xml'];
    const others = ['notes.txt', ...ofTestset, 'x/junit.xml'];
    for (const name of [...others, 'testset-6/result.xml/deep']) place.put(`workspace/testset-results/${name}`);
    place.makeFolder('workspace/testset-results/testset-7');
    const left = await leftIn();
    expect(left).toEqual(expect.arrayContaining([...others, 'testset-6/result.xml/deep', 'testset-7']));
    for (const name of ['junit.xml', 'testset-5/result.json']) expect(left).not.toContain(name);
  });

  test.each([
    ['no report.json', undefined],
    ['a report.json of another tool', '{"schema":3,"outcome":"passed","tests":[]}'],
    ['an empty report.json', ''],
  ])('does not include files beside %s', async (_, report) => {
    const names = REPORT_FILES.filter((name) => name !== 'report.json' || report !== undefined);
    for (const name of names) place.put(`workspace/testset-results/${name}`, name === 'report.json' ? report : '');
    expect(await leftIn()).toEqual([...names].sort());
  });

  test('is not looked for through links', async () => {
    putEarlierRun('elsewhere');
    place.put('elsewhere/result.xml');
    place.makeFolder('workspace/testset-results/testset-6');
    place.link('elsewhere', 'workspace/testset-results/testset-5');
    place.link('elsewhere/result.xml', 'workspace/testset-results/testset-6/result.xml');
    place.link('elsewhere/report.json', 'workspace/testset-results/report.json');
    place.put('workspace/testset-results/junit.xml');
    const before = readdirSync(workspace.folder, { recursive: true }).sort();
    expect(await leftIn('workspace')).toEqual(before);
    expect(readdirSync(join(place.folder, 'elsewhere'))).toContain('result.xml');
  });

  test('does not include what another step of the job left', async () => {
    await reserveResultsDir(createReader().reader, job);
    putEarlierRun('workspace/testset-results');
    putEarlierRun('workspace/testset-results-2');
    const before = readdirSync(join(workspace.folder, DEFAULT), { recursive: true }).sort();
    // The second step of the job.
    expect(await leftIn()).toEqual(before);
    expect(await leftIn('workspace/testset-results-2')).toEqual([]);
  });

  test('is not removed if the folder cannot be reserved', async () => {
    putEarlierRun('workspace/testset-results');
    const errors = await leftIn(undefined, { ...job, tempDir: place.put('a-file') });
    expect(errors).toContain('junit.xml');
  });
});

if (process.geteuid) {
  test('a folder for temporary files that this user cannot write to is a warning', async () => {
    for (const folder of [place.folder, job.tempDir]) chmodSync(folder, 0o555);
    const { reader, warnings } = createReader();
    const folder = await asOtherUser(() => reserveResultsDir(reader, job));
    chmodSync(place.folder, 0o777);
    expect([basename(folder), reader.errors]).toEqual([DEFAULT, []]);
    expect(warnings).toEqual([expect.stringMatching(/cannot reserve the folder for the results \(EACCES: /)]);
  });

  test('a workspace that does not exist is named', async () => {
    const { reader } = createReader();
    await reserveResultsDir(reader, { ...job, workspace: '/nonexistent/ws' });
    const message = 'The workspace does not exist: "/nonexistent/ws". Check GITHUB_WORKSPACE.';
    expect(reader.errors).toEqual([{ inputs: [DEFAULT], message }]);
  });

  test.each([
    ['folder', 'workspace/testset-results'],
    ['folder of a testset', 'workspace/testset-results/testset-5'],
  ])('a %s that this user cannot write to is an error before anything is sent', async (_, locked) => {
    place.put('workspace/testset-results/testset-5/result.xml');
    chmodSync(place.folder, 0o755);
    for (const folder of ['workspace', 'workspace/testset-results', 'temp'])
      chmodSync(join(place.folder, folder), 0o777);
    chmodSync(join(place.folder, locked), 0o555);
    const { reader } = createReader();
    await asOtherUser(() => reserveResultsDir(reader, job));
    const what = `^The folder for the results cannot be written to: "${DEFAULT}" \\(EACCES: .+\\)\\. `;
    const message = expect.stringMatching(`${what}Delete this folder or correct its owner.$`);
    expect(reader.errors).toEqual([{ inputs: [DEFAULT], message }]);
    chmodSync(join(place.folder, locked), 0o777);
  });
}
