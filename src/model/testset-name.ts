import { formatMatrix } from './job-name.ts';
import type { RunContext } from './run-context.ts';
import type { ScenarioRetry } from './testset.ts';
import { cleanText, truncateAtCharacter } from './text.ts';
import { joinPieces } from './words.ts';

/** The longest name that the service accepts, in UTF-16 units (docs/design.md, service §8). */
export const MAX_NAME_LENGTH = 100;

/** The name of a testset before it is cut. */
export interface TestsetName {
  readonly title: string;
  /** Of the run; never cut, as all that follows. Absent in a name that the workflow chose, and where there is none. */
  readonly number?: number;
  /** Of the run, from 1: the second makes ` #7.2`. */
  readonly attempt?: number;
  /** Such as ` (paid)`. */
  readonly matrix?: string;
  /** Set if the workflow chose the name. */
  readonly isGiven?: true;
}

/** The name of a testset, of 1 to 100 UTF-16 units: a longer title is cut between whole characters (docs/design.md, appendix B). */
export function formatTestsetName(
  { title, number, attempt = 1, matrix }: TestsetName,
  { scenario, retry }: Partial<ScenarioRetry> = {},
): string {
  const later = attempt > 1 && `${attempt}`;
  const run = number !== undefined && joinPieces('.', [` #${number}`, later]);
  const all = [run, matrix, scenario && ` [${scenario}]`, retry && ` retry ${retry}`];
  const whole = all.filter(Boolean).join('');
  const start = truncateAtCharacter(title, MAX_NAME_LENGTH - whole.length);
  return (start.trimEnd() + whole).trim();
}

/** A name as code, which GitHub leaves as it is, so that it can be copied. */
export function quoteName(name: string): string {
  return name.includes('`') ? `\`\` ${name} \`\`` : `\`${name}\``;
}

/** The title of the pull request, the commit's first line or the workflow's name, then the run number and attempt ` #7.2`, and the matrix. */
export function defaultTestsetName(
  context: Pick<RunContext, 'commitMessage' | 'run'>,
  scenarios: readonly number[] = [],
): TestsetName {
  const { commitMessage, run } = context;
  const firstLine = commitMessage.trimStart().replace(/[\r\n].*/s, '');
  const titles = [run.pullRequest?.title ?? '', firstLine, run.workflow];
  const title = titles.map((text) => cleanText(text, Infinity)).find((text) => text !== '') ?? 'Testset';
  const number = run.runNumber > 0 ? run.runNumber : undefined;
  return { title, number, attempt: run.attempt, matrix: formatMatrix(run.matrix, scenarios) };
}
