import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, type SimulatorOptions } from '../../simulator/server.ts';
import type { AppTarget, Inputs } from '../../src/model/inputs.ts';
import { Secret } from '../../src/model/secret.ts';

/** What a new testset is created with. */
export const CREATED = {
  projectId: DEFAULT_PROJECT,
  osType: 'ANDROID',
  testsetName: { title: 'Fix login' },
} as const;

/** The project of a simulator with these scenarios. */
export function projectWith(ids: readonly number[]): SimulatorOptions['projects'] {
  const scenarios = ids.map((id) => ({ id, name: `S${id}`, osType: CREATED.osType }));
  return { [DEFAULT_PROJECT]: { name: 'apps', scenarios } };
}

/** Writes an app to the workspace. @returns the target that tests it */
export function appTarget(workspace: string): AppTarget {
  const path = join(workspace, 'app.apk');
  writeFileSync(path, 'apk');
  return { kind: 'app', ...CREATED, app: { path, kind: 'file', name: 'app.apk' }, useVo: false };
}

/** The inputs of a step, with the default of each that is not given. */
export function createInputs(baseUrl: string, given: Pick<Inputs, 'target' | 'resultsDir'> & Partial<Inputs>): Inputs {
  const { userId, accessKey } = DEFAULT_ACCOUNT;
  return {
    service: { baseUrl: new URL(baseUrl), userId, accessKey: new Secret(accessKey) },
    wait: true,
    resume: true,
    retryFailed: 0,
    timeoutMs: 180 * 60_000,
    maxFailures: 0,
    ...given,
  };
}
