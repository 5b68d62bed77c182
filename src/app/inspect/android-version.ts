/** The Android version of each API level, from 14 on (developer.android.com/tools/releases/platforms). */
const VERSIONS = [
  ...['4.0', '4.0.3', '4.1', '4.2', '4.3', '4.4', '4.4', '5', '5.1', '6', '7', '7.1', '8', '8.1'],
  ...['9', '10', '11', '12', '12L', '13', '14', '15', '16'],
];

/** The words for an API level: `Android 7`; `Android API 99` for one that is not known. */
export function androidVersion(level: number): string {
  const version = VERSIONS[level - 14];
  return version === undefined ? `Android API ${level}` : `Android ${version}`;
}
