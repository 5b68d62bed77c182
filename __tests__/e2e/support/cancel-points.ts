import { makeDevices, type DevicePlan, type Mix } from '../../../simulator/devices.ts';
import type { Fault, Operation } from '../../../simulator/faults.ts';
import type { Point, Observation, Expectation } from './cancel.ts';

type Cut = Extract<Fault['do'], { kind: 'cut' }>;

const stall = (on: Operation, at: Cut['at'], skip = 0): Fault => ({ on, skip, do: { kind: 'cut', at, how: 'stall' } });
const asked =
  (on: Operation, times = 1) =>
  ({ simulator }: Observation): boolean =>
    simulator.journal.filter(({ operation }) => operation === on).length >= times;
const logged =
  (words: string) =>
  ({ lines }: Observation): boolean =>
    lines.some((line) => line.includes(words));
const askedGithub =
  (route: RegExp, words = '') =>
  ({ github }: Observation): boolean =>
    github.some((one) => route.test(one.route) && JSON.stringify(one.body).includes(words));

/** Testsets that run for hours, and those that are complete at the first poll. */
const LONG = makeDevices({ total: 1, seconds: 1_000_000 });
const done = (mix: Omit<Mix, 'seconds'>): readonly DevicePlan[] =>
  makeDevices({ ...mix, seconds: 0 }).map((device) => ({ ...device, startsAfter: 0 }));
const DONE = done({ total: 3 });
const MANY = done({ total: 1_500 });
/** Larger than the buffers of the machine, so that a service that does not read blocks the upload. */
const LARGE = 30_000_000;

/** The response to a create up to the identifier. */
const UP_TO_ID = '{"data":{"test_count":1,"testset_id":251929}';

const NOTHING: Expectation = {
  outcome: 'cancelled',
  committed: 0,
  known: 0,
  receipts: false,
  lastLine: 'no testset was created',
};
const UNKNOWN: Expectation = {
  outcome: 'unknown-start',
  committed: 1,
  known: 0,
  receipts: false,
  lastLine: 'Move the button',
  killed: 'unknown-start',
};
const STILL_RUNNING: Expectation = {
  outcome: 'cancelled',
  committed: 1,
  known: 1,
  receipts: true,
  lastLine: 'testset-id: 251929',
  killed: 'inconclusive',
};
const DECIDED: Expectation = {
  outcome: 'passed',
  committed: 1,
  known: 1,
  receipts: false,
  lastLine: '',
  killed: 'passed',
};

const BEGINNING = { begins: 'create', devices: LONG } as const;
const WAITING = { begins: 'resume', devices: LONG, expected: STILL_RUNNING } as const;
const COLLECTING = { begins: 'resume', devices: DONE, expected: STILL_RUNNING } as const;
const JUDGED = { begins: 'resume', devices: DONE, expected: DECIDED } as const;
const SCENARIOS = {
  ...BEGINNING,
  inputs: { 'app-file': '', 'os-type': 'android', 'scenario-id': '101,102' },
} as const;
const RESUMED = 'ended without a result';

/** While nothing can have been created. */
const BEFORE: readonly Point[] = [
  {
    ...BEGINNING,
    label: 'inputs are read',
    inputs: { 'app-file': '**/*.apk' },
    folders: 1_000,
    isReached: logged("Search path '"),
    expected: NOTHING,
  },
  {
    ...BEGINNING,
    label: 'scenario list: the connection is silent',
    silent: true,
    isReached: ({ silentConnections }) => silentConnections > 0,
    expected: NOTHING,
  },
  {
    ...BEGINNING,
    label: 'scenario list: no response',
    faults: [stall('scenarios', 'head')],
    isReached: asked('scenarios'),
    expected: NOTHING,
  },
  {
    ...BEGINNING,
    label: 'scenario list: half a response',
    faults: [stall('scenarios', { answerBytes: 5 })],
    isReached: asked('scenarios'),
    expected: NOTHING,
  },
  {
    ...BEGINNING,
    label: 'upload: its head',
    appBytes: LARGE,
    faults: [stall('create', 'head')],
    isReached: asked('create'),
    expected: NOTHING,
  },
  {
    ...BEGINNING,
    label: 'upload: its middle',
    appBytes: LARGE,
    faults: [stall('create', { bodyBytes: LARGE / 2 })],
    isReached: asked('create'),
    expected: NOTHING,
  },
  { ...BEGINNING, label: 'upload: its end is held back', isReached: logged('Sent '), expected: NOTHING },
];

