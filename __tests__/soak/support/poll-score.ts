import type { Service } from '../../../src/service/client.ts';
import { pollTestset } from '../../../src/wait/poll.ts';
import { readStatus } from '../../../src/service/wire.ts';
import { createEagerClock, createRuntime } from '../../support/runtime.ts';
import { createRandom, type Random } from './random.ts';
import { drawWait, statusAt, POLL_CLASSES, type SimulatedWait } from './poll-classes.ts';

/** How soon the ends of testsets were noticed, compared with a poll every 15 seconds. */
export interface PollScore {
  readonly name: string;
  /** From the end of a testset to the poll that noticed it, in seconds. */
  readonly lag: Lag;
  readonly fixedLag: Lag;
  /** For each testset, on average. */
  readonly requests: number;
  readonly fixedRequests: number;
}

/** Seconds over several testsets. */
interface Lag {
  readonly mean: number;
  /** 19 of 20 are no longer. */
  readonly p95: number;
  readonly longest: number;
}

/** The scores of the poll table. */
export interface PollScores {
  /** In the order of {@link POLL_CLASSES}. */
  readonly classes: readonly PollScore[];
  /** All classes together, with equal weight. */
  readonly mix: PollScore;
}

const FIXED_SECONDS = 15;

/** Polls testsets of every class with the real loop, in virtual time. */
export async function scorePolls(seed: number, runsPerClass: number): Promise<PollScores> {
  const random = createRandom(seed);
  const classes: PollScore[] = [];
  const all: Run[] = [];
  for (const kind of POLL_CLASSES) {
    const runs: Run[] = [];
    while (runs.length < runsPerClass) runs.push(await pollToEnd(drawWait(kind, random), random));
    classes.push(scoreOf(kind.name, runs));
    all.push(...runs);
  }
  return { classes, mix: scoreOf('all of them', all) };
}

/** One testset, polled to its end. */
interface Run {
  readonly completeAt: number;
  readonly lag: number;
  readonly requests: number;
}

async function pollToEnd(wait: SimulatedWait, random: Random): Promise<Run> {
  const clock = { ...createEagerClock(), random: () => random.next() };
  const began = clock.now();
  const seconds = (): number => (clock.now() - began) / 1000;
  const { completeAt } = wait;
  let requests = 0;
  const service: Pick<Service, 'status'> = {
    status: () => {
      requests += 1;
      const value = readStatus(statusAt(wait, seconds()));
      if (!value) throw new Error('there is always a status here');
      return Promise.resolve({ value });
    },
  };
  const ending = await pollTestset(service as Service, createRuntime({ clock }), {
    testset: { id: 7, since: clock.now() },
    announcedDevices: wait.devices.length,
    existed: false,
    once: false,
    expectedMs: () => wait.timeLimit && 60_000 * wait.timeLimit,
  });
  if ('outcome' in ending) throw new Error(`the wait ended as ${ending.outcome}`);
  return { completeAt, lag: seconds() - completeAt, requests };
}

function scoreOf(name: string, runs: readonly Run[]): PollScore {
  return {
    name,
    lag: lagOf(runs.map(({ lag }) => lag)),
    fixedLag: lagOf(runs.map(({ completeAt }) => FIXED_SECONDS - (completeAt % FIXED_SECONDS))),
    requests: mean(runs.map(({ requests }) => requests)),
    fixedRequests: mean(runs.map(({ completeAt }) => Math.floor(completeAt / FIXED_SECONDS) + 1)),
  };
}

function lagOf(lags: readonly number[]): Lag {
  const sorted = [...lags].sort((a, b) => a - b);
  return {
    mean: mean(lags),
    p95: sorted[Math.ceil(0.95 * sorted.length) - 1] ?? NaN,
    longest: sorted.at(-1) ?? NaN,
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
