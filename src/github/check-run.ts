import { createHash, randomUUID } from 'node:crypto';

import { listIn, numberIn, textIn, type JsonObject } from '../model/fields.ts';
import type { Outcome } from '../model/outcome.ts';
import type { RunContext } from '../model/run-context.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration } from '../model/words.ts';
import type { Log } from '../runtime/log.ts';
import type { CheckRun, CheckRunText } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { TimeContext } from '../runtime/time-limits.ts';
import { listAll, TOOK_TOO_LONG, untilAborted, withinTotalLimit, type Api } from './api/client.ts';
import {
  explainFailure,
  transient,
  requireId,
  type ApiFailure,
  type ApiReply,
  type FailureContext,
} from './api/reply.ts';

/** What a check run is written with. */
export interface CheckRunSettings extends TimeContext, FailureContext, Pick<Runtime, 'timeLeftMs'> {
  readonly api: Api;
  readonly log: Pick<Log, 'warning' | 'info' | 'debug'>;
  readonly context: Pick<RunContext, 'run' | 'headSha' | 'isFork' | 'eventName'>;
  /** What is run, the same from run to run. */
  readonly reportKey: string;
  /** Address of the service: two services may use the same identifiers. */
  readonly serviceUrl: string;
  /** The testsets that the step attaches to; empty if it creates them. */
  readonly attachedTo: readonly number[];
}

/** GitHub's conclusions for our outcomes (docs/design.md, check run). After `started` there is none: `neutral` lets a branch be merged. */
const CONCLUSIONS: Readonly<Record<Exclude<Outcome, 'started'>, string>> = {
  passed: 'success',
  cancelled: 'cancelled',
  'timed-out': 'timed_out',
  failed: 'failure',
  inconclusive: 'failure',
  'not-started': 'failure',
  refused: 'failure',
  'unknown-start': 'failure',
};

/** Shortest pause between two updates, in milliseconds, and as a share of the time since the first. */
const UPDATE_INTERVAL_MS = 30_000;
const UPDATE_INTERVAL_SHARE = 1 / 4;

/** Updates stop when fewer requests are left: a run ends with about ten, so that a tenth of the 1,000 an hour is enough for ten runs. */
const RESERVED_REQUESTS = 100;

/** Pause between the two tries to conclude, in milliseconds. */
const RETRY_DELAY_MS = 1000;

/** Creates a check run, or continues the one of started testsets; GitHub gets it with its first text. */
export function createCheckRun(settings: CheckRunSettings): CheckRun {
  const { clock, log, serviceUrl } = settings;
  const late = new AbortController();
  const { write, exists } = createWriter({ ...settings, api: untilAborted(settings.api, late.signal) });
  const concluded = new AbortController();
  let next: CheckRunText | undefined;
  let shown: CheckRunText | undefined;
  let updating: Promise<void> | undefined;
  let isImpossible = false;
  let firstAt: number | undefined;

  const warn = (failure: ApiFailure, consequence = STILL_IN_PROGRESS): void => {
    const reason = `The check run could not be written: ${explainFailure(failure, 'write', settings)}`;
    log.warning(exists() ? `${reason}. ${consequence}` : reason);
  };

  /** Sends the latest text, one request at a time, until there is no newer one. */
  const sendUpdates = async (): Promise<void> => {
    while (next && !isImpossible && !concluded.signal.aborted) {
      const text = next;
      next = undefined;
      if (isSame(text, shown)) continue;
      firstAt ??= clock.now();
      const reply = await write({ output: text });
      if (reply.kind === 'success') shown = text;
      else if (reply.kind === 'rejected' && !exists()) {
        isImpossible = true;
        warn(reply);
      } else {
        log.debug(`The check run was not updated: ${reply.reason}`);
        if (reply.kind === 'transient') next ??= text;
      }
      const pauseMs = Math.max(UPDATE_INTERVAL_MS, (clock.now() - firstAt) * UPDATE_INTERVAL_SHARE);
      await clock.sleep(Math.max(pauseMs, rateLimitPauseMs(reply, log)), concluded.signal);
    }
    updating = undefined;
  };

  const conclude = async (fields: JsonObject): Promise<ApiFailure | undefined> => {
    await updating;
    return isImpossible ? undefined : writeTwice(write, fields, settings);
  };

  return {
    update: (text) => {
      if (isSame(text, next ?? shown)) return;
      next = text;
      updating ??= sendUpdates();
    },
    conclude: async (outcome, text, testsetIds = []) => {
      concluded.abort();
      const fields = lastFields(outcome, text, startedId(serviceUrl, testsetIds));
      const failure = await repeatAfterPauses(settings, async () => {
        const result = await withinTotalLimit(settings, async () => ({ failure: await conclude(fields) }));
        return result ? result.failure : transient(TOOK_TOO_LONG);
      });
      late.abort();
      if (failure) warn(failure, outcome === 'started' ? NOT_CONTINUED : STILL_IN_PROGRESS);
    },
  };
}