/** While a testset may exist, without a whole response. */
const UNCERTAIN: readonly Point[] = [
  {
    label: 'terminator sent: no response, committed',
    faults: [stall('create', 'applied')],
    isReached: ({ simulator }: Observation) => simulator.created.length > 0,
    expected: UNKNOWN,
  },
  {
    label: 'terminator sent: no response, not committed',
    faults: [stall('create', 'body')],
    isReached: asked('create'),
    expected: { ...UNKNOWN, committed: 0 },
  },
  {
    label: 'terminator sent: a response cut off behind the id',
    faults: [stall('create', { answerBytes: UP_TO_ID.length })],
    isReached: asked('create'),
    expected: { ...STILL_RUNNING, killed: 'unknown-start' },
  },
  {
    label: 'terminator sent: the response comes within the 3 s',
    faults: [{ on: 'create', do: { kind: 'drip', everyMs: 10 } } satisfies Fault],
    isReached: asked('create'),
    expected: { ...STILL_RUNNING, killed: 'unknown-start' },
  },
].map((point) => ({ ...BEGINNING, ...point, waitsForResponse: true }));

/** While the testset is known, without an outcome. */
const KNOWN: readonly Point[] = [
  { ...BEGINNING, label: 'right after the response', isReached: logged('is created with'), expected: STILL_RUNNING },
  {
    ...BEGINNING,
    label: 'asleep before the first poll',
    isReached: ({ receipts }) => receipts > 0,
    expected: STILL_RUNNING,
  },
  { ...WAITING, label: 'asleep between polls', isReached: logged('.  1 device') },
  { ...WAITING, label: 'poll: no response', faults: [stall('status', 'head')], isReached: asked('status') },
  {
    ...WAITING,
    label: 'poll: half a response',
    faults: [stall('status', { answerBytes: 20 })],
    isReached: asked('status'),
  },
  { ...COLLECTING, label: 'results: no response', faults: [stall('result', 'head')], isReached: asked('result') },
  {
    ...COLLECTING,
    label: 'results: half a response',
    faults: [stall('result', { answerBytes: 20 })],
    isReached: asked('result'),
  },
  {
    ...COLLECTING,
    label: 'results: the JSON, asked for on its own',
    variants: { allHolds: ['xml'] },
    faults: [stall('result', 'head', 1)],
    isReached: asked('result', 2),
  },
  {
    ...COLLECTING,
    label: 'results: half of the JSON, asked for on its own',
    variants: { allHolds: ['xml'] },
    faults: [stall('result', { answerBytes: 200 }, 1)],
    isReached: asked('result', 2),
  },
  {
    ...SCENARIOS,
    label: 'scenarios: half created, the other is put off',
    faults: [{ on: 'create', skip: 1, do: { kind: 'response', status: 429, headers: { 'retry-after': '60' } } }],
    isReached: ({ lines, receipts }) => receipts > 0 && lines.some((line) => line.includes('Retrying in')),
    expected: STILL_RUNNING,
  },
  {
    ...SCENARIOS,
    label: 'scenarios: all created, waiting',
    isReached: ({ receipts }) => receipts > 1,
    expected: { ...STILL_RUNNING, committed: 2, known: 2, lastLine: 'testset-id: 2519' },
  },
  {
    ...SCENARIOS,
    label: 'scenarios: half created, the other has no response',
    faults: [stall('create', 'applied', 1)],
    isReached: ({ receipts, simulator }) => receipts > 0 && simulator.created.length === 2,
    expected: { ...UNKNOWN, committed: 2, known: 1, receipts: true },
    waitsForResponse: true,
  },
];

