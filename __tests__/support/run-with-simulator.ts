import { join } from 'node:path';

import { makeDevices } from '../../simulator/devices.ts';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator/server.ts';
import type { Inputs } from '../../src/model/inputs.ts';
import type { Report } from '../../src/model/report.ts';
import { runTestset } from '../../src/run.ts';
import type { Platform } from '../../src/runtime/platform.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { inVirtualTime } from './in-virtual-time.ts';
import { createInputs } from './inputs.ts';
import { createPlatform, type RecordingPlatform } from './platform.ts';
import { createRecordingLog, createRuntime } from './runtime.ts';

export interface RunSetup {
  readonly workspace: string;
  readonly target: Inputs['target'];
  readonly simulator?: SimulatorOptions;
  readonly inputs?: Partial<Inputs>;
  readonly platform?: Partial<Platform>;
  /** Until `timeout`, from the start on; it is never reached by default. */
  readonly timeLeftMs?: number;
  /** Called with the simulator and the clock of the run before it starts; aborting `stop` with `deadline` or `cancelled` ends the run. */
  readonly before?: (simulator: Simulator, stop: AbortController, clock: Clock) => void;
  /** Aborts the run with this reason after so many milliseconds. */
  readonly stopAfter?: readonly [ms: number, reason: string];
}

export interface RunOutcome {
  readonly report: Report;
  readonly simulator: Simulator;
  readonly platform: RecordingPlatform;
  readonly log: readonly string[];
  /** On the clock of the run, in milliseconds. */
  readonly elapsedMs: number;
}

/** Plays a whole run against a simulator of its own, in virtual time. Unless `setup` says otherwise, three devices pass in ten seconds each. */
export function runWithSimulator(setup: RunSetup): Promise<RunOutcome> {
  return inVirtualTime((clock) => run(setup, clock));
}

async function run(setup: RunSetup, clock: Clock): Promise<RunOutcome> {
  const { workspace, target } = setup;
  const plan = () => makeDevices({ total: 3, seconds: 10 });
  const simulator = await startSimulator({ clock, plan, ...setup.simulator });
  const platform = { ...createPlatform(workspace), ...setup.platform };
  const log = createRecordingLog();
  const stop = new AbortController();
  setup.before?.(simulator, stop, clock);
  const [stopMs, reason] = setup.stopAfter ?? [Infinity, ''];
  if (reason !== '')
    void clock.sleep(stopMs, stop.signal).then(() => {
      stop.abort(reason);
    });
  const resultsDir = join(workspace, 'testset-results');
  const inputs = createInputs(simulator.url, { target, resultsDir, ...setup.inputs });
  const began = clock.now();
  const timeLeftMs = () => began + (setup.timeLeftMs ?? Infinity) - clock.now();
  const runtime = createRuntime({ clock, log, signal: stop.signal, timeLeftMs });
  try {
    const { report } = await runTestset(inputs, runtime, platform);
    return { report, simulator, platform, log: log.lines, elapsedMs: clock.now() - began };
  } finally {
    await simulator.close();
  }
}
