import { distance } from 'fastest-levenshtein';

/** What other actions call an input, and what to write here. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['async', 'wait: false'],
  ['retries', 'retry-failed'],
  ['quarantine', 'quarantine-file'],
  ['api-key', 'access-key'],
  ['username', 'user-id'],
  ['url', 'base-url'],
  ['project', 'project-id'],
  ['name', 'testset-name'],
  ['platform', 'os-type'],
  ['fail-on-error', 'max-failures: any'],
  ['timeout-minutes', 'timeout'],
]);

/** Names that are no inputs of the action, each with the input that is probably meant; `undefined` if it is like none. */
export function findUnknown(names: readonly string[], inputs: readonly string[]) {
  return names
    .filter((name) => !inputs.includes(name))
    .map((name) => {
      const other = OTHER_NAMES.get(name.replaceAll('_', '-'));
      const near = inputs.find((each) => distance(lettersOf(name), lettersOf(each)) <= Math.min(2, name.length / 4));
      return [name, inputs.some((each) => each === other?.split(':')[0]) ? other : near] as const;
    });
}

function lettersOf(name: string): string {
  return name.replace(/[-_]/g, '');
}
