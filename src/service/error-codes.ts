/** What a user can do about each error code of the service (docs/design.md, service §7). */
const HINTS: ReadonlyMap<number, string> = new Map([
  [2001, 'Check `project-id`: the project does not exist, or this account may not use it.'],
  [4000, 'Check `source-type` and `os-type`. If they are right, update the action, or report a bug.'],
  [4030, 'The Info.plist of the iOS app cannot be read: build the app again and check that it installs on a device.'],
  [4031, 'Build the app for devices, not for the simulator, and sign it with a development certificate.'],
  [4032, 'Check that the app file is complete and installs on a device.'],
  [
    4040,
    'The AndroidManifest.xml cannot be read: check that the app file is a complete APK that installs on a device.',
  ],
  [4041, 'Give the app an activity with the MAIN action and the LAUNCHER category.'],
  [4050, 'Use an app file of type ipa, zip, app, apk, xapk or apks.'],
  [4051, 'A parameter is missing or wrong: check `app-file` and `project-id`.'],
  [4052, 'Check `project-id`: it must be the number of a project that this account may use.'],
  [4053, 'Check `testset-id`: it must be the number of a testset of this account.'],
  [4055, "Choose devices with the app's operating system in the project's device preset, or correct `os-type`."],
  [4080, "Choose devices in the project's device preset."],
  [4081, "Try again later, or choose other devices in the project's device preset."],
  // Shown only for a create that was not sent to its end; after that, see `unknownStart` in create/classify.ts.
  [5001, 'Internal error of the service. Try again later.'],
  [5002, 'Check `testset-id`. If it is correct, try again later.'],
  [5003, 'The service could not produce the results. Attach to the testset later with `testset-id`.'],
  [5005, 'The service could not list the scenarios. Try again later.'],
  [6001, 'The service could not store the app file. Try again, and check the size of the file.'],
  [6002, 'The testset is still running. Attach to it later with `testset-id`.'],
  [6003, 'Check `testset-id`: it must be the number of a testset of this account. If it is, attach to it again later.'],
  [8000, 'The service is under maintenance. Run the step again later.'],
]);

/** Internal error during a create, which does not prove that no testset was created. */
export const CREATE_ERROR = 5001;
/** System maintenance; the operation was not executed. */
export const MAINTENANCE = 8000;
/** Result operation: the testset is still running. */
export const STILL_RUNNING = 6002;
/** The test data does not exist, or not yet. */
export const NO_DATA = 6003;
/** Scenario list: the project does not exist or is not valid. */
export const WRONG_PROJECT: readonly number[] = [2001, 4051];

/** What to do about an error code. */
export function hintFor(code: number): string {
  return HINTS.get(code) ?? "This error code is not documented. Ask the service's support.";
}

/** All documented error codes. */
export const KNOWN_CODES: readonly number[] = [...HINTS.keys()];
