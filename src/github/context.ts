import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

import { numberIn, objectIn, textIn } from '../model/fields.ts';
import type { RunInfo } from '../model/report.ts';
import type { Environment, RunContext } from '../model/run-context.ts';

/** Hosts with GitHub's own artifact service: the same three kinds that the artifact client accepts. */
const HOSTED = /(?:^github\.com|\.ghe\.com|\.localhost)$/i;

/**
 * Reads the runner's variables and the event file, which may be missing or broken.
 *
 * @param redact replaces secrets in titles before they are cut: the beginning of a secret would no longer be found
 */
export function readContext(env: Environment, redact: (text: string) => string): RunContext {
  const event = readEvent(env['GITHUB_EVENT_PATH'] ?? '');
  const pullRequest = objectIn(event, 'pull_request');
  const number = numberIn(pullRequest, 'number');
  const head = objectIn(pullRequest, 'head');
  const mergeGroup = objectIn(event, 'merge_group');
  const repository = objectIn(event, 'repository');
  // The head repository may be deleted; then it was a fork, too.
  const headRepository = textIn(objectIn(head, 'repo'), 'full_name');
  const serverUrl = readUrl(env['GITHUB_SERVER_URL'], 'https://github.com');
  return {
    run: readRun(env, serverUrl),
    workspace: resolve(env['GITHUB_WORKSPACE'] ?? ''),
    tempDir: resolve(env['RUNNER_TEMP'] || tmpdir()),
    eventName: env['GITHUB_EVENT_NAME'] ?? '',
    pullRequestTitle: redact(textIn(pullRequest, 'title')),
    commitMessage: redact(
      textIn(objectIn(event, 'head_commit'), 'message') || textIn(objectIn(mergeGroup, 'head_commit'), 'message'),
    ),
    isFork:
      Object.keys(pullRequest).length > 0 &&
      headRepository.toLowerCase() !== textIn(repository, 'full_name').toLowerCase(),
    actor: env['GITHUB_ACTOR'] ?? '',
    ...(number !== undefined && { pullRequest: number }),
    branches: branchesToCompare(
      env,
      textIn(objectIn(pullRequest, 'base'), 'ref') || textIn(mergeGroup, 'base_ref').replace(/^refs\/heads\//, ''),
      textIn(repository, 'default_branch'),
    ),
    headSha: textIn(head, 'sha') || (env['GITHUB_SHA'] ?? ''),
    apiUrl: readUrl(env['GITHUB_API_URL'], 'https://api.github.com'),
    isEnterpriseServer: !HOSTED.test(new URL(serverUrl).hostname),
    debug: env['RUNNER_DEBUG'] === '1',
  };
}

function readRun(env: Environment, serverUrl: string): RunInfo {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  const runId = env['GITHUB_RUN_ID'] ?? '';
  const attempt = readWhole(env['GITHUB_RUN_ATTEMPT'], 1);
  const page = `${serverUrl}/${repository}/actions/runs/${runId}`;
  return {
    repository,
    workflow: env['GITHUB_WORKFLOW'] ?? '',
    job: env['GITHUB_JOB'] ?? '',
    step: env['GITHUB_ACTION'] ?? '',
    runId,
    runNumber: readWhole(env['GITHUB_RUN_NUMBER'], 0),
    attempt,
    commit: env['GITHUB_SHA'] ?? '',
    url: repository === '' || runId === '' ? '' : `${page}${attempt > 1 ? `/attempts/${attempt}` : ''}`,
  };
}

function branchesToCompare(env: Environment, base: string, defaultBranch: string): readonly string[] {
  if (base !== '') return [base];
  const own = env['GITHUB_REF_TYPE'] === 'branch' ? (env['GITHUB_REF_NAME'] ?? '') : '';
  return [own, defaultBranch].filter(Boolean);
}

function readUrl(given: string | undefined, fallback: string): string {
  return given !== undefined && URL.canParse(given) ? given.replace(/\/+$/, '') : fallback;
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
  return value !== undefined && /^[0-9]{1,15}$/.test(value) ? Number(value) : fallback;
}
