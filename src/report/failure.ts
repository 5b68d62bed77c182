import { plain } from './clean.ts';
import { prose } from './escape.ts';
import { block } from './markdown/block.ts';

/** A sentence says what the service said, too; more of it than this helps nobody. In UTF-16 units. */
const SENTENCE_LIMIT = 1000;

/** What is known of a step that ended before there was anything to report. */
export interface Failure {
  /** Our own words, as in "Not started: 3 inputs are wrong". */
  readonly title: string;
  /** A sentence each; hostile text. */
  readonly sentences: readonly string[];
  /** What to do next; may be empty. */
  readonly hint: string;
}

/** The job summary of such a step, as GitHub's Markdown. */
export function failureSummary({ title, sentences, hint }: Failure): string {
  const items = sentences.map((sentence) => `<li>${prose(plain(sentence, SENTENCE_LIMIT))}</li>`);
  const lines = ['<ul>', ...items, '</ul>', ...(hint === '' ? [] : [`<p>${prose(plain(hint, SENTENCE_LIMIT))}</p>`])];
  return `## 🚫 ${title}\n\n${[...block(lines)].join('')}`;
}
