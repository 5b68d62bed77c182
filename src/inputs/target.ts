import type { AppTarget, AttachTarget } from '../inputs.ts';
import { Secret } from '../secret.ts';

import { readAppFile } from './app-file.ts';
import { readCallback } from './callback.ts';
import type { Form } from './form.ts';
import { readOsType } from './os-type.ts';
import { readFlag, readShortText, readWhole } from './scalars.ts';
import type { Setting } from './setting.ts';
import { readTestsetIds } from './testset-ids.ts';
import { defaultTestsetName, LONGEST_NAME } from './testset-name.ts';

/** The inputs that say what to run; exactly one of them is given. */
const MODES: readonly string[] = ['app-file', 'testset-id'];

/** Inputs that only a testset that is still to be created has a use for. */
const FOR_NEW_TESTSETS = ['os-type', 'testset-name', 'time-limit', 'callback', 'login-id', 'login-pw'];

const LONGEST_LOGIN = 150;
const PROJECT = { min: 1, max: Number.MAX_SAFE_INTEGER, allowed: 'be the number of your project, in digits' };
const TIME_LIMIT = { min: 5, max: 30, allowed: 'be a whole number of minutes from 5 to 30' };

/** What to run; undefined after a fault. */
export async function readTarget(form: Form, setting: Setting): Promise<AppTarget | AttachTarget | undefined> {
  const modes = MODES.filter((name) => form.text(name) !== '');
  if (modes.length === 0) {
    form.fault(MODES.join(' or '), 'missing', 'be given: exactly one of them says what to run');
  } else if (modes.length > 1) {
    form.fault(modes.join(' as well as '), 'given', 'stand alone: exactly one of them says what to run');
  }
  const attach = readTestsetIds(form);
  if (modes.join() !== 'testset-id') return (await readApp(form, setting)) ?? attach;
  warnOfUnused(form);
  return attach;
}

async function readApp(form: Form, { context, ...setting }: Setting): Promise<AppTarget | undefined> {
  const projectId = readProject(form);
  const app = await readAppFile(form, setting);
  const osType = readOsType(form, app);
  const testsetName = readShortText(form, 'testset-name', LONGEST_NAME) ?? defaultTestsetName(context);
  const options = readOptions(form);
  if (projectId === undefined || app === undefined || osType === undefined) return undefined;
  return { kind: 'app', projectId, app, osType, testsetName, ...options };
}

function readProject(form: Form): number | undefined {
  const isMissing = form.text('project-id') === '' && form.text('testset-id') === '';
  if (isMissing) form.fault('project-id', 'empty', PROJECT.allowed);
  return readWhole(form, 'project-id', PROJECT);
}

type Options = Pick<AppTarget, 'timeLimitMinutes' | 'useVo' | 'callback' | 'loginId' | 'loginPw'>;

function readOptions(form: Form): Options {
  const timeLimitMinutes = readWhole(form, 'time-limit', TIME_LIMIT);
  const callback = readCallback(form);
  const loginId = readShortText(form, 'login-id', LONGEST_LOGIN);
  const loginPw = readShortText(form, 'login-pw', LONGEST_LOGIN);
  return {
    useVo: readFlag(form, 'use-vo', false),
    ...(timeLimitMinutes !== undefined && { timeLimitMinutes }),
    ...(callback !== undefined && { callback }),
    ...(loginId !== undefined && { loginId }),
    ...(loginPw !== undefined && { loginPw: new Secret(loginPw) }),
  };
}

function warnOfUnused(form: Form): void {
  const unused = FOR_NEW_TESTSETS.filter((name) => form.text(name) !== '');
  if (readFlag(form, 'use-vo', false)) unused.push('use-vo');
  for (const name of unused) form.warn(`${name} is not used, because testset-id names a testset that exists already.`);
}
