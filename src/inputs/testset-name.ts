import type { RunContext } from '../run-context.ts';

/** service-api §8: in UTF-16 units. */
export const LONGEST_NAME = 100;

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
  return (cutWhole(title, LONGEST_NAME - number.length) + number).trim();
}

function tidy(text: string): string {
  return text.toWellFormed().replace(UNSEEMLY, ' ').replace(/\s+/g, ' ').trim();
}

/** The longest beginning within `longest` UTF-16 units that splits no character as readers see them, such as a flag or a syllable. */
function cutWhole(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (index + segment.length > longest) break;
    end = index + segment.length;
  }
  return text.slice(0, end).trimEnd();
}
