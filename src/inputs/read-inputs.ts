import type { ArtifactOptions, GithubOptions, Inputs } from '../model/inputs.ts';
import { Secret } from '../model/secret.ts';
import {
  deepFreeze,
  type InputReader,
  InputErrors,
  createInputReader,
  type RawInputs,
  type InputContext,
  quote,
} from './input-reader.ts';
import { readResultsDir } from './results-dir.ts';
import { readServiceAccess } from './service-access.ts';
import { readTarget } from './target.ts';
import { readFlag, readLimit, readWhole } from './values.ts';

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
 * arrives empty. Throws one {@link InputErrors} with everything that is wrong.
 */
export async function readInputs(raw: RawInputs, setting: InputContext): Promise<InputsRead> {
  const reader = createInputReader(raw);
  const service = readServiceAccess(reader, setting.context);
  const target = await readTarget(reader, setting);
  const rest = readRunOptions(reader);
  const resultsDir = await readResultsDir(reader, setting.workspace);
  const artifact = readArtifact(reader);
  const github = readGithubOptions(reader);
  const isIncomplete = service === undefined || target === undefined || resultsDir === undefined;
  if (isIncomplete || reader.errors.length > 0) throw new InputErrors(reader.errors);
  const inputs = {
    service,
    target,
    ...rest,
    resultsDir,
    ...(artifact !== undefined && { artifact }),
    ...(github !== undefined && { github }),
  };
  return { inputs: deepFreeze(inputs), warnings: reader.warnings };
}

type RunOptions = Pick<Inputs, 'wait' | 'resume' | 'matrix' | 'timeoutMs' | 'limits' | 'jobSummary'>;

function readRunOptions(reader: InputReader): RunOptions {
  const wait = readFlag(reader, 'wait', true);
  const resume = readFlag(reader, 'resume', true);
  const matrix = reader.text('matrix');
  const timeoutMinutes = readWhole(reader, 'timeout', TIMEOUT) ?? DEFAULT_TIMEOUT_MINUTES;
  const limits = {
    fail: readLimit(reader, 'max-fail'),
    error: readLimit(reader, 'max-error'),
    stop: readLimit(reader, 'max-stop'),
  };
  if (!wait) warnOfLimits(reader, limits);
  return {
    wait,
    resume,
    ...(matrix !== '' && { matrix }),
    timeoutMs: timeoutMinutes * MINUTE_MS,
    limits,
    jobSummary: readFlag(reader, 'job-summary', true),
  };
}

function warnOfLimits(reader: InputReader, limits: Inputs['limits']): void {
  for (const [name, limit] of Object.entries(limits)) {
    if (limit > 0)
      reader.warn(`max-${name} only counts for testsets that are complete at once, because wait is false.`);
  }
}

/** What GitHub is to be asked for; undefined without a token, which is a fault where one is needed. */
export function readGithubOptions(reader: InputReader): GithubOptions | undefined {
  const token = reader.text('github-token');
  const checkRun = readFlag(reader, 'check-run', false);
  const prComment = readFlag(reader, 'pr-comment', false);
  const compare = readFlag(reader, 'compare', true);
  if (token !== '') return { token: new Secret(token), checkRun, prComment, compare };
  if (checkRun || prComment) {
    reader.error(
      'github-token',
      'empty',
      'be a token, which check-run and pr-comment need: leave it out to use the job’s own',
    );
  }
  return undefined;
}

const LONGEST_NAME = 255;
const RETENTION = { min: 1, max: 400, allowed: 'be a whole number of days from 1 to 400' };

/** The artifact to publish; undefined when none is wanted, and then its other inputs only get a warning. */
export function readArtifact(reader: InputReader): ArtifactOptions | undefined {
  if (!readFlag(reader, 'upload-artifact', true)) {
    for (const name of ['artifact-name', 'retention-days']) {
      if (reader.text(name) !== '') reader.warn(`${name} is not used, because upload-artifact is false.`);
    }
    return undefined;
  }
  const name = readArtifactName(reader);
  const retentionDays = readWhole(reader, 'retention-days', RETENTION);
  return { ...(name !== undefined && { name }), ...(retentionDays !== undefined && { retentionDays }) };
}

/** The characters are the ones that the artifact service refuses. */
function readArtifactName(reader: InputReader): string | undefined {
  const name = reader.text('artifact-name');
  if (name === '') return undefined;
  if (name.length <= LONGEST_NAME && !/[":<>|*?\r\n\\/]/.test(name)) return name;
  const allowed = `be at most ${LONGEST_NAME} characters long, on one line, without any of " : < > | * ? \\ /`;
  reader.error('artifact-name', quote(name), allowed);
  return undefined;
}
