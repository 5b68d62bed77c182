import type { Outcome } from '../model/outcome.ts';
import type { Quarantine } from '../model/quarantine.ts';
import type { Rerun, ResumedTestset, TestsetReport } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { joinPieces, listFirst, nounFor, pluralize } from '../model/words.ts';

/**
 * The label of a testset where there are several: `251929`, `251929 · scenario 12`; `none` or `unknown` in place of an identifier.
 */
export function labelTestset({ id, outcome, scenario }: TestsetReport): string {
  const noId = outcome === 'unknown-start' ? 'unknown' : 'none';
  return joinPieces(' · ', [String(id ?? noId), scenario !== undefined && `scenario ${scenario}`]);
}

/** `scenario`, or `testset` where a scenario is not known. */
export function subjectOf(testsets: readonly TestsetReport[]): string {
  return testsets.every(({ scenario }) => scenario !== undefined) ? 'scenario' : 'testset';
}

/** `Testsets 5, 6 and 3 more`; if one has no identifier, their scenarios; '' without these. */
export function nameTestsets(testsets: readonly TestsetReport[], most: number): string {
  const ids = testsets.flatMap(({ id }) => id ?? []);
  if (ids.length > 0 && ids.length === testsets.length) {
    const different = [...new Set(ids)];
    return `${nounFor(different.length, 'Testset')} ${listFirst(different, most)}`;
  }
  const scenarios = testsets.flatMap(({ scenario }) => scenario ?? []);
  return scenarios.length === 0 ? '' : `${nounFor(scenarios.length, 'Scenario')} ${listFirst(scenarios, most)}`;
}

/** `Testset 5`, `Testsets 5, 6`, or `21 testsets` if there are more than `most`; empty without any. */
export function nameIds(ids: readonly number[], most: number): string {
  if (ids.length === 0) return '';
  if (ids.length > most) return pluralize(ids.length, 'testset');
  return `${nounFor(ids.length, 'Testset')} ${ids.join(', ')}`;
}

const MAX_NAMED = 5;

/** Says which testsets of an earlier attempt were resumed, and how to prevent it: `keep-passed` needs `resume`. */
export function describeResumed(resumed: readonly ResumedTestset[], rerun?: Rerun): string {
  const attempts = [...new Set(resumed.map(({ attempt }) => attempt))].sort((a, b) => a - b);
  const ids = resumed.map(({ testsetId }) => testsetId);
  const testsets = nameIds(ids, MAX_NAMED).replace(/^T/, 't');
  const change = rerun === 'keep-passed' ? 'Remove `keep-passed` and set' : 'Set';
  return (
    `${nounFor(attempts.length, 'Attempt')} ${attempts.join(', ')} ended without a result: ` +
    `this step waits for ${testsets} instead of creating ${nounFor(ids.length, 'a new one', 'new ones')}. ` +
    `${change} \`resume: false\` to create new testsets.`
  );
}

/** `in attempt 1` for a testset that passed there; empty for one of this attempt. */
export function describeKept({ passedInAttempt }: TestsetReport): string {
  return passedInAttempt === undefined ? '' : `in attempt ${passedInAttempt}`;
}

/** Why a device run is quarantined, by whom, and until when. */
export function describeQuarantine({ reason, owner, expires }: Quarantine): string {
  return `${cleanText(reason)} · ${cleanText(owner)} · until ${cleanText(expires)}`;
}

/** The testsets that passed now and did not in an earlier attempt, a sentence each. */
export function describeFailedBefore(testsets: readonly TestsetReport[]): readonly string[] {
  return testsets.flatMap(({ outcome, scenario, failedBefore }) => {
    if (outcome !== 'passed' || !failedBefore) return [];
    const what = scenario === undefined ? 'The test' : `Scenario ${scenario}`;
    const { attempt, testsetId } = failedBefore;
    return `${what} ${VERBS_BEFORE[failedBefore.outcome] ?? 'did not pass'} in attempt ${attempt} (testset ${testsetId}).`;
  });
}

/** Other outcomes "did not pass". */
const VERBS_BEFORE: Readonly<Partial<Record<Outcome, string>>> = {
  failed: 'failed',
  inconclusive: 'was inconclusive',
  refused: 'was rejected',
};

const MAX_OTHERS = 3;

/**
 * The warnings of all testsets, in order. Warnings that differ only in the identifiers of testsets become one, so that hundreds of
 * testsets do not fill the log with the same sentence.
 */
export function groupWarnings(testsets: readonly Pick<TestsetReport, 'id' | 'warnings'>[]): readonly string[] {
  const groups = new Map<string, { readonly warning: string; readonly ids: Set<number> }>();
  for (const { id, warnings } of testsets) {
    for (const warning of warnings) {
      const key = warning.replace(/\b(testset[ -])\d+/gi, '$1#');
      const group = groups.get(key) ?? { warning, ids: new Set() };
      // A warning can be of a testset of an earlier attempt.
      const [, named = id] = /\btestset[ -](\d+)/i.exec(warning) ?? [];
      if (named !== undefined) group.ids.add(Number(named));
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(({ warning, ids }) => {
    const others = [...ids].slice(1);
    if (others.length === 0) return warning;
    return `${warning} The same applies to ${pluralize(others.length, 'other testset')}: ${listFirst(others, MAX_OTHERS)}.`;
  });
}
