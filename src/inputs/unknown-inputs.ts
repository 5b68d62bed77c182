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

/** The input that is probably meant by each name that is none; names that are like no input are left out. */
export function findMeant(names: readonly string[]): ReadonlyMap<string, string> {
  const inputs = keysOf(INPUTS);
  const unknown = names.filter((name) => !(name in INPUTS));
  return new Map(
    unknown.flatMap((name) => {
      const near = inputs.find((each) => distance(lettersOf(name), lettersOf(each)) <= Math.min(2, name.length / 4));
      const meant = OTHER_NAMES.get(name.replaceAll('_', '-')) ?? near;
      return meant === undefined ? [] : [[name, meant] as const];
    }),
  );
}

function lettersOf(name: string): string {
  return name.replace(/[-_]/g, '');
}
