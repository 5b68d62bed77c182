import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';

import { beforeEach, describe, expect, test } from '@jest/globals';

import { createInputReader, type InputReader } from '../../src/inputs/input-reader.ts';
import { readInputs } from '../../src/inputs/read-inputs.ts';
import { openResultsDir } from '../../src/inputs/results-dir.ts';
import { REPORT_FILES } from '../../src/model/report.ts';
import type { RunContext } from '../../src/model/run-context.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { allPassed } from '../support/reports.ts';
import {
  asOtherUser,
  inputErrors,
  NOTHING_SET,
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
  place.makeFolder('workspace/inside');
  place.makeFolder('elsewhere');
  job = runContext({ tempDir: place.makeFolder('temp'), workspace: workspace.folder });
});

function readerOf(given: string, matrix = ''): InputReader {
  const inputs = new Map([
    ['results-dir', given],
    ['matrix', matrix],
  ]);
  return createInputReader((name) => inputs.get(name) ?? '', NOTHING_SET.redact);
}

async function readWith(given: string, folder = workspace.folder): Promise<{ path?: string; errors: string[] }> {
  const reader = readerOf(given);
  const path = await openResultsDir(reader, { ...job, workspace: folder });
  return { path, errors: reader.errors.map(({ input, message }) => `${input}: ${message}`) };
}

describe('a folder that stays below the workspace', () => {
  test.each([
    ['', 'testset-results'],
    ['a/../b/c', 'b/c'],
    ['..results', '..results'],
    ['inside', 'inside'],
    ['to-inside/deep', 'to-inside/deep'],
  ])('%j', async (given, way) => {
    place.link('workspace/inside', 'workspace/to-inside');
    expect(await readWith(given)).toEqual({ path: join(workspace.folder, way), errors: [] });
  });

  test('but the default may be a file, which must go', async () => {
    place.put('workspace/testset-results');
    const errors = [
      expect.stringMatching(/is a file, or below one: "testset-results"\. Remove it, or set `results-dir`\.$/),
    ];
    expect(await readWith('')).toEqual({ path: undefined, errors });
  });

  test('though the workspace is a link itself', async () => {
    place.link('workspace', 'to-workspace');
    const folder = join(place.folder, 'to-workspace');
    expect(await readWith('inside/deep', folder)).toEqual({ path: join(folder, 'inside', 'deep'), errors: [] });
  });
});

test.each([
  ['.', 'is not below the workspace'],
  ['../elsewhere', 'is not below the workspace'],
  ['inside/../..', 'is not below the workspace'],
  ['.git', 'belongs to git'],
  ['.GIT/results', 'belongs to git'],
  ['a-file', 'is a file, or below one'],
  ['a-file/deep', 'is a file, or below one'],
  ['a\0b', 'contains control characters'],
  ['$RUNNER_TEMP/results', 'begins with a sign that only a shell replaces'],
  ['"results"', 'begins with a sign that only a shell replaces'],
  ['out', 'leads out of the workspace'],
  ['out/deep/er', 'leads out of the workspace'],
  ['inside/far/results', 'leads out of the workspace'],
  ['broken/deep', 'or to nothing, through a link'],
  ['circle', 'or to nothing, through a link'],
  ['up', 'leads out of the workspace'],
  ...(sep === '/' ? [['out\\results', 'contains \\, but / separates folders on this runner'] as const] : []),
])('%j is an error', async (given, reason) => {
  writeFileSync(join(workspace.folder, 'a-file'), '');
  place.link('elsewhere', 'workspace/out');
  place.link('elsewhere', 'workspace/inside/far');
  place.link('nowhere', 'workspace/broken');
  place.link('workspace/back', 'workspace/circle');
  place.link('workspace/circle', 'workspace/back');
  place.link('.', 'workspace/up');
  const { errors } = await readWith(given);
  const quoted = `"${given.replace('\0', '\ufffd')}". Use a folder below the workspace`;
  expect(errors).toEqual([expect.stringContaining(`: ${quoted}`)]);
  expect(errors[0]).toMatch(/^results-dir: `results-dir` /);
  expect(errors[0]).toContain(reason);
});

