/** What a user can do about each error code of the service (docs/design.md, service §7). */
const HINTS: ReadonlyMap<number, string> = new Map([
  [2001, 'Check `project-id`: the service knows no such project, or this account may not see it.'],
  [4000, 'The service misses a parameter that this action should have sent: update the action, or report it.'],
  [4030, 'The Info.plist of the iOS app cannot be read: build the app again and check that it installs on a device.'],
  [4031, 'Export the .ipa as a development build, signed with a development certificate.'],
  [4032, 'Check that the app file is whole and installs on a device.'],
  [4040, 'The AndroidManifest.xml cannot be read: check that the app file is a whole, installable APK.'],
  [4041, 'Give the app an activity with the MAIN action and the LAUNCHER category.'],
  [4050, 'Send one of ipa, zip, app, apk, xapk or apks.'],
  [4051, 'A parameter is missing or wrong: check `app-file` and `project-id`.'],
  [4052, 'Check `project-id`: it must be the number of a project that this account may use.'],
  [4053, 'Check `testset-id`: it must be the number of a testset of this account.'],
  [4055, "Choose devices of the app's own system in the project's device preset, or correct `os-type`."],
  [4080, "Choose devices in the project's device preset: it holds none."],
  [4081, "No device of the project's preset is free: wait, or choose other devices in the preset."],
  [5001, 'The service failed inside. Look for the testset there before you run the step again.'],
  [5002, 'Check `testset-id`: the service cannot tell how this testset is. If the number is right, try again later.'],
  [5003, 'The service failed to make the results. Attach to the testset later with `testset-id`.'],
  [5005, 'The service failed to list the scenarios. Try again later.'],
  [6001, 'The service did not take in the app file. Try again, and check the size of the file.'],
  [6002, 'The testset is still running. Attach to it later with `testset-id`.'],
  [6003, 'The service holds no data for this testset. Check `testset-id`, or attach again later.'],
  [8000, 'The service is under maintenance. Run the step again later.'],
]);

/** The envelope code of system maintenance: the operation was not carried out. */
export const MAINTENANCE = 8000;
/** The result operation's code for a testset that is still running. */
export const STILL_RUNNING = 6002;
/** The code for test data that does not exist, or not yet. */
export const NO_DATA = 6003;
/** The scenario list's codes for a project that is unknown or is no number. */
export const WRONG_PROJECT: readonly number[] = [2001, 4051];

/** What to do about an error code; for a code that the document does not know, where to ask. */
export function hintFor(code: number): string {
  return HINTS.get(code) ?? 'This code is not in the documentation of the service: ask its support.';
}

/** Every code that the document lists. */
export const KNOWN_CODES: readonly number[] = [...HINTS.keys()];
