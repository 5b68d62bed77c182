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
/** The service stops in the middle of an operation, whose turn this is: the point is where it is asked. */
const stalled = (on: Operation, at: Cut['at'], skip = 0): Pick<Point, 'faults' | 'isReached'> => ({
  faults: [stall(on, at, skip)],
  isReached: asked(on, skip + 1),
});
const isCreated = ({ simulator }: Observation): boolean => simulator.created.length > 0;
const isConnected = ({ silentConnections }: Observation): boolean => silentConnections > 0;
/** The service creates a testset, and does not respond. */
const CREATED_SILENTLY = { faults: [stall('create', 'applied')], isReached: isCreated };
const askedGithub =
  (route: RegExp, words = '') =>
  ({ github }: Observation): boolean =>
    github.some((one) => route.test(one.route) && JSON.stringify(one.body).includes(words));
/** GitHub does not respond to these requests: the point is where one is sent, with these words. */
const silentGithub = (route: RegExp, words = ''): Pick<Point, 'github' | 'isReached'> => ({
  github: [{ route, play: 'hang' }],
  isReached: askedGithub(route, words),
});
/** The artifact service does not respond about artifacts whose names begin so: the point is where it is called. */
const silentArtifacts = (hangFor: string, method: string): Pick<Point, 'artifacts' | 'isReached'> => ({
  artifacts: { after: RESUMED, faults: { hangFor } },
  isReached: ({ artifactCalls }) => artifactCalls.includes(method),
});

/** In the log of an attempt that continues with a testset. */
const RESUMED = 'ended without a result';

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

const NOTHING = expectation({ committed: 0, known: 0, receipts: false, lastLine: 'no testset was created' });
const UNKNOWN = expectation({
  outcome: 'unknown-start',
  known: 0,
  receipts: false,
  lastLine: 'Move the button',
  killed: 'unknown-start',
});
const STILL_RUNNING = expectation({ lastLine: 'testset-id: 251929', killed: 'inconclusive' });
const DECIDED = expectation({ outcome: 'passed', receipts: false, killed: 'passed' });

/** A step that is cancelled while its only testset runs, but for what is given. */
function expectation(given: Partial<Expectation>): Expectation {
  return { outcome: 'cancelled', committed: 1, known: 1, receipts: true, lastLine: '', ...given };
}

const BEGINNING = { begins: 'create', devices: LONG } as const;
const UNCERTAIN_CREATE = { ...BEGINNING, expected: UNKNOWN, waitsForResponse: true } as const;
const WAITING = { begins: 'resume', devices: LONG, expected: STILL_RUNNING } as const;
const COLLECTING = { begins: 'resume', devices: DONE, expected: STILL_RUNNING } as const;
const JUDGED = { begins: 'resume', devices: DONE, expected: DECIDED } as const;
const ANY_APP = { 'app-file': '**/*.apk' } as const;
const SCENARIOS = { 'app-file': '', 'os-type': 'android', 'scenario-id': '101,102' } as const;
const CHECK_RUN = { 'check-run': 'true' } as const;
const COMMENT = { 'pr-comment': 'true' } as const;
const COMPARISON = { compare: 'true' } as const;
const EVERYWHERE = { ...CHECK_RUN, ...COMMENT, ...COMPARISON } as const;

type Base = Pick<Point, 'begins' | 'devices' | 'expected'> & Partial<Point>;
type Place = Pick<Point, 'label' | 'isReached'> & Partial<Point>;

function points(base: Base, places: readonly Place[]): readonly Point[] {
  return places.map((place) => ({ ...base, ...place }));
}

/** While nothing can have been created. */
const BEFORE = points({ ...BEGINNING, expected: NOTHING }, [
  { label: 'inputs are read', inputs: ANY_APP, folders: 1_000, isReached: logged("Search path '") },
  { label: 'scenario list: the connection is silent', silent: true, isReached: isConnected },
  { label: 'scenario list: no response', ...stalled('scenarios', 'head') },
  { label: 'scenario list: half a response', ...stalled('scenarios', { answerBytes: 5 }) },
  { label: 'upload: its head', appBytes: LARGE, ...stalled('create', 'head') },
  { label: 'upload: its middle', appBytes: LARGE, ...stalled('create', { bodyBytes: LARGE / 2 }) },
  { label: 'upload: its end is held back', isReached: logged('Sent ') },
]);

/** While a testset may exist, without a whole response. */
const UNCERTAIN = points(UNCERTAIN_CREATE, [
  { label: 'terminator sent: no response, committed', ...CREATED_SILENTLY },
  {
    label: 'terminator sent: no response, not committed',
    ...stalled('create', 'body'),
    expected: { ...UNKNOWN, committed: 0 },
  },
  {
    label: 'terminator sent: a response cut off behind the id',
    ...stalled('create', { answerBytes: UP_TO_ID.length }),
    expected: { ...STILL_RUNNING, killed: 'unknown-start' },
  },
  {
    label: 'terminator sent: the response comes within the 3 s',
    faults: [{ on: 'create', do: { kind: 'drip', everyMs: 10 } }],
    isReached: asked('create'),
    expected: { ...STILL_RUNNING, killed: 'unknown-start' },
  },
]);

