import { expect, test } from '@jest/globals';

import type { GithubOptions } from '../../src/model/inputs.ts';
import { createInputReader } from '../../src/inputs/input-reader.ts';
import { readGithubOptions } from '../../src/inputs/read-inputs.ts';

function read(values: Readonly<Record<string, string>>): {
  wishes: GithubOptions | undefined;
  faults: readonly string[];
} {
  const form = createInputReader((name) => values[name] ?? '');
  const wishes = readGithubOptions(form);
  return { wishes, faults: form.errors.map(({ input }) => input) };
}

test('with a token everything is possible, and only comparing is wanted by itself', () => {
  const { wishes, faults } = read({ 'github-token': 'ghs_x' });
  expect(wishes).toMatchObject({ checkRun: false, prComment: false, compare: true });
  expect(wishes?.token.reveal()).toBe('ghs_x');
  expect(faults).toEqual([]);
});

test.each([
  [{}, []],
  [{ compare: 'true' }, []],
  [{ 'check-run': 'true' }, ['github-token']],
  [{ 'pr-comment': 'true' }, ['github-token']],
  [{ 'check-run': 'maybe', compare: 'perhaps' }, ['check-run', 'compare']],
])('without a token %j has the faults %j', (values, names) => {
  const { wishes, faults } = read(values);
  expect(wishes).toBeUndefined();
  expect(faults).toEqual(names);
});
