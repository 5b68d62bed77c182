import { describe, expect, test } from '@jest/globals';

import type { BaselineReport } from '../../src/model/history.ts';
import { compare } from '../../src/report/compare.ts';
import type { Baseline } from '../../src/runtime/platform.ts';
import { judge } from '../../src/verdict/judge.ts';
import { COMPARISON, past } from '../support/reports.ts';
import { createRecordingLog } from '../support/runtime.ts';
import { complete, device, devices, suiteOf, unfinished } from '../support/testsets.ts';
import { oneStopped } from './given.ts';

const RUN_41 = { ...COMPARISON, seconds: 276 };
const TWO_FAILED = complete(devices(3, { 0: 'failed', 1: 'failed' }));
const pastOf = (place: number, results: string, scenario?: number) => past(device(place).device, results, scenario);

/** Compares testsets, and returns what the report gets and what the log says. */
async function compareTestsets(
  testsets: Parameters<typeof judge>[0],
  baseline?: Promise<Baseline | undefined>,
  notes: readonly string[] = [],
) {
  const log = createRecordingLog();
  const verdict = judge(testsets, { maxFailures: 0, quarantine: [] });
  return { compared: await compare({ verdict, notes }, baseline, log), lines: log.lines };
}

const found = (value: BaselineReport): Promise<Baseline> => Promise.resolve({ kind: 'value', value });
const notFound = (failure: Baseline): Promise<Baseline> => Promise.resolve(failure);

describe('a comparison', () => {
  test('has the earlier run, and the history', async () => {
    const history = [pastOf(0, 'PP'), pastOf(1, 'PF')];
    const { compared, lines } = await compareTestsets([TWO_FAILED], found({ ...RUN_41, history }), ['One.']);
    expect(compared).toEqual({ comparison: RUN_41, history });
    expect(lines).toEqual([]);
  });

  test('is made although some scenarios are new', async () => {
    const testsets = [7, 8].map((scenario) => complete(devices(1), { scenario }));
    const history = [pastOf(0, 'PP', 8)];
    expect((await compareTestsets(testsets, found({ ...RUN_41, history }))).compared).toMatchObject({ history });
  });

  const older = { ...RUN_41, runNumber: 40, skippedRuns: [41] };
  const none: Baseline = { kind: 'skipped', reason: 'in run 41 no device passed, and no other run' };

  test.each<[what: string, ifPassed: Baseline, results: object, number: number | undefined]>([
    ['is made with the run before one without a pass', { kind: 'value', value: { ...older, history: [] } }, {}, 40],
    ['is not made if there is none before one without a pass', none, {}, undefined],
    ['is made with a run without a pass if no device passed now, either', none, { 2: 'failed' }, 41],
  ])('%s', async (_what, ifPassed, results, number) => {
    const history = [pastOf(0, 'PP')];
    if (ifPassed.kind === 'value') Object.assign(ifPassed.value, { history });
    const baseline = Promise.resolve<Baseline>({ kind: 'value', value: { ...RUN_41, history }, ifPassed });
    const testset = complete(devices(3, { 0: 'failed', 1: 'failed', ...results }));
    const { compared, lines } = await compareTestsets([testset], baseline);
    expect(compared.comparison?.runNumber).toBe(number);
    expect(lines).toHaveLength(number === undefined ? 1 : 0);
  });

  describe('names the devices that the earlier run tested and this one did not', () => {
    const names = devices(8).map((each) => each.device);
    const history = [pastOf(0, 'PP')];
    const notTested = async (testset: Parameters<typeof judge>[0][number], all: readonly string[] | undefined) =>
      (await compareTestsets([testset], found({ ...RUN_41, history, devices: all }))).compared.notTested;
    const six = complete(devices(6));

    test('if it has fewer', async () => {
      expect(await notTested(six, names)).toEqual(names.slice(6));
    });

    test.each([
      ['as many', six, ['other', ...names.slice(0, 5)]],
      ['more', six, names.slice(0, 5)],
      ['not all in the results', complete(devices(8), { xml: [suiteOf(devices(6))] }), names],
      ['one that the results do not name', complete(devices(7), { counts: oneStopped }), names],
      ['other scenarios', six, undefined],
    ])('not if it has %s', async (_what, testset, all) => {
      expect(await notTested(testset, all)).toBeUndefined();
    });
  });

  test.each([
    ['other devices', past('other', 'PP')],
    ['other scenarios', pastOf(0, 'PP', 7)],
  ])('is not made with %s', async (_, other) => {
    const { compared, lines } = await compareTestsets([TWO_FAILED], found({ ...RUN_41, history: [other] }));
    expect(compared).toEqual({});
    expect(lines).toEqual([expect.stringMatching(/^info: No comparison .*main.*run 41.* other devices$/)]);
  });

  test.each([
    ['skipped', 'no run on main', 'main'],
    ['limited', 'HTTP 403', undefined],
    ['failed', 'HTTP 500', undefined],
  ] as const)('that fails is in the log: %s, %s', async (kind, reason, branch) => {
    const { compared, lines } = await compareTestsets([TWO_FAILED], notFound({ kind, reason, branch }), ['One.']);
    expect(compared).toEqual({ noBaselineOn: branch });
    expect(lines).toEqual([`info: No comparison with an earlier run: ${reason}`]);
  });

  test('that GitHub does not allow is a note of the report', async () => {
    const denied = notFound({ kind: 'rejected', reason: 'HTTP 403' });
    const note = 'No comparison with an earlier run: HTTP 403.';
    expect((await compareTestsets([TWO_FAILED], denied, ['One.'])).compared.notes).toEqual(['One.', note]);
    expect((await compareTestsets([TWO_FAILED], denied)).compared.notes).toEqual([note]);
  });

  test('that breaks is a warning', async () => {
    const { compared, lines } = await compareTestsets([TWO_FAILED], Promise.reject(new Error('broken')));
    expect(compared).toEqual({});
    expect(lines).toEqual(['warning: There is no comparison: broken']);
  });

  test('is not waited for without results', async () => {
    const never = Promise.withResolvers<Baseline>().promise;
    expect(await compareTestsets([unfinished('timed-out')], never)).toEqual({ compared: {}, lines: [] });
  });

  test('is not mentioned where none is wanted', async () => {
    expect(await compareTestsets([TWO_FAILED])).toEqual({ compared: {}, lines: [] });
  });
});
