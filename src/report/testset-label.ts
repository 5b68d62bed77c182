import { plain } from './clean.ts';
import type { TestsetReport } from './report.ts';
import { count } from './words.ts';

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
  const shown = plain(name, SCENARIO_LIMIT);
  return shown === '' ? `scenario ${scenario}` : `${shown} (scenario ${scenario})`;
}

/** `Testset 5`, `Testsets 5, 6`, or `21 testsets` where more than `most` would have to be named; empty without any. */
export function testsetsWords(ids: readonly number[], most: number): string {
  if (ids.length === 0) return '';
  if (ids.length > most) return count(ids.length, 'testset');
  return `${ids.length === 1 ? 'Testset' : 'Testsets'} ${ids.join(', ')}`;
}
