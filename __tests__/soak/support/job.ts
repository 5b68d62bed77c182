import { join } from 'node:path';

import { makeDevices } from '../../../simulator/devices.ts';
import { createEngine, type Engine } from '../../../simulator/engine.ts';
import { DEFAULT_PROJECT } from '../../../simulator/server.ts';
import { DOCUMENTED } from '../../../simulator/variants.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import type { Inputs } from '../../../src/model/inputs.ts';
import { Secret } from '../../../src/model/secret.ts';
import { encodingsOf } from '../../hostile/support/encodings.ts';
import type { Schedule } from './schedule.ts';

/** Secrets with every character that some encoding changes. */
export const ACCESS_KEY = `Kq7+/=%"&<é>'zW`;
const USER_ID = 'me';
const LOGIN_PW = 'pä$$ "word" <7>';
const CALLBACK = 'https://hooks.example/notify?token=tok-4f9Q2x7Lm0';

/** What only the service may see. */
export const SECRETS = [
  ['access-key', ACCESS_KEY],
  ['user-id:access-key', `${USER_ID}:${ACCESS_KEY}`],
  ['login-pw', LOGIN_PW],
  ['callback', CALLBACK],
] as const;

/** Where the app is. */
export function appPath(workspace: string): string {
  return join(workspace, 'app.apk');
}

/** The scenarios of a schedule; 0 stands for the app. */
export function scenariosOf({ kind, testsets }: Pick<Schedule, 'kind' | 'testsets'>): readonly number[] {
  return kind === 'app' ? [0] : testsets.map((_devices, at) => 101 + at);
}

/** The service behind a schedule. */
export function engineFor(schedule: Schedule, clock: Clock): Engine {
  const scenarios = scenariosOf(schedule);
  const leak = leakOf(schedule);
  return createEngine({
    clock,
    timeScale: 1,
    projects: {
      [DEFAULT_PROJECT]: {
        name: 'apps',
        scenarios: scenarios.filter((id) => id > 0).map((id) => ({ id, name: `${id}`, osType: 'ANDROID' })),
      },
    },
    plan: ({ scenarioId }) => {
      const devices = schedule.testsets[scenarios.indexOf(scenarioId)] ?? [];
      return makeDevices({ total: devices.length }).map((device, at) => ({
        ...device,
        ...devices[at],
        name: `${device.name}${leak}`,
        message: `Crashed${leak}`,
      }));
    },
    variants: { ...DOCUMENTED, ...schedule.variants, oddCounts: schedule.isWide ? wideCounts(leak) : {} },
  });
}

/** Counts that a status may have beside those of the interface. */
function wideCounts(leak: string): Record<string, unknown> {
  const names = Array.from({ length: 150 }, (_, at) => `odd${at === 0 ? leak : at}_cnt`);
  return Object.fromEntries(names.map((name) => [name, 1]));
}

/** A secret in one of its encodings, as a schedule wants it; empty without one. */
function leakOf({ leak }: Schedule): string {
  if (leak === 0) return '';
  const encodings = SECRETS.flatMap(([, secret]) => encodingsOf(secret));
  return ` ${encodings[leak % encodings.length]?.text ?? ''}`;
}

/** The inputs of an attempt. @param same whether the request is that of the schedule */
export function inputsFor(
  schedule: Schedule,
  workspace: string,
  { baseUrl, same, minutes }: { readonly baseUrl: URL; readonly same: boolean; readonly minutes: number },
): Inputs {
  const common = {
    projectId: DEFAULT_PROJECT,
    osType: 'ANDROID' as const,
    testsetName: { title: `Fix login ${schedule.leak > 0 ? ACCESS_KEY : ''}`, number: 7 },
    callback: { url: new Secret(CALLBACK), origin: 'https://hooks.example' },
    loginPw: new Secret(LOGIN_PW),
  };
  const app = { path: appPath(workspace), kind: 'file', name: 'app.apk' } as const;
  const which = { kind: 'ids', ids: scenariosOf(schedule) } as const;
  return {
    service: { baseUrl, userId: USER_ID, accessKey: new Secret(ACCESS_KEY) },
    target:
      schedule.kind === 'app'
        ? { ...common, kind: 'app', app, useVo: false }
        : { ...common, kind: 'scenarios', sourceType: 'file', which, ...(!same && { timeLimitMinutes: 10 }) },
    resume: true,
    retryFailed: 0,
    wait: true,
    timeoutMs: minutes * 60_000,
    maxFailures: schedule.maxFailures,
    resultsDir: join(workspace, 'testset-results'),
  };
}