/** What is wrong with the inputs of a step of a job whose build made no app. */
async function errorsIn(context: RunContext, values: Values): Promise<string[]> {
  const inputs: Values = { ...ENOUGH, 'app-file': 'gone.apk', ...values };
  const raw = (name: string): string => inputs[name] ?? '';
  const errors = await inputErrors(() => readInputs(raw, { ...context, ...NOTHING_SET }));
  return errors?.errors.map(({ message }) => message) ?? [];
}

describe('a folder is reserved', () => {
  const DEFAULT = 'testset-results';

  /** Reads and reserves the folder of one step. */
  async function reserve(given = '', context = job, matrix = 'null') {
    const reader = readerOf(given, matrix);
    const reserved = await openResultsDir(reader, context);
    expect(reader.errors.map(({ input }) => input)).toEqual(reserved === undefined ? ['results-dir'] : []);
    const messages = [...reader.errors.map(({ message }) => message), ...reader.warnings];
    return { ...(reserved !== undefined && { name: basename(reserved) }), messages };
  }

  async function folderOf(given = '', context = job, matrix?: string): Promise<string | undefined> {
    return (await reserve(given, context, matrix)).name;
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
    expect(await folderOf('', { ...job, run: attempt })).toBe(DEFAULT);
    expect(await folderOf('', { ...job, run: { ...job.run, job: 'other' } })).toBe(DEFAULT);
  });

  test('unless it could not be used', async () => {
    place.put('workspace/testset-results-2');
    expect([await folderOf(), await folderOf()]).toEqual([DEFAULT, `${DEFAULT}-3`]);
  });

  test('and is not given to another step that names it', async () => {
    await folderOf();
    expect(await folderOf(DEFAULT)).toBeUndefined();
    expect(await folderOf('out/../out/a')).toBe('a');
    const TAKEN = '`results-dir` already belongs to another step of this job';
    const HINT = ': "./out/a". Set a different folder for each step, or remove `results-dir`.';
    expect(await reserve('./out/a')).toEqual({ messages: [`${TAKEN}${HINT}`] });
  });

  test('for a part of a matrix: another part gets it on a runner that keeps its temporary files', async () => {
    const [A, B] = [1, 2].map((level) => `{\n  "api-level": ${level}\n}`);
    const names: (string | undefined)[] = [];
    for (const matrix of [A, B, A, B]) names.push(await folderOf('out', job, matrix));
    expect(names).toEqual(['out', 'out', undefined, undefined]);
  });

  test('not by a step whose inputs are wrong', async () => {
    for (const given of ['a', '', ''])
      expect(await errorsIn(job, { timeout: '0', 'results-dir': given })).toHaveLength(2);
    expect([await folderOf('a'), await folderOf()]).toEqual(['a', DEFAULT]);
  });

  test('with a warning if that is not possible', async () => {
    const tempDir = join(job.tempDir, 'a-file');
    writeFileSync(tempDir, '');
    const broken = { ...job, tempDir };
    const warning = expect.stringMatching(/cannot reserve .*\(EEXIST.* may replace the result files/);
    expect(await reserve('', broken)).toEqual({ name: DEFAULT, messages: [warning] });
  });
});

