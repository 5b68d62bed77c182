import { readInput } from './github/runner.ts';
import { openServices } from './github/services.ts';
import { readInputs } from './inputs/read-inputs.ts';
import { NO_SCENARIOS, runListScenarios } from './list-scenarios.ts';
import { emptyOutputs } from './publish/outputs.ts';
import { runTestset } from './run.ts';
import { systemClock } from './runtime/clock.ts';
import { allowSlowConnections } from './runtime/time-limits.ts';
import { runStep, type LastLine, type Step } from './step/step.ts';

const cancel = new AbortController();
// A runner that cancels the step sends SIGINT, and SIGTERM 7.5 s later. SIGHUP comes when the terminal of a runner is closed.
// The listeners are never removed, so that a late signal does not change the exit code either.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    cancel.abort();
  });
}
// index.mjs has listened since the process began.
if ('isRunTestsetCancelled' in globalThis) cancel.abort();

/** The bundle contains both actions: `index.mjs` passes on the query with which `list-scenarios/index.mjs` imports it. */
const action = new URL(import.meta.url).searchParams.get('action');
allowSlowConnections();
const settings = { env: process.env, clock: systemClock, cancelled: cancel.signal };
const exitCode =
  action === 'list-scenarios'
    ? await runStep({ ...settings, outputsOnFailure: NO_SCENARIOS }, runListScenarios)
    : await runStep({ ...settings, outputsOnFailure: emptyOutputs('not-started') }, runAction);
// After a cancel or an unexpected error some work is abandoned, such as a request to GitHub: it would keep the process alive.
process.stdout.write('', () => process.exit(exitCode));

async function runAction({ context, runtime, platform, setDeadline }: Step): Promise<LastLine> {
  const inputs = await readInputs(readInput, context);
  setDeadline(inputs.timeoutMs);
  const services = openServices(process.env, context, runtime, inputs);
  const { lastLine } = await runTestset(inputs, runtime, { ...platform, ...services });
  return lastLine;
}
