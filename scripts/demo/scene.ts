import type { DevicePlan } from '../../simulator/devices.ts';

/** A run of the action that can be looked at: what the devices do, what the workflow says, and how it should end. */
export interface Scene {
  readonly title: string;
  readonly story: string;
  readonly devices: readonly DevicePlan[];
  /** The step's `with:`, beside what every scene has. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly foreseen: Foreseen;
}

/** What the runner must see at the end. */
export interface Foreseen {
  readonly exitCode: number;
  readonly outputs: Readonly<Record<string, string>>;
}

/** The main job: an app, eight devices, and two that bring bad news. */
export const MAIN_SCENE: Scene = {
  title: 'API Demos on eight devices',
  story:
    'One device fails and one has an error, so a step that is allowed neither must turn red, after it has brought everything home.',
  devices: [
    { name: 'SAMSUNG Galaxy_S24 / ANDROID 14', result: 'pass', seconds: 214 },
    { name: 'SAMSUNG Galaxy_A54 / ANDROID 14', result: 'fail', seconds: 163 },
    { name: 'GOOGLE Pixel_8_Pro / ANDROID 15', result: 'pass', seconds: 187 },
    { name: 'GOOGLE Pixel_6a / ANDROID 13', result: 'pass', seconds: 241 },
    { name: 'XIAOMI Redmi_Note_12 / ANDROID 13', result: 'error', seconds: 96 },
    { name: 'LGE Nexus_5X / ANDROID 8.1.0', result: 'pass', seconds: 302 },
    { name: 'SONY Xperia_10_V / ANDROID 14', result: 'pass', seconds: 228 },
    { name: 'ONEPLUS Nord_3 / ANDROID 14', result: 'pass', seconds: 199 },
  ],
  inputs: { 'app-file': 'app/build/outputs/apk/debug/*.apk', 'testset-name': 'API Demos: checkout button moved' },
  foreseen: {
    exitCode: 1,
    outputs: {
      outcome: 'failed',
      status: 'Complete',
      'total-count': '8',
      'pass-count': '6',
      'fail-count': '1',
      'error-count': '1',
      'running-count': '0',
    },
  },
};
