import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { MARKS, type Mark } from '../../src/model/history.ts';
import { UNNAMED, type Testcase, type TestResult } from '../../src/model/results.ts';
import type { Testset } from '../../src/model/testset.ts';
import { devicesOf, type TestVerdict } from '../../src/model/verdict.ts';
import { keysOf } from '../../src/model/words.ts';
import { findSharedTraits } from '../../src/report/shared-traits.ts';
import { judge } from '../../src/verdict/judge.ts';
import { createRandom } from '../soak/support/random.ts';
import { complete, notCreated, NO_XML, suiteOf, unfinished, type GivenComplete } from '../support/testsets.ts';

/** How a device run can end: its result, what it was before a retry of the scenario, and how long it took. */
const ENDS = {
  passed: { result: 'passed' },
  failed: { result: 'failed' },
  error: { result: 'error' },
  stopped: { result: 'skipped' },
  quarantined: { result: 'failed' },
  flaky: { result: 'failed', before: 'passed' },
  'flaky-passed': { result: 'passed', before: 'failed' },
  'failed-fast': { result: 'failed', seconds: 0.9 },
  'passed-fast': { result: 'passed', seconds: 0.9 },
} as const satisfies Record<string, { result: TestResult; before?: TestResult; seconds?: number }>;

type End = keyof typeof ENDS;

interface Run {
  readonly device: string;
  readonly end: End;
  /** If it failed and counts. */
  readonly mark?: Mark;
}

/** Reads texts such as `SAMSUNG 14 failed new` or `APPLE iOS_17`: the maker, the OS, how it ended, and the mark. By default it passed. */
function read(...texts: readonly string[]): readonly Run[] {
  return texts.map((text, at) => {
    const [maker = '', version = '', ...words] = text.split(' ');
    const [end = 'passed'] = keysOf(ENDS).filter((each) => words.includes(each));
    const mark = keysOf(MARKS).find((each) => words.includes(each));
    const os = /^\d/.test(version) ? `ANDROID ${version}` : version.replace('_', ' ');
    return { device: `${maker} Model_${at} / ${os}`, end, mark };
  });
}

const times = (number: number, text: string): readonly string[] => Array.from({ length: number }, () => text);

/** The testset of a scenario; with a flaky device there is one before it. */
function testsetsOf(runs: readonly Run[], scenario: number, given: GivenComplete): readonly Testset[] {
  const list = (resultOf: (end: End) => TestResult): readonly Testcase[] =>
    runs.map(({ device, end }) => ({ seconds: 60, ...ENDS[end], device, result: resultOf(end) }));
  const last = list((end) => ENDS[end].result);
  if (!runs.some(({ end }) => 'before' in ENDS[end])) return [complete(last, { scenario, ...given })];
  const before = list((end) => ({ before: ENDS[end].result, ...ENDS[end] }).before);
  return [complete(before, { scenario }), complete(last, { scenario, retry: 1, ...given })];
}

/** The scenarios with these device runs, judged and marked. @param given of the last one @param others testsets of other scenarios */
function judgeAll(
  scenarios: readonly (readonly Run[])[],
  given: GivenComplete = {},
  others: readonly Testset[] = [],
): readonly TestVerdict[] {
  const testsets = scenarios.flatMap((runs, at) => testsetsOf(runs, at + 1, at + 1 < scenarios.length ? {} : given));
  const quarantine = scenarios.flatMap((runs, at) =>
    runs
      .filter(({ end }) => end === 'quarantined')
      .map(({ device }) => ({ device, scenarios: [at + 1], reason: 'r', owner: 'o', expires: '2026-12-15', line: 1 })),
  );
  const verdict = judge([...testsets, ...others], { maxFailures: 0, quarantine });
  return verdict.testsets.map((testset, at) => {
    const marks = new Map(scenarios[at]?.map(({ device, mark }) => [device, mark]));
    const suites = testset.suites.map(({ name, testcases }) => ({
      name,
      testcases: testcases.map((run) => {
        const mayHaveMark = run.result !== 'passed' && !run.excuse;
        return { ...run, mark: mayHaveMark ? marks.get(run.device) : undefined };
      }),
    }));
    return { ...testset, suites };
  });
}

const wordsOf = (...texts: readonly string[]): string => findSharedTraits(judgeAll([read(...texts)])).words;

