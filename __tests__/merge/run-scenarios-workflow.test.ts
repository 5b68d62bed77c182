import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { readInterface, type Entry } from '../../scripts/readme/tables.ts';
import { workflowsIn } from '../support/document-workflows.ts';
import { tableBelow } from '../support/read-markdown.ts';
import { fields, findProblems, type Fields } from '../support/workflow-files.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const TEXT = read('.github/workflows/run-scenarios.yml');
const DOCUMENT = read('docs/matrix.md');
/** The repository and commit of the workflow itself. */
const SELF = '$/';

/** A value as an expression would show it. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function jobsOf(content: string): ReadonlyMap<string, Fields> {
  return new Map(Object.entries(fields(fields(parse(content))['jobs'])).map(([name, job]) => [name, fields(job)]));
}

const call = fields(fields(fields(parse(TEXT))['on'])['workflow_call']);
const jobs = jobsOf(TEXT);

interface Step {
  readonly id: string;
  readonly uses: string;
  readonly inputs: Fields;
  readonly whole: Fields;
}

function stepsOf({ steps }: Fields = {}): readonly Step[] {
  return (Array.isArray(steps) ? steps.map(fields) : []).map((whole) => ({
    id: text(whole['id']),
    uses: text(whole['uses']),
    inputs: fields(whole['with']),
    whole,
  }));
}

/** The steps with an action of this repository, and what it declares. */
function ourSteps(content: string): readonly (Step & { readonly action: ReturnType<typeof readInterface> })[] {
  return [...jobsOf(content).values()].flatMap(stepsOf).flatMap((step) => {
    const [, path] = /^(?:\$\/|OWNER\/run-testset\/?)([\w-]*)(?:@v1)?$/.exec(step.uses) ?? [];
    return path === undefined ? [] : [{ ...step, action: readInterface(read(join(path, 'action.yml'))) }];
  });
}

const ours = ourSteps(TEXT);

function stepOf(job: string, uses: string): Step {
  const step = stepsOf(jobs.get(job)).find((each) => each.uses === uses || each.uses.startsWith(`${uses}@`));
  if (!step) throw new Error(`${job} does not use ${uses}.`);
  return step;
}

/** The names after `context.` in expressions. */
function mentioned(context: string): readonly string[] {
  const expressions = (TEXT.match(/\$\{\{.*?\}\}/g) ?? []).join(' ');
  const names = expressions.matchAll(new RegExp(`(?<![\\w.-])${context}\\.([\\w-]+)`, 'g'));
  return [...new Set([...names].map(([, name = '']) => name))].sort();
}

