import type { AppFile, Inputs, NewTestset, ScenarioChoice } from '../model/inputs.ts';
import type { OsType } from '../model/report.ts';
import { defaultTestsetName } from '../model/testset-name.ts';
import { keysOf, listAll } from '../model/words.ts';
import { readAppFile } from './app-file.ts';
import type { InputContext, InputReader } from './input-reader.ts';
import { INPUTS, MODES, type Mode } from './input-table.ts';

/** What to run. `undefined` after some errors; after others the target is incomplete. */
export async function readTarget(reader: InputReader, context: InputContext): Promise<Inputs['target'] | undefined> {
  const modes = readModes(reader);
  const [mode = 'app-file'] = modes;
  const testsetIds = reader.value('testset-id');
  const chosen = reader.value('scenario-id');
  const query = reader.value('scenario-query');
  if (modes.length === 1) warnOfUnused(reader, mode);
  if (mode === 'testset-id')
    return testsetIds && { kind: 'attach', testsetIds, reportName: reader.value('testset-name') };
  // Without anything to run, an empty project is no error of its own.
  const projectId = reader.value('project-id', modes.length > 0) ?? 0;
  if (mode === 'app-file') {
    const app = await readAppFile(reader, context);
    const osType = readAppOsType(reader, app);
    const common = readNewTestset(reader, context);
    const useVo = reader.value('use-vo');
    return app && { kind: 'app', projectId, app, osType, useVo, ...common };
  }
  const which = chosen ?? (query === undefined ? undefined : { kind: 'query' as const, query });
  requireOsType(reader, 'every scenario is for one of them');
  const osType = reader.value('os-type') ?? 'ANDROID';
  const sourceType = reader.value('source-type');
  const common = readNewTestset(reader, context, chosen);
  return which && { kind: 'scenarios', projectId, which, osType, sourceType, ...common };
}

const ATTACH_HINT =
  'If `testset-id` comes from another job, that job created no testset, or has no `outputs`: read its log. ' +
  'Otherwise set `project-id`, too.';
const EMPTY_HINT =
  'If the value comes from another step or job, it is empty: read the log of that one, and check its `id` or `outputs`.';

/** The modes that are given. None, or more than one, is an error. */
function readModes(reader: InputReader): readonly Mode[] {
  const given = MODES.filter((mode) => reader.isSet(mode));
  if (given.length === 0) {
    // A step that attaches sets neither; the output of a job that created nothing is empty.
    const hint = reader.isSet('project-id') ? EMPTY_HINT : ATTACH_HINT;
    reader.error('app-file', `Nothing to run: set ${listModes(MODES, 'or')}.`, hint);
  } else if (given.length > 1) {
    const isForScenarios = given.includes('app-file') && !given.includes('testset-id');
    const reason = isForScenarios ? ': a scenario runs on the app that is stored in the project' : '';
    reader.error(given, `${listModes(given, 'and')} exclude each other${reason}. Set only one of them.`);
  }
  return given;
}

function listModes(modes: readonly Mode[], conjunction: string): string {
  const names = modes.map((mode) => `\`${mode}\``);
  return listAll(names, conjunction);
}

/** Warns of inputs that have no effect in this mode. */
function warnOfUnused(reader: InputReader, mode: Mode): void {
  const unused = keysOf(INPUTS).filter((name) => INPUTS[name].modes?.includes(mode) === false);
  for (const name of unused.filter((each) => reader.isSet(each)))
    reader.warn(`\`${name}\` has no effect together with \`${mode}\`.`);
}

/** The operating system of an app, as given, or as its name or the names of its files tell; a placeholder after an error. */
function readAppOsType(reader: InputReader, app: AppFile | undefined): OsType {
  const given = reader.value('os-type');
  const expected = app?.osType;
  if (app && expected && given && expected !== given) {
    const reason = `\`os-type\` is ${given}, but ${reader.quote(app.name)} is for ${expected}`;
    reader.error('os-type', `${reason}. The service would reject it (4055). Remove \`os-type\`.`);
  } else if (app && !expected && !reader.errors.some((each) => each.inputs.includes('app-file'))) {
    requireOsType(reader, 'a zip can be for either');
  }
  return given ?? expected ?? 'ANDROID';
}

function requireOsType(reader: InputReader, reason: string): void {
  if (!reader.isSet('os-type')) reader.error('os-type', `\`os-type\` is empty. Set it to ANDROID or iOS: ${reason}.`);
}

const NO_PASSWORD =
  'If the account has one, the secret behind `login-pw` is empty: it has another name, or is not given to forks and Dependabot.';

function readNewTestset(
  reader: InputReader,
  context: InputContext,
  chosen?: ScenarioChoice,
): Omit<NewTestset, 'projectId' | 'osType'> {
  const scenarios = chosen?.kind === 'ids' ? chosen.ids : [];
  const title = reader.value('testset-name');
  const testsetName = title === undefined ? defaultTestsetName(context, scenarios) : { title, isGiven: true as const };
  const timeLimitMinutes = reader.value('time-limit');
  const callback = reader.value('callback');
  const loginId = reader.value('login-id');
  const loginPw = reader.value('login-pw');
  const [hasId, hasPw] = [reader.isSet('login-id'), reader.isSet('login-pw')];
  if (hasPw && !hasId) reader.error('login-id', '`login-pw` is given, but `login-id` is empty. Set both, or neither.');
  // Some apps have an account number and no password.
  if (hasId && !hasPw) reader.warn(`\`login-id\` has no password. ${NO_PASSWORD}`);
  return { testsetName, timeLimitMinutes, callback, loginId, loginPw };
}