const THREE = times(3, 'LGE 14 failed');
const PASSED = ['SAMSUNG 13', 'GOOGLE 13', 'LGE 13', 'SONY 15', 'LGE 9'];
const GOOD = ['GOOGLE 9', 'GOOGLE 10', 'GOOGLE 11', 'LGE 9', 'LGE 10'];
const EIGHT = read(...THREE, ...PASSED);
const NEW = times(3, 'LGE 14 failed new');
const OLD = ['LGE 9 failed', 'SONY 9 failed', 'SONY 8.1.0 failed'];
const NINE = ['SONY 10', 'LGE 10', ...times(7, 'GOOGLE 12')];

describe('what failures share', () => {
  test.each<[what: string, words: string, runs: readonly string[]]>([
    ['is a version that no other device has', '3 of 3 with ANDROID 14', [...THREE, ...PASSED]],
    ['is a maker', '3 of 3 from SONY', ['SONY 9 failed', 'SONY 10 failed', 'SONY 11 error', ...GOOD]],
    ['is both', '4 of 4 with ANDROID 12, all SAMSUNG', [...times(4, 'SAMSUNG 12 failed'), ...GOOD]],
    ['is nothing that a device has which passed', '', [...THREE, ...PASSED, 'SONY 14']],
    ['is said beside one that passed at last', '3 of 3 with ANDROID 14', [...THREE, ...GOOD, 'LGE 9 flaky-passed']],
    ['has separators', '1,000 of 1,000 with ANDROID 14', [...times(1_000, 'LGE 14 failed'), 'LGE 9']],
    ['is said from eight devices on', '', [...THREE, ...PASSED.slice(1)]],
    ['may be a range', '3 of 3 with ANDROID 9 or older', [...OLD, ...NINE]],
    ['is a range from twelve devices on', '', [...OLD, ...NINE.slice(1)]],
    ['may be of the new ones', '3 of 3 new with ANDROID 14', [...NEW, 'LGE 9 failed unsteady', ...PASSED]],
    ['is of no old one', '', [...NEW, 'LGE 14 failed unsteady', 'LGE 9 failed unsteady', ...PASSED]],
    ['is not known where one has no mark', '', [...NEW, 'LGE 12 failed unsteady', 'LGE 10 failed', ...PASSED]],
  ])('%s: %p', (_what, words, runs) => {
    expect(wordsOf(...runs)).toBe(words);
  });

  test.each(['quarantined', 'flaky', 'flaky-passed', 'stopped', 'failed-fast'])('does not count what is %s', (end) => {
    expect(wordsOf(...THREE, ...PASSED, `SONY 12 ${end}`)).toBe('3 of 3 with ANDROID 14');
    expect(wordsOf(...THREE, ...PASSED, `SONY 14 ${end}`)).toBe('');
    expect(wordsOf(...THREE.slice(1), ...PASSED, `SONY 14 ${end}`)).toBe('');
  });

  test('counts what has no duration', () => {
    const cases = EIGHT.map(({ device, end }): Testcase => ({
      device,
      result: ENDS[end].result,
      seconds: end === 'passed' ? 60 : undefined,
    }));
    expect(findSharedTraits(judgeAll([EIGHT], { suites: [suiteOf(cases)] })).words).toBe('3 of 3 with ANDROID 14');
  });

  test('counts two devices of the same name', () => {
    const twins = EIGHT.map((run, at) => ({ ...run, device: at < 3 ? 'LGE G7 / ANDROID 14' : run.device }));
    expect(findSharedTraits(judgeAll([twins]))).toMatchObject({ words: '3 of 3 with ANDROID 14', devices: [] });
  });

  test('is data, too', () => {
    const runs = read(...times(4, 'SAMSUNG 12 failed'), ...GOOD);
    expect(findSharedTraits(judgeAll([runs]))).toMatchObject({ traits: ['ANDROID 12', 'SAMSUNG'], devices: [] });
    expect(findSharedTraits(judgeAll([read(...PASSED)]))).toEqual({ words: '', traits: [], devices: [] });
  });
});

test('a range needs twelve devices, not twelve device runs', () => {
  const six = read(...OLD, ...NINE.slice(0, 3));
  expect(findSharedTraits(judgeAll([six, six])).words).toBe('');
  const others = read(...NINE.slice(3)).map((run) => ({ ...run, device: `GOOGLE ${run.device}` }));
  expect(findSharedTraits(judgeAll([six, [...six, ...others]])).words).toBe('6 of 6 with ANDROID 9 or older');
});