/** Expects that only inputs or secrets are given that are declared, and all required ones. */
function expectFits(given: unknown, declared: readonly Pick<Entry, 'name' | 'required'>[]): void {
  const names = Object.keys(fields(given));
  expect(declared.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  expect(names).toEqual(expect.arrayContaining(declared.filter(({ required }) => required).map(({ name }) => name)));
}

const WORKFLOWS = workflowsIn(DOCUMENT);
const [[, CALLING] = ['', ''], [, OF_YOUR_OWN] = ['', '']] = WORKFLOWS;

test.each([
  ['run-scenarios.yml', TEXT],
  ['the second workflow of docs/matrix.md', OF_YOUR_OWN],
])('%s uses our three actions, with inputs that exist and all required ones', (_name, content) => {
  const used = ourSteps(content);
  expect(new Set(used.map(({ uses }) => uses)).size).toBe(3);
  for (const { inputs, action } of used) expectFits(inputs, action.inputs);
});

describe('the actions that the workflow uses', () => {
  test('know every output that is asked of them', () => {
    const asked = [...TEXT.matchAll(/steps\.(\w+)\.outputs\.([\w-]+)/g)].flatMap(([, id = '', output = '']) => {
      const step = ours.find((each) => each.id === id);
      return step ? [[step.action.outputs.map(({ name }) => name), output] as const] : [];
    });
    expect(asked.length).toBeGreaterThan(8);
    for (const [outputs, output] of asked) expect(outputs).toContain(output);
  });

  test('run nothing from the workspace, which belongs to the caller, and no shell', () => {
    const steps = [...jobs.values()].flatMap(stepsOf);
    expect(steps.filter(({ uses, whole }) => /^(?:\.|actions\/checkout)/.test(uses) || 'run' in whole)).toEqual([]);
  });
});

describe('what the workflow requires', () => {
  const inputs = fields(call['inputs']);
  const secrets = fields(call['secrets']);

  test('is used, and nothing else is', () => {
    expect(mentioned('inputs')).toEqual(Object.keys(inputs).sort());
    expect(mentioned('secrets')).toEqual(Object.keys(secrets).sort());
  });

  test('is described, and what is not required has a value', () => {
    for (const each of [...Object.values(inputs), ...Object.values(secrets)].map(fields)) {
      expect(each['description']).toMatch(/\.$/);
    }
    const optional = Object.values(inputs)
      .map(fields)
      .filter(({ required }) => required !== true);
    expect(optional.filter((each) => each['default'] === undefined)).toEqual([]);
  });

  test('has the defaults of the actions', () => {
    const declared = ours.flatMap(({ action }) => action.inputs);
    const defaults = new Map(declared.map(({ name, fallback }) => [name, fallback ?? '']));
    const same = Object.entries(inputs).filter(([name]) => defaults.has(name) && name !== 'results-dir');
    expect(same.length).toBeGreaterThan(10);
    expect(same.map(([name, input]) => [name, text(fields(input)['default'])])).toEqual(
      same.map(([name]) => [name, defaults.get(name)]),
    );
  });

  test('reaches the input that is called so', () => {
    const given = ours.flatMap(({ inputs: own }) => Object.entries(own));
    const passedOn = given.filter(([, value]) => /^\$\{\{ (inputs|secrets)\./.test(text(value)));
    expect(passedOn.length).toBeGreaterThan(20);
    for (const [name, value] of passedOn) expect(value).toMatch(new RegExp(`^\\$\\{\\{ \\w+\\.${name} }}$`));
  });
});

describe('the jobs', () => {
  test('a matrix of chunks, of which one that fails does not stop the others', () => {
    expect(jobs.get('run')).toMatchObject({
      needs: 'list',
      if: "${{ needs.list.outputs.scenario-count != '0' }}",
      strategy: { 'fail-fast': false, matrix: { scenarios: '${{ fromJSON(needs.list.outputs.chunks) }}' } },
    });
    expect(stepOf('run', SELF).inputs['scenario-id']).toBe('${{ matrix.scenarios }}');
  });

  test('the job that merges always runs, also after a cancel', () => {
    expect(jobs.get('merge')).toMatchObject({ needs: ['list', 'run'], if: '${{ always() }}' });
    expect(stepOf('merge', `${SELF}merge-reports`).inputs).toMatchObject({
      chunks: "${{ needs.list.outputs.chunks || '[]' }}",
      'jobs-result': '${{ needs.run.result }}',
    });
  });

  test('it finds the artifact of every job and attempt, and not its own', () => {
    const { pattern, path } = stepOf('merge', 'actions/download-artifact').inputs;
    const part = String(stepOf('run', 'actions/upload-artifact').inputs['name']);
    const merged = String(stepOf('merge', 'actions/upload-artifact').inputs['name']);
    const begin = String(pattern).slice(0, -1);
    expect(pattern).toBe(`${begin}*`);
    expect(begin).not.toMatch(/[*?[{]$/);
    expect(part).toBe(`${begin}\${{ strategy.job-index }}-\${{ github.run_attempt }}`);
    expect(merged.startsWith(begin)).toBe(false);
    expect(path).toBe(stepOf('merge', `${SELF}merge-reports`).inputs['reports-dir']);
  });

  test('a report is published however its step ended', () => {
    expect(stepOf('run', 'actions/upload-artifact').whole).toMatchObject({
      if: "${{ !cancelled() && steps.run.outputs.results-dir != '' }}",
      with: { path: '${{ steps.run.outputs.results-dir }}' },
    });
    expect(stepOf('merge', 'actions/upload-artifact').whole).toMatchObject({
      if: "${{ always() && steps.merge.outputs.results-dir != '' }}",
      with: { path: '${{ steps.merge.outputs.results-dir }}' },
    });
  });

  test('an unknown outcome is inconclusive', () => {
    const value = "${{ jobs.merge.outputs.outcome || 'inconclusive' }}";
    expect(call['outputs']).toMatchObject({ outcome: { value } });
    const outputs = Object.keys(fields(jobs.get('merge')?.['outputs'])).sort();
    expect(Object.keys(fields(call['outputs'])).sort()).toEqual(outputs);
  });
});

describe('docs/matrix.md', () => {
  test.each(WORKFLOWS)("%s: is valid for GitHub's own parser and for actionlint", async (name, content) => {
    expect(await findProblems(`${name}.yml`, content)).toEqual([]);
  });

  test('calls the workflow with inputs, secrets and outputs that it has', () => {
    const calling = [...jobsOf(CALLING).values()].find(({ uses }) => text(uses).endsWith('/run-scenarios.yml@v1'));
    const declared = (part: string) =>
      Object.entries(fields(call[part])).map(([name, entry]) => ({
        name,
        required: fields(entry)['required'] === true,
      }));
    expectFits(calling?.['with'], declared('inputs'));
    expectFits(calling?.['secrets'], declared('secrets'));
    const asked = [...CALLING.matchAll(/needs\.scenarios\.outputs\.([\w-]+)/g)].map(([, output]) => output);
    expect(asked.length).toBeGreaterThan(0);
    expect(Object.keys(fields(call['outputs']))).toEqual(expect.arrayContaining(asked));
  });

  test('has all inputs of the workflow in a table, with their defaults, and all outputs of list-scenarios', () => {
    const expected = Object.entries(fields(call['inputs'])).map(([name, input]) => {
      const { default: value, required } = fields(input);
      return [`\`${name}\``, required === true ? 'required' : value === '' ? '' : `\`${String(value)}\``];
    });
    expect(tableBelow(DOCUMENT, '## The reusable workflow').map((cells) => cells.slice(0, 2))).toEqual(expected);
    const { outputs } = readInterface(read('list-scenarios/action.yml'));
    const listed = tableBelow(DOCUMENT, '## A matrix of your own').map(([name]) => name);
    expect(listed).toEqual(outputs.map(({ name }) => `\`${name}\``));
  });
});
