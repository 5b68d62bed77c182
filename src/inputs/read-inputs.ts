import type { Inputs } from '../inputs.ts';
import { InputFaults } from './faults.ts';
import { openForm, type Form, type RawInputs } from './form.ts';
import { deepFreeze } from './freeze.ts';
import { readGithubOptions } from './github-options.ts';
import { readArtifact } from './publishing.ts';
import { readResultsDir } from './results-dir.ts';
import { readFlag, readLimit, readWhole } from './scalars.ts';
import { readServiceAccess } from './service-access.ts';
import type { Setting } from './setting.ts';
import { readTarget } from './target.ts';

const TIMEOUT = { min: 1, max: 1440, allowed: 'be a whole number of minutes from 1 to 1440' };
const DEFAULT_TIMEOUT_MINUTES = 180;
const MINUTE_MS = 60_000;

/** The inputs in final types, and what the user should know about them. */
export interface InputsRead {
  readonly inputs: Inputs;
  readonly warnings: readonly string[];
}

/**
 * Reads and checks every input before anything is sent. An input that is empty has its default, as a variable that is not set
 * arrives empty. Throws one {@link InputFaults} with everything that is wrong.
 */
export async function readInputs(raw: RawInputs, setting: Setting): Promise<InputsRead> {
  const form = openForm(raw);
  const service = readServiceAccess(form, setting.context);
  const target = await readTarget(form, setting);
  const rest = readRunOptions(form);
  const resultsDir = await readResultsDir(form, setting.workspace);
  const artifact = readArtifact(form);
  const github = readGithubOptions(form);
  const isIncomplete = service === undefined || target === undefined || resultsDir === undefined;
  if (isIncomplete || form.faults.length > 0) throw new InputFaults(form.faults);
  const inputs = {
    service,
    target,
    ...rest,
    resultsDir,
    ...(artifact !== undefined && { artifact }),
    ...(github !== undefined && { github }),
  };
  return { inputs: deepFreeze(inputs), warnings: form.warnings };
}

type RunOptions = Pick<Inputs, 'wait' | 'adopt' | 'matrix' | 'timeoutMs' | 'limits' | 'jobSummary'>;

function readRunOptions(form: Form): RunOptions {
  const wait = readFlag(form, 'wait', true);
  const adopt = readFlag(form, 'adopt', true);
  const matrix = form.text('matrix');
  const timeoutMinutes = readWhole(form, 'timeout', TIMEOUT) ?? DEFAULT_TIMEOUT_MINUTES;
  const limits = {
    fail: readLimit(form, 'max-fail'),
    error: readLimit(form, 'max-error'),
    stop: readLimit(form, 'max-stop'),
  };
  if (!wait) warnOfLimits(form, limits);
  return {
    wait,
    adopt,
    ...(matrix !== '' && { matrix }),
    timeoutMs: timeoutMinutes * MINUTE_MS,
    limits,
    jobSummary: readFlag(form, 'job-summary', true),
  };
}

function warnOfLimits(form: Form, limits: Inputs['limits']): void {
  for (const [name, limit] of Object.entries(limits)) {
    if (limit > 0) form.warn(`max-${name} only counts for testsets that are complete at once, because wait is false.`);
  }
}