describe('names', () => {
  const named = (failed: (at: number) => string): string => {
    const passed = read(...PASSED).map(({ device }) => device);
    const devices = [failed(0), failed(1), failed(2), ...passed];
    const runs = devices.map((device, at): Run => ({ device, end: at < 3 ? 'failed' : 'passed' }));
    return findSharedTraits(judgeAll([runs])).words;
  };

  test.each([
    ['ANDROID 14', '3 of 3 with ANDROID 14'],
    ['iOS 17.0.3', '3 of 3 with iOS 17'],
    ['안드로이드 9', '3 of 3 with 안드로이드 9'],
    ['ANDROID 14 beta', ''],
    ['ANDROID 14.', ''],
    ['ANDROID 12345', ''],
    ['ANDROID', ''],
    ['14', ''],
    [`${'A'.repeat(21)} 14`, ''],
  ])('have the version in %p: %p', (os, words) => {
    expect(named((at) => `${'ABC'.charAt(at)} ${at} / ${os}`)).toBe(words);
  });

  test('are cleaned and cut', () => {
    expect(named((at) => `NOKIA\u202e\u0000 ${at}`)).toBe('3 of 3 from NOKIA');
    expect(named((at) => `${'L'.repeat(150)} Nexus_${at}`)).toBe(`3 of 3 from ${'L'.repeat(29)}…`);
  });
});

describe('traits are not said', () => {
  const said = '3 of 3 with ANDROID 14';
  const cases = EIGHT.map(({ device, end }): Testcase => ({ device, result: ENDS[end].result }));
  const counts = { total: 8, pass: 5, fail: 3, error: 0, stop: 0, initializing: 0 };
  const shown = (more: Testcase): GivenComplete => ({ suites: [suiteOf([...cases, more])] });
  const find = (given: GivenComplete, ...others: readonly Testset[]): string =>
    findSharedTraits(judgeAll([EIGHT], given, others)).words;

  test.each<[what: string, given: GivenComplete]>([
    ['the documents do not name a failure', { counts: { ...counts, total: 9, fail: 4 } }],
    ['the documents do not name a device that was stopped', { counts: { ...counts, total: 9, stop: 1 } }],
    ['the documents do not name a device that passed', { counts: { ...counts, total: 9, pass: 6 } }],
    ['a device did not finish', { counts: { ...counts, total: 9 } }],
    ['a device is missing', { announcedDevices: 9 }],
    ['a failure has no name', shown({ device: UNNAMED, result: 'failed' })],
    ['a device that passed has no name', shown({ device: UNNAMED, result: 'passed' })],
    ['it is not known which device was stopped', { counts: { ...counts, fail: 2, stop: 1 } }],
    ['there is no XML', { xml: NO_XML }],
    ['the run was cancelled', { isCancelled: true }],
  ])('if %s', (_what, given) => {
    expect(find({})).toBe(said);
    expect(find(given)).toBe('');
  });

  test('if a scenario did not end, or may have started; one that was rejected has no devices', () => {
    expect(find({}, notCreated('rejected', { scenario: 2 }))).toBe(said);
    expect(find({}, notCreated('unknown-start', { scenario: 2 }))).toBe('');
    expect(find({}, unfinished('timed-out', { scenario: 2 }))).toBe('');
  });
});

test('devices are named that fail in three scenarios, whatever else happens', () => {
  const [a, b, c] = read(...THREE);
  if (!a || !b || !c) throw new Error('There are three.');
  const twice: Run = { ...c, end: 'failed' };
  const unnamed: Run = { device: UNNAMED, end: 'failed' };
  const scenarios = [
    [a, b, twice, unnamed],
    [a, b, twice, unnamed],
    [a, b, unnamed],
    [b, { ...a, end: 'stopped' as const }],
  ];
  const { devices } = findSharedTraits(judgeAll(scenarios, {}, [unfinished('timed-out', { scenario: 9 })]));
  expect(devices.map((runs) => [runs[0]?.device, runs.length])).toEqual([
    [b.device, 4],
    [a.device, 3],
  ]);
});

const MAKERS = ['SAMSUNG', 'GOOGLE', 'XIAOMI'] as const;
const SYSTEMS = [
  'ANDROID 8.1.0',
  'ANDROID 9',
  'ANDROID 13',
  'ANDROID 14',
  'ANDROID 14.1',
  'iOS 16.4',
  'iOS 17',
  'ANDROID Q',
  '',
];

