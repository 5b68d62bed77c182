import { readContext } from '../github/context.ts';
import { proxyFor, unifyProxySettings } from '../github/proxy.ts';
import { createRunner, mask } from '../github/runner.ts';
import type { InputContext } from '../inputs/input-reader.ts';
import { codeOf, messageOf } from '../model/errors.ts';
import type { RunContext } from '../model/run-context.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { Platform, Services } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { whenAborted } from '../runtime/time-limits.ts';
import { showFailure } from './failure.ts';
import { createSecretRedactor, shortSecretWarnings } from './secret-inputs.ts';

/** What both actions work with. */
export interface Step {
  readonly context: InputContext;
  readonly runtime: Runtime;
  /** Without services of GitHub. */
  readonly platform: Omit<Platform, keyof Services>;
  /** Ends the step this many milliseconds after it began. */
  readonly setDeadline: (timeoutMs: number) => void;
}

/** The last line of a red step; `undefined` if it is green. */
export type LastLine = string | undefined;

interface StepSettings {
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Aborted when the run is cancelled. */
  readonly cancelled: AbortSignal;
  /** The outputs of a step that fails before it sets them. */
  readonly outputsOnFailure: Readonly<Record<string, string>>;
}

/** Runs a step: masks secrets first, and shows whatever is thrown as one red last line. @returns the exit code */
export async function runStep(settings: StepSettings, action: (step: Step) => Promise<LastLine>): Promise<number> {
  const { env, clock, cancelled, outputsOnFailure } = settings;
  if (!env['GITHUB_WORKSPACE'] && !env['GITHUB_OUTPUT']) {
    process.stdout.write('This is a GitHub Action: use it in a workflow. No runner has set GITHUB_WORKSPACE here.\n');
    return 1;
  }
  const { forms, redactText, redact } = createSecretRedactor();
  mask(forms);
  const runContext = readContext(env, redact);
  // GitHub's toolkit, here and in the worker, reads this file when it is loaded, and throws if it is empty or cut off.
  delete env['GITHUB_EVENT_PATH'];
  const runner = createRunner(redactText, runContext.debug);
  const { log } = runner;
  logEnvironment(env, runContext, log);

  const context = { ...runContext, now: clock.date(), redact, log, proxyFor: (target: URL) => proxyFor(target, env) };
  const uncaught = listenForUncaught(log);
  const { setDeadline, stop, ...times } = createDeadline(clock, cancelled);
  const runtime = { clock, log, cancelled, redact, ...times };
  const platform = { ...context, ...runner, markOutcomeDecided: uncaught.markOutcomeDecided };
  try {
    const lastLine = await Promise.race([uncaught.first, action({ context, runtime, platform, setDeadline })]);
    if (lastLine === undefined) return 0;
    runner.fail(lastLine);
    return 1;
  } catch (error) {
    runner.setMissingOutputs(outputsOnFailure);
    await showFailure(error, runner, redact);
    return 1;
  } finally {
    stop();
    uncaught.stopListening();
  }
}

/** How long after a cancel a step may last: GitHub's runner kills it after 10 s, and others may have less patience. In milliseconds. */
const AFTER_CANCEL_MS = 6_000;
/** The same after `timeout`. */
const AFTER_TIMEOUT_MS = 58_000;

/** The deadline of a step, counted from this call; it is set when the inputs are read. */
function createDeadline(clock: Clock, cancelled: AbortSignal) {
  const began = clock.now();
  const [deadline, graceOver, ended] = [new AbortController(), new AbortController(), new AbortController()];
  const abortAfter = async (ms: number, controller: AbortController): Promise<void> => {
    await clock.sleep(ms, ended.signal);
    if (!ended.signal.aborted) controller.abort();
  };
  void whenAborted(cancelled).then(() => abortAfter(AFTER_CANCEL_MS, graceOver));
  let endsAt = Infinity;
  return {
    signal: AbortSignal.any([cancelled, deadline.signal]),
    graceOver: graceOver.signal,
    timeLeftMs: () => endsAt - clock.now(),
    setDeadline: (timeoutMs: number): void => {
      endsAt = began + timeoutMs;
      void abortAfter(endsAt - clock.now(), deadline).then(() => abortAfter(AFTER_TIMEOUT_MS, graceOver));
    },
    stop: (): void => {
      ended.abort();
    },
  };
}

/** Listens for errors that no code catches: thrown in an event handler, or a rejected promise without a handler. */
function listenForUncaught(log: Log) {
  const first = Promise.withResolvers<never>();
  first.promise.catch(() => undefined);
  let isDecided = false;
  const handle = (error: unknown): void => {
    // The log can no longer be written to; logging this error would raise the next one.
    if (codeOf(error) === 'EPIPE') return;
    if (isDecided) log.warning(`An unexpected error did not change the outcome: ${messageOf(error)}`);
    else first.reject(error);
  };
  process.on('uncaughtException', handle);
  return {
    first: first.promise,
    /** From now on they are warnings. */
    markOutcomeDecided: (): void => {
      isDecided = true;
    },
    stopListening: () => process.off('uncaughtException', handle),
  };
}

/** Makes proxies alike for all clients, and says what is odd about the environment of the step. */
function logEnvironment(env: NodeJS.ProcessEnv, { hasEvent }: RunContext, log: Log): void {
  for (const entry of unifyProxySettings(env))
    log.info(`NO_PROXY: ${entry} is not understood. It can have names of hosts and domains, addresses, and *.`);
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    log.warning(
      'NODE_TLS_REJECT_UNAUTHORIZED is 0 in this job: certificates are not checked, so others on the network can read the credentials. ' +
        'Remove it. To trust a certificate authority of your own, set NODE_EXTRA_CA_CERTS.',
    );
  }
  if (!hasEvent) {
    log.info('The event (GITHUB_EVENT_PATH) is missing or broken: a pull request is known by GITHUB_REF only.');
  }
  for (const warning of shortSecretWarnings()) log.warning(warning);
}
