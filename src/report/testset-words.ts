import type { ResumedTestset, TestsetReport } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { pluralize, listFirst } from '../model/words.ts';

const SCENARIO_LIMIT = 60;

/**
 * What a testset is called where there are several: `251929`, `251929 · scenario 12`, `251929 · Log in (scenario 12)`. Where there may be
 * one that nobody knows, it is `unknown`. Hostile to markup.
 */
export function testsetLabel({ id, outcome, scenario, scenarioName }: TestsetReport): string {
  const missing = outcome === 'unknown-start' ? 'unknown' : 'none';
  return [String(id ?? missing), scenarioLabel(scenario, scenarioName)].filter(Boolean).join(' · ');
}

/** `Log in (scenario 12)`, or as much of it as is known; empty for an automated test. Hostile to markup. */
export function scenarioLabel(scenario: number | undefined, name = ''): string {
  if (scenario === undefined) return '';
  const shown = cleanText(name, SCENARIO_LIMIT);
  return shown === '' ? `scenario ${scenario}` : `${shown} (scenario ${scenario})`;
}

/** `Testset 5`, `Testsets 5, 6`, or `21 testsets` where more than `most` would have to be named; empty without any. */
export function testsetNames(ids: readonly number[], most: number): string {
  if (ids.length === 0) return '';
  if (ids.length > most) return pluralize(ids.length, 'testset');
  return `${ids.length === 1 ? 'Testset' : 'Testsets'} ${ids.join(', ')}`;
}

/** As many testsets as are named. */
const MOST_NAMED = 5;

/** Says which testsets of an earlier attempt were taken up, why, and how to prevent it. */
export function resumeNotice(resumed: readonly ResumedTestset[]): string {
  const ids = resumed.map(({ testsetId }) => testsetId);
  const attempts = [...new Set(resumed.map(({ attempt }) => attempt))].sort((a, b) => a - b);
  const from = `${attempts.length === 1 ? 'Attempt' : 'Attempts'} ${attempts.join(', ')}`;
  const testsets = testsetNames(ids, MOST_NAMED).replace(/^T/, 't');
  return (
    `${from} ended without a verdict: this step takes up ${testsets} instead of paying for the same test again. ` +
    'Set `resume: false` to have new ones created.'
  );
}

/** As many other testsets as are named behind a warning. */
const MOST_OTHERS_NAMED = 3;

/** A testset with what it warns of. */
type Warned = Pick<TestsetReport, 'id' | 'warnings'>;

/**
 * The warnings of all testsets, in order. Those that differ by nothing but the testset's own identifier become one, which names the first
 * of the other testsets and counts them: hundreds of testsets would fill the log with one and the same sentence.
 */
export function groupWarnings(testsets: readonly Warned[]): readonly string[] {
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
  return ` The same goes for ${pluralize(ids.length, 'other testset')}: ${listFirst(ids, MOST_OTHERS_NAMED)}.`;
}
