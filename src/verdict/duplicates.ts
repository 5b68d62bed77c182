import { idsOf, type Complete, type Testset } from '../model/testset.ts';
import { listFirst, MAX_IN_SENTENCE } from '../model/words.ts';

/**
 * Finds testsets that share an identifier, or have identical results and links: a cache that ignores the identifier returns such responses.
 *
 * @returns what a testset shares with the others, a sentence each; nothing if it was not created
 */
export function findDuplicates(testsets: readonly Testset[]): (testset: Testset) => readonly string[] {
  // The documents of a single testset need not be compared with anything.
  if (testsets.length < 2) return () => [];
  const shared = new Map<Testset, string[]>();
  const share = (alike: readonly Testset[], sentence: string): void => {
    for (const testset of alike) shared.set(testset, [...(shared.get(testset) ?? []), sentence]);
  };
  const created = testsets.filter(({ id }) => id !== undefined);
  for (const [id, alike] of Map.groupBy(created, (testset) => testset.id)) {
    if (alike.length > 1) share(alike, `The service returned testset ${id ?? 0} for more than one scenario.`);
  }
  const complete = created.filter((testset) => testset.kind === 'complete');
  for (const alike of Map.groupBy(complete, (testset) => linkedResults(testset) ?? testset).values()) {
    const ids = new Set(idsOf(alike));
    const names = listFirst([...ids], MAX_IN_SENTENCE);
    if (ids.size > 1) share(alike, `Testsets ${names} have identical results and result links.`);
  }
  return (testset) => shared.get(testset) ?? [];
}

/** What the documents show, as a text to compare; `undefined` without a link, because small documents may be equal by chance. */
function linkedResults({ results: { suites } }: Complete): string | undefined {
  if (suites.every(({ testcases }) => testcases.every(({ url }) => url === undefined))) return undefined;
  // How a run that did not pass has ended is not always certain.
  return JSON.stringify(suites, (key, value: unknown) => (key === 'result' ? value === 'passed' : value));
}
