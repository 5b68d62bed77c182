import { AsyncLocalStorage } from 'node:async_hooks';

import type { Clock } from './clock.ts';
import { listenForEnd, type Ends } from './early-end.ts';
import { codeOf, messageOf } from './errors.ts';
import { failWith } from './fail-with.ts';
import { readContext } from './github/context.ts';
import { createRunner, mask, readInput, type Runner } from './github/runner.ts';
import type { Log } from './log.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { failureSummary, type Failure } from './report/failure.ts';
import type { Environment, RunContext } from './run-context.ts';
import type { World } from './world.ts';

/** What a step of either action works with. */
export interface Step {
  readonly context: RunContext;
  readonly world: World;
  readonly runner: Pick<Runner, 'annotate' | 'writeSummary'>;
  /** Sets an output at once, and remembers that it has a value. */
  readonly setOutput: (name: string, value: string) => void;
  readonly readInput: (name: string) => string;
  /** From now on the step is to end when so many milliseconds have passed since it began. */
  readonly limitTime: (timeoutMs: number) => void;
  /** To be done when the step fails before it has an outcome, wherever the error comes from. */
  readonly whenItFails: (work: () => Promise<void>) => void;
  /** From now on an error that comes from nowhere is a warning: what the step had to find out is known. */
  readonly outcomeStands: () => void;
  /** Does work that the step can do without: an error that comes from nowhere out of it, now or later, is only told for debugging. */
  readonly bearWith: <T>(work: () => T) => T;
}

/** How a step went: `undefined` when it is green, else its last line. */
export type LastLine = string | undefined;

/** Inputs whose values are never shown. */
const SECRET_INPUTS = ['access-key', 'login-pw', 'callback', 'github-token'];

/** A part of an address of this length is no word that stands in other texts, too; a number may be the run's own. In UTF-16 units. */
const SECRET_PART = 12;

/**
 * Runs a step: masks secrets first, hands the story its world, and turns whatever is thrown into one sentence and red.
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
  const context = readContext(env);
  const redactor = redactSecrets();
  mask(redactor.forms);
  const runner = createRunner({
    redact: redactor.redact,
    debug: context.debug,
    outputFile: env['GITHUB_OUTPUT'],
  });
  const told = new Set<string>();
  const ends = listenForEnd(clock);
  const strays = listenForStrays(runner.log);
  const lastDuties: (() => Promise<void>)[] = [];
  try {
    const lastLine = await Promise.race([
      strays.error,
      story({
        context,
        world: makeWorld(clock, runner.log, ends, redactor),
        runner,
        setOutput: (name, value) => {
          told.add(name);
          runner.setOutput(name, value);
        },
        readInput,
        limitTime: ends.limitTime,
        whenItFails: (work) => lastDuties.push(work),
        outcomeStands: strays.tolerate,
        bearWith: strays.bearWith,
      }),
    ]);
    if (lastLine !== undefined) runner.fail(lastLine);
    return lastLine === undefined ? 0 : 1;
  } catch (error) {
    const missing = Object.entries(unset).filter(([name]) => !told.has(name));
    for (const [name, value] of missing) runner.setOutput(name, value);
    for (const work of lastDuties) await work().catch(() => undefined);
    await summarize(failWith(error, runner), runner, redactor);
    return 1;
  } finally {
    ends.stop();
    strays.stop();
  }
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

function makeWorld(clock: Clock, log: Log, { signal, cancelled }: Ends, redactor: Redactor): World {
  return { clock, log, signal, cancelled, redact: redactor.redactField, redactPieces: redactor.redactPieces };
}

function redactSecrets(): Redactor {
  const key = readInput('access-key');
  return createRedactor({
    secrets: [...SECRET_INPUTS.map(readInput), ...addressParts(readInput('callback'))],
    pairs: key === '' ? [] : [`${readInput('user-id')}:${key}`],
  });
}

/** What of an address may be a secret, in the forms in which others may write it: all but its origin. */
function addressParts(text: string): string[] {
  const url = URL.parse(text);
  if (!url) return [];
  // Not everybody reads a plus as a space.
  const literally = new URLSearchParams(url.search.replaceAll('+', '%2B'));
  const segments = url.pathname.split('/');
  const values = [
    url.search.slice(1),
    ...url.searchParams.values(),
    ...literally.values(),
    url.hash.slice(1),
    url.username,
  ];
  return [
    url.href,
    ...(url.search === '' ? [] : [`${url.pathname}${url.search}`]),
    ...values.filter((part) => part.length >= SECRET_PART && !/^\d+$/.test(part)),
    ...[url.pathname, ...segments, ...segments.map(unescaped)].filter(looksRandom),
    url.password,
  ];
}

/** Paths are made of words, too, and of names of folders: only what nobody would write by hand is taken for a token. */
function looksRandom(part: string): boolean {
  return (
    part.length >= SECRET_PART && /[a-z]/i.test(part) && (/\d/.test(part) || /[a-z].*[A-Z]|[A-Z].*[a-z]/.test(part))
  );
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Errors that come from nowhere: thrown within an event, or by a promise that nobody waits for. */
interface Strays {
  /** Fails with the first of them. */
  readonly error: Promise<never>;
  /** From now on they are warnings. */
  readonly tolerate: () => void;
  /** Those that this work causes are told for debugging, and nothing else. */
  readonly bearWith: <T>(work: () => T) => T;
  readonly stop: () => void;
}

function listenForStrays(log: Log): Strays {
  const first = Promise.withResolvers<never>();
  first.promise.catch(() => undefined);
  let tolerated = false;
  // What is done without goes on beside the story: only where an error began tells them apart.
  const dispensable = new AsyncLocalStorage<true>();
  const stray = (error: unknown): void => {
    // When nobody reads the log any more, saying so would only fail again.
    if (codeOf(error) === 'EPIPE') return;
    if (dispensable.getStore()) log.debug(`An unexpected error that changes nothing: ${messageOf(error)}`);
    else if (tolerated) log.warning(`An unexpected error after the outcome was decided: ${messageOf(error)}`);
    else first.reject(error);
  };
  process.on('uncaughtException', stray);
  return {
    error: first.promise,
    tolerate: () => {
      tolerated = true;
    },
    bearWith: (work) => dispensable.run(true, work),
    stop: () => process.off('uncaughtException', stray),
  };
}
