import { makeDevices, type DevicePlan, type Mix } from '../../simulator/devices.ts';
import type { Fault, Operation } from '../../simulator/faults.ts';
import type { Point, Sight, Truth } from './support-cancel.ts';

type Cut = Extract<Fault['do'], { kind: 'cut' }>;

const stall = (on: Operation, at: Cut['at'], skip = 0): Fault => ({ on, skip, do: { kind: 'cut', at, how: 'stall' } });
const asked =
  (on: Operation, times = 1) =>
  ({ simulator }: Sight): boolean =>
    simulator.journal.filter(({ operation }) => operation === on).length >= times;
const logged =
  (words: string) =>
  ({ lines }: Sight): boolean =>
    lines.some((line) => line.includes(words));
const askedGithub =
  (route: RegExp, words = '') =>
  ({ github }: Sight): boolean =>
    github.some((one) => route.test(one.route) && JSON.stringify(one.body).includes(words));

/** Testsets that go on for hours, and those that are done before anybody looks. */
const LONG = makeDevices({ total: 1, seconds: 1_000_000 });
const done = (mix: Omit<Mix, 'seconds'>): readonly DevicePlan[] =>
  makeDevices({ ...mix, seconds: 0 }).map((device) => ({ ...device, startsAfter: 0 }));
const DONE = done({ total: 3 });
const MANY = done({ total: 1_500 });
/** Larger than all that the machine's own buffers hold, so that a service that does not read holds the upload up. */
const LARGE = 30_000_000;

/** What comes of the answer to a create when it is cut off right behind the identifier. */
const UP_TO_ID = '{"data":{"test_count":1,"testset_id":251929}';

const NOTHING: Truth = { outcome: 'cancelled', committed: 0, known: 0, receipts: false, lastLine: 'othing was' };
const UNKNOWN: Truth = {
  outcome: 'unknown-start',
  committed: 1,
  known: 0,
  receipts: false,
  lastLine: 'Move the button',
  killed: 'unknown-start',
};
const GOES_ON: Truth = {
  outcome: 'cancelled',
  committed: 1,
  known: 1,
  receipts: true,
  lastLine: 'testset-id: 251929',
  killed: 'inconclusive',
};
const STANDS: Truth = { outcome: 'passed', committed: 1, known: 1, receipts: false, lastLine: '', killed: 'passed' };

const BEGINNING = { begins: 'create', devices: LONG } as const;
const WAITING = { begins: 'resume', devices: LONG, truth: GOES_ON } as const;
const COLLECTING = { begins: 'resume', devices: DONE, truth: GOES_ON } as const;
const JUDGED = { begins: 'resume', devices: DONE, truth: STANDS } as const;
const SCENARIOS = {
  ...BEGINNING,
  inputs: { 'app-file': '', 'os-type': 'android', 'scenario-id': '101,102' },
} as const;
const ADOPTED = 'ended without a verdict';

/** While nothing can have been created. */
const BEFORE: readonly Point[] = [
  {
    ...BEGINNING,
    label: 'inputs are read',
    inputs: { 'app-file': '**/*.apk' },
    folders: 1_000,
    isReached: logged("Search path '"),
    truth: NOTHING,
  },
  {
    ...BEGINNING,
    label: 'first look: the connection is silent',
    mute: true,
    isReached: ({ muteConnections }) => muteConnections > 0,
    truth: NOTHING,
  },
  {
    ...BEGINNING,
    label: 'first look: no answer',
    faults: [stall('scenarios', 'head')],
    isReached: asked('scenarios'),
    truth: NOTHING,
  },
  {
    ...BEGINNING,
    label: 'first look: half an answer',
    faults: [stall('scenarios', { answerBytes: 5 })],
    isReached: asked('scenarios'),
    truth: NOTHING,
  },
  {
    ...BEGINNING,
    label: 'upload: its head',
    appBytes: LARGE,
    faults: [stall('create', 'head')],
    isReached: asked('create'),
    truth: NOTHING,
  },
  {
    ...BEGINNING,
    label: 'upload: its middle',
    appBytes: LARGE,
    faults: [stall('create', { bodyBytes: LARGE / 2 })],
    isReached: asked('create'),
    truth: NOTHING,
  },
  { ...BEGINNING, label: 'upload: its end is held back', isReached: logged('Sent '), truth: NOTHING },
];

