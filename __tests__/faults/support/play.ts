import tls from 'node:tls';

import { messageOf } from '../../../src/model/errors.ts';
import { certificate } from '../../support/origin.ts';
import { createChance } from './chance.ts';
import { findingsOf, type Finding } from './checks.ts';
import { startOtherOrigin, type OtherOrigin } from './other-origin.ts';
import { runSchedule, type RunRecord } from './run.ts';
import type { Schedule } from './schedule.ts';
import { createStillClock, createStillTime, type StillTime } from './still-time.ts';
import { takeOverTimers } from './timers.ts';

/** A schedule that was played. */
export interface Played {
  readonly schedule: Schedule;
  /** What is to be counted; `undefined` when the run hung. */
  readonly record: RunRecord | undefined;
  readonly findings: readonly Finding[];
}

/** Where schedules are played: one for a process. */
export interface Stage {
  play(schedule: Schedule): Promise<Played>;
  close(): void;
}

/** How far beyond its `timeout` a run may go on before it is taken for endless. */
const ENDLESS_MINUTES = 60;
/** Runs go on side by side, so that waiting for everything to be still is shared. */
const SIDE_BY_SIDE = 100;

/** Makes ready: the origin's certificate is trusted, and connections that are never made end soon. */
export async function openSandbox(): Promise<Stage> {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, certificate('localhost').cert.toString()]);
  const timers = takeOverTimers();
  const time = createStillTime(timers);
  const otherOrigin = await startOtherOrigin();
  let runs = 0;
  return {
    play: (schedule) => {
      runs += 1;
      return play(schedule, time, otherOrigin, runs);
    },
    close: () => {
      otherOrigin.close();
      timers.giveBack();
      tls.setDefaultCACertificates(trusted);
    },
  };
}

async function play(schedule: Schedule, time: StillTime, otherOrigin: OtherOrigin, run: number): Promise<Played> {
  const chance = createChance(schedule.seed);
  const clock = createStillClock(() => chance.next());
  const address = otherOrigin.addressFor(run);
  try {
    const record = await time.run(clock, schedule.timeoutMinutes + ENDLESS_MINUTES, () =>
      runSchedule(schedule, clock, address),
    );
    const redirected: Finding[] = otherOrigin.wasSeen(run)
      ? [{ broken: 'one origin alone', how: 'another origin saw a request' }]
      : [];
    return { schedule, record, findings: [...findingsOf(record), ...redirected] };
  } catch (error) {
    return { schedule, record: undefined, findings: [{ broken: 'no hang', how: messageOf(error) }] };
  }
}

/** Plays all, in order of their beginnings; `onPlayed` is told the place of each. */
export async function playAll(
  stage: Stage,
  schedules: Iterable<Schedule>,
  onPlayed: (played: Played, at: number) => void,
): Promise<void> {
  const waiting = [...schedules].entries();
  const lane = async (): Promise<void> => {
    for (const [at, schedule] of waiting) onPlayed(await stage.play(schedule), at);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
}
