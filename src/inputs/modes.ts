import type { InputReader } from './input-reader.ts';

/** The inputs that say what to run; exactly one of them is given. */
type Mode = 'app-file' | 'scenario-id' | 'scenario-query' | 'testset-id';

const MODES: readonly Mode[] = ['app-file', 'scenario-id', 'scenario-query', 'testset-id'];

/** What only automated tests use. */
const APP_ONLY = ['use-vo'];

/** Inputs that each mode does not use. */
const UNUSED: Readonly<Record<Mode, readonly string[]>> = {
  'app-file': ['source-type', 'retry-failed'],
  'scenario-id': APP_ONLY,
  'scenario-query': APP_ONLY,
  'testset-id': [
    'project-id',
    'os-type',
    'testset-name',
    'time-limit',
    'callback',
    'login-id',
    'login-pw',
    'source-type',
    'resume',
    'retry-failed',
    ...APP_ONLY,
  ],
};

/** Defaults from action.yml, which count as not given. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'source-type': 'file',
  'use-vo': 'false',
  resume: 'true',
  'retry-failed': '0',
};

const ATTACH_HINT =
  'If `testset-id` comes from another job, that job created no testset: read its log. Otherwise set `project-id`, too.';
const EMPTY_HINT = 'If the value comes from another step or job, it is empty: read the log of that one.';

/** The modes that are given. None, or more than one, is an error. */
export function readModes(reader: InputReader): readonly Mode[] {
  const given = MODES.filter((mode) => reader.text(mode) !== '');
  if (given.length === 0) {
    // A step that attaches sets neither; the output of a job that created nothing is empty.
    const hint = reader.text('project-id') === '' ? ATTACH_HINT : EMPTY_HINT;
    reader.error('app-file', `Nothing to run: set ${listNames(MODES, 'or')}.`, hint);
  } else if (given.length > 1) {
    reader.error(given.join(', '), `${listNames(given, 'and')} exclude each other. Set only one of them.`);
  }
  return given;
}

/** Warns of given inputs that the mode does not use. */
export function warnOfUnused(reader: InputReader, mode: Mode): void {
  const isGiven = (name: string): boolean => !['', DEFAULTS[name]].includes(reader.text(name).toLowerCase());
  for (const name of UNUSED[mode].filter(isGiven)) {
    reader.warn(`\`${name}\` has no effect together with \`${mode}\`.`);
  }
}

function listNames(names: readonly string[], word: string): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop();
  return `${quoted.join(', ')} ${word} ${last}`;
}
