import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

import { numberIn, objectIn, textIn } from '../model/fields.ts';
import type { RunInfo } from '../model/report.ts';
import type { Environment, RunContext } from '../model/run-context.ts';
import type { Redact } from '../runtime/redact.ts';

/** Hosts with GitHub's own artifact service: the same three kinds that the artifact client accepts. */
const HOSTED = /(?:^github\.com|\.ghe\.com|\.localhost)$/i;

/**
 * Reads the runner's variables and the event file, which may be missing or broken.
 *
 * @param redact replaces secrets in titles before they are cut: the beginning of a secret would no longer be found
 */
export function readContext(env: Environment, redact: Redact): RunContext {
  const event = readEvent(env['GITHUB_EVENT_PATH'] ?? '');
  const pullRequest = objectIn(event, 'pull_request');
  const head = objectIn(pullRequest, 'head');
  const mergeGroup = objectIn(event, 'merge_group');
  const serverUrl = readUrl(env['GITHUB_SERVER_URL'], 'https://github.com');
  return {
    run: readRun(env, serverUrl),
    workspace: resolve(env['GITHUB_WORKSPACE'] ?? ''),
    tempDir: resolve(env['RUNNER_TEMP'] || tmpdir()),
    eventName: env['GITHUB_EVENT_NAME'] ?? '',
    pullRequestTitle: redact(textIn(pullRequest, 'title')),
    commitMessage: redact(commitMessageIn(event) || commitMessageIn(mergeGroup)),
    isFork: isFork(event),
    actor: env['GITHUB_ACTOR'] ?? '',
    pullRequest: numberIn(pullRequest, 'number'),
    branches: branchesToCompare(env, event),
    headSha: textIn(head, 'sha') || (env['GITHUB_SHA'] ?? ''),
    apiUrl: readUrl(env['GITHUB_API_URL'], 'https://api.github.com'),
    isEnterpriseServer: !HOSTED.test(new URL(serverUrl).hostname),
    debug: env['RUNNER_DEBUG'] === '1',
  };
}

function commitMessageIn(event: unknown): string {
  return textIn(objectIn(event, 'head_commit'), 'message');
}

/** A head repository that was deleted was a fork, too. */
function isFork(event: unknown): boolean {
  const pullRequest = objectIn(event, 'pull_request');
  if (Object.keys(pullRequest).length === 0) return false;
  const head = textIn(objectIn(objectIn(pullRequest, 'head'), 'repo'), 'full_name');
  const base = textIn(objectIn(event, 'repository'), 'full_name');
  return head.toLowerCase() !== base.toLowerCase();
}

function readRun(env: Environment, serverUrl: string): RunInfo {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  const runId = env['GITHUB_RUN_ID'] ?? '';
  const attempt = readWhole(env['GITHUB_RUN_ATTEMPT'], 1);
  return {
    repository,
    workflow: env['GITHUB_WORKFLOW'] ?? '',
    job: env['GITHUB_JOB'] ?? '',
    step: env['GITHUB_ACTION'] ?? '',
    runId,
    runNumber: readWhole(env['GITHUB_RUN_NUMBER'], 0),
    attempt,
    commit: env['GITHUB_SHA'] ?? '',
    url: runPage(serverUrl, repository, runId, attempt),
  };
}

function runPage(serverUrl: string, repository: string, runId: string, attempt: number): string {
  if (repository === '' || runId === '') return '';
  const page = `${serverUrl}/${repository}/actions/runs/${runId}`;
  if (attempt <= 1) return page;
  return `${page}/attempts/${attempt}`;
}

function branchesToCompare(env: Environment, event: unknown): readonly string[] {
  const queued = textIn(objectIn(event, 'merge_group'), 'base_ref').replace(/^refs\/heads\//, '');
  const base = textIn(objectIn(objectIn(event, 'pull_request'), 'base'), 'ref') || queued;
  if (base !== '') return [base];
  const branches = [textIn(objectIn(event, 'repository'), 'default_branch')];
  if (env['GITHUB_REF_TYPE'] === 'branch') branches.unshift(env['GITHUB_REF_NAME'] ?? '');
  return branches.filter(Boolean);
}

function readUrl(given: string | undefined, fallback: string): string {
  if (given === undefined || !URL.canParse(given)) return fallback;
  return given.replace(/\/+$/, '');
}

function readEvent(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // The event only improves names and hints, so the step works without it.
    return undefined;
  }
}

function readWhole(value: string | undefined, fallback: number): number {
  if (value === undefined || !/^[0-9]{1,15}$/.test(value)) return fallback;
  return Number(value);
}

/**
 * The name of a job as GitHub shows it, with the values of its matrix: `device-test (a, 34)`.
 *
 * @param matrix the `matrix` context as JSON, `null` without one
 */
export function jobName(job: string, matrix: string, redact: Redact): string {
  const values = valuesIn(parseMatrix(matrix)).map(redact);
  if (values.length === 0) return job;
  return `${job} (${values.join(', ')})`;
}

/** A text that is not JSON comes from a user, and distinguishes the job too. */
function parseMatrix(matrix: string): unknown {
  try {
    return JSON.parse(matrix);
  } catch {
    return matrix;
  }
}

/** The texts, numbers and booleans in a value, in order. */
function valuesIn(value: unknown): string[] {
  if (value === null || value === '') return [];
  if (typeof value === 'object') return Object.values(value).flatMap(valuesIn);
  return [`${value as string | number | boolean}`];
}
