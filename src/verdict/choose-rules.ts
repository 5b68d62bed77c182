import type { ReportSubject } from '../model/earlier-report.ts';
import { historyKey, type BaselineReport } from '../model/history.ts';
import type { Inputs } from '../model/inputs.ts';
import { isPassedOrFailed } from '../model/outcome.ts';
import type { TestsetResult } from '../results/testset-result.ts';
import type { NoBaseline, Platform } from '../runtime/platform.ts';
import type { Rules } from './judge.ts';

/** The rules of a step, and what was found for them. */
interface ChosenRules {
  readonly rules: Rules;
  /** Absent if it was not looked for. */
  readonly baseline?: BaselineReport | NoBaseline;
  /** Why `fail-on: new` is not in force although a device did not pass, a sentence each. */
  readonly notes: readonly string[];
}

type RuleInputs = Pick<Inputs, 'limits' | 'quarantine' | 'failOn'>;

/** On the base branch each failure would be old the second time, and a merge queue must be strict. */
const EVENTS: readonly string[] = ['pull_request', 'pull_request_target'];

/** How old the report on the base branch may be, in milliseconds. */
const MAX_AGE_MS = 14 * 24 * 60 * 60_000;

/** Chooses the rules of a step. Looks for the base branch only if it can matter: with `fail-on: new`, when a device did not pass. */
export async function chooseRules(
  { limits, quarantine, failOn }: RuleInputs,
  { findBaseline, eventName }: Pick<Platform, 'findBaseline' | 'eventName'>,
  results: readonly TestsetResult[],
  subject: ReportSubject,
): Promise<ChosenRules> {
  const rules = { limits, quarantine: quarantine?.entries ?? [] };
  if (failOn === 'any' || !results.some(hasFailures)) return { rules, notes: [] };
  const withoutBase = (reason: string, baseline?: ChosenRules['baseline']): ChosenRules => {
    return { rules, baseline, notes: [`\`fail-on: new\` acts as \`any\`: ${reason}.`] };
  };
  if (!EVENTS.includes(eventName)) return withoutBase('this run is not of a pull request');
  if (!findBaseline) return withoutBase('`github-token` is empty. Remove the input to use the token of the job');
  const baseline = await findBaseline(subject);
  if ('reason' in baseline) return withoutBase(baseline.reason, baseline);
  const reason = whyUnused(baseline);
  if (reason !== undefined) return withoutBase(reason, baseline);
  const isOld: Rules['isOld'] = (scenario, device) => baseline.failures.has(historyKey({ scenario, device }));
  return { rules: { ...rules, isOld }, baseline, notes: [] };
}

function hasFailures(result: TestsetResult): boolean {
  return 'results' in result && result.status.counts.fail + result.status.counts.error > 0;
}

/** Why a report on the base branch excuses nothing; `undefined` if it does. */
function whyUnused({ outcome, startedAt, branch, runNumber }: BaselineReport): string | undefined {
  const report = `the last report on ${branch} (run ${runNumber})`;
  if (!isPassedOrFailed(outcome)) return `${report} is neither passed nor failed`;
  if (Date.now() - Date.parse(startedAt) <= MAX_AGE_MS) return undefined;
  return `${report} is more than 14 days old`;
}
