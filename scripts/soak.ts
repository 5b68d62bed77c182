/**
 * `npm run soak -- --schedules 50000 --seed 1` plays that many schedules of faults against the whole flow, and tells what came of them.
 * It fails when a promise was broken, with the smallest schedule that breaks it. `--seed 7 --at 123` plays one of them again.
 */
import { parseArgs } from 'node:util';

import type { Promised } from '../__tests__/faults/support/checks.ts';
import { openSandbox, playAll, type Played, type Stage } from '../__tests__/faults/support/play.ts';
import { schedulesOf, smallestLike } from '../__tests__/faults/support/smallest.ts';
import { createTally } from '../__tests__/faults/support/tally.ts';

/** Schedules that are made from one seed; the next so many come from the next seed. */
const BLOCK = 1_000;
/** Broken schedules that are shown as small as can be. */
const MOST_SHOWN = 5;

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    at: { type: 'string' },
  },
});

const counts = { schedules: 0, committed: 0, requests: 0 };
const broken = new Map<Promised, number>();
const outcomes = new Map<string, number>();
const faults = createTally();

const stage = await openSandbox();
const began = performance.now();
const findings =
  values.at === undefined
    ? await soak(stage, Number(values.seed), Number(values.schedules))
    : await playOne(stage, Number(values.seed), Number(values.at));
stage.close();
tell();
process.exit(findings > 0 ? 1 : 0);

async function soak(on: Stage, seed: number, schedules: number): Promise<number> {
  let shown = 0;
  for (let block = 0; block * BLOCK < schedules; block += 1) {
    const blockSeed = seed + block;
    const failed: (readonly [at: number, played: Played])[] = [];
    const some = schedulesOf(blockSeed, Math.min(BLOCK, schedules - block * BLOCK));
    await playAll(on, some, (played, at) => {
      count(played);
      if (played.findings.length > 0) failed.push([at, played]);
    });
    for (const [at, played] of failed) {
      if (shown < MOST_SHOWN) show(blockSeed, at, played, await smallestLike(on, blockSeed, at));
      shown += 1;
    }
    console.error(`${counts.schedules} schedules, ${shown} broken, ${seconds()} s`);
  }
  return shown;
}

async function playOne(on: Stage, seed: number, at: number): Promise<number> {
  const schedule = schedulesOf(seed, at + 1)[at];
  if (!schedule) return 0;
  const played = await on.play(schedule);
  count(played);
  show(seed, at, played, undefined);
  for (const { operation, at: when, fault, answer } of played.record?.requests ?? []) {
    const said = fault ? JSON.stringify(fault.act) : 'the truth';
    console.log(
      `${Math.round(when - (played.record?.began ?? 0))} ms: ${operation}, ${said}, HTTP ${answer?.status ?? '-'}`,
    );
  }
  return played.findings.length;
}

function count({ record, findings: found }: Played): void {
  counts.schedules += 1;
  counts.requests += record?.requests.length ?? 0;
  counts.committed += record?.requests.filter(({ applied }) => applied !== undefined).length ?? 0;
  faults.add(record?.played ?? []);
  const outcome = record?.report?.outcome ?? 'none';
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  for (const promise of new Set(found.map((finding) => finding.broken))) {
    broken.set(promise, (broken.get(promise) ?? 0) + 1);
  }
}

function show(seed: number, at: number, { findings: found, schedule }: Played, smallest: unknown): void {
  for (const { broken: promise, how } of found) console.log(`BROKEN ${promise}: ${how}`);
  console.log(`  again with: npm run soak -- --seed ${seed} --at ${at}`);
  console.log(`  schedule: ${JSON.stringify(schedule)}`);
  if (smallest) console.log(`  smallest: ${JSON.stringify(smallest)}`);
}

function tell(): void {
  const of = (...promises: readonly Promised[]): number =>
    promises.reduce((sum, one) => sum + (broken.get(one) ?? 0), 0);
  console.log(`${counts.schedules} schedules in ${seconds()} s, ${counts.requests} requests`);
  console.log(`creates committed: ${counts.committed}`);
  console.log(`duplicate creates: ${of('no duplicate create', 'no create after the final one')}`);
  console.log(`lost results: ${of('nothing lost', 'right files')}`);
  console.log(`wrong verdicts: ${of('right verdict')}`);
  console.log(`hangs: ${of('no hang', 'ends in time', 'nothing left open')}`);
  console.log(`too many redirects: ${of('few redirects')}`);
  console.log(`Retry-After undercut: ${of('Retry-After kept')}`);
  console.log(`secrets shown: ${of('no secret shown')}`);
  console.log(`requests at another origin: ${of('one origin alone')}`);
  console.log(`outcomes: ${[...outcomes].map(([outcome, times]) => `${outcome} ${times}`).join(', ')}`);
  console.log('faults that came to pass:');
  for (const [kind, times] of [...faults].sort(([a], [b]) => a.localeCompare(b))) console.log(`  ${kind}: ${times}`);
}

function seconds(): number {
  return Math.round((performance.now() - began) / 1000);
}
