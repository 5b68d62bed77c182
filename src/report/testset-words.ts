import { isPassedOrFailed } from '../model/outcome.ts';
import { cleanText } from '../model/text.ts';
import { devicesOf, longestSeconds, type TestVerdict } from '../model/verdict.ts';
import { capitalize, formatDuration, joinPieces, pluralize } from '../model/words.ts';
import { nameSubject } from './facts.ts';
import { formatCode, nowrap, type Content } from './markup.ts';
import { describeTestset, type ReportView } from './view.ts';

/** `scenario 1043`; where a scenario is not known `testset 251929, ANDROID`. */
export function nameTestset(testset: TestVerdict): string {
  return `${nameSubject([testset])} ${nameRow(testset)}`;
}

/** The same below a head that says what it is. */
export function nameRow(testset: TestVerdict): string {
  const { scenario, id } = testset;
  return scenario === undefined ? joinPieces(', ', [`${id}`, systemsOf([testset])]) : `${scenario}`;
}

/** The systems of all devices, without versions: `ANDROID`, `ANDROID, iOS`. */
export function systemsOf(testsets: readonly TestVerdict[]): string {
  const systems = testsets.flatMap(devicesOf).map(({ os }) => os.split(' ', 1)[0] ?? '');
  return [...new Set(systems)].filter(Boolean).join(', ');
}

function secondsOf(testset: TestVerdict): number | undefined {
  return longestSeconds(devicesOf(testset));
}

/** The slowest first. */
export function sortBySeconds(testsets: readonly TestVerdict[]): readonly TestVerdict[] {
  return testsets.toSorted((a, b) => (secondsOf(b) ?? -1) - (secondsOf(a) ?? -1));
}

/** `✅ 9 scenarios passed, the slowest scenario 1043 in 5m 02s` @param passed at least one, the slowest first */
export function describePassedTestsets(passed: readonly TestVerdict[]): string {
  const [slowest] = passed;
  const time = slowest && nowrap(formatDuration(secondsOf(slowest)));
  if (!time) return `✅ ${pluralize(passed.length, nameSubject(passed))} passed`;
  if (passed.length === 1) return `✅ ${capitalize(nameTestset(slowest))} passed in ${time}`;
  return `✅ ${pluralize(passed.length, nameSubject(passed))} passed, the slowest ${nameTestset(slowest)} in ${time}`;
}

const REASON_LIMIT = 300;

/** Why one of several testsets has no results, and what to do; empty if its devices show it. */
export function explainTestset(view: ReportView, testset: TestVerdict): Content {
  if (isPassedOrFailed(testset.outcome) || testset.outcome === 'started') return '';
  const text = joinPieces(' ', [describeTestset(view.report, testset).why, adviseToRunAgain(testset)]);
  return formatCode(cleanText(text, REASON_LIMIT));
}

function adviseToRunAgain({ outcome, scenario, id }: TestVerdict): string {
  if (outcome !== 'rejected' || id !== undefined || scenario === undefined) return '';
  return `To run it again: \`scenario-id: ${scenario}\`.`;
}
