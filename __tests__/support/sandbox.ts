import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import {
  DEFAULT_ACCOUNT,
  DEFAULT_PROJECT,
  startSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../simulator/server.ts';
import { runAction, startAction, type ActionResult, type ActionUse, type RunningAction } from './run-action.ts';

/** How many times faster the action and the service live on a stage. */
export const TIME_SCALE = 60;

/** Where one run of the committed action is played: a workspace with an app in it, and a service. */
export interface Stage {
  /** Absolute; holds `app.apk`. */
  readonly workspace: string;
  readonly simulator: Simulator;
  /** Plays a run to its end. */
  run(use?: Partial<ActionUse>): Promise<ActionResult>;
  /** Begins a run. */
  start(use?: Partial<ActionUse>): Promise<RunningAction>;
  close(): Promise<void>;
}

/** Sets up a stage whose three devices pass; by default nothing is uploaded as an artifact. */
export async function openSandbox(options: SimulatorOptions = {}): Promise<Stage> {
  const workspace = await mkdtemp(join(tmpdir(), 'stage-'));
  await writeFile(join(workspace, 'app.apk'), 'apk');
  const plan = (): ReturnType<typeof makeDevices> => makeDevices({ total: 3, seconds: 5 });
  const simulator = await startSimulator({ timeScale: TIME_SCALE, plan, ...options });
  const { userId, accessKey } = options.account ?? DEFAULT_ACCOUNT;
  const asUsed = ({ inputs, ...more }: Partial<ActionUse>): ActionUse => ({
    inputs: {
      'base-url': simulator.url,
      'user-id': userId,
      'access-key': accessKey,
      'project-id': `${DEFAULT_PROJECT}`,
      'app-file': 'app.apk',
      'upload-artifact': 'false',
      ...inputs,
    },
    workspace,
    timeScale: TIME_SCALE,
    ...more,
  });
  return {
    workspace,
    simulator,
    run: (use = {}) => runAction(asUsed(use)),
    start: (use = {}) => startAction(asUsed(use)),
    close: async () => {
      await simulator.close();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}

/** What must never be in a log: a stack, or a promise that nobody caught. */
export function expectNoStackTrace({ stdout, stderr }: ActionResult): void {
  expect(stderr).toBe('');
  expect(stdout).not.toMatch(/^\s+at .+:\d+/m);
}

/** The texts of one kind of command, in order. */
export function told({ commands }: ActionResult, name: string): readonly string[] {
  return commands.filter((command) => command.name === name).map(({ message }) => message);
}

/** The last line of the log. */
export function lastLine({ stdout }: ActionResult): string {
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}
