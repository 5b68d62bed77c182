import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

import { isJsonObject, listIn, numberIn, objectIn, textIn, type JsonObject } from '../model/fields.ts';
import type { RunInfo } from '../model/report.ts';
import type { Environment, RunContext } from '../model/run-context.ts';
import { redactJson, type Redact } from '../runtime/redact.ts';

/** Hosts with GitHub's own artifact service: the same three kinds that the artifact client accepts. */
const HOSTED = /(?:^github\.com|\.ghe\.com|\.localhost)$/i;

/** Reads the runner's variables and the event file, which may be missing or broken. */
export function readContext(env: Environment, redact: Redact): RunContext {
  const event = readEvent(env['GITHUB_EVENT_PATH'] ?? '');
  const pullRequest = pullRequestIn(event, env);
  const serverUrl = readUrl(env['GITHUB_SERVER_URL'], 'https://github.com');
  const run = readRun(env, serverUrl, event, pullRequest, redact);
  const [message = ''] = [event, objectIn(event, 'merge_group')]
    .map((one) => textIn(objectIn(one, 'head_commit'), 'message'))
    .filter(Boolean);
  return {
    run,
    workspace: resolve(env['GITHUB_WORKSPACE'] ?? ''),
    tempDir: resolve(env['RUNNER_TEMP'] || tmpdir()),
    hasEvent: event !== undefined,
    isHosted: env['RUNNER_ENVIRONMENT'] === 'github-hosted',
    commitMessage: redact(message),
    isFork: isFork(event),
    actor: env['GITHUB_ACTOR'] ?? '',
    branches: branchesToCompare(env, event, pullRequest),
    workflowFile: workflowFileIn(env),
    apiUrl: readUrl(env['GITHUB_API_URL'], 'https://api.github.com'),
    isEnterpriseServer: !HOSTED.test(new URL(serverUrl).hostname),
    debug: env['RUNNER_DEBUG'] === '1',
    inputNames: Object.keys(env).flatMap((name) => /^INPUT_(.+)/.exec(name)?.[1]?.toLowerCase() ?? []),
  };
}

/** The pull request that the event names. Of a commented one its commit is not known, and without an event only the number is. */
function pullRequestIn(event: unknown, env: Environment): JsonObject {
  const run = objectIn(event, 'workflow_run');
  const repository = numberIn(objectIn(event, 'repository'), 'id');
  // GitHub also lists pull requests of forks in their own repositories.
  const isHere = (one: JsonObject): boolean => numberIn(objectIn(objectIn(one, 'base'), 'repo'), 'id') === repository;
  const listed = listIn(run, 'pull_requests').filter(isJsonObject).find(isHere);
  // It may have a later commit by now.
  if (listed) return { ...listed, head: { sha: run['head_sha'], ref: run['head_branch'] } };
  const issue = objectIn(event, 'issue');
  if ('pull_request' in issue) return { ...issue, html_url: objectIn(issue, 'pull_request')['html_url'] };
  const [, number] = /^refs\/pull\/(\d{1,15})\//.exec(env['GITHUB_REF'] ?? '') ?? [];
  if (event === undefined && number) return { number: Number(number), base: { ref: env['GITHUB_BASE_REF'] } };
  return objectIn(event, 'pull_request');
}

/** A head repository that was deleted was a fork, too. */
function isFork(event: unknown): boolean {
  const pullRequest = objectIn(event, 'pull_request');
  if (Object.keys(pullRequest).length === 0) return false;
  const head = textIn(objectIn(objectIn(pullRequest, 'head'), 'repo'), 'full_name');
  const base = textIn(objectIn(event, 'repository'), 'full_name');
  return head.toLowerCase() !== base.toLowerCase();
}

