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
  'retry-failed': ['retries', 'retry'],
  'pr-comment': ['comment'],
  'testset-name': ['name'],
  callback: ['webhook'],
};

/** The input that is probably meant by each name that is no input of the action; names that are like none are left out. */
export function findMeant(names: readonly string[], inputs: readonly string[]) {
  const unknown = names.filter((name) => !inputs.includes(name));
  return unknown.flatMap((name) => {
    const dashed = name.replaceAll('_', '-');
    const [other] = Object.entries(OTHER_NAMES).find(([, others]) => others.includes(dashed)) ?? [];
    const near = inputs.find((each) => distance(lettersOf(name), lettersOf(each)) <= Math.min(2, name.length / 4));
    const meant = inputs.some((each) => each === other?.split(':')[0]) ? other : near;
    return meant === undefined ? [] : [[name, meant] as const];
  });
}

function lettersOf(name: string): string {
  return name.replace(/[-_]/g, '');
}
