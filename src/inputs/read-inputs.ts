import type { Inputs } from '../model/inputs.ts';
import { pluralize } from '../model/words.ts';
import { createInputReader, InputErrors, type InputContext, type InputReader, type RawInputs } from './input-reader.ts';
import { reserveResultsDir, warnOfEarlierStep } from './results-dir.ts';
import { readServiceAccess } from './service-access.ts';
import { readTarget } from './target.ts';
import { isLoopback } from './values.ts';

/** Of addresses to which chats want messages in a form of their own. */
const CHAT_ORIGINS = /\/\/(?:hooks\.slack|[\w.-]+\.webhook\.office|discord(?:app)?|chat\.googleapis)\.com$/;

/** Reads and checks every input before anything is sent. @throws InputErrors with everything that is wrong */
export async function readInputs(raw: RawInputs, context: InputContext): Promise<Inputs> {
  const reader = createInputReader(raw, context);
  const resultsDir = await reserveResultsDir(reader, context);
  const service = readServiceAccess(reader, context);
  const target = await readTarget(reader, context);
  const options = readRunOptions(reader, context, target?.kind);
  const quarantine = await readQuarantine(reader, context);
  const github = readGithubOptions(reader);
  // Only checked: the context of the run has it.
  reader.value('matrix');
  reader.warnOfUnknown();
  if (!service || !target || reader.errors.length > 0) throw new InputErrors(reader.errors, 'No testset was created.');
  if (target.kind !== 'attach') {
    const { callback, timeLimitMinutes = 0, loginPw } = target;
    if (options.wait && options.timeoutMs < timeLimitMinutes * 60_000) {
      const timeout = `\`timeout\` (${pluralize(options.timeoutMs / 60_000, 'minute')})`;
      const consequence = 'so the step may end before the testset is complete. Raise `timeout`.';
      reader.warn(`${timeout} is below \`time-limit\` (${timeLimitMinutes} minutes), ${consequence}`);
    }
    await warnOfEarlierStep(reader, context, resultsDir, target);
    if (callback && isLoopback(callback.origin) && !isLoopback(service.baseUrl))
      reader.warn('`callback` is an address of this machine, which the service cannot reach.');
    if (callback && CHAT_ORIGINS.test(callback.origin))
      reader.warn(
        '`callback` gets the results as XML, which no chat shows: see the recipe Chat message in docs/recipes.md.',
      );
    if (loginPw?.reveal() === service.accessKey.reveal())
      reader.warn(
        '`login-pw` is the access key of the service, and would be typed into the app. Use an account of the app.',
      );
  }
  return { service, target, ...options, quarantine, resultsDir, github };
}

/** @param kind what is run; absent if that is not known */
function readRunOptions(reader: InputReader, { run, isHosted }: InputContext, kind?: Inputs['target']['kind']) {
  const wait = reader.value('wait');
  const resume = reader.value('resume');
  const timeoutMs = reader.value('timeout') * 60_000;
  if (wait && isHosted && timeoutMs > 360 * 60_000)
    reader.warn('`timeout` is above the 360 minutes after which GitHub cancels a job on this runner. Lower it.');
  const maxFailures = reader.value('max-failures');
  const given = reader.value('retry-failed');
  const retryFailed = kind === 'scenarios' && wait ? given : 0;
  const reason = 'because `wait` is false';
  if (!wait && resume && kind !== 'attach' && run.attempt > 1)
    reader.warn(`\`resume\` has no effect, ${reason}: testsets of earlier attempts stay, and new ones are created.`);
  for (const name of ['max-failures', 'quarantine-file'] as const)
    if (!wait && reader.isSet(name))
      reader.warn(`\`${name}\` has no effect if the testset is still running, ${reason}.`);
  if (!wait && kind === 'scenarios' && given > 0) reader.warn(`\`retry-failed\` has no effect, ${reason}.`);
  if (retryFailed > 0 && maxFailures === Infinity)
    reader.warn('`retry-failed` has no effect, because `max-failures` is any.');
  return { wait, resume, timeoutMs, maxFailures, retryFailed, retentionDays: reader.value('retention-days') };
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
  if (prComment && !reader.isSet('github-token')) {
    const message = '`github-token` is empty, but `pr-comment` needs a token.';
    reader.error('github-token', `${message} Remove \`github-token\` to use the token of the job.`);
  }
  return token && { token, prComment };
}