/** While a testset may exist, and no whole answer has come. */
const UNCERTAIN: readonly Point[] = [
  {
    label: 'terminator sent: no answer, committed',
    faults: [stall('create', 'applied')],
    isReached: ({ simulator }: Sight) => simulator.created.length > 0,
    truth: UNKNOWN,
  },
  {
    label: 'terminator sent: no answer, not committed',
    faults: [stall('create', 'body')],
    isReached: asked('create'),
    truth: { ...UNKNOWN, committed: 0 },
  },
  {
    label: 'terminator sent: an answer cut off behind the id',
    faults: [stall('create', { answerBytes: UP_TO_ID.length })],
    isReached: asked('create'),
    truth: { ...GOES_ON, killed: 'unknown-start' },
  },
  {
    label: 'terminator sent: the answer comes within the 3 s',
    faults: [{ on: 'create', do: { kind: 'drip', everyMs: 10 } } satisfies Fault],
    isReached: asked('create'),
    truth: { ...GOES_ON, killed: 'unknown-start' },
  },
].map((point) => ({ ...BEGINNING, ...point, waitsForLastWord: true }));

/** While the testset is known, and not judged. */
const KNOWN: readonly Point[] = [
  { ...BEGINNING, label: 'right after the answer', isReached: logged('is created with'), truth: GOES_ON },
  { ...BEGINNING, label: 'asleep before the first poll', isReached: ({ receipts }) => receipts > 0, truth: GOES_ON },
  { ...WAITING, label: 'asleep between polls', isReached: logged(' device done') },
  { ...WAITING, label: 'poll: no answer', faults: [stall('status', 'head')], isReached: asked('status') },
  {
    ...WAITING,
    label: 'poll: half an answer',
    faults: [stall('status', { answerBytes: 20 })],
    isReached: asked('status'),
  },
  { ...COLLECTING, label: 'results: no answer', faults: [stall('result', 'head')], isReached: asked('result') },
  {
    ...COLLECTING,
    label: 'results: half an answer',
    faults: [stall('result', { answerBytes: 20 })],
    isReached: asked('result'),
  },
  {
    ...COLLECTING,
    label: 'results: the JSON, asked for by itself',
    variants: { allHolds: ['xml'] },
    faults: [stall('result', 'head', 1)],
    isReached: asked('result', 2),
  },
  {
    ...COLLECTING,
    label: 'results: half of the JSON, asked for by itself',
    variants: { allHolds: ['xml'] },
    faults: [stall('result', { answerBytes: 200 }, 1)],
    isReached: asked('result', 2),
  },
  {
    ...COLLECTING,
    label: 'files: documents are written as they come',
    devices: MANY,
    faults: [stall('result', { answerBytes: 400_000 })],
    isReached: ({ files }) => files().some((file) => file.includes('result.')),
  },
  {
    ...SCENARIOS,
    label: 'scenarios: half created, the other is put off',
    faults: [{ on: 'create', skip: 1, do: { kind: 'response', status: 429, headers: { 'retry-after': '60' } } }],
    isReached: ({ lines, receipts }) => receipts > 0 && lines.some((line) => line.includes('Retrying in')),
    truth: GOES_ON,
  },
  {
    ...SCENARIOS,
    label: 'scenarios: all created, waiting',
    isReached: ({ receipts }) => receipts > 1,
    truth: { ...GOES_ON, committed: 2, known: 2, lastLine: 'testset-id: 2519' },
  },
  {
    ...SCENARIOS,
    label: 'scenarios: half created, the other has no answer',
    faults: [stall('create', 'applied', 1)],
    isReached: ({ receipts, simulator }) => receipts > 0 && simulator.created.length === 2,
    truth: { ...UNKNOWN, committed: 2, known: 1, receipts: true },
    waitsForLastWord: true,
  },
];

