import type { Inputs } from '../model/inputs.ts';
import { pluralize } from '../model/words.ts';
import { createInputReader, InputErrors, type InputContext, type InputReader, type RawInputs } from './input-reader.ts';
import { reserveResultsDir, warnOfEarlierStep } from './results-dir.ts';
import { readServiceAccess } from './service-access.ts';
import { readTarget } from './target.ts';
import { isLoopback } from './values.ts';

/** Reads and checks every input before anything is sent. @throws InputErrors with everything that is wrong */
export async function readInputs(raw: RawInputs, context: InputContext): Promise<Inputs> {
  const reader = createInputReader(raw, context);
  const resultsDir = await reserveResultsDir(reader, context);
  const service = readServiceAccess(reader, context);
  const target = await readTarget(reader, context);
  const options = readRunOptions(reader, context, target?.kind);
  const quarantine = await readQuarantine(reader, context);
  const github = readGithubOptions(reader);
  reader.warnOfUnknown();
  if (!service || !target || reader.errors.length > 0) throw new InputErrors(reader.errors, 'No testset was created.');
  if (target.kind !== 'attach') {
    warnOfShortTimeout(reader, options, target.timeLimitMinutes);
    await warnOfEarlierStep(reader, context, resultsDir, target);
    const { callback } = target;
    if (callback && isLoopback(callback.origin) && !isLoopback(service.baseUrl))
      reader.warn('`callback` is an address of this machine, which the service cannot reach.');
  }
  return { service, target, ...options, quarantine, resultsDir, github };
}

function warnOfShortTimeout(
  reader: InputReader,
  { wait, timeoutMs }: Pick<Inputs, 'wait' | 'timeoutMs'>,
  timeLimit = 0,
): void {
  if (!wait || timeoutMs >= timeLimit * 60_000) return;
  const timeout = `\`timeout\` (${pluralize(timeoutMs / 60_000, 'minute')})`;
  reader.warn(
    `${timeout} is below \`time-limit\` (${timeLimit} minutes), so the step may end before the testset is complete. Raise \`timeout\`.`,
  );
}

/** @param kind what is run; absent if that is not known */
function readRunOptions(reader: InputReader, context: InputContext, kind?: Inputs['target']['kind']) {
  const wait = reader.value('wait');
  const resume = reader.value('resume');
  const timeoutMs = reader.value('timeout') * 60_000;
  const maxFailures = reader.value('max-failures');
  let retryFailed = reader.value('retry-failed');
  if (kind !== 'scenarios') retryFailed = 0;
  if (!wait) {
    warnWithoutWait(reader, { resume, maxFailures, retryFailed }, kind !== 'attach' && context.run.attempt > 1);
    retryFailed = 0;
  }
  if (retryFailed > 0 && maxFailures === Infinity) {
    reader.warn('`retry-failed` has no effect, because `max-failures` is any.');
  }
  return {
    wait,
    resume,
    timeoutMs,
    maxFailures,
    retryFailed,
    retentionDays: reader.value('retention-days'),
  };
}

function warnWithoutWait(
  reader: InputReader,
  { resume, maxFailures, retryFailed }: Pick<Inputs, 'resume' | 'maxFailures' | 'retryFailed'>,
  createsAgain: boolean,
): void {
  if (resume && createsAgain) {
    reader.warn(
      '`resume` has no effect, because `wait` is false: testsets of earlier attempts stay, and new ones are created.',
    );
  }
  const rules = maxFailures > 0 ? ['max-failures'] : [];
  if (reader.isSet('quarantine-file')) rules.push('quarantine-file');
  for (const name of rules) {
    reader.warn(`\`${name}\` has no effect if the testset is still running, because \`wait\` is false.`);
  }
  if (retryFailed > 0) reader.warn('`retry-failed` has no effect, because `wait` is false.');
}

async function readQuarantine(reader: InputReader, context: InputContext): Promise<Inputs['quarantine']> {
  if (!reader.isSet('quarantine-file')) return undefined;
  // Loaded only here: few steps have such a file, and the YAML reader takes time to load.
  const { readQuarantineFile } = await import('./quarantine-file.ts');
  return readQuarantineFile(reader, context);
}

/** `undefined` without a token, which is an error if one is needed. */
function readGithubOptions(reader: InputReader): Inputs['github'] {
  const prComment = reader.value('pr-comment');
  const token = reader.value('github-token');
  if (token) return { token, prComment };
  if (!prComment) return undefined;
  const message = '`github-token` is empty, but `pr-comment` needs a token.';
  reader.error('github-token', `${message} Remove \`github-token\` to use the token of the job.`);
  return undefined;
}
