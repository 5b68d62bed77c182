import type { DevicePlan } from '../../simulator/devices.ts';
import type { Variants } from '../../simulator/variants.ts';
import { devices } from '../../__tests__/support/testsets.ts';

/** A run of the action: what the devices do, and the expected result. */
export interface Scene {
  readonly title: string;
  readonly devices: readonly DevicePlan[];
  readonly variants?: Partial<Variants>;
  readonly expected: {
    readonly exitCode: number;
    readonly outputs: Readonly<Record<string, string>>;
    /** Texts of the job summary. */
    readonly summary: readonly string[];
  };
}

const EIGHT: readonly DevicePlan[] = devices(8).map(({ device, seconds = 60 }) => ({
  name: device,
  result: 'pass',
  seconds,
}));

/** The scenes of the demo by name; the first is played by default. */
export const SCENES: Readonly<Record<string, Scene>> = {
  failed: {
    title: 'A pull request on eight devices: one fails for the first time, one is fixed. The step must be red.',
    devices: EIGHT.map((plan, at) => (at === 1 ? { ...plan, result: 'fail' } : plan)),
    expected: {
      exitCode: 1,
      outputs: { outcome: 'failed', 'total-count': '8', 'pass-count': '7', 'fail-count': '1' },
      summary: ['1 of 8 devices failed', '1 new', '1 fixed', '(LGE Nexus_5X)', 'passed 10 of 10'],
    },
  },
  contradiction: {
    title:
      'The documents say that all eight devices passed, the status counts one that never ended. The step must be red.',
    devices: EIGHT,
    variants: { runningAtEnd: 1 },
    expected: {
      exitCode: 1,
      outputs: { outcome: 'inconclusive', 'total-count': '8', 'pass-count': '7' },
      summary: ['Inconclusive · different results in status and XML'],
    },
  },
};