/** While the verdict stands, and is published. */
const STANDING: readonly Point[] = [
  {
    ...JUDGED,
    label: 'results: the HTML, asked for by itself',
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
    label: 'artifact: no answer',
    artifacts: { after: ADOPTED, faults: { hangFor: 'testset-' } },
    isReached: ({ artifactCalls }) => artifactCalls.includes('CreateArtifact'),
  },
  {
    ...JUDGED,
    label: 'the receipt is taken back: no answer',
    artifacts: { after: ADOPTED, faults: { hangFor: 'run-testset-receipt-' } },
    isReached: ({ artifactCalls }) => artifactCalls.includes('DeleteArtifact'),
    truth: { ...STANDS, receipts: true },
  },
  {
    ...JUDGED,
    label: 'summary written, the comment: no answer',
    inputs: { 'pr-comment': 'true' },
    github: [{ route: /comments/, play: 'hang' }],
    isReached: askedGithub(/comments/),
  },
  {
    ...JUDGED,
    label: 'check run concluded: no answer',
    inputs: { 'check-run': 'true' },
    github: [{ route: /^PATCH/, play: 'hang' }],
    isReached: askedGithub(/^PATCH/, 'completed'),
  },
  {
    ...JUDGED,
    label: 'compared with before: no answer',
    inputs: { compare: 'true' },
    github: [{ route: /actions/, play: 'hang' }],
    isReached: askedGithub(/actions/),
  },
  {
    ...JUDGED,
    label: 'the very end, red',
    devices: done({ total: 3, fail: 1 }),
    isReached: logged('::error::'),
    truth: { ...STANDS, outcome: 'failed', lastLine: '1 unit test failed' },
  },
  {
    ...JUDGED,
    label: 'the very end, green',
    isReached: (sight) => sight.receipts === 0 && logged(ADOPTED)(sight),
  },
];

/** Where GitHub is silent as well, and a cancelled run has more to wait for than one answer. */
const SILENT_GITHUB: readonly Point[] = [
  {
    ...WAITING,
    label: 'asleep, check run created: no answer',
    inputs: { 'check-run': 'true' },
    github: [{ route: /check-runs/, play: 'hang' }],
    isReached: askedGithub(/check-runs/),
  },
  {
    ...WAITING,
    label: 'asleep, and then nothing of GitHub answers',
    inputs: { 'check-run': 'true', 'pr-comment': 'true', compare: 'true' },
    github: [{ route: /./, play: 'hang' }],
    isReached: (sight) => logged(' device done')(sight) && askedGithub(/check-runs/)(sight),
  },
  {
    ...BEGINNING,
    label: 'terminator sent: no answer, and nothing of GitHub answers',
    inputs: { 'check-run': 'true', 'pr-comment': 'true', compare: 'true' },
    faults: [stall('create', 'applied')],
    github: [{ route: /./, play: 'hang' }],
    isReached: ({ simulator }) => simulator.created.length > 0,
    truth: UNKNOWN,
    waitsForLastWord: true,
  },
  {
    ...JUDGED,
    label: 'compared, and nothing of GitHub answers',
    inputs: { 'check-run': 'true', 'pr-comment': 'true', compare: 'true' },
    github: [{ route: /./, play: 'hang' }],
    isReached: askedGithub(/actions/),
  },
];

/** All points of the whole run, in its order. */
export const POINTS: readonly Point[] = [...BEFORE, ...UNCERTAIN, ...KNOWN, ...STANDING, ...SILENT_GITHUB];
