import type { Clock } from '../runtime/clock.ts';
import { messageOf } from '../model/errors.ts';
import { readContext } from '../github/context.ts';
import { createRunner, mask, readInput, type Runner } from '../github/runner.ts';
import type { Log } from '../runtime/log.ts';
import { failureSummary, type Failure } from './failure.ts';
import type { Environment, RunContext } from '../model/run-context.ts';
import type { Redactor } from '../runtime/redact.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { listenForStop, type StopSignals } from './signals.ts';
import { failWith } from './failure.ts';
import { createSecretRedactor } from './secret-inputs.ts';
import { listenForUncaught } from './signals.ts';

/** What a step of any of the three actions works with. */
export interface Step {
  readonly context: RunContext;
  readonly runtime: Runtime;
  readonly runner: Pick<Runner, 'annotate' | 'writeSummary'>;
  /** Sets an output at once, and remembers that it has a value. */
  readonly setOutput: (name: string, value: string) => void;
  readonly readInput: (name: string) => string;
  /** From now on the step is to end when so many milliseconds have passed since it began. */
  readonly setTimeLimit: (timeoutMs: number) => void;
  /** To be done when the step fails before it has an outcome, wherever the error comes from. */
  readonly onFailure: (work: () => Promise<void>) => void;
  /** From now on an uncaught error is a warning: what the step had to find out is known. */
  readonly outcomeIsDecided: () => void;
  /** Runs optional work: an uncaught error in it, now or later, is only a debug line. */
  readonly runOptional: <T>(work: () => T) => T;
}

/** How a step went: `undefined` when it is green, else its last line. */
export type LastLine = string | undefined;

/**
 * Runs a step: masks secrets first, hands the story its runtime, and turns whatever is thrown into one sentence and red.
 *
 * @param unset what outputs are that have no value when the story fails
 * @returns the exit code
 */
export async function runStep(
  env: Environment,
  clock: Clock,
  unset: Readonly<Record<string, string>>,
  story: (step: Step) => Promise<LastLine>,
): Promise<number> {
  const redactor = createSecretRedactor();
  const context = withCleanTitles(readContext(env), redactor.redactField);
  mask(redactor.forms);
  const runner = createRunner({
    redact: redactor.redact,
    debug: context.debug,
    outputFile: env['GITHUB_OUTPUT'],
  });
  const outputsSet = new Set<string>();
  const ends = listenForStop(clock);
  const uncaught = listenForUncaught(runner.log);
  const failureHandlers: (() => Promise<void>)[] = [];
  try {
    const lastLine = await Promise.race([
      uncaught.error,
      story({
        context,
        runtime: makeWorld(clock, runner.log, ends, redactor),
        runner,
        setOutput: (name, value) => {
          outputsSet.add(name);
          runner.setOutput(name, value);
        },
        readInput,
        setTimeLimit: ends.setTimeLimit,
        onFailure: (work) => failureHandlers.push(work),
        outcomeIsDecided: uncaught.tolerate,
        runOptional: uncaught.runOptional,
      }),
    ]);
    if (lastLine !== undefined) runner.fail(lastLine);
    return lastLine === undefined ? 0 : 1;
  } catch (error) {
    const missing = Object.entries(unset).filter(([name]) => !outputsSet.has(name));
    for (const [name, value] of missing) runner.setOutput(name, value);
    for (const work of failureHandlers) {
      await work().catch((trouble: unknown) => {
        runner.log.debug(`Not done after the failure: ${messageOf(trouble)}`);
      });
    }
    await summarize(failWith(error, runner), runner, redactor);
    return 1;
  } finally {
    ends.stop();
    uncaught.stop();
  }
}

/** A title becomes a testset's name, cut to a length: half a secret is none that anybody would find in it. */
function withCleanTitles(context: RunContext, redact: (text: string) => string): RunContext {
  const { pullRequestTitle, commitMessage } = context;
  return { ...context, pullRequestTitle: redact(pullRequestTitle), commitMessage: redact(commitMessage) };
}

/** A step that fails before it has a report says so where people look first, too. It is red already: trouble with it changes nothing. */
async function summarize(
  { title, sentences, hint }: Failure,
  { log, writeSummary }: Runner,
  { redact }: Redactor,
): Promise<void> {
  if (readInput('job-summary').toLowerCase() === 'false') return;
  const shown = { title, sentences: sentences.map(redact), hint: redact(hint) };
  await writeSummary(failureSummary(shown)).catch((error: unknown) => {
    log.info(`The job summary could not be written: ${messageOf(error)}`);
  });
}

function makeWorld(clock: Clock, log: Log, { signal, cancelled }: StopSignals, redactor: Redactor): Runtime {
  return { clock, log, signal, cancelled, redact: redactor.redactField, redactPieces: redactor.redactPieces };
}
