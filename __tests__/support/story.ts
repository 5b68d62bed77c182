import { join } from 'node:path';

import type { Clock } from '../../src/clock.ts';
import type { Host, Published } from '../../src/host.ts';
import type { Inputs } from '../../src/inputs.ts';
import type { Report } from '../../src/report/report.ts';
import { runTestset } from '../../src/run-testset.ts';
import { Secret } from '../../src/secrets/secret.ts';
import { makeDevices } from '../../src/simulator/devices.ts';
import { DEFAULT_ACCOUNT, startSimulator, type Simulator, type SimulatorOptions } from '../../src/simulator/server.ts';
import { createHost, type RecordingHost } from './host.ts';
import { createRecordingLog, createWorld } from './world.ts';

/** What a whole run meets. */
export interface Scene {
  readonly workspace: string;
  readonly clock: Clock;
  readonly target: Inputs['target'];
  readonly simulator?: SimulatorOptions;
  readonly inputs?: Partial<Inputs>;
  readonly accessKey?: string;
  readonly published?: Published;
  readonly host?: Partial<Host>;
  /** Called with the simulator before the story begins. */
  readonly before?: (simulator: Simulator, end: AbortController) => void;
}

/** What came of it. */
export interface Told {
  readonly report: Report;
  readonly simulator: Simulator;
  readonly host: RecordingHost;
  readonly log: readonly string[];
}

/** Lets the whole story happen against a simulator of its own. Three devices pass in ten seconds each, unless the scene says otherwise. */
export async function tellStory(scene: Scene): Promise<Told> {
  const { workspace, clock, target } = scene;
  const plan = () => makeDevices({ total: 3, seconds: 10 });
  const simulator = await startSimulator({ clock, plan, ...scene.simulator });
  const recording = createHost(workspace, scene.published);
  const log = createRecordingLog();
  const end = new AbortController();
  scene.before?.(simulator, end);
  const key = scene.accessKey ?? DEFAULT_ACCOUNT.accessKey;
  const inputs: Inputs = {
    service: { baseUrl: new URL(simulator.url), userId: DEFAULT_ACCOUNT.userId, accessKey: new Secret(key) },
    target,
    wait: true,
    adopt: true,
    timeoutMs: 60_000,
    limits: { fail: 0, error: 0, stop: 0 },
    resultsDir: join(workspace, 'testset-results'),
    artifact: {},
    jobSummary: true,
    ...scene.inputs,
  };
  const world = createWorld({ clock, log, signal: end.signal });
  const report = await runTestset(inputs, world, { ...recording, ...scene.host }).finally(() => simulator.close());
  return { report, simulator, host: recording, log: log.lines };
}
