import { oneLine, truncate } from '../model/text.ts';

/** The log of the step. Every line is cleaned before the runner sees it. */
export interface Log {
  info(line: LogText): void;
  /** A function is called only if the line is shown. */
  debug(line: string | (() => string)): void;
  /** Also an annotation, for what the user should know but need not change. */
  notice(line: string, place?: FilePlace): void;
  /** Also an annotation, for what went wrong without changing the outcome. */
  warning(line: string, place?: FilePlace): void;
  /** A log group, which can be folded. */
  group<T>(title: string, work: () => Promise<T>): Promise<T>;
}

/** A line of a file in the workspace. */
export interface FilePlace {
  /** Relative to the workspace. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A log line. Colour is separate from text, because escape codes in a text are removed. */
type LogText = string | readonly Piece[];

/** A part of a log line; parts are separated by a space. */
export interface Piece {
  readonly text: string;
  readonly colour?: keyof typeof COLOUR_CODES;
}

const COLOUR_CODES = { red: 31, green: 32, yellow: 33 } as const;

/** Begins every line, because the runner takes a line that begins with `::` for a command. */
const PREFIX = '·';

/** In UTF-16 units, without colour codes. */
const LINE_LIMIT = 500;

/** Returns one line of at most 500 visible characters in which the runner finds no command. */
export function logLine(line: LogText): string {
  if (typeof line === 'string') return logLine([{ text: line.trimEnd() }]);
  const parts = [PREFIX];
  let left = LINE_LIMIT - PREFIX.length;
  for (const { text, colour } of line) {
    if (left <= 1) break;
    // The runner takes `##[` for a command anywhere in a line, also where invisible characters divide it: `oneLine` removes those first.
    const shown = truncate(oneLine(text).replaceAll('##[', '##·['), left - 1);
    left -= shown.length + 1;
    if (colour === undefined) parts.push(shown);
    else parts.push(`\u001b[${COLOUR_CODES[colour]}m${shown}\u001b[0m`);
  }
  return parts.join(' ').trimEnd();
}
