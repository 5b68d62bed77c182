import type { Clock } from './clock.ts';
import { TestsetError, messageOf } from './errors.ts';
import { readContext } from './github/context.ts';
import { createRunner, mask, readInput, type Runner } from './github/runner.ts';
import { faultSentence, InputFaults } from './inputs/faults.ts';
import type { Log } from './log.ts';
import { createRedactor } from './redact.ts';
import type { RunContext } from './run-context.ts';
import type { EarlyEnd, World } from './world.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a step of either action works with. */
export interface Step {
  readonly context: RunContext;
  readonly world: World;
  /** Aborted by a cancel alone, not by the deadline. */
  readonly cancelled: AbortSignal;
  readonly runner: Pick<Runner, 'annotate' | 'writeSummary'>;
  /** Sets an output at once, and remembers that it has a value. */
  readonly setOutput: (name: string, value: string) => void;
  readonly readInput: (name: string) => string;
  /** From now on the step ends with `deadline` when so many milliseconds have passed since it began. */
  readonly limitTime: (timeoutMs: number) => void;
}

/** How a step went: `undefined` when it is green, else its last line. */
export type LastLine = string | undefined;

/** Inputs whose values are never shown. */
const SECRET_INPUTS = ['access-key', 'login-pw', 'callback'];

/** A path segment of this length is no word that stands in other texts, too. In UTF-16 units. */
const SECRET_SEGMENT = 12;

/** The most error annotations before the last line, which is one, too: the runner keeps ten. */
const MOST_ERRORS = 9;

/**
 * Runs a step: masks secrets first, hands the story its world, and turns whatever is thrown into one sentence and red.
 *
 * @param unset what outputs are that have no value when the story fails
 * @returns the exit code
 */
export async function runStep(
  env: Environment,
  clock: Clock,
  unset: (isTold: (output: string) => boolean) => Readonly<Record<string, string>>,
  story: (step: Step) => Promise<LastLine>,
): Promise<number> {
  const context = readContext(env);
  const key = readInput('access-key');
  const pairs = key === '' ? [] : [`${readInput('user-id')}:${key}`];
  const redactor = createRedactor({
    secrets: [...SECRET_INPUTS.map(readInput), ...addressParts(readInput('callback'))],
    pairs,
  });
  mask(redactor.forms);
  const runner = createRunner({ redact: redactor.redact, debug: context.debug });
  const told = new Set<string>();
  const ends = listenForEnd(clock);
  const stray = (error: unknown): void => {
    // When nobody reads the log any more, saying so would only fail again.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPIPE') return;
    runner.log.warning(`Something broke beside the story: ${messageOf(error)}`);
  };
  // The artifact client throws from inside an event when it cannot read a file; that must not take the verdict with it.
  process.on('uncaughtException', stray);
  const setOutput = (name: string, value: string): void => {
    told.add(name);
    runner.setOutput(name, value);
  };
  const world = { clock, log: runner.log, signal: ends.signal, redact: redactor.redactField };
  try {
    const lastLine = await story({
      context,
      world,
      runner,
      setOutput,
      readInput,
      cancelled: ends.cancelled,
      limitTime: ends.limitTime,
    });
    if (lastLine !== undefined) runner.fail(lastLine);
    return lastLine === undefined ? 0 : 1;
  } catch (error) {
    const missing = Object.entries(unset((name) => told.has(name))).filter(([name]) => !told.has(name));
    for (const [name, value] of missing) runner.setOutput(name, value);
    failWith(error, runner);
    return 1;
  } finally {
    ends.stop();
    process.off('uncaughtException', stray);
  }
}

/** What of an address may be a secret, in the forms in which others may write it: all but its origin. */
function addressParts(text: string): string[] {
  const url = URL.parse(text);
  if (!url) return [];
  const segments = url.pathname.split('/').filter((segment) => segment.length >= SECRET_SEGMENT);
  return [
    url.href,
    `${url.pathname}${url.search}`,
    url.search.slice(1),
    ...url.searchParams.values(),
    ...segments,
    url.password,
  ];
}

interface Ends {
  readonly signal: AbortSignal;
  readonly cancelled: AbortSignal;
  readonly limitTime: (timeoutMs: number) => void;
  readonly stop: () => void;
}

/** One signal for both early ends: the runner's wish (SIGINT, then SIGTERM) and the deadline. */
function listenForEnd(clock: Clock): Ends {
  const ends = new AbortController();
  const cancelled = new AbortController();
  const over = new AbortController();
  const began = clock.now();
  const end = (why: EarlyEnd): void => {
    ends.abort(why);
  };
  const cancel = (): void => {
    end('cancelled');
    cancelled.abort();
  };
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  return {
    signal: ends.signal,
    cancelled: cancelled.signal,
    limitTime: (timeoutMs) => {
      void clock.sleep(began + timeoutMs - clock.now(), over.signal).then(() => {
        if (!over.signal.aborted) end('deadline');
      });
    },
    stop: () => {
      over.abort();
      process.off('SIGINT', cancel).off('SIGTERM', cancel);
    },
  };
}

function failWith(error: unknown, runner: Runner): void {
  if (error instanceof InputFaults && error.faults.length > 1) {
    const shown = error.faults.slice(0, MOST_ERRORS);
    for (const fault of shown) runner.annotate({ title: fault.input, message: faultSentence(fault) });
    for (const fault of error.faults.slice(MOST_ERRORS)) runner.log.info(faultSentence(fault));
    const names = error.faults.map(({ input }) => input).join(', ');
    runner.fail(`${error.faults.length} inputs are wrong: ${names}. ${error.hint}`);
  } else if (error instanceof TestsetError) {
    logCause(runner.log, error);
    runner.fail(error.sentence);
  } else {
    runner.log.debug((error instanceof Error && error.stack) || messageOf(error));
    const message = messageOf(error);
    runner.fail(
      `The action failed in a way that it does not know: ${message}. Please report it, with the log of a run with debug logging.`,
    );
  }
}

/** Shows what lies behind an error, muted. */
export function logCause(log: Log, error: TestsetError): void {
  if (error.cause instanceof Error) log.info([{ text: `caused by: ${error.cause.message}`, colour: 'grey' }]);
}
