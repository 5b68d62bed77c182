import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from '@jest/globals';

import { readInputs } from '../src/inputs/read-inputs.ts';
import { ATTACH, ENOUGH, runContext } from './inputs/support.ts';

const ACTION = readFileSync(new URL('../action.yml', import.meta.url), 'utf8');

/** The entries below `inputs:` or `outputs:`, each with its own lines. */
function entriesOf(section: string): Map<string, string> {
  const body = ACTION.split(new RegExp(`^${section}:\n`, 'm'))[1]?.split(/^(?=\S)/m)[0] ?? '';
  const entries = body.split(/^ {2}(?=\S)/m).slice(1);
  return new Map(entries.map((entry) => [entry.split(':', 1).join(), entry]));
}

const inputs = entriesOf('inputs');
const outputs = entriesOf('outputs');

test('the code reads every input that is declared, and no other', async () => {
  const read = new Set<string>();
  const workspace = resolve('no-such-folder');
  const setting = { workspace, context: runContext(), findFiles: () => Promise.resolve([]) };
  for (const values of [ENOUGH, ATTACH]) {
    const given = new Map(Object.entries(values));
    const raw = (name: string): string => {
      read.add(name);
      return given.get(name) ?? '';
    };
    await readInputs(raw, setting).catch(() => undefined);
  }
  expect([...inputs.keys()].sort()).toEqual([...read].sort());
});

test('everything is described, in one or two sentences', () => {
  const entries = [...inputs, ...outputs];
  expect(entries.length).toBeGreaterThan(30);
  const described = entries.filter(([, entry]) => /^ {4}description: (>-\n {6})?\S.*\.$/ms.test(entry));
  expect(described.map(([name]) => name)).toEqual(entries.map(([name]) => name));
});

test('what is required has no default', () => {
  const required = [...inputs].filter(([, entry]) => entry.includes('required: true'));
  expect(required.map(([name]) => name)).toEqual(['base-url', 'user-id', 'access-key']);
  expect(required.filter(([, entry]) => entry.includes('default:'))).toEqual([]);
});

test('it has a face, and runs the committed bundle', () => {
  expect(ACTION).toMatch(/^branding:\n {2}icon: \w+\n {2}color: \w+$/m);
  expect(ACTION).toMatch(/^runs:\n {2}using: node24\n {2}main: dist\/index\.js$/m);
});