/** Of these versions; 0 for a range with all of them. */
const MAJORS = [0, 8, 9, 13, 14, 16, 17];

interface Trait {
  readonly text: string;
  readonly kind: 'version' | 'range' | 'maker';
  readonly has: (run: Run) => boolean;
}

/** Every trait of a random device, as somebody would look for it in a list of devices. */
const TRAITS: readonly Trait[] = [
  ...MAKERS.map((maker): Trait => ({
    text: maker,
    kind: 'maker',
    has: ({ device }) => device.startsWith(`${maker} `),
  })),
  ...['ANDROID', 'iOS'].flatMap((system) => MAJORS.flatMap((major) => versionTraits(system, major))),
];

function versionTraits(system: string, major: number): readonly Trait[] {
  const text = `${system} ${major}`;
  const majorOf = ({ device }: Run): number => Number.parseInt(device.split(` / ${system} `)[1] ?? '');
  return [
    { text, kind: 'version', has: (run) => majorOf(run) === major },
    { text: `${text} or older`, kind: 'range', has: (run) => majorOf(run) <= major },
    { text: `${text} or newer`, kind: 'range', has: (run) => majorOf(run) >= major },
  ];
}

function traitOf(text: string): Trait {
  const found = TRAITS.find((trait) => trait.text === text);
  if (!found) throw new Error(`There is no ${text}.`);
  return found;
}

/** What is due of scenarios with devices of different names, by the rules and nothing but the list. */
function expectWords(scenarios: readonly (readonly Run[])[]): string {
  const runs = scenarios.flat();
  const isTested = (run: Run): boolean => {
    const beside = scenarios.find((each) => each.includes(run)) ?? [];
    const isFast = run.end === 'failed-fast' && beside.some(({ end }) => end === 'passed-fast');
    return run.end === 'failed' || run.end === 'error' || isFast;
  };
  if (!runs.some(({ end }) => ENDS[end].result === 'passed')) return '';
  if (new Set(runs.map(({ device }) => device)).size < 8) return '';
  const say = (own: ReadonlySet<Run>, word: string): string => {
    const countDevices = (some: Iterable<Run>): number => new Set([...some].map(({ device }) => device)).size;
    if (countDevices(own) < 3) return '';
    const due = TRAITS.filter(({ has }) => runs.every((run) => has(run) === own.has(run)));
    const ranges = due.filter(({ text, kind }) => {
      if (kind !== 'range' || countDevices(runs) < 12) return false;
      const [system = '', major = ''] = text.split(' ');
      const areMore = runs.some((run) => !own.has(run) && traitOf(`${system} 0 or newer`).has(run));
      return areMore && [...own].some(traitOf(`${system} ${major}`).has);
    });
    const [version = ranges[0]] = due.filter(({ kind }) => kind === 'version');
    const maker = due.find(({ kind }) => kind === 'maker');
    const share = `${own.size} of ${own.size}${word}`;
    if (version) return `${share} with ${version.text}${maker ? `, all ${maker.text}` : ''}`;
    return maker ? `${share} from ${maker.text}` : '';
  };
  const counted = runs.filter(({ end }) => ['failed', 'error', 'failed-fast', 'stopped'].includes(end));
  const fresh = counted.filter(({ mark }) => mark === 'new');
  const mayBeNew = counted.every(({ mark }) => mark) && fresh.every(isTested) && fresh.length < counted.length;
  return say(new Set(counted.filter(isTested)), '') || (mayBeNew ? say(new Set(fresh), ' new') : '');
}

/** For each scenario a number with a bit for each device that it has. */
const anyMasks: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.constant([0xfffff]),
  fc.array(fc.nat(0xfffff), { minLength: 2, maxLength: 3 }),
);

