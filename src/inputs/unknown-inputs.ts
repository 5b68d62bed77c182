import { distance } from 'fastest-levenshtein';

/** What other actions call an input, by what to write here. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  'app-file': ['app', 'apk', 'ipa', 'file', 'app-path', 'apk-path', 'ipa-path'],
  'scenario-query': ['query', 'filter', 'search'],
  'testset-id': ['testset', 'test-id'],
  'os-type': ['platform', 'os'],
  'base-url': ['url', 'server', 'host'],
  'user-id': ['username', 'user', 'email'],
  'access-key': ['api-key', 'api-token', 'token', 'key'],
  'project-id': ['project'],
  timeout: ['timeout-minutes'],
  'wait: false': ['async'],
  'max-failures: any': ['fail-on-error'],
  'quarantine-file': ['quarantine'],
  'retry-failed': ['retries', 'retry'],
  'pr-comment': ['comment'],
  'testset-name': ['name'],
  callback: ['webhook'],
};

/** Names that are no inputs of the action, each with the input that is probably meant; `undefined` if it is like none. */
export function findUnknown(names: readonly string[], inputs: readonly string[]) {
  return names
    .filter((name) => !inputs.includes(name))
    .map((name) => {
      const dashed = name.replaceAll('_', '-');
      const [other] = Object.entries(OTHER_NAMES).find(([, others]) => others.includes(dashed)) ?? [];
      const near = inputs.find((each) => distance(lettersOf(name), lettersOf(each)) <= Math.min(2, name.length / 4));
      return [name, inputs.some((each) => each === other?.split(':')[0]) ? other : near] as const;
    });
}

function lettersOf(name: string): string {
  return name.replace(/[-_]/g, '');
}
