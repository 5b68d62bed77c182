import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { readInterface, type Entry } from '../../scripts/readme/tables.ts';
import { fields, type Fields } from '../support/workflow-files.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const TEXT = readFileSync(join(ROOT, '.github/workflows/run-scenarios.yml'), 'utf8');
/** The repository and commit of the workflow itself. */
const SELF = '$/';

/** A value as an expression would show it. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const workflow = fields(parse(TEXT));
const call = fields(fields(workflow['on'])['workflow_call']);
const jobs = new Map(Object.entries(fields(workflow['jobs'])).map(([name, job]) => [name, fields(job)]));

interface Step {
  readonly job: string;
  readonly id: string;
  readonly uses: string;
  readonly inputs: Fields;
  readonly whole: Fields;
}

function stepsOf(job: string): readonly Step[] {
  const { steps } = jobs.get(job) ?? {};
  return (Array.isArray(steps) ? steps.map(fields) : []).map((whole) => ({
    job,
    id: text(whole['id']),
    uses: text(whole['uses']),
    inputs: fields(whole['with']),
    whole,
  }));
}

const steps = [...jobs.keys()].flatMap(stepsOf);
const ours = steps.filter(({ uses }) => uses.startsWith(SELF));

function interfaceOf({ uses }: Step): ReturnType<typeof readInterface> {
  return readInterface(readFileSync(join(ROOT, uses.slice(SELF.length), 'action.yml'), 'utf8'));
}

function stepOf(job: string, uses: string): Step {
  const step = stepsOf(job).find((each) => each.uses === uses || each.uses.startsWith(`${uses}@`));
  if (!step) throw new Error(`${job} does not use ${uses}.`);
  return step;
}

const named = (entries: readonly Entry[]): readonly string[] => entries.map(({ name }) => name);

/** The names after `context.` in expressions. */
function mentioned(context: string): readonly string[] {
  const expressions = (TEXT.match(/\$\{\{.*?\}\}/g) ?? []).join(' ');
  const names = [...expressions.matchAll(new RegExp(`(?<![\\w.-])${context}\\.([\\w-]+)`, 'g'))].map(
    ([, name = '']) => name,
  );
  return [...new Set(names)].sort();
}

describe('the actions that the workflow uses', () => {
  test('are the three of this repository', () => {
    expect(ours.map(({ uses }) => uses)).toEqual([`${SELF}list-scenarios`, SELF, `${SELF}merge-reports`]);
  });

  test.each(ours.map((step) => [step.uses, step] as const))(
    '%s knows every input that it is given, and has all it needs',
    (_uses, step) => {
      const { inputs } = interfaceOf(step);
      expect(named(inputs)).toEqual(expect.arrayContaining(Object.keys(step.inputs)));
      const required = named(inputs.filter((input) => input.required));
      expect(Object.keys(step.inputs)).toEqual(expect.arrayContaining([...required]));
    },
  );

  test('know every output that is asked of them', () => {
    const asked = [...TEXT.matchAll(/steps\.(\w+)\.outputs\.([\w-]+)/g)].flatMap(([, id = '', output = '']) => {
      const step = ours.find((each) => each.id === id);
      return step ? [[step, output] as const] : [];
    });
    expect(asked.length).toBeGreaterThan(8);
    for (const [step, output] of asked) expect(named(interfaceOf(step).outputs)).toContain(output);
  });

  test('nothing runs from the workspace, which belongs to the caller', () => {
    expect(steps.filter(({ uses }) => uses.startsWith('.') || uses.startsWith('actions/checkout'))).toEqual([]);
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
    expect(optional.filter(({ default: value }) => value === undefined)).toEqual([]);
  });

  test('has the defaults of the actions', () => {
    const defaults = new Map(
      ours.flatMap((step) => interfaceOf(step).inputs).map(({ name, fallback }) => [name, fallback ?? '']),
    );
    const same = Object.entries(inputs).filter(([name]) => defaults.has(name) && name !== 'results-dir');
    expect(same.length).toBeGreaterThan(10);
    expect(same.map(([name, input]) => [name, text(fields(input)['default'])])).toEqual(
      same.map(([name]) => [name, defaults.get(name)]),
    );
  });

  test('reaches the input that is called so', () => {
    const given = ours.flatMap((step) =>
      Object.entries(step.inputs).map(([name, value]) => [name, text(value)] as const),
    );
    const passedOn = given.filter(([, value]) => /^\$\{\{ (inputs|secrets)\./.test(value));
    expect(passedOn.length).toBeGreaterThan(20);
    expect(
      passedOn.filter(([name, value]) => !/^\$\{\{ \w+\.([\w-]+) \}\}$/.test(value) || !value.endsWith(`.${name} }}`)),
    ).toEqual([]);
  });

  test('reaches no shell', () => {
    expect(steps.filter(({ whole }) => 'run' in whole)).toEqual([]);
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
    expect(part.slice(begin.length)).toBe('${{ strategy.job-index }}-${{ github.run_attempt }}');
    expect(part.startsWith(begin)).toBe(true);
    expect(merged.startsWith(begin)).toBe(false);
    expect(path).toBe(stepOf('merge', `${SELF}merge-reports`).inputs['reports-dir']);
  });

  test('a report is published however its step ended', () => {
    for (const [job, condition] of [
      ['run', '!cancelled()'],
      ['merge', 'always()'],
    ] as const) {
      const { whole, inputs } = stepOf(job, 'actions/upload-artifact');
      expect(whole['if']).toBe(`\${{ ${condition} && steps.${job}.outputs.results-dir != '' }}`);
      expect(inputs['path']).toBe(`\${{ steps.${job}.outputs.results-dir }}`);
    }
  });

  test('an unknown outcome is inconclusive', () => {
    expect(fields(fields(call['outputs'])['outcome'])['value']).toBe(
      "${{ jobs.merge.outputs.outcome || 'inconclusive' }}",
    );
    const outputs = Object.keys(fields(jobs.get('merge')?.['outputs'])).sort();
    expect(Object.keys(fields(call['outputs'])).sort()).toEqual(outputs);
  });
});
