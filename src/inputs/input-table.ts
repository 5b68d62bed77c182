import type { Callback, ScenarioChoice } from '../model/inputs.ts';
import type { Secret } from '../model/secret.ts';
import { MAX_NAME_LENGTH } from '../model/testset-name.ts';
import { keysOf } from '../model/words.ts';
import * as values from './values.ts';

/** The inputs that say what to run; exactly one of them is given. */
export const MODES = ['app-file', 'scenario-id', 'scenario-query', 'testset-id'] as const;

/** What to run, by the input that says so. */
export type Mode = (typeof MODES)[number];

interface Row<T> {
  readonly read: values.Read<T>;
  /** The text that an empty input stands for, as in action.yml: a variable that is not set arrives empty. */
  readonly default?: string;
  /** The modes in which it has an effect; absent: all. */
  readonly modes?: readonly Mode[];
}

/** `isSecret`: no text shows the value, and the runner hides it in all its encodings. */
type OpenRow = Row<string | number | boolean | URL | readonly number[] | ScenarioChoice> & {
  readonly isSecret?: never;
};
type SecretRow = Row<Secret | Callback> & { readonly isSecret: true };

const APP: readonly Mode[] = ['app-file'];
const SCENARIOS: readonly Mode[] = ['scenario-id', 'scenario-query'];
const CREATE: readonly Mode[] = [...APP, ...SCENARIOS];

const YES_OR_NO = { true: true, false: false };

const TABLE = {
  'app-file': { read: values.text },
  'scenario-id': { read: values.scenarios },
  'scenario-query': { read: values.query },
  'testset-id': { read: values.testsets },
  'os-type': { read: values.word({ ANDROID: 'ANDROID', iOS: 'iOS' }), modes: CREATE },
  'base-url': { read: values.address },
  'user-id': { read: values.userId },
  'access-key': { read: values.secret(values.credential), isSecret: true },
  'project-id': { read: values.project, modes: CREATE },
  'time-limit': { read: values.whole(5, 30, 'minutes'), modes: CREATE },
  timeout: { read: values.whole(1, 1440, 'minutes'), default: '180' },
  wait: { read: values.word(YES_OR_NO), default: 'true' },
  'max-failures': { read: values.limit, default: '0' },
  'quarantine-file': { read: values.text },
  // Each retry is paid for like the first testset.
  'retry-failed': { read: values.whole(0, 2, 'retries'), default: '0', modes: SCENARIOS },
  resume: { read: values.word(YES_OR_NO), default: 'true', modes: CREATE },
  'pr-comment': { read: values.word({ ...YES_OR_NO, 'on-failure': 'on-failure' }), default: 'false' },
  'retention-days': { read: values.whole(1, 400, 'days') },
  // The longest texts that the service accepts (docs/design.md, service §8).
  'login-id': { read: values.shortText(150), modes: CREATE },
  'login-pw': { read: values.secret(values.shortText(150)), isSecret: true, modes: CREATE },
  'use-vo': { read: values.word(YES_OR_NO), default: 'false', modes: APP },
  'testset-name': { read: values.shortText(MAX_NAME_LENGTH) },
  'source-type': { read: values.word({ file: 'file', app_id: 'app_id' }), default: 'file', modes: SCENARIOS },
  callback: { read: values.callback, isSecret: true, modes: CREATE },
  'github-token': { read: values.secret(values.text), isSecret: true },
  matrix: { read: values.json },
  'job-id': { read: values.text },
} satisfies Readonly<Record<string, OpenRow | SecretRow>>;

type Table = typeof TABLE;

/** The name of an input. */
export type InputName = keyof Table;

/** What an input is read as; an input without a default may have no value. */
export type ValueOf<Name extends InputName> =
  ReturnType<Table[Name]['read']> | (Table[Name] extends { readonly default: string } ? never : undefined);

/** All inputs, in the order of action.yml. */
export const INPUTS: Readonly<Record<InputName, OpenRow | SecretRow>> = TABLE;

/** The names of the inputs that are secrets. */
export const SECRET_INPUTS = keysOf(INPUTS).filter((name) => INPUTS[name].isSecret);
