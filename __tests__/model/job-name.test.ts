import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { artifactJob, formatJob, formatMatrix } from '../../src/model/job-name.ts';
import type { RunInfo } from '../../src/model/report.ts';
import { formatTestsetName, defaultTestsetName } from '../../src/model/testset-name.ts';
import { RUN } from '../support/platform.ts';

const DIGEST = '[0-9a-f]{4}';
const [X, Y] = ['x'.repeat(30), 'y'.repeat(30)];

function escaped(text: string): string {
  return text.replace(/[()[\].]/g, '\\$&').replace('DIGEST', DIGEST);
}

test.each([
  [undefined, 'CI / test'],
  [{}, 'CI / test'],
  ['paid', 'CI / test (paid)'],
  [{ shard: 'a', level: 34, fast: false }, 'CI / test (a, 34, false)'],
  [{ variant: { flavour: 'free', release: true } }, 'CI / test (free, true)'],
  [{ shard: 'a', none: null, empty: '' }, 'CI / test (a, DIGEST)'],
  [{ none: null }, 'CI / test (DIGEST)'],
  [{ scenarios: [1, 2] }, 'CI / test (1, 2, DIGEST)'],
  [{ shard: ' a\u200b' }, 'CI / test (a, DIGEST)'],
  [{ a: 'x, y', b: 'z' }, 'CI / test (x, y, z, DIGEST)'],
  [{ a: X, b: Y }, `CI / test (${X.slice(0, 16)}, ${Y.slice(0, 16)}, DIGEST)`],
  [{ a: 'x'.repeat(40) }, `CI / test (${'x'.repeat(40)})`],
])('with the matrix %j the job is %s', (matrix, name) => {
  expect(formatJob({ ...RUN, matrix })).toMatch(new RegExp(`^${escaped(name)}$`));
});

test.each([
  [{ scenario: 7 }, ''],
  [{ scenario: 9 }, ' (9)'],
  [{ scenario: 7, level: 34 }, ' (7, 34)'],
])('beside scenarios that are known, the matrix %j is %j', (matrix, words) => {
  expect(formatMatrix(matrix, [7, 8])).toBe(words);
});

test('a run without a job has the name of its workflow', () => {
  expect(formatJob({ ...RUN, job: ' ', matrix: { level: 34 } })).toBe('CI');
});

test.each([
  ['__acme_run-testset_2', 'CI / test, step 2'],
  ['__self', 'CI / test'],
  ['ios__3', 'CI / test, step ios__3'],
])('a later step %s has a name of its own: %s', (step, name) => {
  expect([formatJob({ ...RUN, step }), formatJob({ ...RUN, step, isLaterStep: true })]).toEqual(['CI / test', name]);
});

describe("GitHub's name of the job", () => {
  test.each([
    ['android / device-test', undefined, 'CI / android / device-test'],
    ['test (paid, 34)', { flavour: 'paid', level: 34 }, 'CI / test (paid, 34)'],
    ['Devices, paid', { flavour: 'paid', level: 34 }, 'CI / Devices, paid (paid, 34)'],
    ['Level 34', { level: 3 }, 'CI / Level 34 (3)'],
    ['test (paid)', { flavour: 'paid', none: '' }, 'CI / test (paid) (paid, DIGEST)'],
    ['test (x, y, z)', { a: 'x, y', b: 'z' }, 'CI / test (x, y, z) (x, y, z, DIGEST)'],
    ['test (1, 2)', [1, 2], 'CI / test (1, 2) (1, 2, DIGEST)'],
    [`${'x'.repeat(93)} (paid)`, { flavour: 'paid' }, `CI / ${'x'.repeat(93)} (paid) (paid)`],
    ['a\u202eb', undefined, 'CI / ab'],
  ])('%s, with the matrix %j, is shown as %s', (jobName, matrix, name) => {
    expect(formatJob({ ...RUN, jobName, matrix })).toMatch(new RegExp(`^${escaped(name)}$`));
  });

  test('changes neither the name of the testset nor that of the artifact', () => {
    const run = { ...RUN, jobName: 'android / device-test' };
    expect([artifactJob(run), namesOf(undefined, {})[0]]).toEqual(['test', namesOf(undefined, run)[0]]);
  });
});

test.each([
  ['device-test', undefined, 'device-test'],
  ['device-test', { flavour: 'paid', level: 34 }, 'device-test-paid-34'],
  ['device-test', { flavour: '유료' }, 'device-test----DIGEST'],
  ['device-test', { a: 'a/b' }, 'device-test-a-b-DIGEST'],
  ['device-test', { a: 'a-b' }, 'device-test-a-b'],
  ['device-test', { a: 'a-b', b: 'c' }, 'device-test-a-b-c-DIGEST'],
  ['device-test', { a: 'x'.repeat(40) }, `device-test-${'x'.repeat(28)}-DIGEST`],
  ['a b', undefined, 'a-b-DIGEST'],
  ['', { flavour: 'paid' }, ''],
])('the job %j with the matrix %j is in the names of artifacts as %s', (job, matrix, name) => {
  expect(artifactJob({ job, matrix })).toMatch(new RegExp(`^${escaped(name)}$`));
});

/** The names of the testset, the heading line and the artifact of a job. */
function namesOf(matrix: unknown, of: Partial<RunInfo>): readonly string[] {
  const run = { ...RUN, ...of, matrix };
  return [formatTestsetName(defaultTestsetName({ commitMessage: '', run })), formatJob(run), artifactJob(run)];
}

/** Names as short as possible, so that many are alike, and some that are changed or cut. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '-', '/', ',', ' ', '가', '\u200b'), maxLength: 4 }),
  fc.constantFrom('a', 'b').map((end) => 'x'.repeat(60) + end),
);
const list = fc.array(text, { maxLength: 2 });
/** A leg of a matrix may leave keys empty; its values have the same types as those of the other legs. */
const leg = fc.record({
  a: text,
  b: fc.option(text),
  c: fc.boolean(),
  d: list,
  e: fc.record({ x: text, y: fc.nat(9) }),
});
const keys = fc.subarray(['a', 'b', 'c', 'd', 'e'], { minLength: 1 });

function leavesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

/** How GitHub names a job: not asked, by its key and the values, by a text of the workflow. */
const naming = fc.constantFrom(
  () => undefined,
  (matrix: object) => `test (${leavesOf(matrix).join(', ')})`.slice(0, 100),
  () => 'Devices',
);

test('two different matrices with the same keys never have the same name of testset, heading line or artifact', () => {
  const legs = fc.tuple(keys, leg, leg, naming).map(([chosen, one, other, name]) => {
    const of = (all: object): object => Object.fromEntries(Object.entries(all).filter(([key]) => chosen.includes(key)));
    return { matrices: [of(one), of(other)] as const, name };
  });
  fc.assert(
    fc.property(legs, ({ matrices: [one, other], name }) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));
      const names = namesOf(one, { jobName: name(one) });
      const others = namesOf(other, { jobName: name(other) });
      expect(names.filter((each, at) => each === others[at])).toEqual([]);
      expect(names[2]).toMatch(/^test(?:-[\w.-]{1,40})?$/);
    }),
    // The digest has 65,536 values: with any seed two could be equal.
    { numRuns: 2000, seed: 1 },
  );
});
