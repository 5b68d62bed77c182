import { expect, test } from '@jest/globals';

import { readListInputs } from '../../src/list-scenarios.ts';
import { createRecordingLog } from '../support/runtime.ts';
import { inputErrors, NOTHING_SET, runContext, type Values } from './support.ts';

const ENOUGH: Values = {
  'base-url': 'https://tests.example.com',
  'user-id': 'me',
  'access-key': 'key',
  'project-id': '509',
};

const read = (values: Values, log = createRecordingLog()) => {
  const context = { ...runContext(), ...NOTHING_SET, log, inputNames: Object.keys(values) };
  return { inputs: readListInputs((name) => values[name] ?? '', context), lines: log.lines };
};

test('listing scenarios with only what it needs, and with everything', () => {
  expect(read(ENOUGH).inputs).toMatchObject({ projectId: 509, osType: undefined, query: undefined });
  const everything = { ...ENOUGH, 'os-type': 'ios', 'scenario-query': 'Log in' };
  expect(read(everything)).toMatchObject({ inputs: { osType: 'iOS', query: 'Log in' }, lines: [] });
});

test.each([
  ['os_type', 'os-type'],
  ['platform', 'os-type'],
  ['query', 'scenario-query'],
])('the input %s, which does not exist, is a warning', (name, meant) => {
  expect(read({ ...ENOUGH, [name]: 'iOS' }).lines).toEqual([
    `warning: There is no input "${name}". Perhaps \`${meant}\` is meant.`,
  ]);
});

test('the error names every input that is wrong', async () => {
  const wrong = { 'scenario-query': 'a\tb', 'os-type': 'x' };
  const error = await inputErrors(() => read(wrong));
  const names = ['base-url', 'user-id', 'access-key', 'project-id', 'os-type', 'scenario-query'];
  expect(error?.errors.flatMap(({ inputs }) => inputs)).toEqual(names);
  expect(error?.hint).toMatch(/ No scenarios were listed\.$/);
  const withoutProject = await inputErrors(() => read({ ...ENOUGH, 'project-id': '' }));
  expect(withoutProject?.message).toMatch(/^`project-id` is empty/);
});
