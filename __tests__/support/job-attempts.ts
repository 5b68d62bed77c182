import { join } from 'node:path';

import type { DevicePlan } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import type { Inputs, ScenarioTarget } from '../../src/model/inputs.ts';
import type { ReceiptStore } from '../../src/model/receipts.ts';
import type { Report, RunInfo } from '../../src/model/report.ts';
import { runTestset } from '../../src/run.ts';
import type { Platform } from '../../src/runtime/platform.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { CREATED, createInputs, projectWith } from './inputs.ts';
import { createStore, type Saved } from './memory-receipts.ts';
import { createPlatform, type RecordingPlatform } from './platform.ts';
import { createRecordingLog, createRuntime } from './runtime.ts';

export interface Attempt {
  readonly report: Report;
  readonly platform: RecordingPlatform;
  readonly log: readonly string[];
  /** The requests of this attempt. */
  readonly requests: Simulator['journal'];
  /** The testsets that it created. */
  readonly created: Simulator['created'];
}

/** How an attempt differs from one that nothing disturbs. */
export interface AttemptOptions {
  readonly inputs?: Partial<Inputs>;
  /** Replaces the store of the receipts. */
  readonly wrapStore?: (store: ReceiptStore) => ReceiptStore;
  readonly run?: RunInfo;
  readonly timeLeftMs?: Runtime['timeLeftMs'];
  readonly findJobName?: Platform['findJobName'];
  /** Aborted with `deadline` or `cancelled`. */
  readonly stop?: AbortController;
}

/** A job whose attempts share a simulator and the receipts. */
export interface Job {
  readonly simulator: Simulator;
  /** What goes wrong from now on. */
  readonly faults: Fault[];
  readonly saved: Saved;
  /** Runs an attempt. */
  readonly run: (attempt: number, options?: AttemptOptions) => Promise<Attempt>;
  readonly close: () => Promise<void>;
}

export const SCENARIO_IDS = [101, 102, 103, 104, 105, 106] as const;

/** What an attempt runs: some scenarios. */
export function scenarioTarget(ids: readonly number[]): ScenarioTarget {
  return { kind: 'scenarios', sourceType: 'file', which: { kind: 'ids', ids }, ...CREATED };
}

const same = (store: ReceiptStore): ReceiptStore => store;

/** Starts the simulator of a job. @param plan the devices of a new testset */
export async function openJob(
  clock: Clock,
  workspace: string,
  plan: (scenario: number) => readonly DevicePlan[],
): Promise<Job> {
  const [faults, saved] = [[] as Fault[], new Map() as Saved];
  const planOf = ({ scenarioId }: { readonly scenarioId: number }) => plan(scenarioId);
  const simulator = await startSimulator({ clock, plan: planOf, projects: projectWith(SCENARIO_IDS), faults });
  const run: Job['run'] = async (
    attempt,
    { inputs = {}, wrapStore = same, stop = new AbortController(), timeLeftMs, findJobName, run: given } = {},
  ) => {
    const [platform, log] = [createPlatform(workspace), createRecordingLog()];
    const [requests, created] = [simulator.journal.length, simulator.created.length];
    const own = { target: scenarioTarget([101, 102, 104]), resultsDir: join(workspace, `results-${attempt}`) };
    const all = createInputs(simulator.url, { ...own, ...inputs });
    const receipts = wrapStore(createStore(attempt, saved));
    const runtime = createRuntime({ clock, log, signal: stop.signal, ...(timeLeftMs && { timeLeftMs }) });
    const services = { run: given ?? { ...platform.run, attempt }, receipts, ...(findJobName && { findJobName }) };
    const { report } = await runTestset(all, runtime, { ...platform, ...services });
    return {
      report,
      platform,
      log: log.lines,
      requests: simulator.journal.slice(requests),
      created: simulator.created.slice(created),
    };
  };
  return { simulator, faults, saved, run, close: () => simulator.close() };
}
