import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import type { TestsetError } from '../../src/model/errors.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { type Suite, type Testcase, type TestResult } from '../../src/model/results.ts';
import {
  decideEarly,
  STATUS_WORDS,
  type Complete,
  type NotCreated,
  type Origin,
  type Status,
  type Testset,
  type Unfinished,
} from '../../src/model/testset.ts';
import type { TestVerdict } from '../../src/model/verdict.ts';
import { judge, type Rules } from '../../src/verdict/judge.ts';
import { countResults } from '../../src/verdict/labels.ts';

const MODELS = [
  'SAMSUNG Galaxy_S24 / ANDROID 14',
  'SAMSUNG Galaxy_A54 / ANDROID 14',
  'GOOGLE Pixel_8_Pro / ANDROID 15',
  'GOOGLE Pixel_6a / ANDROID 13',
  'XIAOMI Redmi_Note_12 / ANDROID 13',
  'LGE Nexus_5X / ANDROID 8.1.0',
  'SONY Xperia_10_V / ANDROID 14',
  'ONEPLUS Nord_3 / ANDROID 14',
];

/** A name of 40 characters without a blank, and one in Korean: both must fit a phone. */
const LONG_NAMES: Readonly<Record<number, string>> = {
  9: 'SAMSUNG SM-S928B_Galaxy_S24_Ultra_Enterprise_Edition / ANDROID 15',
  22: '삼성전자 갤럭시노트9 엔터프라이즈 에디션 시험용 단말기 / ANDROID 9',
};

const PAGES = 'https://app.example.com/#/main/testLab/tResult/summary/0?tid=';

/** The device at a place: one of eight models, which repeat with a number after the name. It passed, unless `given` says otherwise. */
export function device(at: number, given: Partial<Testcase> = {}): Testcase {
  const [round, model] = [Math.floor(at / MODELS.length), MODELS[at % MODELS.length] ?? ''];
  const name = LONG_NAMES[at] ?? (round === 0 ? model : model.replace(' / ', `_${String(round + 1)} / `));
  return { device: name, result: 'passed', seconds: 96 + ((at * 67) % 206), ...given };
}

/** Devices that all pass, except those at the places of `results`. */
export function devices(number: number, results: Readonly<Record<number, TestResult>> = {}): Testcase[] {
  return Array.from({ length: number }, (_, at) => device(at, { result: results[at] ?? 'passed' }));
}

/** What tells a testset from others. */
interface Identity {
  /** Default: another number for each scenario and retry. */
  readonly id?: number;
  readonly scenario?: number;
  readonly retry?: number;
  /** Default: this step created it. */
  readonly origin?: Origin;
}

type Counted = Pick<
  Complete,
  'active' | 'missingFields' | 'unknownCounts' | 'announcedDevices' | 'mostFailures' | 'tookMs'
>;

/** What differs from a testset whose status and XML agree. */
export interface GivenComplete extends Identity, Partial<Counted> {
  /** What the status counts; default: as the devices ended. */
  readonly counts?: Counts;
  /** In place of one suite with the devices. */
  readonly suites?: readonly Suite[];
  /** An XML that shows other devices, or was not read. */
  readonly xml?: readonly Suite[] | Complete['results']['xml'];
  readonly warnings?: readonly string[];
  readonly isCancelled?: boolean;
}

/** A complete testset of these devices. */
export function complete(testcases: readonly Testcase[], given: GivenComplete = {}): Complete {
  const identity = identify(given);
  // The action takes results with the same links for one result that the service returned twice.
  const link = (testcase: Testcase, at: number): Testcase => ({
    url: `${PAGES}${identity.id}${1_001 + at}`,
    ...testcase,
  });
  const { suites = [suiteOf(testcases.map(link))], ...others } = given;
  const { counts = countsOf(suites), xml = suites, warnings = [], isCancelled = false, ...counted } = others;
  const results = 'state' in xml ? { xml, suites: [] } : { xml: { state: 'read', why: '' } as const, suites: xml };
  return {
    kind: 'complete',
    ...{ announcedDevices: 0, mostFailures: 0, tookMs: 0 },
    ...statusOf('Complete', counts),
    ...counted,
    ...identity,
    results: { ...results, warnings: warnings.map((sentence) => ({ sentence })), isCancelled },
  };
}

/** An XML that was not delivered. */
export const NO_XML = { state: 'absent', why: 'The service delivered JSON but no XML.' } as const;

/** The suite of a document. */
export function suiteOf(testcases: readonly Testcase[], name = 'wallet.TestBot'): Suite {
  return { name, testcases };
}

/** A status with this word. */
export function statusOf(word: string, counts: Partial<Counts>): Status {
  const state = STATUS_WORDS.find((known) => known === word.toLowerCase()) ?? 'other';
  return { state, word, counts: { ...NO_COUNTS, ...counts }, active: 0, missingFields: [], unknownCounts: '' };
}

/** What the service counts if its documents are right. */
function countsOf(suites: readonly Suite[]): Counts {
  const { passed, failed, error, skipped, unknown } = countResults(suites);
  const total = passed + failed + error + skipped + unknown;
  return { total, pass: passed, fail: failed + unknown, error, stop: skipped, initializing: 0 };
}

/** How the wait for a testset, or its create, ended. */
interface GivenEnding extends Identity {
  /** Of a testset that may exist. */
  readonly name?: string;
  readonly error?: TestsetError;
  /** Why, before the message of the error. */
  readonly sentences?: readonly string[];
}

interface GivenUnfinished extends GivenEnding {
  readonly counts?: Partial<Counts>;
  /** Empty: it had no status. */
  readonly word?: string;
}

/** A testset that was not complete when the wait for it ended; by default it had eight devices. */
export function unfinished(outcome: Outcome, given: GivenUnfinished = {}): Unfinished {
  const counts = { ...NO_COUNTS, total: MODELS.length, ...given.counts };
  const ending = endingOf(outcome, given);
  return { kind: 'unfinished', ...identify(given), word: given.word ?? 'Running', counts, ending };
}

/** A create without a testset to wait for; with an `id` that of one that may exist. */
export function notCreated(outcome: Outcome, given: GivenEnding = {}): NotCreated {
  const { id, name } = given;
  return { kind: 'not-created', ...identify(given), id, name, counts: NO_COUNTS, ending: endingOf(outcome, given) };
}

function endingOf(outcome: Outcome, { error, sentences = [] }: GivenEnding) {
  return decideEarly(outcome, error, ...sentences);
}

function identify({ id, scenario, retry, origin = 'created' }: Identity) {
  return { id: id ?? 251_929 + (scenario ?? 0) + 1000 * (retry ?? 0), scenario, retry, origin };
}

/** A testset of each outcome, without limits. */
export const EVERY_OUTCOME: Readonly<Record<Outcome, Testset>> = {
  passed: complete(devices(1)),
  failed: complete(devices(1, { 0: 'failed' })),
  inconclusive: complete(devices(1), { announcedDevices: 2 }),
  'unknown-start': notCreated('unknown-start'),
  rejected: notCreated('rejected'),
  'not-started': notCreated('not-started'),
  cancelled: unfinished('cancelled'),
  'timed-out': unfinished('timed-out'),
  started: unfinished('started'),
};

/** What the judge says of the testsets of one scenario. */
export function judged(testsets: Testset | readonly Testset[], rules: Partial<Rules> = {}): TestVerdict {
  const verdict = judge([testsets].flat(), { maxFailures: 0, quarantine: [], ...rules });
  const [testset, another] = verdict.testsets;
  if (!testset || another) throw new Error(`There are ${verdict.testsets.length} scenarios.`);
  return testset;
}