function readRun(
  env: Environment,
  serverUrl: string,
  event: JsonObject | undefined,
  pullRequest: JsonObject,
  redact: Redact,
): RunInfo {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  const runId = env['GITHUB_RUN_ID'] ?? '';
  const attempt = readWhole(env['GITHUB_RUN_ATTEMPT'], 1);
  const eventName = env['GITHUB_EVENT_NAME'] ?? '';
  const repositoryUrl = textIn(objectIn(event, 'repository'), 'html_url') || `${serverUrl}/${repository}`;
  // After a comment on a pull request it is that of the default branch.
  const commit = 'pull_request' in objectIn(event, 'issue') ? '' : (env['GITHUB_SHA'] ?? '');
  const named = readPullRequest(pullRequest, repositoryUrl, redact);
  // Without an event, their commit may be the last one of the base branch.
  const isOther = named !== undefined || (!event && /^(?:issue_comment|pull_request_target)$/.test(eventName));
  const head = objectIn(pullRequest, 'head');
  const headCommit = textIn(head, 'sha') || (isOther ? '' : commit);
  // Those that the workflow declares for a run by hand, whether or not somebody sets them.
  const inputs = Object.keys(objectIn(event, 'inputs'));
  const isBranch = env['GITHUB_REF_TYPE'] === 'branch' && Object.keys(pullRequest).length === 0;
  return {
    repository,
    workflow: redact(env['GITHUB_WORKFLOW'] ?? ''),
    job: redact(env['GITHUB_JOB'] ?? ''),
    matrix: readMatrix(redactJson(redact(env['INPUT_MATRIX'] ?? ''), redact)),
    ...readJob(env, runPage(serverUrl, repository, runId, 1)),
    step: env['GITHUB_ACTION'] ?? '',
    runId,
    runNumber: readWhole(env['GITHUB_RUN_NUMBER'], 0),
    attempt,
    commit,
    headCommit,
    url: runPage(serverUrl, repository, runId, attempt),
    event: eventName,
    inputs: inputs.length > 0 ? inputs : undefined,
    branch: textIn(head, 'ref') || (isBranch ? (env['GITHUB_REF_NAME'] ?? '') : ''),
    commitUrl: headCommit && (textIn(objectIn(event, 'head_commit'), 'url') || `${repositoryUrl}/commit/${headCommit}`),
    pullRequest: named,
  };
}

/** By the input `job-id`, which is empty on other forges, on Enterprise Server and under act. */
function readJob(env: Environment, runUrl: string): Partial<RunInfo> {
  const jobId = env['INPUT_JOB-ID']?.trim() ?? '';
  if (!/^[1-9]\d{0,17}$/.test(jobId)) return {};
  return { jobId, jobUrl: runUrl ? `${runUrl}/job/${jobId}` : undefined };
}

/** The addresses are those of the event, if it has them: other forges have other paths. */
function readPullRequest(pullRequest: JsonObject, repositoryUrl: string, redact: Redact): RunInfo['pullRequest'] {
  const number = numberIn(pullRequest, 'number');
  if (number === undefined) return undefined;
  return {
    number,
    title: redact(textIn(pullRequest, 'title')),
    author: textIn(objectIn(pullRequest, 'user'), 'login'),
    url: textIn(pullRequest, 'html_url') || `${repositoryUrl}/pull/${number}`,
  };
}

function runPage(serverUrl: string, repository: string, runId: string, attempt: number): string {
  if (repository === '' || runId === '') return '';
  return `${serverUrl}/${repository}/actions/runs/${runId}${attempt > 1 ? `/attempts/${attempt}` : ''}`;
}

function branchesToCompare(env: Environment, event: unknown, pullRequest: JsonObject): readonly string[] {
  const base = textIn(objectIn(pullRequest, 'base'), 'ref');
  if (base !== '') return [base];
  const branches = [textIn(objectIn(event, 'repository'), 'default_branch')];
  if (env['GITHUB_REF_TYPE'] === 'branch') branches.unshift(env['GITHUB_REF_NAME'] ?? '');
  return branches.filter(Boolean);
}

/** `ci.yml` of `owner/name/.github/workflows/ci.yml@refs/heads/main`; '' for one of another repository, which an organization can require. */
function workflowFileIn(env: Environment): string {
  const [path = ''] = (env['GITHUB_WORKFLOW_REF'] ?? '').split('@');
  const file = path.replace(`${env['GITHUB_REPOSITORY'] ?? ''}/.github/workflows/`, '');
  return file.includes('/') ? '' : file;
}

function readUrl(given: string | undefined, fallback: string): string {
  return given !== undefined && URL.canParse(given) ? given.replace(/\/+$/, '') : fallback;
}

/** Reads the event; `undefined` if it cannot be read: the step works without it. */
function readEvent(path: string): JsonObject | undefined {
  try {
    const event: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
    return isJsonObject(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

function readWhole(value: string | undefined, fallback: number): number {
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : fallback;
}

/** A text that is not JSON comes from a user, and distinguishes the job, too. */
function readMatrix(matrix: string): unknown {
  try {
    return JSON.parse(matrix) ?? undefined;
  } catch {
    return matrix || undefined;
  }
}
