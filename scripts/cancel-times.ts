import { runAll, type CancelCase } from '../__tests__/e2e/support/testbed.ts';
import { POINTS } from '../__tests__/e2e/support/cancel-points.ts';
import { findDifferences, type Signals } from '../__tests__/e2e/support/cancel.ts';
import { readOptions } from './read-options.ts';

const HELP = `npm run cancel-times -- [--rounds 4] [--only <part of a point>]
Cancels the built action (dist) at every point of its run, several times, in real time, and prints how long it takes from
SIGINT to the end of the process. The exit code is 1 if that takes too long or if something is wrong after a cancel.`;

/** Limits in milliseconds: for cancels that do not wait for the response to a create, and for all. */
const P99_MS = 2_000;
const MAX_MS = 5_000;

/** Used in turn. The runner's SIGTERM comes after 7.5 s; after 0.5 s it reaches runs that still wait for something. */
const SIGINT: Signals = { first: 'SIGINT' };
const SIGNALS: readonly Signals[] = [
  SIGINT,
  { ...SIGINT, then: { signal: 'SIGTERM', afterMs: 500 } },
  SIGINT,
  { ...SIGINT, then: { signal: 'SIGINT', afterMs: 20 } },
];

const { values } = readOptions(HELP, {
  rounds: { type: 'string', default: '4' },
  only: { type: 'string', default: '' },
});
const points = POINTS.filter(({ label }) => label.includes(values.only));
const cases = Array.from({ length: Number(values.rounds) }).flatMap((_, round): readonly CancelCase[] =>
  points.map((point) => ({ point, signals: SIGNALS[round % SIGNALS.length] ?? SIGINT })),
);

const times = new Map<string, number[]>();
let broken = 0;

// One after the other, so that no run waits for the processor.
await runAll(cases, 1, ({ point, signals }, ended) => {
  const { label } = point;
  const findings = ended instanceof Error ? [ended.message] : findDifferences(point, signals, ended);
  broken += findings.length;
  for (const finding of findings) console.log(`BROKEN ${label}: ${finding}`);
  if (!(ended instanceof Error)) times.set(label, [...(times.get(label) ?? []), ended.milliseconds]);
});

const graceful = points.flatMap(({ label, waitsForResponse = false }) => (waitsForResponse ? label : []));
const all = [...times.values()].flat();
const immediate = [...times].flatMap(([label, some]) => (graceful.includes(label) ? [] : some));
const waiting = [...times].flatMap(([label, some]) => (graceful.includes(label) ? some : []));

console.log(row('from SIGINT to exit, in ms', 'runs', 'p50', 'p99', 'max'));
for (const [label, some] of times) print(graceful.includes(label) ? `${label} (*)` : label, some);
print('in all, without (*)', immediate);
print('(*): waits for the response to the create, at most 3 s', waiting);
print('in all', all);

const isSlow = percentile(immediate, 99) > P99_MS || Math.max(...all) > MAX_MS;
console.log(
  `${broken} findings; p99 without (*) at most ${P99_MS} ms and max of all at most ${MAX_MS} ms: ${isSlow ? 'no' : 'yes'}`,
);
process.exit(isSlow || broken > 0 ? 1 : 0);

function print(label: string, some: readonly number[]): void {
  if (some.length === 0) return;
  const figures = [percentile(some, 50), percentile(some, 99), Math.max(...some)].map((ms) => `${Math.round(ms)}`);
  console.log(row(label, `${some.length}`, ...figures));
}

/** The value that so many percent of the values do not exceed. */
function percentile(some: readonly number[], percent: number): number {
  const sorted = some.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}

function row(label: string, ...cells: readonly string[]): string {
  return label.padEnd(60) + cells.map((cell) => cell.padStart(8)).join('');
}
