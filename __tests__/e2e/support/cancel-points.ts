import { makeDevices } from '../../../simulator/devices.ts';
import type { Fault } from '../../../simulator/faults.ts';
import type { Expectation, Observation, Point } from './cancel.ts';

const logged =
  (words: string) =>
  ({ lines }: Observation): boolean =>
    lines.some((line) => line.includes(words));
/** The service creates a testset, and does not respond. */
const createSilently = (skip = 0): Fault => ({ on: 'create', skip, do: { kind: 'cut', at: 'applied', how: 'stall' } });

const LONG = makeDevices({ total: 1, seconds: 1_000_000 });
/** Complete at the first poll. */
const DONE = makeDevices({ total: 3, seconds: 0 }).map((device) => ({ ...device, startsAfter: 0 }));

const NOTHING = expectation({ committed: 0, known: 0, receipts: false, lastLine: 'no testset was created' });
const UNKNOWN = expectation({
  outcome: 'unknown-start',
  known: 0,
  receipts: false,
  lastLine: 'Move the button',
});
const STILL_RUNNING = expectation({ lastLine: 'testset-id: 251929' });

/** A step that is cancelled while its only testset runs, but for what is given. */
function expectation(given: Partial<Expectation>): Expectation {
  return { outcome: 'cancelled', committed: 1, known: 1, receipts: true, lastLine: '', ...given };
}

/** Where a cancel is most delicate, in the order of the run. */
export const POINTS: readonly Point[] = [
  {
    label: 'scenario list: the connection is silent',
    signals: 'SIGINT twice',
    begins: 'create',
    devices: LONG,
    silent: true,
    isReached: ({ silentConnections }) => silentConnections > 0,
    expected: NOTHING,
  },
  {
    label: 'upload: its end is held back',
    signals: 'SIGKILL',
    begins: 'create',
    devices: LONG,
    isReached: logged('Sent '),
    expected: NOTHING,
  },
  {
    label: 'terminator sent: no response, committed',
    signals: 'SIGINT, then SIGTERM',
    begins: 'create',
    devices: LONG,
    faults: [createSilently()],
    isReached: ({ simulator }) => simulator.created.length > 0,
    expected: UNKNOWN,
  },
  {
    label: 'right after the response',
    signals: 'SIGINT',
    begins: 'create',
    devices: LONG,
    isReached: logged('is created with'),
    expected: STILL_RUNNING,
  },
  {
    label: 'scenarios: half created, the other has no response',
    signals: 'SIGINT',
    begins: 'create',
    devices: LONG,
    inputs: { 'app-file': '', 'os-type': 'android', 'scenario-id': '101,102' },
    faults: [createSilently(1)],
    isReached: ({ receipts, simulator }) => receipts > 0 && simulator.created.length === 2,
    expected: { ...UNKNOWN, committed: 2, known: 1, receipts: true },
  },
  {
    label: 'asleep, and then nothing of GitHub answers',
    signals: 'SIGINT',
    begins: 'resume',
    devices: LONG,
    inputs: { 'check-run': 'true', 'pr-comment': 'true', compare: 'true' },
    github: [{ route: /\/(?:repos|graphql)/, play: 'hang' }],
    isReached: (observation) =>
      logged('.  1 device')(observation) && observation.github.some(({ route }) => route.includes('check-runs')),
    expected: STILL_RUNNING,
  },
  {
    label: 'artifact: no response',
    signals: 'SIGINT, then SIGTERM',
    begins: 'resume',
    devices: DONE,
    github: [{ route: /CreateArtifact testset-/, play: 'hang' }],
    isReached: ({ github }) => github.some(({ route }) => route.includes('CreateArtifact testset-')),
    expected: expectation({ outcome: 'passed', receipts: false }),
  },
];
