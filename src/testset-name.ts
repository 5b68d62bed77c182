import { cutToCharacters } from './whole-characters.ts';

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
  return (cutToCharacters(title, LONGEST_NAME - ending.length).trimEnd() + ending).trimStart();
}
