import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { NoOperationTraceWriter } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { readInterface } from '../scripts/readme/tables.ts';
import { readListInputs } from '../src/list-scenarios.ts';
import { createInputReader, type RawInputs } from '../src/inputs/input-reader.ts';
import { INPUTS, type InputName } from '../src/inputs/input-table.ts';
import { readInputs } from '../src/inputs/read-inputs.ts';
import { APP_TYPES } from '../src/model/inputs.ts';
import { keysOf } from '../src/model/words.ts';
import { NO_SCENARIOS } from '../src/list-scenarios.ts';
import { emptyOutputs, reportOutputs } from '../src/publish/outputs.ts';
import { ATTACH, ENOUGH, NOTHING_SET, runContext } from './inputs/support.ts';
import { KINDS } from './support/gallery/kinds.ts';
import { fields } from './support/workflow-files.ts';

const ROOT = resolve(import.meta.dirname, '..');
const NO_FILES = {
  ...runContext({ workspace: resolve('no-such-folder') }),
  ...NOTHING_SET,
};

/** Feather icons that the Marketplace accepts, as far as they are used, and all its colours. */
const ICONS = ['smartphone', 'list'];
const COLOURS = ['white', 'yellow', 'blue', 'green', 'orange', 'red', 'purple', 'gray-dark'];

/** Each action: its folder, the inputs that describe the run, a reader of the others, the outputs that it sets, and what is required. */
const ACTIONS = [
  {
    folder: '.',
    main: 'index.mjs',
    ofRun: ['matrix', 'job-id'],
    read: (raw: RawInputs): unknown => readInputs(raw, NO_FILES),
    outputs: Object.keys(emptyOutputs('not-started')),
    required: ['base-url', 'user-id', 'access-key'],
  },
  {
    folder: 'list-scenarios',
    main: 'index.mjs',
    ofRun: [],
    read: (raw: RawInputs): unknown => readListInputs(raw, NO_FILES),
    outputs: Object.keys(NO_SCENARIOS),
    required: ['base-url', 'user-id', 'access-key', 'project-id'],
  },
];

describe.each(ACTIONS)('$folder/action.yml', ({ folder, main, ofRun, read, outputs, required }) => {
  const file = join(ROOT, folder, 'action.yml');
  const text = readFileSync(file, 'utf8');
  const action = readInterface(text);

  test('declares the inputs that the code reads', async () => {
    const asked = new Set<string>(ofRun);
    for (const values of [ENOUGH, ATTACH]) {
      const given = new Map(Object.entries(values));
      const raw = (name: string): string => {
        asked.add(name);
        return given.get(name) ?? '';
      };
      await Promise.resolve(raw)
        .then(read)
        .catch(() => undefined);
    }
    expect(action.inputs.map(({ name }) => name).sort()).toEqual([...asked].sort());
  });

  test('declares the outputs that the code sets', () => {
    expect(action.outputs.map(({ name }) => name).sort()).toEqual([...outputs].sort());
  });

  test('requires what has no default', () => {
    const isRequired = action.inputs.filter((input) => input.required);
    expect(isRequired.map(({ name }) => name)).toEqual(required);
    expect(isRequired.filter(({ fallback }) => fallback !== undefined)).toEqual([]);
  });

  test('describes everything in whole sentences', () => {
    const incomplete = [...action.inputs, ...action.outputs].filter(({ description }) => !description.endsWith('.'));
    expect(incomplete.map(({ name }) => name)).toEqual([]);
  });

  test('can be listed in the Marketplace, which reads the file at the tag of a release', () => {
    const { name, description, branding } = fields(parse(text));
    expect(name).toMatch(/^[A-Z][\w ]{0,39}$/);
    expect(String(description).length).toBeLessThan(125);
    expect(ICONS).toContain(fields(branding)['icon']);
    expect(COLOURS).toContain(fields(branding)['color']);
  });

  test("is accepted by GitHub's parser", () => {
    const { context } = parseAction({ name: file, content: text }, new NoOperationTraceWriter());
    expect(context.errors.getErrors()).toEqual([]);
  });

  test('names its file to run', () => {
    expect(text).toContain(`runs:\n  using: node24\n  main: ${main}\n`);
  });
});

const { inputs, outputs } = readInterface(readFileSync(join(ROOT, 'action.yml'), 'utf8'));

/** The description of an input or an output of the action. */
function descriptionOf(name: string): string {
  return [...inputs, ...outputs].find((each) => each.name === name)?.description ?? '';
}

/** What an input says of a value that it does not take. */
function rejectionOf(name: InputName): string {
  const reader = createInputReader(() => '-', NOTHING_SET);
  reader.value(name);
  return reader.errors.map(({ message }) => message).join();
}

test('each type of app is described', () => {
  const troubleshooting = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8');
  const [row = ''] = /^\| 4050 .*$/m.exec(troubleshooting) ?? [];
  for (const type of keysOf(APP_TYPES))
    for (const text of [descriptionOf('app-file'), row]) expect(text).toMatch(new RegExp(`\\b${type}\\b`));
});

test('each range of an input is described', () => {
  const ranges = keysOf(INPUTS).flatMap((name) => {
    const [range] = /\bfrom \d+ to \d+/.exec(rejectionOf(name)) ?? [];
    return range === undefined ? [] : [[name, range] as const];
  });
  expect(ranges.map(([name]) => name)).toEqual(['time-limit', 'timeout', 'retry-failed', 'retention-days']);
  for (const [name, range] of ranges)
    expect([name, descriptionOf(name)]).toEqual([name, expect.stringContaining(range)]);
});

test('each field of failed-devices is described', () => {
  const entries = Object.values(KINDS).flatMap(
    (report) => JSON.parse(reportOutputs(report())['failed-devices'] ?? '') as readonly object[],
  );
  const names = new Set(entries.flatMap((entry) => Object.keys(entry)));
  expect([...names]).toEqual(expect.arrayContaining(['device', 'excused']));
  for (const name of names) expect(descriptionOf('failed-devices')).toMatch(new RegExp(`\\b${name}\\b`));
});

test('the table of the inputs has the names and the defaults of action.yml, in its order', () => {
  // The runner evaluates an expression.
  const declared = inputs.map(({ name, fallback }) => [name, fallback?.startsWith('${{') ? undefined : fallback]);
  expect(keysOf(INPUTS).map((name) => [name, INPUTS[name].default])).toEqual(declared);
});

test.each([
  ['github.com', { status: 'success', check_run_id: 49_584_123_456 }, '49584123456'],
  ['act, and a forge', { status: 'success' }, ''],
  ['a server that does not know it', { check_run_id: null }, ''],
])("on %s GitHub's evaluator fills job-id in with a number or nothing", (_where, job, value) => {
  const expression = /^\$\{\{(.*)\}\}$/.exec(inputs.find(({ name }) => name === 'job-id')?.fallback ?? '')?.[1] ?? '';
  const contexts = JSON.parse(JSON.stringify({ job }), data.reviver) as data.Dictionary;
  const tree = new Parser(new Lexer(expression).lex().tokens, ['job'], []).parse();
  expect(new Evaluator(tree, contexts, new Map()).evaluate().coerceString()).toBe(value);
});
