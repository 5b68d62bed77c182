import { stateOf, type DevicePlan, type DeviceState } from './devices.ts';
import type { Variants } from './variants.ts';

/** A look at a testset. */
export interface Look {
  readonly devices: readonly DevicePlan[];
  /** Since its create, on the service's scale. */
  readonly seconds: number;
  readonly complete: boolean;
  /** The how-manieth look at this testset it is, from 1. */
  readonly number: number;
}

/** The `testset_status_detail` of a look, docs/design.md, service §3, with what the variants change about it. */
export function countsOf({ devices, seconds, complete, number }: Look, variants: Variants): Record<string, unknown> {
  const states: Record<DeviceState, number> = { initializing: 0, running: 0, pass: 0, fail: 0, error: 0, stop: 0 };
  for (const device of devices) states[stateOf(device, seconds)] += 1;
  const hidden = variants.countsFlicker && number % 2 === 0 ? 1 : 0;
  const still = Math.min(complete ? variants.runningAtEnd : hidden, states.pass);
  const counts: Record<string, unknown> = {
    total_test_cnt: devices.length,
    initializing_cnt: states.initializing,
    running_cnt: states.running + still,
    pass_cnt: states.pass - still,
    fail_cnt: states.fail,
    error_cnt: states.error,
    stop_cnt: states.stop,
    ...variants.oddCounts,
  };
  return Object.fromEntries(Object.entries(counts).filter(([key]) => !variants.missingCounts.includes(key)));
}
