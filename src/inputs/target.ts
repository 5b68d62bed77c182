import type { AppTarget, AttachTarget, NewTestset, ScenarioTarget } from '../inputs.ts';
import { Secret } from '../secrets/secret.ts';
import { LONGEST_NAME } from '../testset-name.ts';
import { readAppFile } from './app-file.ts';
import { readCallback } from './callback.ts';
import { defaultTestsetName } from './default-testset-name.ts';
import type { Form } from './form.ts';
import { readIdentifiers } from './identifiers.ts';
import { readModes, warnOfUnused } from './modes.ts';
import { readAppOsType, readScenarioOsType } from './os-type.ts';
import { readFlag, readShortText, readWhole } from './scalars.ts';
import { readScenarioChoice, readSourceType } from './scenarios.ts';
import type { Setting } from './setting.ts';
import { shown } from './shown.ts';

const LONGEST_LOGIN = 150;
const PROJECT = { min: 1, max: Number.MAX_SAFE_INTEGER, allowed: 'be the number of your project, in digits' };
const TIME_LIMIT = { min: 5, max: 30, allowed: 'be a whole number of minutes from 5 to 30' };

/** What to run; undefined after a fault. */
export async function readTarget(
  form: Form,
  setting: Setting,
): Promise<AppTarget | ScenarioTarget | AttachTarget | undefined> {
  const [mode, ...others] = readModes(form);
  const attach = readAttached(form);
  const which = readScenarioChoice(form);
  if (mode === 'testset-id') {
    readWhole(form, 'project-id', PROJECT);
    warnOfUnused(form, mode);
    return attach;
  }
  if (mode !== undefined && others.length === 0) warnOfUnused(form, mode);
  if (mode === 'scenario-id' || mode === 'scenario-query') return readScenarioTests(form, setting, which);
  return readAutomatedTest(form, setting);
}

function readAttached(form: Form): AttachTarget | undefined {
  const testsetIds = readIdentifiers(form, 'testset-id', 'testset');
  return testsetIds && { kind: 'attach', testsetIds };
}

async function readAutomatedTest(form: Form, setting: Setting): Promise<AppTarget | undefined> {
  const projectId = readProject(form);
  const app = await readAppFile(form, setting);
  const osType = readAppOsType(form, app);
  const common = readNewTestset(form, setting);
  const useVo = readFlag(form, 'use-vo', false);
  if (projectId === undefined || app === undefined || osType === undefined) return undefined;
  return { kind: 'app', projectId, app, osType, useVo, ...common };
}

function readScenarioTests(
  form: Form,
  setting: Setting,
  which: ScenarioTarget['which'] | undefined,
): ScenarioTarget | undefined {
  const projectId = readProject(form);
  const osType = readScenarioOsType(form);
  const sourceType = readSourceType(form);
  const common = readNewTestset(form, setting);
  if (projectId === undefined || osType === undefined || which === undefined) return undefined;
  return { kind: 'scenarios', projectId, which, osType, sourceType, ...common };
}

/** The number of the project, where one is needed; undefined after a fault. */
export function readProject(form: Form): number | undefined {
  if (form.text('project-id') === '') form.fault('project-id', 'empty', PROJECT.allowed);
  return readWhole(form, 'project-id', PROJECT);
}

function readNewTestset(form: Form, { context }: Setting): Omit<NewTestset, 'projectId' | 'osType'> {
  const testsetName = readShortText(form, 'testset-name', LONGEST_NAME, shown) ?? defaultTestsetName(context);
  const timeLimitMinutes = readWhole(form, 'time-limit', TIME_LIMIT);
  const callback = readCallback(form);
  const loginId = readShortText(form, 'login-id', LONGEST_LOGIN);
  const loginPw = readShortText(form, 'login-pw', LONGEST_LOGIN);
  if (loginId !== undefined && loginPw === undefined) form.warn('login-id is given, but login-pw is empty.');
  if (loginPw !== undefined && loginId === undefined) form.warn('login-pw is given, but login-id is empty.');
  return {
    testsetName,
    ...(timeLimitMinutes !== undefined && { timeLimitMinutes }),
    ...(callback !== undefined && { callback }),
    ...(loginId !== undefined && { loginId }),
    ...(loginPw !== undefined && { loginPw: new Secret(loginPw) }),
  };
}
