import { availableParallelism, type, machine } from 'node:os';

/** A measured number, with its limit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** `ms`, `MB`, `×` or the like. */
  readonly unit: string;
  /** Absent for numbers without a limit. */
  readonly limit?: { readonly text: string; readonly met: boolean };
}

/** A figure that must be at most `limit`. */
export function atMost(limit: number, unit: string, name: string, value: number): Figure {
  return { name, value, unit, limit: { text: `≤ ${limit} ${unit}`, met: value <= limit } };
}

/** A figure that must be at least `limit`. */
export function atLeast(limit: number, unit: string, name: string, value: number): Figure {
  return { name, value, unit, limit: { text: `≥ ${limit} ${unit}`, met: value >= limit } };
}

/** A figure without a limit. */
export function plain(unit: string, name: string, value: number): Figure {
  return { name, value, unit };
}

/** Prints figures as a Markdown table. The exit code is 1 if a limit is not met. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = figures.map(({ name, value, unit, limit }) => [
    name,
    `${round(value)} ${unit}`,
    limit?.text ?? '',
    limit ? (limit.met ? 'met' : 'not met') : '',
  ]);
  const table = [['figure', 'measured', 'limit', ''], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...table.map((row) => row[column]?.length ?? 0)));
  const [headings, ...body] = table.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  const line = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;

  console.log(`${title}\nNode ${process.version}, ${type()} ${machine()}, ${availableParallelism()} cores\n`);
  console.log([headings, line, ...body].join('\n'));
  if (figures.some(({ limit }) => limit?.met === false)) process.exitCode = 1;
}

/** Rounds to three digits, or to a whole number from 100 on. */
function round(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
