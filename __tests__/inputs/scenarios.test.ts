import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { AppTarget, AttachTarget, ScenarioTarget } from '../../src/model/inputs.ts';
import { createInputReader, type InputReader } from '../../src/inputs/input-reader.ts';
import { readTarget } from '../../src/inputs/target.ts';
import { scenarioTestsetName } from '../../src/model/testset-name.ts';
import { runContext, type Values } from './support.ts';

/** Inputs that are enough for scenario tests. */
const SCENARIO: Values = { 'project-id': '509', 'os-type': 'android', 'scenario-id': '101' };

type Target = AppTarget | ScenarioTarget | AttachTarget | undefined;

async function target(values: Values): Promise<{ target: Target; form: InputReader }> {
  const form = createInputReader((name) => values[name] ?? '');
  const setting = { workspace: '/unused', context: runContext(), findFiles: () => Promise.resolve([]) };
  return { target: await readTarget(form, setting), form };
}

async function faultsOf(values: Values): Promise<string[]> {
  const { form } = await target(values);
  return form.errors.map(({ input, given, allowed }) => `${input} is ${given}, but must ${allowed}.`);
}

describe('scenario tests', () => {
  test('with nothing but what they need', async () => {
    expect(await target(SCENARIO)).toMatchObject({
      target: {
        kind: 'scenarios',
        projectId: 509,
        osType: 'ANDROID',
        sourceType: 'file',
        which: { kind: 'ids', ids: [101] },
        testsetName: 'Mend the login #7',
      },
      form: { faults: [], warnings: [] },
    });
  });

  test('with everything', async () => {
    const { target: read, form } = await target({
      ...SCENARIO,
      'os-type': 'IOS',
      'source-type': 'APP_ID',
      'testset-name': '결제',
      'time-limit': '5',
      callback: 'https://hooks.example.com/x',
      'login-id': 'tester',
      'login-pw': 's3cret',
    });
    expect(read).toMatchObject({
      osType: 'iOS',
      sourceType: 'app_id',
      testsetName: '결제',
      timeLimitMinutes: 5,
      callback: { origin: 'https://hooks.example.com' },
      loginId: 'tester',
    });
    expect(JSON.stringify(read)).not.toContain('s3cret');
    expect(form.errors).toEqual([]);
  });

  test.each<[string, Values, ScenarioTarget['which']]>([
    ['several, each once, as they were written', { 'scenario-id': '3, 1\r\n2\n 3 ,' }, { kind: 'ids', ids: [3, 1, 2] }],
    ['all of them', { 'scenario-id': ' All\r\n' }, { kind: 'all' }],
    [
      'by a part of their names',
      { 'scenario-id': '', 'scenario-query': ' 로그인 & "x" ' },
      { kind: 'query', query: '로그인 & "x"' },
    ],
  ])('%s', async (_, values, which) => {
    const { target: read } = await target({ ...SCENARIO, ...values });
    expect(read?.kind === 'scenarios' && read.which).toEqual(which);
  });

  test('have no use for the video optimizer', async () => {
    const { form } = await target({ ...SCENARIO, 'use-vo': 'true' });
    expect(form.warnings).toEqual(['use-vo is not used, because scenario-id asks for scenario tests.']);
  });
});

describe('what is wrong with scenario tests', () => {
  test.each<[input: string, given: string, sentence: string]>([
    ['scenario-id', 'all, 5', '"all, 5", but must be 1 to 256 scenario numbers'],
    ['scenario-id', '0', 'with commas, spaces or new lines between them, or all.'],
    ['scenario-id', ',', '","'],
    ['scenario-id', Array.from({ length: 257 }, (_, at) => at + 1).join(), 'be 1 to 256 scenario numbers'],
    ['source-type', 'apk', '"apk", but must be file or app_id.'],
    ['os-type', '', 'empty, but must be ANDROID or iOS, because scenarios belong to one of them.'],
    ['os-type', 'symbian', '"symbian", but must be ANDROID or iOS.'],
    ['project-id', '', 'empty, but must be the number of your project, in digits.'],
  ])('%s: %j', async (input, given, sentence) => {
    const faults = await faultsOf({ ...SCENARIO, [input]: given });
    expect(faults).toEqual([expect.stringContaining(sentence)]);
    expect(faults.join()).toMatch(new RegExp(`^${input} is `));
    expect((await target({ ...SCENARIO, [input]: given })).form.warnings).toEqual([]);
  });

  test.each(['x'.repeat(201), 'two\nlines'])('a query may not be %j', async (query) => {
    const faults = await faultsOf({ ...SCENARIO, 'scenario-id': '', 'scenario-query': query });
    expect(faults).toEqual([expect.stringMatching(/^scenario-query is .+, but must be one line of at most 200/)]);
  });

  test('everything is found at once, and no target comes of it', async () => {
    const values = { 'scenario-id': 'x', 'scenario-query': 'a\tb', 'source-type': 'y', 'time-limit': '4' };
    const { target: read, form } = await target(values);
    expect(read).toBeUndefined();
    const inputs = ['scenario-id as well as scenario-query', 'scenario-id', 'scenario-query', 'project-id', 'os-type'];
    expect(form.errors.map(({ input }) => input)).toEqual([...inputs, 'source-type', 'time-limit']);
  });
});

test('three things to run are too many', async () => {
  const [first] = await faultsOf({ ...SCENARIO, 'app-file': 'no.apk', 'testset-id': '7' });
  expect(first).toBe(
    'app-file, scenario-id as well as testset-id is given, but must stand alone: exactly one of them says what to run.',
  );
});

test('an automated test has no use for what the app repository keeps', async () => {
  const { form } = await target({ 'project-id': '509', 'app-file': 'no.apk', 'source-type': 'app_id' });
  expect(form.warnings).toEqual(['source-type is not used, because app-file asks for an automated test.']);
});

describe('the name of one of several scenario tests', () => {
  test.each([
    ['Mend the login #7', 12, 'Mend the login #7 [12]'],
    [`${'가'.repeat(97)} #7`, 12, `${'가'.repeat(92)} #7 [12]`],
    [`${'x'.repeat(93)} #123.45`, 9_007_199_254_740_991, `${'x'.repeat(73)} #123.45 [9007199254740991]`],
    [`${'x'.repeat(92)} 👩‍🔬 night`, 1, `${'x'.repeat(92)} [1]`],
    ['#7', 1, '#7 [1]'],
  ])('%s [%i]', (name, scenario, full) => {
    expect(scenarioTestsetName(name, scenario)).toBe(full);
  });

  test('fits, and tells scenarios apart', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }).filter((name) => name.length <= 100);
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (name, scenario) => {
        const full = scenarioTestsetName(name, scenario);
        expect(full.length).toBeLessThanOrEqual(100);
        expect(full.endsWith(`[${scenario}]`)).toBe(true);
      }),
    );
  });
});
