import { TestsetError } from '../model/errors.ts';
import type { RunContext } from '../model/run-context.ts';

/** Gives the text of an input by its name; '' for one that was not given. */
export type RawInputs = (name: string) => string;

/** One thing that is wrong with one input (or with several that do not go together). */
export interface InputError {
  /** The input's name. */
  readonly input: string;
  /** What was given, after "is": cleaned, cut, and never the value of a secret. */
  readonly given: string;
  /** What is allowed, after "must". */
  readonly allowed: string;
  /** What to do about it, a sentence, where it is not the workflow file that has to be mended. */
  readonly fix?: string;
}

/** The inputs while they are being read: where the text comes from, and where faults and warnings are gathered. */
export interface InputReader {
  /** Without white space at its ends; '' when it was not given. */
  text(name: string): string;
  /** Notes a fault; reading goes on, so that all of them are found. */
  error(input: string, given: string, allowed: string, fix?: string): void;
  warn(sentence: string): void;
  readonly errors: readonly InputError[];
  readonly warnings: readonly string[];
}

/** Starts an empty list of faults and warnings over the inputs. */
export function createInputReader(raw: RawInputs): InputReader {
  const errors: InputError[] = [];
  const warnings: string[] = [];
  return {
    text: (name) => raw(name).trim(),
    error: (input, given, allowed, fix) => {
      errors.push({ input, given, allowed, ...(fix !== undefined && { fix }) });
    },
    warn: (sentence) => {
      warnings.push(sentence);
    },
    errors,
    warnings,
  };
}

/** Everything that is wrong with the inputs, in one error. `faults` is for whoever shows them line by line. */
export class InputErrors extends TestsetError {
  readonly errors: readonly InputError[];

  constructor(errors: readonly InputError[]) {
    const sentences = errors.map(errorSentence).join(' ');
    const message = errors.length === 1 ? sentences : `${errors.length} inputs are wrong: ${sentences}`;
    super('bad-inputs', message, hintFor(errors));
    this.name = 'InputErrors';
    this.errors = errors;
  }
}

/** One fault as a sentence: the input, what was given, what is allowed. */
export function errorSentence({ input, given, allowed }: InputError): string {
  return `${input} is ${given}, but must ${allowed}.`;
}

/** What to do about all of them: what is not in the workflow file cannot be mended there. */
function hintFor(errors: readonly InputError[]): string {
  const remedies = [...new Set(errors.flatMap(({ fix }) => fix ?? []))];
  if (remedies.length === 0) return 'Correct this in the workflow file; nothing was sent.';
  const isRest = errors.some(({ fix }) => fix === undefined);
  return [...remedies, isRest ? 'Correct the rest in the workflow file; nothing was sent.' : 'Nothing was sent.'].join(
    ' ',
  );
}

const LONGEST_SHOWN = 200;

/** Control and format characters, among them line ends, bidirectional marks and zero-width ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** What was given, in quotes, fit for a message: one line, nothing invisible, at most 200 characters. */
export function quote(text: string): string {
  const characters = Array.from(
    text
      .slice(0, 4 * LONGEST_SHOWN)
      .toWellFormed()
      .replace(INVISIBLE, ' '),
  );
  const cut = characters.length > LONGEST_SHOWN || text.length > 4 * LONGEST_SHOWN;
  return `"${characters.slice(0, LONGEST_SHOWN).join('')}${cut ? '…' : ''}"`;
}

/** Stands for a value that must not be shown: its length tells enough. */
export function hideValue(text: string): string {
  return text === '' ? 'empty' : `a value of ${text.length} characters`;
}

/** Where files are looked for. */
export interface FileContext {
  /** Absolute; what relative paths start from. */
  readonly workspace: string;
  /** Absolute paths that match an absolute glob; called only when there is a glob to match. */
  readonly findFiles: (pattern: string) => Promise<string[]>;
}

/** What the inputs are read against. */
export interface InputContext extends FileContext {
  readonly context: RunContext;
}

/** Freezes plain data to its innermost part, and gives it back. */
export function deepFreeze<T extends object>(value: T): T {
  const parts: readonly unknown[] = Object.values(value);
  for (const part of parts) {
    if (typeof part === 'object' && part !== null) deepFreeze(part);
  }
  return Object.freeze(value);
}