/** How long to send no updates: as long as GitHub asks for, or until the limit is reset if only the reserve is left. */
function rateLimitPauseMs(reply: ApiReply, log: Pick<Log, 'info'>): number {
  if (reply.kind !== 'success') return reply.kind === 'transient' ? (reply.retryAfterMs ?? 0) : 0;
  const { remaining = Infinity, resetMs = 0 } = reply.rateLimit ?? {};
  if (remaining >= RESERVED_REQUESTS) return 0;
  log.info(
    `The check run shows no progress for ${formatDuration(resetMs / 1000)}: of GitHub's requests for this repository, ` +
      `${remaining} are left in this hour. The last ${RESERVED_REQUESTS} are kept for results.`,
  );
  return resetMs;
}

/** Repeats `work` after each pause that GitHub asks for, if the step has the time and is not cancelled. @returns its last failure */
async function repeatAfterPauses(
  { clock, cancelled, log, timeLeftMs }: CheckRunSettings,
  work: () => Promise<ApiFailure | undefined>,
): Promise<ApiFailure | undefined> {
  for (;;) {
    const failure = await work();
    if (failure?.kind !== 'transient' || failure.retryAfterMs === undefined) return failure;
    if (cancelled.aborted || failure.retryAfterMs >= timeLeftMs()) return failure;
    const pause = formatDuration(failure.retryAfterMs / 1000);
    log.info(`The check run is concluded in ${pause}, when GitHub accepts requests again: ${failure.reason}.`);
    await clock.sleep(failure.retryAfterMs, cancelled);
  }
}

/** After `started` the check run stays in progress, and is found by its testsets. */
function lastFields(outcome: Outcome, output: CheckRunText, startedAs: string): JsonObject {
  if (outcome === 'started') return { external_id: startedAs, output };
  return { status: 'completed', conclusion: CONCLUSIONS[outcome], output };
}

const STILL_IN_PROGRESS =
  'It is still in progress, and a branch rule that requires it waits. To replace it, run the job again, which may create a new testset; otherwise GitHub marks it as stale after 14 days.';

/** After `started` it is to stay in progress. */
const NOT_CONTINUED = 'It stays in progress, and the step that attaches to the testset cannot conclude it.';

/** Writes the last fields, and unless the step is cancelled, tries again at once if there is no reply. @returns why they are not written */
async function writeTwice(
  write: (fields: JsonObject) => Promise<ApiReply>,
  fields: JsonObject,
  { clock, cancelled }: TimeContext,
): Promise<ApiFailure | undefined> {
  let reply = await write(fields);
  if (reply.kind === 'transient' && reply.retryAfterMs === undefined && !cancelled.aborted) {
    await clock.sleep(RETRY_DELAY_MS, cancelled);
    reply = await write(fields);
    // The first request has completed the check run, which GitHub does not complete twice.
    if (reply.kind === 'rejected' && reply.status === 422 && fields['status'] === 'completed') return undefined;
  }
  return reply.kind === 'success' ? undefined : reply;
}

