import { formatMatrix } from './job-name.ts';
import type { RunContext } from './run-context.ts';
import { cleanText, truncateAtCharacter } from './text.ts';

/** The longest name that the service accepts, in UTF-16 units (docs/design.md, service §8). */
export const MAX_NAME_LENGTH = 100;

/** The run number at the end of a default name, perhaps with the matrix and the scenario. Matches the end of any name. */
const RUN_NUMBER = /(?: #\d+(?:\.\d+)?)?(?: \(.{1,40}\))?(?: \[\d+\])?$/u;

/** The name of a testset of a step: one of several scenarios ends in ` [<scenario>]`, a retry in ` retry <number>` (docs/design.md, appendix B). */
export function testsetNameOf(
  name: string,
  { scenario = 0, retry = 0 }: { readonly scenario?: number; readonly retry?: number },
  isOneOfSeveral: boolean,
): string {
  const ofScenario = isOneOfSeveral ? addToName(name, ` [${scenario}]`) : name;
  return retry > 0 ? addToName(ofScenario, ` retry ${retry}`) : ofScenario;
}

/** A name that would be longer than 100 UTF-16 units is cut before the run number, between whole characters. */
function addToName(name: string, ending: string): string {
  const titleEnd = name.search(RUN_NUMBER);
  return joinName(name.slice(0, titleEnd), name.slice(titleEnd) + ending);
}

/** Cuts the title, so that the whole name is not too long. */
function joinName(title: string, ending: string): string {
  const start = truncateAtCharacter(title, MAX_NAME_LENGTH - ending.length);
  return (start.trimEnd() + ending).trim();
}

function formatRunNumber({ runNumber, attempt }: RunContext['run']): string {
  if (runNumber <= 0) return '';
  return attempt > 1 ? ` #${runNumber}.${attempt}` : ` #${runNumber}`;
}

/**
 * The default name of a testset: the title of the pull request, the commit's first line or the workflow's name, with the run number
 * ` #7`, or ` #7.2` from the second attempt on, and the values of the matrix, if they are more than the scenario. 1 to 100 UTF-16 units; a
 * longer title is cut between whole characters.
 *
 * @param scenarios the identifiers that are run
 */
export function defaultTestsetName(
  context: Pick<RunContext, 'commitMessage' | 'run'>,
  scenarios: readonly number[] = [],
): string {
  const { commitMessage, run } = context;
  const firstLine = commitMessage.trimStart().replace(/[\r\n].*/s, '');
  const titles = [run.pullRequest?.title ?? '', firstLine, run.workflow];
  const title = titles.map((text) => cleanText(text, Infinity)).find((text) => text !== '') ?? 'Testset';
  const matrix = formatMatrix(run.matrix, scenarios);
  return joinName(title, formatRunNumber(run) + matrix);
}
