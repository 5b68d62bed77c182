// First: listens for signals (see cancel.ts).
import './step/cancel.ts';
import { findFiles } from './github/find-files.ts';
import { readInput } from './github/runner.ts';
import { openServices } from './github/services.ts';
import { readInputs } from './inputs/read-inputs.ts';
import { recordTestsets } from './inputs/results-dir.ts';
import { NO_SCENARIOS, runListScenarios } from './list-scenarios.ts';
import { lastLine } from './publish/log-report.ts';
import { emptyOutputs } from './publish/outputs.ts';
import { runTestset } from './run.ts';
import { runEntry } from './step/entry.ts';
import type { LastLine, Step } from './step/step.ts';

/** The bundle contains both actions: `list-scenarios/index.mjs` imports it with this query. */
const action = new URL(import.meta.url).searchParams.get('action');
if (action === 'list-scenarios') await runEntry(NO_SCENARIOS, runListScenarios);
else await runEntry(emptyOutputs('not-started'), runAction);

async function runAction({ context, runtime, platform, setDeadline, onFailure }: Step): Promise<LastLine> {
  const { redact } = runtime;
  const { proxyFor } = platform;
  const { inputs, warnings } = await readInputs(readInput, { ...context, findFiles, redact, proxyFor });
  setDeadline(inputs.timeoutMs);
  for (const warning of warnings) runtime.log.warning(warning);
  const services = openServices(process.env, context, runtime, inputs);
  // A check run that stays in progress could block a pull request.
  const failed = { title: 'The action failed unexpectedly', summary: 'See its log.' };
  onFailure(async () => services.checkRun?.conclude('failure', failed));
  return lastLine(
    await runTestset(inputs, runtime, {
      ...platform,
      ...services,
      recordTestsets: (ids) => {
        recordTestsets(context, inputs.resultsDir, ids);
      },
    }),
  );
}
