import type { Runner } from '../github/runner.ts';
import { errorSentence, InputErrors } from '../inputs/input-reader.ts';
import { messageOf, TestsetError } from '../model/errors.ts';
import { cleanText } from '../model/text.ts';
import { block, prose } from '../report/markdown/html.ts';
import { logCause } from '../runtime/log.ts';

/** The most error annotations before the last line, which is one, too: the runner keeps ten. */
const MOST_ERRORS = 9;

const UNEXPECTED_HINT = 'Please report it, with the log of a run with debug logging.';

/** Ends a step with whatever was thrown: every fault of the inputs, one sentence of ours, or an error that nobody foresaw. */
export function failWith(error: unknown, runner: Runner): Failure {
  if (error instanceof InputErrors) return failWithFaults(error, runner);
  if (error instanceof TestsetError) {
    const { message, hint } = error;
    logCause(runner.log, error);
    runner.fail(error.sentence);
    return { title: 'The step could not do its work', sentences: [message], hint };
  }
  const message = `The action failed unexpectedly: ${messageOf(error)}.`;
  runner.log.debug((error instanceof Error && error.stack) || messageOf(error));
  runner.fail(`${message} ${UNEXPECTED_HINT}`);
  return { title: 'The action failed unexpectedly', sentences: [message], hint: UNEXPECTED_HINT };
}

function failWithFaults({ errors, hint, sentence }: InputErrors, runner: Runner): Failure {
  const sentences = errors.map(errorSentence);
  if (errors.length === 1) {
    runner.fail(sentence);
    return { title: 'Not started: an input is wrong', sentences, hint };
  }
  for (const [at, { input }] of errors.slice(0, MOST_ERRORS).entries()) {
    runner.annotate({ title: input, message: sentences[at] ?? '' });
  }
  for (const more of sentences.slice(MOST_ERRORS)) runner.log.info(more);
  const title = `${errors.length} inputs are wrong`;
  runner.fail(`${title}: ${errors.map(({ input }) => input).join(', ')}. ${hint}`);
  return { title: `Not started: ${title}`, sentences, hint };
}

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
  const items = sentences.map((sentence) => `<li>${prose(cleanText(sentence, SENTENCE_LIMIT))}</li>`);
  const lines = [
    '<ul>',
    ...items,
    '</ul>',
    ...(hint === '' ? [] : [`<p>${prose(cleanText(hint, SENTENCE_LIMIT))}</p>`]),
  ];
  return `## 🚫 ${title}\n\n${[...block(lines)].join('')}`;
}