/** While the outcome is published. */
const PUBLISHING: readonly Point[] = [
  {
    ...JUDGED,
    label: 'results: the HTML, asked for on its own',
    variants: { allHolds: ['xml', 'json'] },
    faults: [stall('result', 'head', 1)],
    isReached: asked('result', 2),
  },
  {
    ...JUDGED,
    label: 'files: the report is written',
    devices: MANY,
    isReached: ({ files }) => files().some((file) => file.includes('junit.xml')),
  },
  {
    ...JUDGED,
    label: 'artifact: no response',
    artifacts: { after: RESUMED, faults: { hangFor: 'testset-' } },
    isReached: ({ artifactCalls }) => artifactCalls.includes('CreateArtifact'),
  },
  {
    ...JUDGED,
    label: 'the receipt is removed: no response',
    artifacts: { after: RESUMED, faults: { hangFor: 'run-testset-receipt-' } },
    isReached: ({ artifactCalls }) => artifactCalls.includes('DeleteArtifact'),
    expected: { ...DECIDED, receipts: true },
  },
  {
    ...JUDGED,
    label: 'summary written, the comment: no response',
    inputs: { 'pr-comment': 'true' },
    github: [{ route: /comments/, play: 'hang' }],
    isReached: askedGithub(/comments/),
  },
  {
    ...JUDGED,
    label: 'check run concluded: no response',
    inputs: { 'check-run': 'true' },
    github: [{ route: /^PATCH/, play: 'hang' }],
    isReached: askedGithub(/^PATCH/, 'completed'),
  },
  {
    ...JUDGED,
    label: 'compare: no response',
    inputs: { compare: 'true' },
    github: [{ route: /actions/, play: 'hang' }],
    isReached: askedGithub(/actions/),
  },
  {
    ...JUDGED,
    label: 'the very end, red',
    devices: done({ total: 3, fail: 1 }),
    isReached: logged('::error::'),
    expected: { ...DECIDED, outcome: 'failed', lastLine: '1 of 3 devices' },
  },
  {
    ...JUDGED,
    label: 'the very end, green',
    isReached: (observation) => observation.receipts === 0 && logged(RESUMED)(observation),
  },
];

/** While GitHub does not respond either. */
const SILENT_GITHUB: readonly Point[] = [
  {
    ...WAITING,
    label: 'asleep, check run created: no response',
    inputs: { 'check-run': 'true' },
    github: [{ route: /check-runs/, play: 'hang' }],
    isReached: askedGithub(/check-runs/),
  },
  {
    ...WAITING,
    label: 'asleep, and then nothing of GitHub answers',
    inputs: { 'check-run': 'true', 'pr-comment': 'true', compare: 'true' },
    github: [{ route: /./, play: 'hang' }],
    isReached: (observation) => logged('.  1 device')(observation) && askedGithub(/check-runs/)(observation),
  },
  {
    ...BEGINNING,
    label: 'terminator sent: no response, and nothing of GitHub answers',
    inputs: { 'check-run': 'true', 'pr-comment': 'true', compare: 'true' },
    faults: [stall('create', 'applied')],
    github: [{ route: /./, play: 'hang' }],
    isReached: ({ simulator }) => simulator.created.length > 0,
    expected: UNKNOWN,
    waitsForResponse: true,
  },
  {
    ...JUDGED,
    label: 'compared, and nothing of GitHub answers',
    inputs: { 'check-run': 'true', 'pr-comment': 'true', compare: 'true' },
    github: [{ route: /./, play: 'hang' }],
    isReached: askedGithub(/actions/),
  },
];

/** All points, in the order of the run. */
export const POINTS: readonly Point[] = [...BEFORE, ...UNCERTAIN, ...KNOWN, ...PUBLISHING, ...SILENT_GITHUB];
