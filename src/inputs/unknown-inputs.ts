import { distance } from 'fastest-levenshtein';

/** What other actions have, by what to write here: an input, or a sentence where there is none. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'app-file': 'app apk ipa file app-path apk-path ipa-path',
  'scenario-query': 'query filter search',
  'testset-id': 'testset test-id',
  'os-type': 'platform os',
  'base-url': 'url server host',
  'user-id': 'username user email',
  'access-key': 'api-key api-token key',
  'project-id': 'project',
  timeout: 'timeout-minutes',
  'wait: false': 'async',
  'max-failures: any': 'fail-on-error',
  'quarantine-file': 'quarantine',
  'retry-failed': 'retries retry num-flaky-test-attempts flaky-test-attempts',
  'pr-comment': 'comment',
  'testset-name': 'name',
  callback: 'webhook',
  'The device preset of the project chooses the devices.':
    'device devices device-name device-type device-model os-version api-level locale',
  'Choose stored scenarios by `scenario-query` or `scenario-id`; for a script of your own there is no input.':
    'test tests test-app test-suite flow flows tags include-tags exclude-tags',
  'The app gets no variables: build their values into it.': 'env environment-variables',
  'The output `results-dir` says where the files are.': 'outputs-dir output-dir results-dir report-dir',
};

/** The names that are no inputs of the action, each with the input that is meant, if any, and a sentence; those like no other are left out. */
export function findUnknown(names: readonly string[], inputs: readonly string[]) {
  const unknown = names.filter((name) => !inputs.includes(name));
  return unknown.flatMap((name) => {
    const dashed = name.replaceAll('_', '-');
    const [other] = Object.entries(OTHER_NAMES).find(([, others]) => others.split(' ').includes(dashed)) ?? [];
    const near = inputs.find((each) => distance(lettersOf(name), lettersOf(each)) <= Math.min(2, name.length / 4));
    const meant = inputs.some((each) => each === other?.split(':')[0]) ? other : near;
    const advice = other?.endsWith('.') ? other : meant && `Perhaps \`${meant}\` is meant.`;
    return advice ? [{ name, meant, advice }] : [];
  });
}

function lettersOf(name: string): string {
  return name.replace(/[-_]/g, '');
}
