import { availableParallelism, type, machine } from 'node:os';

/** A number of a round, with its limit if it has one. */
interface Figure<Round> {
  readonly name: string;
  /** `ms`, `MB`, `×` or the like. */
  readonly unit: string;
  readonly of: (round: Round) => number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/**
 * Measures `count` rounds after a warm-up round. Each round measures everything that is compared, so that other load on the machine
 * affects all of it.
 */
export async function measureRounds<Round>(count: number, round: () => Promise<Round>): Promise<readonly Round[]> {
  await round();
  const measured: Round[] = [];
  while (measured.length < count) measured.push(await round());
  return measured;
}

/** Prints the median of each figure as a Markdown table. The exit code is 1 if a limit is not met. */
export function printFigures<Round>(title: string, rounds: readonly Round[], figures: readonly Figure<Round>[]): void {
  const rows = figures.map(({ name, unit, of, atMost = Infinity, atLeast = -Infinity }) => {
    const value = median(rounds, of);
    const limits = [atMost < Infinity ? `≤ ${round(atMost)} ${unit}` : '', atLeast > 0 ? `≥ ${atLeast} ${unit}` : ''];
    const limit = limits.join('');
    const isMet = value <= atMost && value >= atLeast;
    if (!isMet) process.exitCode = 1;
    return [name, `${round(value)} ${unit}`, limit, limit && (isMet ? 'met' : 'not met')];
  });
  const table = [['figure', 'measured', 'limit', ''], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...table.map((row) => row[column]?.length ?? 0)));
  const [headings, ...body] = table.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  const line = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  console.log(`${title}\nNode ${process.version}, ${type()} ${machine()}, ${availableParallelism()} cores\n`);
  console.log([headings, line, ...body].join('\n'));
}

/** The median of one number of each round; NaN without rounds. */
export function median<Round>(rounds: readonly Round[], valueOf: (round: Round) => number): number {
  const values = rounds.map(valueOf).sort((a, b) => a - b);
  const middle = (values.length - 1) / 2;
  return ((values[Math.floor(middle)] ?? NaN) + (values[Math.ceil(middle)] ?? NaN)) / 2;
}

/** Rounds to three digits, or to a whole number from 100 on. */
function round(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
