import type { RunContext } from './run-context.ts';
import { truncateAtCharacter } from './text.ts';

/** docs/design.md, service §8: in UTF-16 units. */
export const LONGEST_NAME = 100;

/** What counts up at the end of a name, so that runs are told apart. */
const NUMBER = / #\d+(?:\.\d+)?$/;

/**
 * The name of one of several scenario tests, which would otherwise be called alike: with ` [<scenario>]` behind it (docs/design.md, files
 * and names). Where that makes more than 100 UTF-16 units, what stands before the run's number is cut, between whole characters.
 */
export function scenarioTestsetName(name: string, scenario: number): string {
  const number = NUMBER.exec(name)?.[0] ?? '';
  const ending = `${number} [${scenario}]`;
  const title = name.slice(0, name.length - number.length);
  return (truncateAtCharacter(title, LONGEST_NAME - ending.length).trimEnd() + ending).trimStart();
}

/** Control characters, line and paragraph separators, and the marks that turn the direction of text. */
const UNSEEMLY = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

type NameFacts = Pick<RunContext, 'pullRequestTitle' | 'commitMessage' | 'run'>;

/**
 * A name for a testset that was given none: what the run is about, and its number, ` #7`, or ` #7.2` from the second attempt on.
 * It has 1 to 100 UTF-16 units; a title too long for that is cut between whole characters.
 */
export function defaultTestsetName({ pullRequestTitle, commitMessage, run }: NameFacts): string {
  const candidates = [
    pullRequestTitle,
    commitMessage
      .trimStart()
      .split(/\r\n|[\r\n]/, 1)
      .join(),
    run.workflow,
  ];
  const title = candidates.map(tidy).find((candidate) => candidate !== '') ?? 'Testset';
  const attempt = run.attempt > 1 ? `.${run.attempt}` : '';
  const number = run.runNumber > 0 ? ` #${run.runNumber}${attempt}` : '';
  return (truncateAtCharacter(title, LONGEST_NAME - number.length).trimEnd() + number).trim();
}

function tidy(text: string): string {
  return text.toWellFormed().replace(UNSEEMLY, ' ').replace(/\s+/g, ' ').trim();
}
