import { join } from 'node:path';

import { textIn } from '../model/fields.ts';
import { describeScenarios, type GithubOptions, type Inputs } from '../model/inputs.ts';
import type { Environment, RunContext } from '../model/run-context.ts';
import { joinPieces } from '../model/words.ts';
import type { Services } from '../runtime/platform.ts';
import type { Redact } from '../runtime/redact.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { withTimeout } from '../runtime/time-limits.ts';
import { failed, type ApiReply } from './api/api-reply.ts';
import { createApi, type Api } from './api/api.ts';
import { openArtifacts, publishArtifact } from './artifact.ts';
import { findBaseline, isCompared } from './baseline.ts';
import { publishComment } from './comment.ts';
import { createReceiptStore } from './receipt-store.ts';

const ARTIFACT_WORKER = join(import.meta.dirname, 'artifact-worker', 'index.js');

/** Whether a comment may be created, by the word of `pr-comment`; `undefined`: none is updated either. */
const MAY_CREATE: Readonly<Record<`${GithubOptions['prComment']}`, ((isRed: boolean) => boolean) | undefined>> = {
  true: () => true,
  'on-failure': (isRed) => isRed,
  false: undefined,
};

/** Opens the artifact service of the runner, and those services of GitHub that the inputs ask for. */
export function openServices(env: Environment, context: RunContext, runtime: Runtime, inputs: Inputs): Services {
  const { log, redact } = runtime;
  const { run } = context;
  const { retentionDays, github } = inputs;
  const artifacts = openArtifacts(env, context, runtime, ARTIFACT_WORKER);
  const api = github && createApi(runtime, context.apiUrl, run.repository, github.token);
  const most = env['GITHUB_RETENTION_DAYS'];
  if (retentionDays !== undefined && retentionDays > Number(most))
    log.notice(
      `\`retention-days\` is ${retentionDays}, but this repository allows ${most}: artifacts are kept for ${most} days.`,
    );
  const services: Services = {
    publishArtifact: (content) => publishArtifact({ ...content, retentionDays }, artifacts),
    ...(artifacts.unavailable === undefined && { receipts: createReceiptStore(artifacts, api) }),
  };
  if (!github || !api) return services;
  const [isWritten, isRead] = [github.prComment !== false, isCompared(run.event)];
  const needed = joinPieces(', ', ['contents: read', isWritten && 'pull-requests: write', isRead && 'actions: read']);
  // One line of YAML: a job that lists some permissions has no others.
  const permissions = `permissions: { ${needed} }`;
  const common = { ...runtime, permissions, api, context };
  const key = reportKey(inputs, redact);
  const mayCreate = MAY_CREATE[`${github.prComment}`];
  const comment: Services['comment'] =
    mayCreate &&
    (async (render, isRed, { jobName }) => {
      const settings = { ...common, context: { ...context, run: { ...run, jobName } } };
      const result = await publishComment(settings, key, render, mayCreate(isRed));
      if (result.kind === 'value') log.info(`Comment: ${result.value.filter(Boolean).join(' ')}`);
      else if (result.kind === 'skipped') log.info(`No comment: ${result.reason}`);
      else log.warning(`The comment could not be written: ${result.reason}`);
    });
  const { jobId = '' } = run;
  let named: Promise<string | undefined> | undefined;
  const findJobName = async (): Promise<string | undefined> => {
    named ??= readJobName(api, jobId, runtime);
    const name = await named;
    // Receipts of several steps are worth another try.
    if (name === undefined) named = undefined;
    return name;
  };
  return {
    ...services,
    ...(comment && { comment }),
    ...(jobId !== '' && { findJobName }),
    findBaseline: (subject) => findBaseline(common, subject),
  };
}

const JOB_TIMEOUT_MS = 10_000;

/** GitHub's name of the job; a failure is a line of debug output. */
async function readJobName(api: Api, jobId: string, runtime: Runtime): Promise<string | undefined> {
  const route = 'GET /repos/{repository}/actions/jobs/{job_id}';
  const limit = { ms: JOB_TIMEOUT_MS, onTimeout: () => failed('GitHub did not answer in time') };
  const reply = await withTimeout<ApiReply>(runtime, limit, () => api(route, { job_id: jobId }, 2));
  if (reply.kind === 'value') return runtime.redact(textIn(reply.value, 'name')) || undefined;
  runtime.log.debug(`The name of the job is not known: ${reply.reason}`);
  return undefined;
}

/** Versions, and numbers as long as those of builds and dates, which differ from run to run; `api29` stays. */
const COUNTER = /\d+(?:\.\d+)+|\d{4,}/g;
/** In a name that a workflow sets: numbers, and hashes of commits. */
const CHANGING = /[\da-f]{7,}|\d+/gi;

/** Describes what a step runs, the same from run to run: it identifies the comment that a later run updates. */
export function reportKey({ target }: Pick<Inputs, 'target'>, redact: Redact): string {
  const { title = '', isGiven } =
    target.kind === 'attach' ? { title: target.reportName, isGiven: true } : target.testsetName;
  const name = isGiven && redact(title).replace(CHANGING, '#');
  return joinPieces(', named ', [describeTarget(target, redact), name]);
}

function describeTarget(target: Inputs['target'], redact: Redact): string {
  switch (target.kind) {
    case 'attach':
      return 'attached testsets';
    case 'app':
      return `${target.osType} ${redact(target.app.name).replace(COUNTER, '#')} in project ${target.projectId}`;
    case 'scenarios':
      return `${target.osType} ${redact(describeScenarios(target.which))} in project ${target.projectId}`;
  }
}
