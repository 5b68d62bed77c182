import { distance } from 'fastest-levenshtein';

/** What other actions call an input, by what to write here. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  'app-file': ['app', 'apk', 'ipa', 'file', 'app-path', 'apk-path', 'ipa-path'],
  'scenario-query': ['query', 'filter', 'search'],
  'testset-id': ['testset', 'test-id'],
  'os-type': ['platform', 'os'],
  'base-url': ['url', 'server', 'host'],
  'user-id': ['username', 'user', 'email'],
  'access-key': ['api-key', 'api-token', 'key'],
  'project-id': ['project'],
  timeout: ['timeout-minutes'],
  'wait: false': ['async'],
  'max-failures: any': ['fail-on-error'],
  'quarantine-file': ['quarantine'],
  'retry-failed': ['retries', 'retry', 'num-flaky-test-attempts', 'flaky-test-attempts'],
  'pr-comment': ['comment'],
  'testset-name': ['name'],
  callback: ['webhook'],
};

/** What there is in place of what other actions have, by their names for it. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  'The device preset of the project chooses the devices.': [
    ...['device', 'devices', 'device-name', 'device-type', 'device-model', 'device-pool'],
    ...['os-version', 'android-version', 'ios-version', 'api-level', 'locale', 'orientation'],
  ],
  'Choose stored scenarios by `scenario-query` or `scenario-id`; for a script of your own there is no input.': [
    ...['test', 'tests', 'test-app', 'test-suite', 'test-path', 'test-spec', 'workspace', 'flow', 'flows'],
    ...['tags', 'include-tags', 'exclude-tags', 'test-targets'],
  ],
  'The app gets no variables: build their values into it.': ['env', 'environment-variables', 'other-args'],
  'The output `results-dir` says where the files are.': ['outputs-dir', 'output-dir', 'results-dir', 'report-dir'],
};

/** An input that the action does not have. */
interface UnknownInput {
  readonly name: string;
  /** The input that is probably meant; absent if there is no such input. */
  readonly meant?: string;
  /** A sentence about what to do. */
  readonly advice: string;
}

/** The names that are no inputs of the action, but like one, or known from other actions. */
export function findUnknown(names: readonly string[], inputs: readonly string[]): readonly UnknownInput[] {
  const unknown = names.filter((name) => !inputs.includes(name));
  return unknown.flatMap((name): readonly UnknownInput[] => {
    const dashed = name.replaceAll('_', '-');
    const [instead] = Object.entries(INSTEAD).find(([, others]) => others.includes(dashed)) ?? [];
    if (instead !== undefined) return [{ name, advice: instead }];
    const [other] = Object.entries(OTHER_NAMES).find(([, others]) => others.includes(dashed)) ?? [];
    const near = inputs.find((each) => distance(lettersOf(name), lettersOf(each)) <= Math.min(2, name.length / 4));
    const meant = inputs.some((each) => each === other?.split(':')[0]) ? other : near;
    return meant === undefined ? [] : [{ name, meant, advice: `Perhaps \`${meant}\` is meant.` }];
  });
}

function lettersOf(name: string): string {
  return name.replace(/[-_]/g, '');
}
