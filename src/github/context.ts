import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

import type { RunInfo } from '../model/report.ts';
import type { Environment, RunContext } from '../model/run-context.ts';

/** Hosts with GitHub's own artifact service: the same three kinds that the artifact client accepts. */
const HOSTED = /(?:^github\.com|\.ghe\.com|\.localhost)$/i;

/** Reads what the runner says of the run: its variables, and the event's file, which may be missing or broken. */
export function readContext(env: Environment): RunContext {
  const event = readEvent(env['GITHUB_EVENT_PATH'] ?? '');
  const pullRequest = member(event, 'pull_request');
  const serverUrl = addressOf(env['GITHUB_SERVER_URL'], 'https://github.com');
  return {
    run: readRun(env, serverUrl),
    workspace: resolve(env['GITHUB_WORKSPACE'] ?? ''),
    tempDir: resolve(env['RUNNER_TEMP'] || tmpdir()),
    eventName: env['GITHUB_EVENT_NAME'] ?? '',
    pullRequestTitle: text(member(pullRequest, 'title')),
    commitMessage: text(member(member(event, 'head_commit'), 'message')),
    isFork: pullRequest !== undefined && isFromElsewhere(event, pullRequest),
    actor: env['GITHUB_ACTOR'] ?? '',
    ...numbered(member(pullRequest, 'number')),
    branches: branchesOf(env, event, pullRequest),
    headSha: text(member(member(pullRequest, 'head'), 'sha')) || (env['GITHUB_SHA'] ?? ''),
    apiUrl: addressOf(env['GITHUB_API_URL'], 'https://api.github.com'),
    isEnterpriseServer: !HOSTED.test(new URL(serverUrl).hostname),
    debug: env['RUNNER_DEBUG'] === '1',
  };
}

function readRun(env: Environment, serverUrl: string): RunInfo {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  const runId = env['GITHUB_RUN_ID'] ?? '';
  const attempt = whole(env['GITHUB_RUN_ATTEMPT'], 1);
  const page = `${serverUrl}/${repository}/actions/runs/${runId}`;
  return {
    repository,
    workflow: env['GITHUB_WORKFLOW'] ?? '',
    job: env['GITHUB_JOB'] ?? '',
    step: env['GITHUB_ACTION'] ?? '',
    runId,
    runNumber: whole(env['GITHUB_RUN_NUMBER'], 0),
    attempt,
    commit: env['GITHUB_SHA'] ?? '',
    url: repository === '' || runId === '' ? '' : `${page}${attempt > 1 ? `/attempts/${attempt}` : ''}`,
  };
}

function addressOf(given: string | undefined, usual: string): string {
  return given !== undefined && URL.canParse(given) ? given.replace(/\/+$/, '') : usual;
}

function numbered(number: unknown): Pick<RunContext, 'pullRequest'> {
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? { pullRequest: number } : {};
}

function branchesOf(env: Environment, event: unknown, pullRequest: unknown): readonly string[] {
  const base = text(member(member(pullRequest, 'base'), 'ref'));
  if (base !== '') return [base];
  const own = env['GITHUB_REF_TYPE'] === 'branch' ? (env['GITHUB_REF_NAME'] ?? '') : '';
  return [own, text(member(member(event, 'repository'), 'default_branch'))].filter(Boolean);
}

/** A head repository that is gone was a fork too: a branch of the repository itself cannot lose its repository. */
function isFromElsewhere(event: unknown, pullRequest: unknown): boolean {
  const home = text(member(member(event, 'repository'), 'full_name'));
  const head = text(member(member(member(pullRequest, 'head'), 'repo'), 'full_name'));
  return head.toLowerCase() !== home.toLowerCase();
}

function readEvent(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // The facts of the event only make a nicer name and a better hint: no reason to fail.
  }
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function whole(value: string | undefined, fallback: number): number {
  return value !== undefined && /^[0-9]{1,15}$/.test(value) ? Number(value) : fallback;
}
