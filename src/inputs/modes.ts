import type { InputReader } from './input-reader.ts';

/** The inputs that say what to run; exactly one of them is given. */
export type Mode = 'app-file' | 'scenario-id' | 'scenario-query' | 'testset-id';

const MODES: readonly Mode[] = ['app-file', 'scenario-id', 'scenario-query', 'testset-id'];

/** Inputs that only testsets have a use for that are still to be created. */
const FOR_NEW_TESTSETS = ['os-type', 'testset-name', 'time-limit', 'callback', 'login-id', 'login-pw'];

/** What each mode has no use for. */
const UNUSED: Readonly<Record<Mode, readonly string[]>> = {
  'app-file': ['source-type'],
  'scenario-id': ['use-vo'],
  'scenario-query': ['use-vo'],
  'testset-id': ['project-id', ...FOR_NEW_TESTSETS, 'source-type', 'use-vo'],
};

/** What inputs say that were not given: action.yml fills them in. */
const DEFAULTS: Readonly<Record<string, string>> = { 'source-type': 'file', 'use-vo': 'false' };

const REASONS: Readonly<Record<Mode, string>> = {
  'app-file': 'app-file asks for an automated test',
  'scenario-id': 'scenario-id asks for scenario tests',
  'scenario-query': 'scenario-query asks for scenario tests',
  'testset-id': 'testset-id names a testset that exists already',
};

/** The modes that are given. None, or more than one, is a fault. */
export function readModes(reader: InputReader): readonly Mode[] {
  const given = MODES.filter((mode) => reader.text(mode) !== '');
  if (given.length === 0) {
    reader.error(listed(MODES, 'or'), 'missing', 'be given: exactly one of them says what to run');
  } else if (given.length > 1) {
    reader.error(listed(given, 'as well as'), 'given', 'stand alone: exactly one of them says what to run');
  }
  return given;
}

/** Warns of inputs that are given and that the mode has no use for. */
export function warnOfUnused(reader: InputReader, mode: Mode): void {
  const isGiven = (name: string): boolean => !['', DEFAULTS[name]].includes(reader.text(name).toLowerCase());
  for (const name of UNUSED[mode].filter(isGiven)) reader.warn(`${name} is not used, because ${REASONS[mode]}.`);
}

/** `a, b or c`. */
function listed(names: readonly string[], word: string): string {
  const [last = '', ...others] = [...names].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} ${word} ${last}`;
}