/** Scenarios on the devices of a fleet. In most of them the devices with one trait failed, and a few ended in another way. */
const anyScenarios = fc
  .record({
    kinds: fc.array(fc.tuple(fc.constantFrom('SAMSUNG', ...MAKERS), fc.constantFrom(...SYSTEMS)), {
      minLength: 2,
      maxLength: 16,
      size: 'max',
    }),
    fleet: fc.array(fc.nat(), { minLength: 6, maxLength: 20, size: 'max' }),
    cause: fc.nat(),
    scenarios: anyMasks,
    ends: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...keysOf(ENDS))), { maxLength: 4 }),
    marking: fc.constantFrom('none', 'by cause', 'random'),
    marks: fc.array(fc.constantFrom(undefined, ...keysOf(MARKS)), { minLength: 20, maxLength: 20 }),
  })
  .map(({ kinds, fleet, cause, scenarios, ends, marking, marks }) => {
    const devices = fleet.map((kind, at): Run => {
      const [maker, os] = kinds[kind % kinds.length] ?? ['', ''];
      return { device: `${maker} Model_${at}${os && ` / ${os}`}`, end: 'passed' };
    });
    const causes = TRAITS.filter(({ has }) => devices.some(has));
    const isCause = causes[cause % (causes.length + 1)]?.has ?? (() => false);
    const others = new Map(ends.map(([place, end]) => [place % (devices.length * scenarios.length), end]));
    const runOf = (run: Run, at: number, scenario: number): Run => {
      const end = others.get(scenario * devices.length + at) ?? (isCause(run) ? 'failed' : 'passed');
      const mark = {
        none: undefined,
        'by cause': isCause(run) ? ('new' as const) : ('unsteady' as const),
        random: marks[at],
      };
      return { ...run, end, mark: mark[marking] };
    };
    const masked = scenarios.map((mask, scenario) =>
      devices.map((run, at) => runOf(run, at, scenario)).filter((_, at) => ((mask >> at) & 1) === 1),
    );
    return masked.filter((runs) => runs.length > 0);
  });

test('traits are true in 10,000 random steps, and said where they are due', () => {
  const said: string[] = [];
  fc.assert(
    fc.property(anyScenarios, (scenarios) => {
      const { words } = findSharedTraits(judgeAll(scenarios));
      expect(words).toBe(expectWords(scenarios));
      if (words !== '') said.push(words);
    }),
    { numRuns: 10_000 },
  );
  // Otherwise the steps are of no use.
  for (const part of ['with', 'from', 'all', 'new', 'older', 'newer']) {
    expect(said.filter((words) => words.includes(part)).length).toBeGreaterThan(10);
  }
});

/** Devices as a service has them: half of them of one maker, and several versions, of which the middle ones are frequent. */
const FLEETS = [
  'SAMSUNG 9 12 13 14, GOOGLE 13 14, XIAOMI 13, LGE 10',
  // As many traits of three to five devices as there can be.
  'SAMSUNG 13 13 13 14 14, GOOGLE 13 13 14',
  'SAMSUNG 8 10 12 13 13 14, GOOGLE 14 15, LGE 8 9, XIAOMI 12 13',
  'SAMSUNG 9 10 11, GOOGLE 11 12 12, XIAOMI 12 13 13, LGE 13 14 15',
  'SAMSUNG 8 9 10 11 12 12 13 13 13 14 14 15, GOOGLE 12 13 14 15, LGE 8 9 10, XIAOMI 11 13 14, ONEPLUS 13, SONY 14',
].map((text) => text.split(', ').flatMap(devicesOfMaker));

/** `SAMSUNG 9 12`: a device of each version. */
function devicesOfMaker(text: string): readonly string[] {
  const [maker = '', ...versions] = text.split(' ');
  return versions.map((version) => `${maker} ${version}`);
}

/** In how many of 100 draws a trait is said although three to five devices failed at random. */
function sayByChance(fleet: readonly string[], draws: number, seed: number): number {
  const [testset] = judgeAll([read(...fleet)]);
  if (!testset) throw new Error('There is one testset.');
  const runs = devicesOf(testset);
  const random = createRandom(seed);
  let said = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const failed = new Set<number>();
    const number = random.whole(3, 5);
    while (failed.size < number) failed.add(random.whole(0, runs.length - 1));
    const testcases = runs.map((run, at) => ({
      ...run,
      result: failed.has(at) ? ('failed' as const) : ('passed' as const),
    }));
    const counts = { ...testset.counts, pass: runs.length - number, fail: number };
    if (findSharedTraits([{ ...testset, counts, suites: [{ name: '', testcases }] }]).words !== '') said += 1;
  }
  return (100 * said) / draws;
}

test.each(FLEETS.map((fleet) => [fleet.length, { 8: 2.5, 12: 1.5, 24: 0.5 }[fleet.length] ?? 0, fleet] as const))(
  'of %i devices, three to five failures at random share a trait in at most %f of 100 draws',
  (_number, most, fleet) => {
    const share = sayByChance(fleet, 20_000, 69);
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThanOrEqual(most);
  },
);
