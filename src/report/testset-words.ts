import type { ResumedTestset, TestsetReport } from '../model/report.ts';
import { listFirst, pluralize } from '../model/words.ts';

/**
 * The label of a testset where there are several: `251929`, `251929 · scenario 12`; `none` or `unknown` in place of an identifier.
 */
export function testsetLabel({ id, outcome, scenario }: TestsetReport): string {
  const known = String(id ?? (outcome === 'unknown-start' ? 'unknown' : 'none'));
  return scenario === undefined ? known : `${known} · scenario ${scenario}`;
}

/** `Testset 5`, `Testsets 5, 6`, or `21 testsets` if there are more than `most`; empty without any. */
export function testsetNames(ids: readonly number[], most: number): string {
  if (ids.length === 0) return '';
  if (ids.length > most) return pluralize(ids.length, 'testset');
  return `${ids.length === 1 ? 'Testset' : 'Testsets'} ${ids.join(', ')}`;
}

const MAX_NAMED = 5;

/** Says which testsets of an earlier attempt were resumed, and how to prevent it. */
export function resumeNotice(resumed: readonly ResumedTestset[]): string {
  const attempts = [...new Set(resumed.map(({ attempt }) => attempt))].sort((a, b) => a - b);
  const ids = resumed.map(({ testsetId }) => testsetId);
  const testsets = testsetNames(ids, MAX_NAMED).replace(/^T/, 't');
  return (
    `${attempts.length === 1 ? 'Attempt' : 'Attempts'} ${attempts.join(', ')} ended without a result: ` +
    `this step waits for ${testsets} instead of creating ${ids.length === 1 ? 'a new one' : 'new ones'}. ` +
    'Set `resume: false` to create new testsets.'
  );
}

const MAX_OTHERS = 3;

/**
 * The warnings of all testsets, in order. Warnings that differ only in the identifier of their testset become one, so that hundreds of
 * testsets do not fill the log with the same sentence.
 */
export function groupWarnings(testsets: readonly Pick<TestsetReport, 'id' | 'warnings'>[]): readonly string[] {
  const groups = new Map<string, { readonly warning: string; readonly ids: Set<number> }>();
  for (const { id, warnings } of testsets) {
    for (const warning of warnings) {
      const key = id === undefined ? warning : warning.replace(new RegExp(`(?<!\\d)${id}(?!\\d)`, 'g'), '#');
      const group = groups.get(key) ?? { warning, ids: new Set() };
      if (id !== undefined) group.ids.add(id);
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(({ warning, ids }) => {
    const others = [...ids].slice(1);
    if (others.length === 0) return warning;
    return `${warning} The same applies to ${pluralize(others.length, 'other testset')}: ${listFirst(others, MAX_OTHERS)}.`;
  });
}