function isSame(a: CheckRunText, b: CheckRunText | undefined): boolean {
  return a.title === b?.title && a.summary === b.summary;
}

/**
 * The `external_id` of the check run of started testsets. A step finds it only if it attaches to exactly these: the result of some of them is
 * not the result of all. A hash, because GitHub does not document a limit.
 */
function startedId(serviceUrl: string, testsetIds: readonly number[]): string {
  const testsets = JSON.stringify([serviceUrl, testsetIds.toSorted((a, b) => a - b)]);
  return `run-testset started ${createHash('sha256').update(testsets).digest('hex').slice(0, 32)}`;
}

/** Longest name, in UTF-16 units. */
const NAME_LIMIT = 200;

/** A name that is cut ends with a hash: GitHub shows only the latest check run of a name, which would hide that of another job. */
function checkRunName(parts: readonly string[]): string {
  const name = parts.filter(Boolean).join(' / ');
  if (name.length <= NAME_LIMIT) return cleanText(name, NAME_LIMIT);
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${cleanText(name, NAME_LIMIT - hash.length - 1)} ${hash}`;
}

/**
 * Returns functions that write fields of the check run, and say whether there is one yet: the first write finds or creates it. A step that
 * attaches searches for the check run of the started testsets. If a create got no reply, the next call searches for its check run: a second
 * one, or one that stays in progress, would block a pull request.
 */
function createWriter({ api, context: { run, headSha }, reportKey, serviceUrl, attachedTo }: CheckRunSettings): {
  write: (fields: JsonObject) => Promise<ApiReply>;
  exists: () => boolean;
} {
  let name = checkRunName([run.workflow, run.job, reportKey]);
  // Jobs of a matrix may share everything else and must not find each other's check run.
  const ownId = `run-testset ${run.runId}.${run.attempt} ${randomUUID()}`;
  let searchFor = attachedTo.length > 0 ? startedId(serviceUrl, attachedTo) : undefined;
  let id: number | undefined;
  const link = run.url === '' ? {} : { details_url: run.url };
  const patch = (fields: JsonObject): Promise<ApiReply> =>
    api('PATCH /repos/{repository}/check-runs/{check_run_id}', { check_run_id: id, ...fields });
  const write = async (fields: JsonObject): Promise<ApiReply> => {
    if (id !== undefined) return patch(fields);
    if (searchFor !== undefined) {
      const found = await findCheckRuns(api, headSha, searchFor);
      if (!Array.isArray(found)) return found;
      // GitHub does not reopen a completed check run. A new one with the same name replaces it.
      const usable = found.filter((one) => searchFor === ownId || textIn(one, 'status') !== 'completed');
      for (const one of usable) {
        id = numberIn(one, 'id');
        if (id === undefined) continue;
        const reply = await patch({ ...link, ...fields });
        if (reply.kind !== 'rejected' || searchFor === ownId) return reply;
        // Another app owns it; GitHub does not let us update it.
        id = undefined;
      }
      name = textIn(found[0], 'name') || name;
    }
    const first = { name, head_sha: headSha, external_id: ownId, status: 'in_progress', ...link, ...fields };
    searchFor = first.external_id;
    const reply = await api('POST /repos/{repository}/check-runs', first);
    if (reply.kind === 'success') id = numberIn(reply.data, 'id');
    return reply;
  };
  return { write: async (fields) => requireId(await write(fields)), exists: () => id !== undefined };
}

/** The check runs of a commit with an `external_id`; GitHub cannot search for it. */
async function findCheckRuns(api: Api, headSha: string, externalId: string): Promise<unknown[] | ApiFailure> {
  const route = 'GET /repos/{repository}/commits/{ref}/check-runs';
  const listed = await listAll(api, route, { ref: headSha, filter: 'all' }, (page) => listIn(page, 'check_runs'), 1);
  if (listed.kind !== 'list') return listed;
  return listed.items.filter((one) => textIn(one, 'external_id') === externalId);
}
