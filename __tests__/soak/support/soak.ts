import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';

import fc from 'fast-check';

import { messageOf } from '../../../src/model/errors.ts';
import { certificate } from '../../support/origin.ts';
import { anySchedule } from './arbitrary.ts';
import { findingsOf, type Finding } from './checks.ts';
import { createRandom } from './random.ts';
import { captureOutput, EARLIER_MINUTES, runSchedule, type RunRecord } from './run.ts';
import type { Schedule } from './schedule.ts';
import { createVirtualClock, createVirtualTime } from '../../support/virtual-time.ts';

/** A schedule that was played. */
export interface Played {
  readonly schedule: Schedule;
  /** `undefined` when the run hung. */
  readonly record: RunRecord | undefined;
  readonly findings: readonly Finding[];
}

/** Plays schedules; one for a process. */
export interface Soak {
  play(schedule: Schedule): Promise<Played>;
  close(): void;
}

/** How long after its `timeout` a run counts as endless. */
const ENDLESS_MINUTES = 60;
/** Runs at the same time, which share the search for idleness. */
const AT_ONCE = 100;

/** Prepares the process: trusts the certificate, replaces timers, captures standard output. */
export async function openSoak(): Promise<Soak> {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, certificate().cert.toString()]);
  const restoreOutput = captureOutput();
  const time = createVirtualTime();
  // Redirects lead there with the number of the run, and no client may follow them.
  const asked = new Set<string>();
  const otherOrigin = createServer((request, response) => {
    asked.add(request.url?.split('/')[1] ?? '');
    response.end();
  });
  await once(otherOrigin.listen(0, '127.0.0.1'), 'listening');
  const { port } = otherOrigin.address() as AddressInfo;
  let runs = 0;
  return {
    play: async (schedule) => {
      runs += 1;
      const run = `${runs}`;
      const random = createRandom(schedule.seed);
      const clock = createVirtualClock(() => random.next());
      const minutes = schedule.timeoutMinutes + ENDLESS_MINUTES + EARLIER_MINUTES * schedule.earlier.length;
      try {
        const address = `http://127.0.0.1:${port}/${run}`;
        const record = await time.run(clock, minutes, () => runSchedule(schedule, clock, address));
        const redirected: Finding = { broken: 'one origin only', how: 'another origin received a request' };
        return { schedule, record, findings: [...findingsOf(record), ...(asked.has(run) ? [redirected] : [])] };
      } catch (error) {
        return { schedule, record: undefined, findings: [{ broken: 'no hang', how: messageOf(error) }] };
      }
    },
    close: () => {
      otherOrigin.close();
      otherOrigin.closeAllConnections();
      restoreOutput();
      time.restore();
      tls.setDefaultCACertificates(trusted);
    },
  };
}

/** Plays all schedules; `onPlayed` gets the index of each. It stops early when it returns `false`. */
export async function playAll(
  soak: Soak,
  schedules: Iterable<Schedule>,
  onPlayed: (played: Played, index: number) => boolean,
): Promise<void> {
  const waiting = [...schedules].entries();
  let goOn = true;
  const lane = async (): Promise<void> => {
    for (const [index, schedule] of waiting) {
      if (goOn) goOn = onPlayed(await soak.play(schedule), index) && goOn;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Schedules that are the same for the same seed. */
export function schedulesOf(seed: number, count: number): readonly Schedule[] {
  return fc.sample(anySchedule, { seed, numRuns: count });
}

/** How many smaller schedules are tried. */
const MAX_TRIES = 300;

/** The smallest schedule that can be found from one with findings, which is the one at an index among those of a seed. */
export async function shrink(soak: Soak, seed: number, index: number): Promise<Schedule | undefined> {
  let tries = 0;
  const holds = async (schedule: Schedule): Promise<boolean> => {
    tries += 1;
    return tries > MAX_TRIES || (await soak.play(schedule)).findings.length === 0;
  };
  const property = fc.asyncProperty(anySchedule, holds);
  const { counterexample } = await fc.check(property, { seed, path: `${index}`, numRuns: 1 });
  return counterexample?.[0];
}
