/**
 * `npm run cancel-times` cancels the committed action at every point of its run, several times (`-- --rounds 4`), on the machine's own
 * clock, and tells how long it takes from SIGINT to the end of the process. It fails where the times are over their bars, or where
 * something is not as it must be after a cancel. `-- --only poll` plays the points with that word alone.
 */
import { parseArgs } from 'node:util';

import { playAll, type Play } from '../__tests__/e2e/support-cancel-lane.ts';
import { POINTS } from '../__tests__/e2e/support-cancel-points.ts';
import { findingsOf, type Signals } from '../__tests__/e2e/support-cancel.ts';

/** Of the times without the wait for the last word after the terminator, and of all, in milliseconds. */
const P99_MS = 2_000;
const MOST_MS = 5_000;

/** In turn. The runner's SIGTERM comes after 7.5 s, when all is over; after half a second it meets those that wait for something. */
const SIGINT: Signals = { first: 'SIGINT' };
const SIGNALS: readonly Signals[] = [
  SIGINT,
  { ...SIGINT, then: { signal: 'SIGTERM', afterMs: 500 } },
  SIGINT,
  { ...SIGINT, then: { signal: 'SIGINT', afterMs: 20 } },
];

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '4' }, only: { type: 'string', default: '' } },
});
const points = POINTS.filter(({ label }) => label.includes(values.only));
const plays = Array.from({ length: Number(values.rounds) }).flatMap((_, round): readonly Play[] =>
  points.map((point) => ({ point, signals: SIGNALS[round % SIGNALS.length] ?? SIGINT })),
);

const times = new Map<string, number[]>();
let broken = 0;

// One after another, so that no run waits for another one's turn on the machine.
await playAll(plays, 1, ({ point, signals }, ended) => {
  const { label } = point;
  const findings = ended instanceof Error ? [ended.message] : findingsOf(point, signals, ended);
  broken += findings.length;
  for (const finding of findings) console.log(`BROKEN ${label}: ${finding}`);
  if (!(ended instanceof Error)) times.set(label, [...(times.get(label) ?? []), ended.milliseconds]);
});

const lastWords = points.flatMap(({ label, waitsForLastWord = false }) => (waitsForLastWord ? label : []));
const all = [...times.values()].flat();
const without = [...times].flatMap(([label, some]) => (lastWords.includes(label) ? [] : some));
const within = [...times].flatMap(([label, some]) => (lastWords.includes(label) ? some : []));

console.log(row('from SIGINT to exit, in ms', 'runs', 'p50', 'p99', 'max'));
for (const [label, some] of times) tell(lastWords.includes(label) ? `${label} (*)` : label, some);
tell('in all, without (*)', without);
tell('(*): the last word is waited for, 3 s by design', within);
tell('in all', all);

const isSlow = percentile(without, 99) > P99_MS || Math.max(...all) > MOST_MS;
console.log(
  `${broken} findings; p99 without (*) at most ${P99_MS} ms and max of all at most ${MOST_MS} ms: ${isSlow ? 'no' : 'yes'}`,
);
process.exit(isSlow || broken > 0 ? 1 : 0);

function tell(label: string, some: readonly number[]): void {
  if (some.length === 0) return;
  const figures = [percentile(some, 50), percentile(some, 99), Math.max(...some)].map((ms) => `${Math.round(ms)}`);
  console.log(row(label, `${some.length}`, ...figures));
}

/** The smallest of the values that so many per cent of them do not exceed. */
function percentile(some: readonly number[], percent: number): number {
  const sorted = some.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}

function row(label: string, ...cells: readonly string[]): string {
  return label.padEnd(60) + cells.map((cell) => cell.padStart(8)).join('');
}
