/** The words for how a step, or one testset of it, went; worst first. docs/design.md, outcomes. */
export const OUTCOMES = [
  'unknown-start',
  'refused',
  'not-started',
  'cancelled',
  'timed-out',
  'inconclusive',
  'failed',
  'started',
  'passed',
] as const;

/** How a step, or one testset of it, went. */
export type Outcome = (typeof OUTCOMES)[number];

/** The worst of several words. Nothing at all is never green: without a word it is `not-started`. */
export function worstOutcome(outcomes: readonly Outcome[]): Outcome {
  return OUTCOMES.find((outcome) => outcomes.includes(outcome)) ?? 'not-started';
}

/** Whether the step is green: it passed, or it was asked not to wait. */
export function isGreen(outcome: Outcome): boolean {
  return outcome === 'passed' || outcome === 'started';
}
