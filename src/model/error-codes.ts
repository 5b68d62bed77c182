import { APP_TYPES } from './inputs.ts';
import { keysOf, listAll } from './words.ts';

/** What is known of an error code of the service. */
interface KnownCode {
  /** What it means, in four to eight words for a heading; `PROJECT` stands for the project. */
  readonly words: string;
  readonly hint: string;
}

/** The error codes of the service (docs/design.md, service §7). */
const ERROR_CODES: Readonly<Record<number, KnownCode>> = {
  2001: {
    words: 'PROJECT unknown to this account',
    hint: 'Check `project-id`: the project does not exist, or this account may not use it.',
  },
  4000: {
    words: 'a parameter missing in the request',
    hint: 'Check `source-type` and `os-type`. If they are right, update the action, or report a bug.',
  },
  4030: {
    words: 'Info.plist of the app unreadable',
    hint: 'Build the app again, and check that it installs on a device.',
  },
  4031: {
    words: 'no development build of the iOS app',
    hint: 'Build the app for devices, not for the simulator, and sign it with a development certificate.',
  },
  4032: {
    words: 'app file not valid',
    hint: 'Check that the app file is complete and installs on a device.',
  },
  4040: {
    words: 'AndroidManifest.xml of the app unreadable',
    hint: 'Check that the file is a complete APK that installs on a device.',
  },
  4041: {
    words: 'no activity to launch in the app',
    hint: 'Give the app an activity with the MAIN action and the LAUNCHER category.',
  },
  4050: {
    words: 'type of the app file not supported',
    hint: `Use an app file of type ${listAll(keysOf(APP_TYPES), 'or')}.`,
  },
  4051: {
    words: 'missing or wrong parameter',
    // With an app, the report adds `app-file`.
    hint: 'A parameter is missing or wrong: check `project-id`.',
  },
  4052: {
    words: 'PROJECT not valid for this account',
    hint: 'Check `project-id`: it must be the number of a project that this account may use.',
  },
  4053: {
    words: 'wrong testset-id',
    hint: 'Check `testset-id`: it must be the number of a testset of this account.',
  },
  4055: {
    words: 'only devices of another OS in PROJECT',
    hint: "Check `project-id` and `os-type`, or choose devices of the app's system in the project's device preset.",
  },
  4080: {
    words: 'no device in the device preset of PROJECT',
    hint: "Choose devices in the project's device preset.",
  },
  4081: {
    words: 'no free device in PROJECT',
    hint: "Try again later, or choose other devices in the project's device preset.",
  },
  // Shown only for a create that was not sent to its end; after that, see `unknownStart` in create/classify.ts.
  5001: {
    words: 'internal error of the service',
    hint: 'Run the step again later.',
  },
  5002: {
    words: 'status not available',
    hint: 'Check `testset-id`: it may not exist, or belong to another account. Otherwise try again later.',
  },
  5003: {
    words: 'results not available',
    hint: 'To get the results, run a step with `testset-id` later.',
  },
  5005: {
    words: 'list of scenarios not available',
    hint: 'Run the step again later.',
  },
  6001: {
    words: 'app not stored by the service',
    hint: 'Check the size of the app file, and run the step again later.',
  },
  6002: {
    words: 'testset still running',
    hint: 'To wait for it, run a step with `testset-id`.',
  },
  6003: {
    words: 'no such test data',
    hint: 'Check `testset-id`: it must be the number of a testset of this account. If it is, run the step again later.',
  },
  8000: {
    words: 'service under maintenance',
    hint: 'Run the step again later.',
  },
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
  return ERROR_CODES[code]?.words;
}

/** What to do about an error code. */
export function hintFor(code: number): string {
  return ERROR_CODES[code]?.hint ?? "This error code is not documented. Ask the service's support.";
}
