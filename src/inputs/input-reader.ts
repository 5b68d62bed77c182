import { TestsetError } from '../model/errors.ts';
import type { RunContext } from '../model/run-context.ts';
import { Secret, type SecretInput } from '../model/secret.ts';
import { truncate } from '../model/text.ts';
import type { FilePlace } from '../runtime/log.ts';
import type { Redact } from '../runtime/redact.ts';

/** Returns the text of an input by its name; '' for one that was not given. */
export type RawInputs = (name: string) => string;

/** One thing that is wrong with an input, or with several that exclude each other. */
interface InputError {
  /** The name of the input, or the first of several. */
  readonly input: string;
  /** What is wrong and what is allowed, in whole sentences; never the value of a secret. */
  readonly message: string;
  /** What to do, if changing the workflow file does not help. */
  readonly hint?: string;
  /** Where the mistake is, if it is in a file. */
  readonly place?: FilePlace;
}

/** Reads inputs one by one and collects what is wrong with them. */
export interface InputReader {
  /** The text without white space at its ends; '' if it was not given. */
  text(name: string): string;
  /** The same text as a secret. */
  secret(name: SecretInput): Secret;
  /** Records an error and lets reading continue, so that all errors are reported together. */
  error(input: string, message: string, hint?: string, place?: FilePlace): void;
  warn(message: string): void;
  /** A value in quotes for a message: one line, without secrets, at most 60 characters, invisible characters shown as �. */
  readonly quote: (value: string) => string;
  /** An input and its value for a message: `` `wait` is "yes" ``, or that it is empty. */
  describe(name: string): string;
  readonly errors: readonly InputError[];
  readonly warnings: readonly string[];
}

/** @param redact replaces secrets in a value before it is cut: a part of a secret would not be found */
export function createInputReader(raw: RawInputs, redact: Redact): InputReader {
  const errors: InputError[] = [];
  const warnings: string[] = [];
  const text = (name: string): string => raw(name).trim();
  return {
    text,
    secret: (name) => new Secret(text(name)),
    error: (input, message, hint, place) => {
      // YAML removes its own quotes; these are a part of the value.
      const isQuoted = /^(["']).*\1$/s.test(text(input));
      errors.push({ input, message: isQuoted ? `${message} Remove the quotes.` : message, hint, place });
    },
    warn: (message) => {
      warnings.push(message);
    },
    quote: (value) => quote(redact(value)),
    describe: (name) => {
      const value = text(name);
      return value === '' ? `\`${name}\` is empty` : `\`${name}\` is ${quote(redact(value))}`;
    },
    errors,
    warnings,
  };
}

/** Everything that is wrong with the inputs, in one error. */
export class InputErrors extends TestsetError {
  readonly errors: readonly InputError[];
  /** What else is worth a look, such as a zip that contains the app. */
  readonly warnings: readonly string[];

  /** @param consequence what did not happen, a sentence */
  constructor({ errors, warnings }: Pick<InputReader, 'errors' | 'warnings'>, consequence: string) {
    const message = errors.map((error) => error.message).join(' ');
    const hints = new Set(errors.flatMap(({ hint }) => hint ?? []));
    super({ code: 'bad-inputs', message, hint: [...hints, consequence].join(' ') });
    this.name = 'InputErrors';
    this.errors = errors;
    this.warnings = warnings;
  }
}

/** Longest value in a message, in UTF-16 units. */
const VALUE_LIMIT = 60;

/** Control and format characters, among them line ends, bidirectional marks and zero-width spaces. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

function quote(value: string): string {
  const visible = value.slice(0, 1000).toWellFormed().replace(INVISIBLE, '\ufffd');
  return `"${truncate(visible, VALUE_LIMIT)}"`;
}

/** What the inputs are read against. */
export interface InputContext extends RunContext {
  /** When the step began: decides what has expired, in the quarantine file and in an app. */
  readonly now: Date;
  /** Replaces secrets in one whole value. */
  readonly redact: Redact;
  /** Returns the proxy for the service. @throws TestsetError if its setting cannot be used */
  readonly proxyFor: (target: URL) => URL | undefined;
}
