import { distance } from 'fastest-levenshtein';

import { joinPieces } from '../model/words.ts';

/** Names that are no inputs of the action, and what they mean. */
interface OtherNames {
  readonly names: readonly string[];
  /** The input that is meant, if any, and the value that it needs. */
  readonly input?: string;
  readonly value?: string;
  /** What there is in place of an input, a sentence. */
  readonly advice?: string;
}

/** What other actions have. */
const OTHER_NAMES: readonly OtherNames[] = [
  { names: ['app', 'apk', 'ipa', 'file', 'app-path', 'apk-path', 'ipa-path'], input: 'app-file' },
  { names: ['query', 'filter', 'search'], input: 'scenario-query' },
  { names: ['testset', 'test-id'], input: 'testset-id' },
  { names: ['platform', 'os'], input: 'os-type' },
  { names: ['url', 'server', 'host', 'server-url', 'api-url', 'endpoint'], input: 'base-url' },
  { names: ['username', 'user', 'email'], input: 'user-id' },
  { names: ['api-key', 'api-token', 'key'], input: 'access-key' },
  { names: ['login'], input: 'user-id', advice: 'That of the service is `user-id`, and that of the app `login-id`.' },
  {
    names: ['password'],
    input: 'access-key',
    advice: 'That of the service is `access-key`, and that of the app `login-pw`.',
  },
  {
    names: ['token'],
    input: 'access-key',
    advice: 'That of the service is `access-key`, and that of GitHub `github-token`.',
  },
  { names: ['project'], input: 'project-id' },
  { names: ['timeout-minutes'], input: 'timeout' },
  { names: ['duration', 'max-duration', 'test-timeout'], input: 'time-limit' },
  { names: ['async'], input: 'wait', value: 'false' },
  { names: ['fail-on-error', 'ignore-failures'], input: 'max-failures', value: 'any' },
  {
    names: ['max-failure-percent', 'max-failure-rate', 'failure-threshold'],
    input: 'max-failures',
    advice: '`max-failures` is a number of devices.',
  },
  { names: ['quarantine'], input: 'quarantine-file' },
  { names: ['retries', 'retry', 'num-flaky-test-attempts', 'flaky-test-attempts'], input: 'retry-failed' },
  { names: ['comment'], input: 'pr-comment' },
  { names: ['name', 'build-name'], input: 'testset-name' },
  {
    names: ['webhook', 'webhook-url', 'slack-webhook'],
    input: 'callback',
    advice: '`callback` gets the results as XML. See the recipe Chat message in docs/recipes.md.',
  },
  {
    names: ['app-id', 'bundle-id', 'package-name'],
    input: 'app-file',
    advice: 'The app is the file in `app-file`; scenarios run on the app that is stored in the project.',
  },
  { names: ['continue-on-error', 'if', 'id'], advice: 'Put it beside `uses:`, not below `with:`.' },
  { names: ['notify', 'slack-channel'], advice: 'See the recipe Chat message in docs/recipes.md.' },
  { names: ['artifact-name'], advice: 'The output `artifact-id` says which artifact has the results.' },
  {
    names: ['keystore', 'keystore-password', 'key-alias', 'provisioning-profile'],
    advice: 'Sign the app in a step before this one.',
  },
  { names: ['junit', 'junit-file', 'junit-path'], advice: 'The output `junit-file` says where it is.' },
  {
    names: [
      'devices',
      'device',
      'device-name',
      'device-type',
      'device-model',
      'os-version',
      'api-level',
      'locale',
      'orientation',
    ],
    advice: 'The device preset of the project chooses the devices.',
  },
  {
    names: ['test', 'tests', 'test-app', 'test-suite', 'flow', 'flows', 'tags', 'include-tags', 'exclude-tags'],
    advice: 'Choose stored scenarios by `scenario-query` or `scenario-id`; for a script of your own there is no input.',
  },
  { names: ['env', 'environment-variables'], advice: 'The app gets no variables: build their values into it.' },
  {
    names: ['outputs-dir', 'output-dir', 'results-dir', 'report-dir'],
    advice: 'The output `results-dir` says where the files are.',
  },
];

/**
 * The names that are no inputs of the action, each with the input that is meant, if any, and a sentence; those like no other are left out.
 * @param ofBoth the inputs of both actions
 */
export function findUnknown(names: readonly string[], inputs: readonly string[], ofBoth: readonly string[]) {
  const unknown = names.filter((name) => !inputs.includes(name));
  return unknown.flatMap((name) => {
    if (ofBoth.includes(name))
      return [{ name, meant: undefined, advice: 'It is for the action that tests: this one only lists scenarios.' }];
    const { other, near } = findMeant(name, inputs) ?? findMeant(name.replace(/^testset[-_]/, ''), inputs) ?? {};
    const isKnown = other?.input !== undefined && inputs.includes(other.input);
    const meant = isKnown ? other.input : near;
    const what = isKnown ? joinPieces(': ', [other.input, other.value]) : near;
    const advice = other?.advice ?? (what && `Perhaps \`${what}\` is meant.`);
    return advice ? [{ name, meant, advice }] : [];
  });
}

/** The row of another name, and the input that is spelt nearly like it; `undefined` without either. */
function findMeant(name: string, inputs: readonly string[]) {
  const other = OTHER_NAMES.find((row) => row.names.some((each) => lettersOf(each) === lettersOf(name)));
  const near = inputs.find((each) => distance(lettersOf(name), lettersOf(each)) <= Math.min(2, name.length / 4));
  return other || near !== undefined ? { other, near } : undefined;
}

function lettersOf(name: string): string {
  return name.replace(/[-_]/g, '');
}
