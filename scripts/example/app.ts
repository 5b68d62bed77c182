/** The files of an app whose builds only copy what is built already: paths and contents. */
export const APP_FILES: Readonly<Record<string, string>> = {
  'ci/install-signing.sh': '',
  'ci/company-ca.pem': '',
  '.github/quarantine.yml': ['SAMSUNG', 'LGE', 'GOOGLE', 'XIAOMI'].map(quarantined).join(''),
};

/** The devices of a maker in a quarantine file, for 60 days. */
function quarantined(maker: string): string {
  const expires = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  return `- { device: ${maker}*, reason: They restart, owner: '@acme/qa', expires: ${expires} }\n`;
}

/** The programs of the app's folder, by path: they run one of {@link buildPrograms}, by its path or by the one on PATH. */
export function appPrograms(gradlew: string): Readonly<Record<string, string>> {
  const run = `exec "${gradlew}" "$@"`;
  return { gradlew: run, 'android/gradlew': run, 'apps/wallet/gradlew': run };
}

/** The apps that the builds copy. */
export const PREBUILT = { apk: 'app.apk', ios: 'Wallet.app' };

/** The programs that stand for builds, to be found on PATH: they put an app where the documents look for it. */
export function buildPrograms(prebuilt: string): Record<string, string> {
  const copy = (from: string, to: string): string => `mkdir -p "$(dirname ${to})"; cp -r "${prebuilt}/${from}" ${to}`;
  return {
    gradlew: [
      `case "$1" in *UniversalApk) ${copy(PREBUILT.apk, 'app/build/outputs/apk_from_bundle/release/app-release-universal.apk')}; exit;; esac`,
      'case "$1" in *Release) kind=release;; *) kind=debug;; esac',
      'flavour=$(echo "${1#assemble}" | sed -E "s/(Debug|Release)$//" | tr A-Z a-z)',
      copy(PREBUILT.apk, 'app/build/outputs/apk/${flavour:+$flavour/}$kind/app-$kind.apk'),
    ].join('\n'),
    flutter: [
      'if [ "$2" = ios ]; then',
      copy(PREBUILT.ios, 'build/ios/iphoneos/Runner.app'),
      'else',
      copy(PREBUILT.apk, 'build/app/outputs/flutter-apk/app-debug.apk'),
      'fi',
    ].join('\n'),
    xcodebuild: [
      'case "$*" in *Release*) kind=Release;; *) kind=Debug;; esac',
      copy(PREBUILT.ios, 'build/Build/Products/$kind-iphoneos/MyApp.app'),
    ].join('\n'),
    bundle: copy(PREBUILT.apk, 'app/build/outputs/apk/release/app-release.apk'),
    npx: copy(PREBUILT.apk, 'app.apk'),
    npm: ':',
    pod: ':',
  };
}

/** A script as the content of a file. */
export function scriptFile(lines: string): string {
  return `#!/bin/bash\nset -e\n${lines}\n`;
}
