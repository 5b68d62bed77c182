import type { AppTarget, Inputs, NewTestset, ScenarioChoice, ScenarioTarget } from '../model/inputs.ts';
import { defaultTestsetName, MAX_NAME_LENGTH } from '../model/testset-name.ts';
import { readAppFile } from './app-file.ts';
import type { InputContext, InputReader } from './input-reader.ts';
import { readModes, warnOfUnused } from './modes.ts';
import {
  readAppOsType,
  readFlag,
  readIdentifiers,
  readProject,
  readScenarioOsType,
  readScenarioQuery,
  readShortText,
  readWhole,
} from './values.ts';

/** Longest texts that the service accepts (docs/design.md, service §8), in UTF-16 units. */
const LOGIN_LIMIT = 150;
const CALLBACK_LIMIT = 250;

/** What to run. `undefined` after some errors; after others the target is incomplete. */
export async function readTarget(reader: InputReader, context: InputContext): Promise<Inputs['target'] | undefined> {
  const [mode, ...others] = readModes(reader);
  const testsetIds = readIdentifiers(reader, 'testset-id', 'testset');
  const which = readScenarioChoice(reader);
  if (mode && others.length === 0) warnOfUnused(reader, mode);
  if (mode === 'testset-id') return testsetIds && { kind: 'attach', testsetIds };
  if (mode === 'scenario-id' || mode === 'scenario-query') return readScenarioTests(reader, context, which);
  return readAutomatedTest(reader, context, mode !== undefined);
}

/** @param isChosen `false` if nothing says what to run, which may then need no project */
async function readAutomatedTest(
  reader: InputReader,
  context: InputContext,
  isChosen: boolean,
): Promise<AppTarget | undefined> {
  const projectId = readProject(reader, isChosen);
  const app = await readAppFile(reader, context);
  const osType = readAppOsType(reader, app);
  const common = readNewTestset(reader, context);
  const useVo = readFlag(reader, 'use-vo', false);
  return app && { kind: 'app', projectId, app, osType, useVo, ...common };
}

function readScenarioTests(
  reader: InputReader,
  context: InputContext,
  which: ScenarioChoice | undefined,
): ScenarioTarget | undefined {
  const projectId = readProject(reader);
  const osType = readScenarioOsType(reader);
  const sourceType = readSourceType(reader);
  const common = readNewTestset(reader, context);
  return which && { kind: 'scenarios', projectId, which, osType, sourceType, ...common };
}

function readNewTestset(reader: InputReader, context: InputContext): Omit<NewTestset, 'projectId' | 'osType'> {
  const testsetName = readShortText(reader, 'testset-name', MAX_NAME_LENGTH) ?? defaultTestsetName(context);
  const timeLimitMinutes = readWhole(reader, 'time-limit', { min: 5, max: 30, unit: 'minutes' });
  const callback = readCallback(reader);
  const loginId = readShortText(reader, 'login-id', LOGIN_LIMIT);
  const loginPw = readShortText(reader, 'login-pw', LOGIN_LIMIT);
  if (reader.text('login-id') !== '' && reader.text('login-pw') === '')
    reader.warn('`login-id` is given, but `login-pw` is empty. Set both, or neither.');
  if (reader.text('login-pw') !== '' && reader.text('login-id') === '')
    reader.warn('`login-pw` is given, but `login-id` is empty. Set both, or neither.');
  const password = loginPw === undefined ? undefined : reader.secret('login-pw');
  return { testsetName, timeLimitMinutes, callback, loginId, loginPw: password };
}

function readScenarioChoice(reader: InputReader): ScenarioChoice | undefined {
  if (reader.text('scenario-id').toLowerCase() === 'all') return { kind: 'all' };
  const ids = readIdentifiers(reader, 'scenario-id', 'scenario', ', or `all`');
  const query = readScenarioQuery(reader);
  if (ids) return { kind: 'ids', ids };
  return query === undefined ? undefined : { kind: 'query', query };
}

function readSourceType(reader: InputReader): ScenarioTarget['sourceType'] {
  const word = reader.text('source-type').toLowerCase() || 'file';
  if (word === 'app_id') return word;
  if (word !== 'file') reader.error('source-type', `${reader.describe('source-type')}. Use file or app_id.`);
  return 'file';
}

/** The address may hold a secret, so the message does not show it. */
function readCallback(reader: InputReader): NewTestset['callback'] {
  const text = reader.text('callback');
  if (text === '') return undefined;
  if (text.length <= CALLBACK_LIMIT && /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text)) {
    return { url: reader.secret('callback'), origin: new URL(text).origin };
  }
  const allowed = `Use an http:// or https:// address of at most ${CALLBACK_LIMIT} characters.`;
  reader.error('callback', `\`callback\` is not a valid address (${text.length} characters). ${allowed}`);
  return undefined;
}
