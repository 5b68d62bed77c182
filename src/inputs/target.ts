import type { AppTarget, AttachTarget, Callback, NewTestset, ScenarioChoice, ScenarioTarget } from '../model/inputs.ts';
import { defaultTestsetName, LONGEST_NAME } from '../model/testset-name.ts';
import { Secret } from '../model/secret.ts';
import { readAppFile } from './app-file.ts';
import { type InputReader, hideValue, type InputContext, quote } from './input-reader.ts';
import { readModes, warnOfUnused } from './modes.ts';
import { readAppOsType, readScenarioOsType } from './os-type.ts';
import { readFlag, readIdentifiers, readShortText, readWhole } from './values.ts';

const LONGEST_LOGIN = 150;
const PROJECT = { min: 1, max: Number.MAX_SAFE_INTEGER, allowed: 'be the number of your project, in digits' };
const TIME_LIMIT = { min: 5, max: 30, allowed: 'be a whole number of minutes from 5 to 30' };

/** What to run; undefined after a fault. */
export async function readTarget(
  reader: InputReader,
  setting: InputContext,
): Promise<AppTarget | ScenarioTarget | AttachTarget | undefined> {
  const [mode, ...others] = readModes(reader);
  const attach = readAttached(reader);
  const which = readScenarioChoice(reader);
  if (mode === 'testset-id') {
    readWhole(reader, 'project-id', PROJECT);
    warnOfUnused(reader, mode);
    return attach;
  }
  if (mode !== undefined && others.length === 0) warnOfUnused(reader, mode);
  if (mode === 'scenario-id' || mode === 'scenario-query') return readScenarioTests(reader, setting, which);
  return readAutomatedTest(reader, setting);
}

function readAttached(reader: InputReader): AttachTarget | undefined {
  const testsetIds = readIdentifiers(reader, 'testset-id', 'testset');
  return testsetIds && { kind: 'attach', testsetIds };
}

async function readAutomatedTest(reader: InputReader, setting: InputContext): Promise<AppTarget | undefined> {
  const projectId = readProject(reader);
  const app = await readAppFile(reader, setting);
  const osType = readAppOsType(reader, app);
  const common = readNewTestset(reader, setting);
  const useVo = readFlag(reader, 'use-vo', false);
  if (projectId === undefined || app === undefined || osType === undefined) return undefined;
  return { kind: 'app', projectId, app, osType, useVo, ...common };
}

function readScenarioTests(
  reader: InputReader,
  setting: InputContext,
  which: ScenarioTarget['which'] | undefined,
): ScenarioTarget | undefined {
  const projectId = readProject(reader);
  const osType = readScenarioOsType(reader);
  const sourceType = readSourceType(reader);
  const common = readNewTestset(reader, setting);
  if (projectId === undefined || osType === undefined || which === undefined) return undefined;
  return { kind: 'scenarios', projectId, which, osType, sourceType, ...common };
}

/** The number of the project, where one is needed; undefined after a fault. */
export function readProject(reader: InputReader): number | undefined {
  if (reader.text('project-id') === '') reader.error('project-id', 'empty', PROJECT.allowed);
  return readWhole(reader, 'project-id', PROJECT);
}

function readNewTestset(reader: InputReader, { context }: InputContext): Omit<NewTestset, 'projectId' | 'osType'> {
  const testsetName = readShortText(reader, 'testset-name', LONGEST_NAME, quote) ?? defaultTestsetName(context);
  const timeLimitMinutes = readWhole(reader, 'time-limit', TIME_LIMIT);
  const callback = readCallback(reader);
  const loginId = readShortText(reader, 'login-id', LONGEST_LOGIN);
  const loginPw = readShortText(reader, 'login-pw', LONGEST_LOGIN);
  if (loginId !== undefined && loginPw === undefined) reader.warn('login-id is given, but login-pw is empty.');
  if (loginPw !== undefined && loginId === undefined) reader.warn('login-pw is given, but login-id is empty.');
  return {
    testsetName,
    ...(timeLimitMinutes !== undefined && { timeLimitMinutes }),
    ...(callback !== undefined && { callback }),
    ...(loginId !== undefined && { loginId }),
    ...(loginPw !== undefined && { loginPw: new Secret(loginPw) }),
  };
}

/** Names of scenarios are shorter. */
const LONGEST_QUERY = 200;

/** Which scenarios to run, as `scenario-id` or `scenario-query` says; undefined when both are empty, and after a fault. */
export function readScenarioChoice(reader: InputReader): ScenarioChoice | undefined {
  if (reader.text('scenario-id').toLowerCase() === 'all') return { kind: 'all' };
  const ids = readIdentifiers(reader, 'scenario-id', 'scenario', ', or all');
  const query = readScenarioQuery(reader, 'scenario-query');
  if (ids) return { kind: 'ids', ids };
  return query === undefined ? undefined : { kind: 'query', query };
}

/** Text that the names of scenarios contain; undefined when the input is empty, and after a fault. */
export function readScenarioQuery(reader: InputReader, name: 'scenario-query' | 'query'): string | undefined {
  const text = reader.text(name);
  if (text === '') return undefined;
  if (text.length <= LONGEST_QUERY && !/\p{Cc}/u.test(text)) return text;
  reader.error(name, quote(text), `be one line of at most ${LONGEST_QUERY} characters, a part of the scenarios' names`);
  return undefined;
}

/** What the project's app repository keeps; app files when the input is empty. */
export function readSourceType(reader: InputReader): ScenarioTarget['sourceType'] {
  const text = reader.text('source-type');
  switch (text.toLowerCase()) {
    case '':
    case 'file':
      return 'file';
    case 'app_id':
      return 'app_id';
    default:
      reader.error('source-type', quote(text), 'be file or app_id');
      return 'file';
  }
}

/** docs/design.md, service §8. */
const LONGEST_CALLBACK = 250;

/** The address that the service calls at the end; undefined when none was given, and after a fault. It is never shown. */
export function readCallback(reader: InputReader): Callback | undefined {
  const text = reader.text('callback');
  if (text === '') return undefined;
  if (text.length <= LONGEST_CALLBACK && /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text)) {
    return { url: new Secret(text), origin: new URL(text).origin };
  }
  reader.error(
    'callback',
    hideValue(text),
    `be an http:// or https:// address of at most ${LONGEST_CALLBACK} characters`,
  );
  return undefined;
}
