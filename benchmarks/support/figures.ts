import { availableParallelism, type, machine } from 'node:os';

/** A measured number, and whether it is good enough. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** `ms`, `MB`, `×` or the like. */
  readonly unit: string;
  /** Absent where the number only explains others. */
  readonly bar?: { readonly text: string; readonly met: boolean };
}

/** A figure that must not be larger than `bar`. */
export function atMost(bar: number, unit: string, name: string, value: number): Figure {
  return { name, value, unit, bar: { text: `≤ ${bar} ${unit}`, met: value <= bar } };
}

/** A figure that must not be smaller than `bar`. */
export function atLeast(bar: number, unit: string, name: string, value: number): Figure {
  return { name, value, unit, bar: { text: `≥ ${bar} ${unit}`, met: value >= bar } };
}

/** A figure without a bar. */
export function plain(unit: string, name: string, value: number): Figure {
  return { name, value, unit };
}

/** Prints figures as a Markdown table. A bar that is missed makes the exit code 1. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = figures.map(({ name, value, unit, bar }) => [
    name,
    `${rounded(value)} ${unit}`,
    bar?.text ?? '',
    bar ? (bar.met ? 'met' : 'missed') : '',
  ]);
  const table = [['figure', 'measured', 'bar', ''], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...table.map((row) => row[column]?.length ?? 0)));
  const [head, ...body] = table.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
  const line = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;

  console.log(`${title}\nNode ${process.version}, ${type()} ${machine()}, ${availableParallelism()} cores\n`);
  console.log([head, line, ...body].join('\n'));
  if (figures.some(({ bar }) => bar?.met === false)) process.exitCode = 1;
}

/** Three digits, unless it is larger. */
function rounded(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
