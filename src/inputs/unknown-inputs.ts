import { distance } from 'fastest-levenshtein';

import { keysOf } from '../model/words.ts';
import { INPUTS } from './input-table.ts';

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

/** Names that are no inputs, each with the input that is probably meant; `undefined` if it is like none. */
export function findUnknown(names: readonly string[]): readonly (readonly [name: string, meant: string | undefined])[] {
  const inputs = keysOf(INPUTS);
  return names
    .filter((name) => !(name in INPUTS))
    .map((name) => {
      const near = inputs.find((each) => distance(lettersOf(name), lettersOf(each)) <= Math.min(2, name.length / 4));
      return [name, OTHER_NAMES.get(name.replaceAll('_', '-')) ?? near];
    });
}

function lettersOf(name: string): string {
  return name.replace(/[-_]/g, '');
}
