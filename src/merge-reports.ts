import { join } from 'node:path';

// First: listens for signals (see cancel.ts).
import './step/cancel.ts';
import { openArtifacts, publishArtifact } from './github/artifact.ts';
import { readInput } from './github/runner.ts';
import { readMergeInputs } from './inputs/merge-inputs.ts';
import { mergeJobs, MERGE_OUTPUTS } from './merge/merge.ts';
import { withHint } from './model/errors.ts';
import { isGreen } from './model/outcome.ts';
import type { Platform } from './runtime/platform.ts';
import { runEntry } from './step/entry.ts';
import type { LastLine, Step } from './step/step.ts';

/** It is in the bundle of the main action. */
const WORKER = join(import.meta.dirname, '..', 'artifact-worker', 'index.js');

await runEntry(MERGE_OUTPUTS, runAction);

async function runAction(step: Step): Promise<LastLine> {
  const { context, runtime, platform } = step;
  const inputs = await readMergeInputs(readInput, { ...context, redact: runtime.redact });
  const artifacts = openArtifacts({ env: process.env, context, runtime, worker: WORKER });
  const publish: Platform['publishArtifact'] = (content) => publishArtifact(content, artifacts);
  const { outcome, sentence, hint } = await mergeJobs(inputs, {
    runtime,
    platform: { ...platform, publishArtifact: publish },
  });
  return isGreen(outcome) ? undefined : withHint(sentence, hint);
}
