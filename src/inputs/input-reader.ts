import { TestsetError } from '../model/errors.ts';
import type { RunContext } from '../model/run-context.ts';
import { truncate } from '../model/text.ts';
import { joinPieces } from '../model/words.ts';
import type { FilePlace, Log } from '../runtime/log.ts';
import type { ProxyFor } from '../runtime/platform.ts';
import type { Redact } from '../runtime/redact.ts';
import { INPUTS, type InputName, type ValueOf } from './input-table.ts';
import { findUnknown } from './unknown-inputs.ts';
import { findLeftOver, WrongInput } from './values.ts';

/** Returns the text of an input by its name; '' for one that was not given. */
export type RawInputs = (name: InputName) => string;

/** One thing that is wrong with an input, or with several that exclude each other. */
interface InputError {
  /** The name of the input, or those of several. */
  readonly inputs: readonly string[];
  /** What is wrong and what is allowed, in whole sentences; never the value of a secret. */
  readonly message: string;
  /** What to do, if changing the workflow file does not help. */
  readonly hint?: string;
  /** Where the mistake is, if it is in a file. */
  readonly place?: FilePlace;
}

/** What is wrong: an input, several that exclude each other, or what is no input. */
type Subject = InputName | readonly InputName[] | 'HTTPS_PROXY' | 'testset-results';

/** Reads inputs one by one and collects what is wrong with them. */
export interface InputReader {
  /** The value of an input. If it is empty or wrong, that of its default, or `undefined`. What is wrong is recorded: read it once. */
  value<Name extends InputName>(name: Name, mustBeSet?: boolean): ValueOf<Name>;
  /** Whether it has a text other than its default. */
  isSet(name: InputName): boolean;
  /** Records an error and lets reading continue, so that all errors are reported together. */
  error(subject: Subject, message: string, hint?: string, place?: FilePlace): void;
  readonly warn: Log['warning'];
  /** Warns of names that are no inputs, but like one or known from other actions, unless an error names them. */
  warnOfUnknown(): void;
  /** A value in quotes for a message: one line, without secrets, at most 60 characters, invisible characters shown as �. */
  readonly quote: (value: string) => string;
  readonly errors: readonly InputError[];
}

/** Longest value in a message, in UTF-16 units. */
const VALUE_LIMIT = 60;
/** Control and format characters, among them line ends, bidirectional marks and zero-width spaces; and spaces that look like the usual one. */
const INVISIBLE = /(?:(?! )[\p{Cc}\p{Cf}\p{Z}])+/gu;

/** Creates a reader of the inputs of an action. @param inputs the names of all of them */
export function createInputReader(
  raw: RawInputs,
  { redact, inputNames, log }: Pick<InputContext, 'redact' | 'inputNames' | 'log'>,
  inputs: readonly string[] = Object.keys(INPUTS),
): InputReader {
  const errors: InputError[] = [];
  const unknown = findUnknown(inputNames, inputs, Object.keys(INPUTS));
  const text = (name: InputName): string => raw(name).trim();
  const quote = (value: string): string => {
    // Before it is cut: a part of a secret would not be found.
    const visible = redact(value).slice(0, 1000).toWellFormed().replace(INVISIBLE, '\ufffd');
    return `"${truncate(visible, VALUE_LIMIT)}"`;
  };
  const error: InputReader['error'] = (subject, message, hint, place) => {
    const given = isInput(subject) ? text(subject) : '';
    const names = [subject].flat();
    const other = unknown.find(({ meant = '' }) => names.some((name) => name === meant))?.name;
    const more = [
      // YAML removes its own quotes; these are a part of the value.
      /^(["']).*\1$|^[“„‘].*[”“’]$/s.test(given) && 'Remove the quotes.',
      // Such as YAML makes of "app\build".
      /[^\P{Cc}\r\n]/u.test(given) && 'In double quotes a backslash is an escape: use single quotes.',
      other && `There is ${quote(other)}, which is no input.`,
    ];
    errors.push({ inputs: names, message: joinPieces(' ', [message, ...more]), hint, place });
  };
  const value = <Name extends InputName>(name: Name, mustBeSet = false): ValueOf<Name> => {
    const row = INPUTS[name];
    const given = text(name);
    try {
      if (given !== '' || mustBeSet) return row.read(given, quote) as ValueOf<Name>;
    } catch (wrong) {
      if (!(wrong instanceof WrongInput)) throw wrong;
      const shown = given === '' ? 'is empty' : `is ${quote(given)}`;
      error(name, joinPieces(' ', [`\`${name}\` ${findLeftOver(given)[1] ?? wrong.what ?? shown}.`, wrong.message]));
    }
    return (row.default && row.read(row.default, quote)) as ValueOf<Name>;
  };
  return {
    value,
    isSet: (name) => !['', INPUTS[name].default].includes(text(name).toLowerCase()),
    error,
    warn: log.warning,
    warnOfUnknown: () => {
      const isNamed = (meant = ''): boolean => errors.some((each) => each.inputs.includes(meant));
      for (const { name, advice } of unknown.filter(({ meant }) => !isNamed(meant)))
        log.warning(`There is no input ${quote(name)}. ${advice}`);
    },
    quote,
    errors,
  };
}

function isInput(subject: Subject): subject is InputName {
  return typeof subject === 'string' && subject in INPUTS;
}

/** Everything that is wrong with the inputs, in one error. */
export class InputErrors extends TestsetError {
  readonly errors: readonly InputError[];

  /** @param consequence what did not happen, a sentence */
  constructor(errors: readonly InputError[], consequence: string) {
    const message = errors.map((error) => error.message).join(' ');
    const hints = new Set(errors.flatMap(({ hint }) => hint ?? []));
    super({ code: 'bad-inputs', message, hint: [...hints, consequence].join(' ') });
    this.errors = errors;
  }
}

/** What the inputs are read against. */
export interface InputContext extends RunContext {
  /** When the step began: decides what has expired, in the quarantine file and in an app. */
  readonly now: Date;
  readonly redact: Redact;
  readonly log: Pick<Log, 'warning'>;
  /** Returns the proxy for the service. @throws TestsetError if its setting cannot be used */
  readonly proxyFor: ProxyFor;
}
