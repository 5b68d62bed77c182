import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { forExample, LEFT_OUT } from '../scripts/example/workflows.ts';
import { readWorkflows } from './support/document-workflows.ts';
import { REPOSITORY } from '../scripts/support/repository.ts';
import { fields, findProblems } from './support/workflow-files.ts';

const WORKFLOWS = [...(await readWorkflows())].filter(([name]) => !(name in LEFT_OUT));

test('what the example leaves out exists', async () => {
  expect([...(await readWorkflows()).keys()]).toEqual(expect.arrayContaining(Object.keys(LEFT_OUT)));
});

describe.each(WORKFLOWS)('the workflow "%s" of the example', (name, text) => {
  const workflow = forExample(text, 'acme/devices@v2', 5);

  test('is valid, and needs nothing that is set up', async () => {
    expect(await findProblems(`${name}.yml`, workflow)).toStrictEqual([]);
    expect(workflow).not.toMatch(/(?:vars|secrets)\.TESTSET/);
    expect(workflow).not.toContain(REPOSITORY);
    expect(workflow.split('uses: acme/devices').length).toBe(text.split(`uses: ${REPOSITORY}`).length);
  });

  test('starts the service in each job that talks to it, after the code is checked out', () => {
    const jobs = Object.values(fields(fields(parse(workflow))['jobs'])).map((job) =>
      JSON.stringify(fields(job)['steps'] ?? []),
    );
    const places = ['/checkout@', '/start-service"', 'env.TESTSET_URL'];
    const found = jobs.map((steps) => places.map((place) => steps.indexOf(place)));
    const talking = found.filter(([, , used = -1]) => used >= 0);
    expect(found.filter(([, started = -1]) => started >= 0)).toStrictEqual(talking);
    expect(talking).toStrictEqual(talking.map((each) => each.toSorted((one, other) => one - other)));
  });

  test('runs at night if it runs without a pull request or a value', () => {
    const on = fields(fields(parse(text))['on']);
    const alone = /^on: workflow_dispatch$/m.test(text) || 'schedule' in on || 'branches' in fields(on['push']);
    expect('schedule' in fields(fields(parse(workflow))['on'])).toBe(alone);
  });
});

test.each([
  ['no folder', () => []],
  ['a folder that is not empty', (folder: string) => [folder]],
  ['an action without a version', (folder: string) => [join(folder, 'new'), '--action', 'acme/devices']],
])('npm run example writes nothing for %s', async (_what, args) => {
  const folder = await mkdtemp(join(tmpdir(), 'example-'));
  await writeFile(join(folder, 'notes.txt'), '');
  const script = resolve(import.meta.dirname, '../scripts/example.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, ...args(folder)], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^(?:Name one folder|.* is not empty|--action must be ).*\n$/);
  expect(await readdir(folder)).toStrictEqual(['notes.txt']);
  await rm(folder, { recursive: true });
});
