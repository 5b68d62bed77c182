import { messageOf, TestsetError } from '../errors.ts';
import type { Runner } from '../github/runner.ts';
import { faultSentence, InputFaults } from '../inputs/faults.ts';
import { logCause } from '../log.ts';
import type { Failure } from '../report/failure.ts';

/** The most error annotations before the last line, which is one, too: the runner keeps ten. */
const MOST_ERRORS = 9;

const UNEXPECTED_HINT = 'Please report it, with the log of a run with debug logging.';

/** Ends a step with whatever was thrown: every fault of the inputs, one sentence of ours, or an error that nobody foresaw. */
export function failWith(error: unknown, runner: Runner): Failure {
  if (error instanceof InputFaults) return failWithFaults(error, runner);
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

function failWithFaults({ faults, hint, sentence }: InputFaults, runner: Runner): Failure {
  const sentences = faults.map(faultSentence);
  if (faults.length === 1) {
    runner.fail(sentence);
    return { title: 'Not started: an input is wrong', sentences, hint };
  }
  for (const [at, { input }] of faults.slice(0, MOST_ERRORS).entries()) {
    runner.annotate({ title: input, message: sentences[at] ?? '' });
  }
  for (const more of sentences.slice(MOST_ERRORS)) runner.log.info(more);
  const title = `${faults.length} inputs are wrong`;
  runner.fail(`${title}: ${faults.map(({ input }) => input).join(', ')}. ${hint}`);
  return { title: `Not started: ${title}`, sentences, hint };
}
