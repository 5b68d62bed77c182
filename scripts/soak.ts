import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openAttempts } from '../__tests__/soak/support/attempts.ts';
import { openSoak, playAll, schedulesOf, shrink, type Played, type Soak } from '../__tests__/soak/support/soak.ts';
import type { Outcome } from '../src/model/outcome.ts';
import { readOptions } from './read-options.ts';

const HELP = `npm run soak -- [--schedules 50000] [--seed 1] [--stop | --at <number> | --attempts <number>]
Plays schedules of faults against the whole step. A broken promise makes the exit code 1, and the smallest schedule that
breaks it is printed. 2,000 schedules or more must also reach every outcome of a run that waits. --stop ends at the first
broken promise.
--seed 7 --at 123 plays one schedule again.
--attempts plays jobs instead, a third of them two calls of one reusable workflow, with up to two retries, each with two or three attempts that may be killed at any point: no scenario may be paid twice without a reason or without a warning, and no step be green without results.`;

/** Schedules that are made from one seed; the next block comes from the next seed. */
const BLOCK = 1_000;
/** Findings that are printed. */
const MAX_SHOWN = 5;
/** Jobs that are played at the same time. */
const JOBS_AT_ONCE = 50;
/** So many schedules reach everything. */
const MANY = 2_000;
const OUTCOMES: readonly Outcome[] = [
  ...(['passed', 'failed', 'inconclusive', 'timed-out', 'cancelled'] as const),
  ...(['rejected', 'not-started', 'unknown-start'] as const),
];

const { values } = readOptions(HELP, {
  schedules: { type: 'string', default: '50000' },
  seed: { type: 'string', default: '1' },
  at: { type: 'string' },
  attempts: { type: 'string' },
  stop: { type: 'boolean', default: false },
});

const counts = { schedules: 0, created: 0, requests: 0 };
const broken = new Map<string, number>();
const outcomes = new Map<string, number>();

if (values.attempts !== undefined) process.exit(await playAttempts(Number(values.attempts), Number(values.seed)));

const soak = await openSoak();
const began = performance.now();
const findings =
  values.at === undefined
    ? await playMany(soak, Number(values.seed), Number(values.schedules))
    : await playOne(soak, Number(values.seed), Number(values.at));
soak.close();
printTotals();
const missed = counts.schedules < MANY ? [] : OUTCOMES.filter((outcome) => !outcomes.has(outcome));
if (missed.length > 0) console.log(`never reached: ${missed.join('; ')}`);
process.exit(findings + missed.length > 0 ? 1 : 0);

async function playMany(on: Soak, seed: number, schedules: number): Promise<number> {
  let found = 0;
  for (let block = 0; block * BLOCK < schedules && !(values.stop && found > 0); block += 1) {
    const blockSeed = seed + block;
    const failed: (readonly [at: number, played: Played])[] = [];
    await playAll(on, schedulesOf(blockSeed, Math.min(BLOCK, schedules - block * BLOCK)), (played, at) => {
      count(played);
      if (played.findings.length > 0) failed.push([at, played]);
      return !values.stop || failed.length === 0;
    });
    for (const [at, played] of failed) {
      if (found < MAX_SHOWN) show(blockSeed, at, played, values.stop ? undefined : await shrink(on, blockSeed, at));
      found += 1;
    }
    console.error(`${counts.schedules} schedules, ${found} with findings, ${seconds()} s`);
  }
  return found;
}

/** @returns the exit code */
async function playAttempts(jobs: number, first: number): Promise<number> {
  const workspace = await mkdtemp(join(tmpdir(), 'attempts-'));
  const player = openAttempts(workspace);
  const sums = { created: 0, again: 0, retries: 0, resumed: 0, killed: 0, silent: 0, green: 0 };
  const seeds = Array.from({ length: jobs }, (_, at) => first + at).values();
  let found = 0;
  const playNext = async (): Promise<void> => {
    for (const seed of seeds) {
      const { findings, ...played } = await player.play(seed);
      for (const [what, number] of Object.entries(played)) sums[what as keyof typeof sums] += number;
      for (const finding of findings) console.log(`seed ${seed}: ${finding}`);
      found += Number(findings.length > 0);
    }
  };
  await Promise.all(Array.from({ length: JOBS_AT_ONCE }, playNext));
  player.close();
  await rm(workspace, { recursive: true, force: true });
  console.log(`${jobs} jobs, ${found} with findings: ${JSON.stringify(sums)}`);
  return found > 0 ? 1 : 0;
}

async function playOne(on: Soak, seed: number, at: number): Promise<number> {
  const schedule = schedulesOf(seed, at + 1)[at];
  if (!schedule) return 0;
  const played = await on.play(schedule);
  count(played);
  show(seed, at, played, undefined);
  for (const { operation, id, at: when, fault, response } of played.record?.requests ?? []) {
    const action = fault ? JSON.stringify(fault.action) : 'no fault';
    const ms = Math.round(when - (played.record?.began ?? 0));
    console.log(`${ms} ms: ${operation} ${id}, ${action}, HTTP ${response?.status ?? '-'}`);
  }
  return played.findings.length;
}

function count({ record, findings: found }: Played): void {
  counts.schedules += 1;
  counts.requests += record?.requests.length ?? 0;
  counts.created += record?.requests.filter(({ created }) => created !== undefined).length ?? 0;
  addTo(outcomes, [record?.report?.outcome ?? 'none']);
  addTo(broken, new Set(found.map((finding) => finding.broken)));
}

function addTo(sums: Map<string, number>, names: Iterable<string>): void {
  for (const name of names) sums.set(name, (sums.get(name) ?? 0) + 1);
}

function show(seed: number, at: number, { findings: found, schedule }: Played, smallest: unknown): void {
  for (const { broken: promise, how } of found) console.log(`BROKEN ${promise}: ${how}`);
  console.log(`  again with: npm run soak -- --seed ${seed} --at ${at}`);
  console.log(`  schedule: ${JSON.stringify(schedule)}`);
  if (smallest) console.log(`  smallest: ${JSON.stringify(smallest)}`);
}

function printTotals(): void {
  const list = (sums: ReadonlyMap<string, number>): string =>
    [...sums].map(([name, times]) => `${name} ${times}`).join(', ') || 'none';
  const { schedules, requests, created } = counts;
  console.log(`${schedules} schedules in ${seconds()} s, ${requests} requests, ${created} testsets created`);
  console.log(`broken promises: ${list(broken)}`);
  console.log(`outcomes: ${list(outcomes)}`);
}

function seconds(): number {
  return Math.round((performance.now() - began) / 1000);
}