describe('what an earlier run left', () => {
  const OURS = reportJson(allPassed());
  const RESULTS = ['testset-5/result.xml', 'testset-5/result.json', 'testset-12/result.html'];

  function putEarlierRun(folder: string): void {
    for (const name of [...REPORT_FILES, ...RESULTS]) place.put(join(folder, name), name === 'report.json' ? OURS : '');
  }

  /** The files below a folder of the test, after a step that an input stops. */
  async function leftIn(folder: string, given: string, context = job): Promise<readonly string[]> {
    expect((await errorsIn(context, { 'results-dir': given })).join()).toContain('`app-file` matches no file');
    return readdirSync(join(place.folder, folder), { recursive: true }).map(String).sort();
  }

  test.each(['', 'out/put'])('is removed though an input is wrong: %j', async (given) => {
    const folder = join('workspace', given || 'testset-results');
    putEarlierRun(folder);
    expect(await leftIn(folder, given)).toEqual([]);
  });

  test('is removed if a kill came before report.json', async () => {
    for (const name of RESULTS) place.put(`workspace/out/${name}`);
    expect(await leftIn('workspace/out', 'out')).toEqual([]);
  });

  test('is removed by its names: other files stay', async () => {
    putEarlierRun('workspace/out');
    const others = [
      'notes.txt',
      'testset-5/result.txt',
      'testset-5/result.xml.bak',
      'testset-05/result.xml',
      'x/junit.xml',
    ];
    for (const name of [...others, 'testset-6/result.xml/deep']) place.put(`workspace/out/${name}`);
    place.makeFolder('workspace/out/testset-7');
    const left = await leftIn('workspace/out', 'out');
    expect(left).toEqual(expect.arrayContaining([...others, 'testset-6/result.xml/deep', 'testset-7']));
    expect(left).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:junit\.xml|testset-5\/result\.json)$/)]),
    );
  });

  test.each([
    ['no report.json', undefined],
    ['a report.json of another tool', '{"schema":3,"outcome":"passed","tests":[]}'],
    ['an empty report.json', ''],
  ])('does not include files beside %s', async (_, report) => {
    const names = REPORT_FILES.filter((name) => name !== 'report.json' || report !== undefined);
    for (const name of names) place.put(`workspace/out/${name}`, name === 'report.json' ? report : '');
    expect(await leftIn('workspace/out', 'out')).toEqual([...names].sort());
  });

  test('is not looked for through links', async () => {
    putEarlierRun('elsewhere');
    place.put('elsewhere/result.xml');
    place.link('elsewhere', 'workspace/inside/testset-5');
    place.makeFolder('workspace/inside/testset-6');
    place.link('elsewhere/result.xml', 'workspace/inside/testset-6/result.xml');
    place.link('elsewhere/report.json', 'workspace/inside/report.json');
    place.put('workspace/inside/junit.xml');
    const before = readdirSync(place.folder, { recursive: true }).sort();
    expect(await leftIn('', 'inside')).toEqual(before);
  });

  test('is not looked for where `results-dir` is not allowed', async () => {
    for (const folder of ['workspace', 'elsewhere']) putEarlierRun(folder);
    place.link('elsewhere', 'workspace/out');
    const before = readdirSync(place.folder, { recursive: true }).sort();
    for (const given of ['.', 'out', '../elsewhere', '/']) expect(await leftIn('', given)).toEqual(before);
  });

  test('does not include what another step of the job left, also behind a link', async () => {
    expect(await openResultsDir(readerOf(''), job)).toBeDefined();
    putEarlierRun('workspace/testset-results');
    putEarlierRun('workspace/testset-results-2');
    place.link('workspace/testset-results', 'workspace/link');
    const before = readdirSync(join(workspace.folder, 'testset-results'), { recursive: true }).sort();
    for (const given of ['testset-results', 'link'])
      expect(await leftIn('workspace/testset-results', given)).toEqual(before);
    expect(await leftIn('workspace/testset-results', '')).toEqual(before);
    expect(await leftIn('workspace/testset-results-2', '')).toEqual([]);
  });

  test('is not removed if the folder cannot be reserved', async () => {
    putEarlierRun('workspace/out');
    const errors = await leftIn('workspace/out', 'out', { ...job, tempDir: place.put('a-file') });
    expect(errors).toContain('junit.xml');
  });
});

if (process.geteuid) {
  test.each([
    ['folder', 'out', 'out'],
    ['folder of a testset', 'out', 'out/testset-5'],
    ['folder above it', 'out/put', 'out'],
  ])('a %s that this user cannot write to is an error before anything is sent', async (_, given, locked) => {
    place.put('workspace/out/testset-5/result.xml');
    chmodSync(place.folder, 0o755);
    for (const folder of ['workspace', 'workspace/out', 'temp']) chmodSync(join(place.folder, folder), 0o777);
    chmodSync(join(workspace.folder, locked), 0o555);
    const { errors } = await asOtherUser(() => readWith(given));
    const advice = 'Delete this folder or correct its owner, or use another folder.';
    expect(errors).toEqual([
      expect.stringMatching(
        `^results-dir: \`results-dir\` cannot be written to: "${given}" \\(EACCES: .+\\)\\. ${advice}$`,
      ),
    ]);
    chmodSync(join(workspace.folder, locked), 0o777);
  });
}
