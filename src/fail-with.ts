import { messageOf, TestsetError } from './errors.ts';
import type { Runner } from './github/runner.ts';
import { faultSentence, InputFaults } from './inputs/faults.ts';
import { logCause } from './log.ts';

/** The most error annotations before the last line, which is one, too: the runner keeps ten. */
const MOST_ERRORS = 9;

/** Ends a step with whatever was thrown: every fault of the inputs, one sentence of ours, or an error that nobody foresaw. */
export function failWith(error: unknown, runner: Runner): void {
  if (error instanceof InputFaults && error.faults.length > 1) failWithFaults(error, runner);
  else if (error instanceof TestsetError) {
    logCause(runner.log, error);
    runner.fail(error.sentence);
  } else {
    runner.log.debug((error instanceof Error && error.stack) || messageOf(error));
    runner.fail(
      `The action failed in a way that it does not know: ${messageOf(error)}. ` +
        'Please report it, with the log of a run with debug logging.',
    );
  }
}

function failWithFaults({ faults, hint }: InputFaults, runner: Runner): void {
  for (const fault of faults.slice(0, MOST_ERRORS)) {
    runner.annotate({ title: fault.input, message: faultSentence(fault) });
  }
  for (const fault of faults.slice(MOST_ERRORS)) runner.log.info(faultSentence(fault));
  runner.fail(`${faults.length} inputs are wrong: ${faults.map(({ input }) => input).join(', ')}. ${hint}`);
}
