import { messageOf, type TestsetError } from '../model/errors.ts';
import { truncate, oneLine } from '../model/text.ts';

/** Where the story tells what happens. Every line goes through one cleaning function before the runner sees it. */
export interface Log {
  info(line: LogText): void;
  /** Shown only with `ACTIONS_STEP_DEBUG`. */
  debug(line: string): void;
  /** Also an annotation on the run; for what the user should know but need not mend. */
  notice(line: string): void;
  /** Also an annotation on the run; for what went wrong without changing the outcome. */
  warning(line: string): void;
  /** A chapter that can be folded. */
  group<T>(title: string, chapter: () => Promise<T>): Promise<T>;
}

/** Shows what lies behind an error, muted. */
export function logCause(log: Pick<Log, 'info'>, { cause }: TestsetError): void {
  if (cause !== undefined) log.info([{ text: `caused by: ${messageOf(cause)}`, colour: 'grey' }]);
}

/** What can be written to the log. Colour is told apart from text, so an escape code within a text is never ours. */
export type LogText = string | readonly Piece[];

/** A part of a log line; parts stand one space apart. */
export interface Piece {
  readonly text: string;
  readonly colour?: Colour;
}

/** A colour of the log. */
export type Colour = 'red' | 'green' | 'yellow' | 'grey';

const COLOUR_CODES: Readonly<Record<Colour, number>> = { red: 31, green: 32, yellow: 33, grey: 90 };

/** Stands before every line, so that none begins with `::`, which would be a command to the runner. */
const PREFIX = '·';

const LINE_LIMIT = 500;

/**
 * The one function through which every log line goes. What comes out is a single line of at most 500 visible characters in
 * which the runner finds no command, whatever the text; only colours that were asked for are coloured.
 */
export function logLine(line: LogText): string {
  const pieces: readonly Piece[] = typeof line === 'string' ? [{ text: line.trimEnd() }] : line;
  const parts = [PREFIX];
  let room = LINE_LIMIT - PREFIX.length;
  for (const { text, colour } of pieces) {
    if (room <= 1) break;
    const shown = truncate(harmless(text), room - 1);
    room -= shown.length + 1;
    parts.push(colour === undefined ? shown : paint(shown, colour));
  }
  return parts.join(' ').trimEnd();
}

/**
 * Breaks `##[`, which the runner obeys anywhere in a line. It compares as people read, not byte by byte, and so overlooks
 * characters that are invisible: they must be gone before. Parts stand a space apart, so none can be completed by the next.
 */
function harmless(text: string): string {
  return oneLine(text).replaceAll('##[', '##·[');
}

function paint(text: string, colour: Colour): string {
  return `\u001b[${COLOUR_CODES[colour]}m${text}\u001b[0m`;
}