/** While the testset is known, without an outcome. */
const KNOWN: readonly Point[] = [
  ...points({ ...BEGINNING, expected: STILL_RUNNING }, [
    { label: 'right after the response', isReached: logged('is created with') },
    { label: 'asleep before the first poll', isReached: ({ receipts }) => receipts > 0 },
  ]),
  ...points(WAITING, [
    { label: 'asleep between polls', isReached: logged('.  1 device') },
    { label: 'poll: no response', ...stalled('status', 'head') },
    { label: 'poll: half a response', ...stalled('status', { answerBytes: 20 }) },
  ]),
  ...points(COLLECTING, [
    { label: 'results: no response', ...stalled('result', 'head') },
    { label: 'results: half a response', ...stalled('result', { answerBytes: 20 }) },
  ]),
  ...points({ ...COLLECTING, variants: { allHolds: ['xml'] } }, [
    { label: 'results: the JSON, asked for on its own', ...stalled('result', 'head', 1) },
    { label: 'results: half of the JSON, asked for on its own', ...stalled('result', { answerBytes: 200 }, 1) },
  ]),
  ...points({ ...BEGINNING, inputs: SCENARIOS, expected: STILL_RUNNING }, [
    {
      label: 'scenarios: half created, the other is put off',
      faults: [{ on: 'create', skip: 1, do: { kind: 'response', status: 429, headers: { 'retry-after': '60' } } }],
      isReached: ({ lines, receipts }) => receipts > 0 && lines.some((line) => line.includes('Retrying in')),
    },
    {
      label: 'scenarios: all created, waiting',
      isReached: ({ receipts }) => receipts > 1,
      expected: { ...STILL_RUNNING, committed: 2, known: 2, lastLine: 'testset-id: 2519' },
    },
    {
      label: 'scenarios: half created, the other has no response',
      faults: [stall('create', 'applied', 1)],
      isReached: ({ receipts, simulator }) => receipts > 0 && simulator.created.length === 2,
      expected: { ...UNKNOWN, committed: 2, known: 1, receipts: true },
      waitsForResponse: true,
    },
  ]),
];

/** While the outcome is published. */
const PUBLISHING = points(JUDGED, [
  {
    label: 'results: the HTML, asked for on its own',
    variants: { allHolds: ['xml', 'json'] },
    ...stalled('result', 'head', 1),
  },
  {
    label: 'files: the report is written',
    devices: MANY,
    isReached: ({ files }) => files().some((file) => file.includes('junit.xml')),
  },
  { label: 'artifact: no response', ...silentArtifacts('testset-', 'CreateArtifact') },
  {
    label: 'the receipt is removed: no response',
    ...silentArtifacts('run-testset-receipt-', 'DeleteArtifact'),
    expected: { ...DECIDED, receipts: true },
  },
  { label: 'summary written, the comment: no response', inputs: COMMENT, ...silentGithub(/comments/) },
  { label: 'check run concluded: no response', inputs: CHECK_RUN, ...silentGithub(/^PATCH/, 'completed') },
  { label: 'compare: no response', inputs: COMPARISON, ...silentGithub(/actions/) },
  {
    label: 'the very end, red',
    devices: done({ total: 3, fail: 1 }),
    isReached: logged('::error::'),
    expected: { ...DECIDED, outcome: 'failed', lastLine: '1 of 3 devices' },
  },
  {
    label: 'the very end, green',
    isReached: (observation) => observation.receipts === 0 && logged(RESUMED)(observation),
  },
]);

const ALL_SILENT: Partial<Point> = { inputs: EVERYWHERE, github: [{ route: /./, play: 'hang' }] };

/** While GitHub does not respond either. */
const SILENT_GITHUB: readonly Point[] = [
  { ...WAITING, label: 'asleep, check run created: no response', inputs: CHECK_RUN, ...silentGithub(/check-runs/) },
  ...points({ ...WAITING, ...ALL_SILENT }, [
    {
      label: 'asleep, and then nothing of GitHub answers',
      isReached: (observation) => logged('.  1 device')(observation) && askedGithub(/check-runs/)(observation),
    },
  ]),
  ...points({ ...UNCERTAIN_CREATE, ...ALL_SILENT }, [
    { label: 'terminator sent: no response, and nothing of GitHub answers', ...CREATED_SILENTLY },
  ]),
  ...points({ ...JUDGED, ...ALL_SILENT }, [
    { label: 'compared, and nothing of GitHub answers', isReached: askedGithub(/actions/) },
  ]),
];

/** All points, in the order of the run. */
export const POINTS: readonly Point[] = [...BEFORE, ...UNCERTAIN, ...KNOWN, ...PUBLISHING, ...SILENT_GITHUB];
