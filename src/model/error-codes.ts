import { APP_TYPES } from './inputs.ts';
import { keysOf, listAll } from './words.ts';

/** The error codes of the service (docs/design.md, service §7). The words are for a heading, where `PROJECT` stands for the project. */
const ERROR_CODES: Readonly<Record<number, readonly [words: string, hint: string]>> = {
  2001: [
    'PROJECT unknown to this account',
    'Check `project-id`: the project does not exist, or this account may not use it.',
  ],
  4000: [
    'a parameter missing in the request',
    'Check `source-type` and `os-type`. If they are right, update the action, or report a bug.',
  ],
  4030: ['Info.plist of the app unreadable', 'Build the app again, and check that it installs on a device.'],
  4031: [
    'no development build of the iOS app',
    'Build the app for devices, not for the simulator, and sign it with a development certificate.',
  ],
  4032: ['app file not valid', 'Check that the app file is complete and installs on a device.'],
  4040: [
    'AndroidManifest.xml of the app unreadable',
    'Check that the file is a complete APK that installs on a device.',
  ],
  4041: [
    'no activity to launch in the app',
    'Give the app an activity with the MAIN action and the LAUNCHER category, or send the whole app: a split (split_config.*) has none.',
  ],
  4050: ['type of the app file not supported', `Use an app file of type ${listAll(keysOf(APP_TYPES), 'or')}.`],
  // With an app, the report adds `app-file`.
  4051: ['missing or wrong parameter', 'A parameter is missing or wrong: check `project-id`.'],
  4052: [
    'PROJECT not valid for this account',
    'Check `project-id`: it must be the number of a project that this account may use.',
  ],
  4053: ['wrong testset-id', 'Check `testset-id`: it must be the number of a testset of this account.'],
  4055: [
    'only devices of another OS in PROJECT',
    "Check `project-id` and `os-type`, or choose devices of the app's system in the project's device preset.",
  ],
  4080: ['no device in the device preset of PROJECT', "Choose devices in the project's device preset."],
  4081: ['no free device in PROJECT', "Try again later, or choose other devices in the project's device preset."],
  // Shown only for a create that was not sent to its end; after that, see `unknownStart` in create/classify.ts.
  5001: ['internal error of the service', 'Run the step again later.'],
  5002: [
    'status not available',
    'Check `testset-id`: it may not exist, or belong to another account. Otherwise try again later.',
  ],
  5003: ['results not available', 'To get the results, run a step with `testset-id` later.'],
  5005: ['list of scenarios not available', 'Run the step again later.'],
  6001: ['app not stored by the service', 'Check the size of the app file, and run the step again later.'],
  6002: ['testset still running', 'To wait for it, run a step with `testset-id`.'],
  6003: [
    'no such test data',
    'Check `testset-id`: it must be the number of a testset of this account. If it is, run the step again later.',
  ],
  8000: ['service under maintenance', 'Run the step again later.'],
};

/** The codes that decide what happens next. */
export const CODES = {
  /** Internal error during a create, which does not prove that no testset was created. */
  createError: 5001,
  /** A create: no device of the preset is available, and nothing was created. */
  noDevice: 4081,
  /** System maintenance; the operation was not executed. */
  maintenance: 8000,
  /** Result operation: the testset is still running. */
  stillRunning: 6002,
  /** The test data does not exist, or not yet. */
  noData: 6003,
  /** Scenario list: the project does not exist. */
  unknownProject: 2001,
  /** A wrong parameter: in a request for the scenario list the project, in a create perhaps the app. */
  wrongParameter: 4051,
} as const;

/** What an error code means, for a heading; `undefined` if it is not documented. */
export function wordsFor(code: number): string | undefined {
  const [words] = ERROR_CODES[code] ?? [];
  return words;
}

/** What to do about an error code. */
export function hintFor(code: number): string {
  const [, hint = "This error code is not documented. Ask the service's support."] = ERROR_CODES[code] ?? [];
  return hint;
}
