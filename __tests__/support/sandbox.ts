import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import {
  DEFAULT_ACCOUNT,
  DEFAULT_PROJECT,
  startSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../simulator/server.ts';
import { makeApk } from '../app/support/make-apk.ts';
import { runAction, startAction, type ActionResult, type ActionUse, type RunningAction } from './run-action.ts';

/** How many times faster time passes for the action and the service in a sandbox, unless a test says otherwise. */
const TIME_SCALE = 60;

/** The same with artifacts: their time is limited on the action's clock, and the client for them works in real time. */
export const ARTIFACTS_TIME_SCALE = 5;

/** A workspace with an app in it, and a simulator, for runs of the committed action. */
export interface Sandbox {
  /** Absolute; holds `app.apk`. */
  readonly workspace: string;
  readonly simulator: Simulator;
  /** Runs the action to its end. */
  readonly run: (use?: Partial<ActionUse>) => Promise<ActionResult>;
  /** Starts the action. */
  readonly start: (use?: Partial<ActionUse>) => Promise<RunningAction>;
}

const opened: Sandbox[] = [];
afterEach(async () => {
  for (const { simulator, workspace } of opened.splice(0)) {
    await simulator.close();
    await rm(workspace, { recursive: true, force: true });
  }
});

/** Opens a sandbox with three devices that pass, until the test ends; without the variables of GitHub's stand-in there is no artifact service. */
export async function openSandbox(options: SimulatorOptions = {}): Promise<Sandbox> {
  const workspace = await mkdtemp(join(tmpdir(), 'sandbox-'));
  await writeFile(join(workspace, 'app.apk'), await makeApk());
  const plan = (): ReturnType<typeof makeDevices> => makeDevices({ total: 3, seconds: 5 });
  const { timeScale = TIME_SCALE } = options;
  const simulator = await startSimulator({ plan, ...options, timeScale });
  const { userId, accessKey } = options.account ?? DEFAULT_ACCOUNT;
  const asUsed = ({ inputs, ...more }: Partial<ActionUse>): ActionUse => ({
    inputs: {
      'base-url': simulator.url,
      'user-id': userId,
      'access-key': accessKey,
      'project-id': `${DEFAULT_PROJECT}`,
      'app-file': 'app.apk',
      ...inputs,
    },
    workspace,
    timeScale,
    ...more,
  });
  const sandbox: Sandbox = {
    workspace,
    simulator,
    run: (use = {}) => runAction(asUsed(use)),
    start: (use = {}) => startAction(asUsed(use)),
  };
  opened.push(sandbox);
  return sandbox;
}

/** Neither a stack trace nor an unhandled rejection may be in a log. */
export function expectNoStackTrace({ stdout, stderr }: ActionResult): void {
  expect(stderr).toBe('');
  expect(stdout).not.toMatch(/^\s+at .+:\d+/m);
}

/** The messages of one workflow command, in order. */
export function commandMessages({ commands }: ActionResult, name: string): readonly string[] {
  return commands.filter((command) => command.name === name).map(({ message }) => message);
}

/** The last line of the log. */
export function lastLine({ stdout }: ActionResult): string {
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}
