import { join } from 'node:path';

import type { Clock } from '../../src/runtime/clock.ts';
import type { Platform, ArtifactResult } from '../../src/runtime/platform.ts';
import type { Inputs } from '../../src/model/inputs.ts';
import type { Report } from '../../src/model/report.ts';
import { runTestset } from '../../src/run.ts';
import { Secret } from '../../src/model/secret.ts';
import { makeDevices } from '../../simulator/devices.ts';
import { DEFAULT_ACCOUNT, startSimulator, type Simulator, type SimulatorOptions } from '../../simulator/server.ts';
import { createPlatform, type RecordingPlatform } from './platform.ts';
import { createRecordingLog, createRuntime } from './runtime.ts';

/** What a whole run meets. */
export interface Scene {
  readonly workspace: string;
  readonly clock: Clock;
  readonly target: Inputs['target'];
  readonly simulator?: SimulatorOptions;
  readonly inputs?: Partial<Inputs>;
  readonly accessKey?: string;
  readonly published?: ArtifactResult;
  readonly platform?: Partial<Platform>;
  /** Called with the simulator before the story begins. */
  readonly before?: (simulator: Simulator, end: AbortController) => void;
}

/** What came of it. */
export interface RunOutcome {
  readonly report: Report;
  readonly simulator: Simulator;
  readonly platform: RecordingPlatform;
  readonly log: readonly string[];
}

/** Lets the whole story happen against a simulator of its own. Three devices pass in ten seconds each, unless the scene says otherwise. */
export async function runWithSimulator(scene: Scene): Promise<RunOutcome> {
  const { workspace, clock, target } = scene;
  const plan = () => makeDevices({ total: 3, seconds: 10 });
  const simulator = await startSimulator({ clock, plan, ...scene.simulator });
  const recording = createPlatform(workspace, scene.published);
  const log = createRecordingLog();
  const end = new AbortController();
  scene.before?.(simulator, end);
  const key = scene.accessKey ?? DEFAULT_ACCOUNT.accessKey;
  const inputs: Inputs = {
    service: { baseUrl: new URL(simulator.url), userId: DEFAULT_ACCOUNT.userId, accessKey: new Secret(key) },
    target,
    wait: true,
    resume: true,
    timeoutMs: 60_000,
    limits: { fail: 0, error: 0, stop: 0 },
    resultsDir: join(workspace, 'testset-results'),
    artifact: {},
    jobSummary: true,
    ...scene.inputs,
  };
  const runtime = createRuntime({ clock, log, signal: end.signal });
  const report = await runTestset(inputs, runtime, { ...recording, ...scene.platform }).finally(() =>
    simulator.close(),
  );
  return { report, simulator, platform: recording, log: log.lines };
}
