import type { ErrorCode } from '../model/errors.ts';
import { isGreen } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import { idsOf } from '../model/testset.ts';
import { devicesOf, hasPassed, type TestVerdict } from '../model/verdict.ts';
import { lacksResult } from '../model/unfinished.ts';
import { testsetNameOf } from '../model/testset-name.ts';
import { joinPieces, listFirst, nounFor } from '../model/words.ts';

/** What to do when devices did not pass. */
export function adviseOnFailures(testsets: readonly TestVerdict[]): string {
  const failed = testsets.flatMap(devicesOf).filter((run) => !hasPassed(run));
  const pages = failed.filter(({ url }) => url !== undefined).length;
  if (pages === 0) return adviseToFetch(testsets);
  return `Open the result page of ${nounFor(pages, 'the device', 'each device')} that did not pass.`;
}

/** What to do about results that are not as they should be. */
export function adviseToFetch(testsets: readonly TestVerdict[]): string {
  const ids = idsOf(testsets);
  const what = nounFor(ids.length, `testset ${ids.join('')}`, 'the testsets');
  return `Look at ${what} in the service, or fetch the results again with \`testset-id: ${ids.join(',')}\`.`;
}

/** The hints of these errors are about a create, or about a `testset-id` that was given. */
const ABOUT_OTHERS: readonly ErrorCode[] = ['service-rejected', 'maintenance', 'rate-limited'];

/** What to do about the error of a testset, which may exist; `undefined` if nothing is known. */
export function adviseOnProblem(
  { id, outcome, problem }: TestVerdict,
  { kind }: Report['request'],
): string | undefined {
  if (!problem || id === undefined || !ABOUT_OTHERS.includes(problem.code)) return problem?.hint;
  if (outcome === 'timed-out') return undefined;
  if (outcome === 'rejected' && kind !== 'attached') return `Fetch its results later with \`testset-id: ${id}\`.`;
  return problem.hint;
}

/** Names of up to 100 characters each: a job summary shows 1,000 characters of a hint. */
const MAX_NAMES = 4;
const MAX_SCENARIOS = 15;

/** A testset without an identifier must be looked for by its name, because the service has no list of testsets. */
export function adviseOnUnknownStarts(concerned: readonly TestVerdict[], name: string): string {
  const unnamed = concerned.filter(({ id }) => id === undefined);
  const ofScenarios = unnamed.filter(({ scenario }) => scenario !== undefined);
  if (ofScenarios.length < 2) {
    const creates = nounFor(concerned.length, 'The create is', 'The creates are');
    return unnamed[0]?.problem?.hint ?? `${creates} not repeated.`;
  }
  const names = ofScenarios.slice(0, MAX_NAMES).map((testset) => `"${testsetNameOf(name, testset, true)}"`);
  const others = ofScenarios.slice(MAX_NAMES).flatMap(({ scenario }) => scenario ?? []);
  const ofOthers = `those of ${nounFor(others.length, 'scenario')} ${listFirst(others, MAX_SCENARIOS)}`;
  const testsets = joinPieces(', and for ', [names.join(', '), others.length > 0 && ofOthers]);
  return (
    'These creates are not repeated. ' +
    `Look in the service for the testsets ${testsets}: attach to those that exist with \`testset-id\`, ` +
    'and run the scenarios of the others again with `scenario-id`.'
  );
}

type RerunReport = Pick<Report, 'outcome' | 'canResume' | 'request' | 'testsets'>;

/** What "Re-run failed jobs" does with these testsets; empty if it creates all anew. */
export function describeRerun({ outcome, canResume, request, testsets }: RerunReport): string {
  if (!canResume || isGreen(outcome) || outcome === 'unknown-start') return '';
  if (!testsets.some((testset) => testset.id !== undefined && lacksResult(testset))) return '';
  if (testsets.length > 1) return '"Re-run failed jobs" continues with the testsets of this attempt.';
  // A build with a debug key of the runner is another app.
  const condition = request.kind === 'automated' ? 'if the app is the same, byte for byte' : 'and starts no other';
  return `"Re-run failed jobs" continues with the testset ${condition}.`;
}
