import type { TestsetReport } from './report.ts';
import { count, firstOf } from './words.ts';

/** As many other testsets as are named behind a warning. */
const MOST_NAMED = 3;

/** A testset with what it warns of. */
type Warned = Pick<TestsetReport, 'id' | 'warnings'>;

/**
 * The warnings of all testsets, in order. Those that differ by nothing but the testset's own identifier become one, which names the first
 * of the other testsets and counts them: hundreds of testsets would fill the log with one and the same sentence.
 */
export function alikeWarnings(testsets: readonly Warned[]): readonly string[] {
  const alike = new Map<string, { readonly warning: string; readonly ids: Set<number> }>();
  for (const { id, warnings } of testsets) {
    for (const warning of warnings) {
      const form = formOf(warning, id);
      const first = alike.get(form) ?? { warning, ids: new Set() };
      if (id !== undefined) first.ids.add(id);
      alike.set(form, first);
    }
  }
  return [...alike.values()].map(({ warning, ids }) => `${warning}${othersWords([...ids].slice(1))}`);
}

/** The warning with its testset's identifier left open. */
function formOf(warning: string, id: number | undefined): string {
  return id === undefined ? warning : warning.replace(new RegExp(`(?<!\\d)${id}(?!\\d)`, 'g'), '#');
}

/** ` The same goes for 8 other testsets: 5, 6, 7 and 5 more.` */
function othersWords(ids: readonly number[]): string {
  if (ids.length === 0) return '';
  return ` The same goes for ${count(ids.length, 'other testset')}: ${firstOf(ids, MOST_NAMED)}.`;
}
