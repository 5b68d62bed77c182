import { worstOutcome } from '../model/outcome.ts';
import { idsOf, type TestsetReport } from '../model/report.ts';
import { listFirst } from '../model/words.ts';

const MAX_NAMED = 5;

/** Makes a testset inconclusive if it shares something with others. @param shared from {@link findDuplicates} */
export function rejectDuplicate(testset: TestsetReport, shared: readonly string[]): TestsetReport {
  if (shared.length === 0) return testset;
  const reasons = [...testset.reasons, ...shared.map((sentence) => ({ sentence }))];
  return { ...testset, outcome: worstOutcome([testset.outcome, 'inconclusive']), reasons };
}

/**
 * Finds testsets that share an identifier, or have identical results and links: a cache that ignores the identifier returns such responses.
 *
 * @returns what a testset shares with the others, a sentence each; nothing if it was not created
 */
export function findDuplicates(testsets: readonly TestsetReport[]): (testset: TestsetReport) => readonly string[] {
  // The documents of a single testset need not be compared with anything.
  if (testsets.length < 2) return () => [];
  const shared = new Map<TestsetReport, string[]>();
  const share = (alike: readonly TestsetReport[], sentence: string): void => {
    for (const testset of alike) shared.set(testset, [...(shared.get(testset) ?? []), sentence]);
  };
  const created = testsets.filter(({ id }) => id !== undefined);
  for (const [id, alike] of Map.groupBy(created, (testset) => testset.id)) {
    if (alike.length > 1) share(alike, `The service returned testset ${id ?? 0} for more than one scenario.`);
  }
  for (const alike of Map.groupBy(created, (testset) => linkedResults(testset) ?? testset).values()) {
    const ids = new Set(idsOf(alike));
    const names = listFirst([...ids], MAX_NAMED);
    if (ids.size > 1) share(alike, `Testsets ${names} have identical results and result links.`);
  }
  return (testset) => shared.get(testset) ?? [];
}

/** What the documents show, as a text to compare; `undefined` without a link, because small documents may be equal by chance. */
function linkedResults({ suites }: TestsetReport): string | undefined {
  if (suites.every(({ testcases }) => testcases.every(({ url }) => url === undefined))) return undefined;
  // The labels also depend on the counts of the status.
  return JSON.stringify(suites, (key, value: unknown) => (key === 'result' ? value === 'passed' : value));
}
