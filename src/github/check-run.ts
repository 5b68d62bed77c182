import { randomUUID } from 'node:crypto';

import { type JsonObject, isJsonObject } from '../model/fields.ts';
import type { Outcome } from '../model/outcome.ts';
import type { RunContext } from '../model/run-context.ts';
import { cleanText } from '../model/text.ts';
import type { CheckRunText } from '../report/check-run.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { CheckRun } from '../runtime/platform.ts';
import type { Api } from './api/client.ts';
import { explainFailure, type ApiReply, type ApiFailure } from './api/reply.ts';

/** What showing a check run takes. */
export interface CheckRunSettings extends RecordSettings {
  readonly api: Api;
  readonly clock: Clock;
  /** Aborted when the run is cancelled, and only then. */
  readonly cancelled: AbortSignal;
  readonly log: Pick<Log, 'warning' | 'debug'>;
  readonly context: Pick<RunContext, 'run' | 'headSha' | 'isFork' | 'eventName'>;
}

/** The words of GitHub for our outcomes (docs/design.md, outcomes). */
const CONCLUSIONS: Readonly<Record<Outcome, string>> = {
  passed: 'success',
  started: 'neutral',
  cancelled: 'cancelled',
  'timed-out': 'timed_out',
  failed: 'failure',
  inconclusive: 'failure',
  'not-started': 'failure',
  refused: 'failure',
  'unknown-start': 'failure',
};

/** From one update to the next. */
const GAP_MS = 10_000;

/** Between the two tries to conclude. */
const BETWEEN_TRIES_MS = 1000;

/** Makes a check run that is created with its first text. */
export function createCheckRun(settings: CheckRunSettings): CheckRun {
  const { api, clock, cancelled, log, context } = settings;
  const write = createRecord(api, settings);
  const done = new AbortController();
  let wanted: CheckRunText | undefined;
  let shown: CheckRunText | undefined;
  let showing: Promise<void> | undefined;
  let givenUp = false;

  const giveUp = (trouble: ApiFailure): void => {
    givenUp = true;
    log.warning(`The check run could not be written: ${explainFailure(trouble, 'checks: write', context)}`);
  };

  const show = async (text: CheckRunText): Promise<number> => {
    const reply = await write({ output: text });
    if (reply.kind === 'answered') shown = text;
    if (reply.kind === 'refused') giveUp(reply);
    if (reply.kind !== 'dropped') return GAP_MS;
    log.debug(`The check run was not updated: ${reply.why}`);
    wanted ??= text;
    return Math.max(GAP_MS, reply.retryAfterMs ?? 0);
  };

  /** The only one that sends updates, so that there are never two at once: the latest text each time, until there is no other. */
  const keepShowing = async (): Promise<void> => {
    while (wanted && !givenUp && !done.signal.aborted) {
      const text = wanted;
      wanted = undefined;
      if (!isSame(text, shown)) await clock.sleep(await show(text), done.signal);
    }
  };

  return {
    update: (text) => {
      if (isSame(text, wanted ?? shown)) return;
      wanted = text;
      showing ??= keepShowing().finally(() => {
        showing = undefined;
      });
    },
    conclude: async (outcome, text) => {
      done.abort();
      await showing;
      if (givenUp) return;
      const last = { status: 'completed', conclusion: CONCLUSIONS[outcome], output: text };
      let reply = await write(last);
      if (reply.kind === 'dropped' && !cancelled.aborted) {
        await clock.sleep(Math.min(GAP_MS, reply.retryAfterMs ?? BETWEEN_TRIES_MS), cancelled);
        reply = await write(last);
      }
      if (reply.kind !== 'answered') giveUp(reply);
    },
  };
}

function isSame(a: CheckRunText, b: CheckRunText | undefined): boolean {
  return a.title === b?.title && a.summary === b.summary;
}

/** What a check run is about. */
export interface RecordSettings {
  readonly context: Pick<RunContext, 'run' | 'headSha'>;
  /** What is run, in a few words that are the same from run to run: it tells the legs of a matrix apart. */
  readonly reportKey: string;
}

/** Writes fields of the check run, one request at a time; the first write creates it. */
export type Write = (fields: JsonObject) => Promise<ApiReply>;

/** In UTF-16 units; longer names help nobody. */
const NAME_LIMIT = 200;

/**
 * The check run on GitHub. Whether a create that was not answered was done cannot be known, so the next write looks for it first: a check
 * run that stays in progress would hold a pull request for ever.
 */
export function createRecord(api: Api, { context: { run, headSha }, reportKey }: RecordSettings): Write {
  const name = cleanText([run.workflow, run.job, reportKey].filter(Boolean).join(' / '), NAME_LIMIT);
  // The legs of a matrix may share everything else, and must not take each other's check run for their own.
  const externalId = `run-testset ${run.runId}.${run.attempt} ${randomUUID()}`;
  let id: number | undefined;
  let doubtful = false;

  const create: Write = async (fields) => {
    const reply = await api('POST /repos/{repository}/check-runs', {
      name,
      head_sha: headSha,
      external_id: externalId,
      status: 'in_progress',
      ...(run.url !== '' && { details_url: run.url }),
      ...fields,
    });
    id = reply.kind === 'answered' ? idOf(reply.data) : undefined;
    doubtful = id === undefined;
    return reply;
  };

  return async (fields) => {
    if (doubtful) {
      const named = { ref: headSha, check_name: name, filter: 'all', per_page: 100 };
      const reply = await api('GET /repos/{repository}/commits/{ref}/check-runs', named);
      if (reply.kind !== 'answered') return reply;
      id = idOf(checkRunsIn(reply.data).find((one) => isJsonObject(one) && one['external_id'] === externalId));
    }
    if (id === undefined) return create(fields);
    doubtful = false;
    return api('PATCH /repos/{repository}/check-runs/{check_run_id}', { check_run_id: id, ...fields });
  };
}

function checkRunsIn(data: unknown): readonly unknown[] {
  const listed = isJsonObject(data) ? data['check_runs'] : undefined;
  return Array.isArray(listed) ? listed : [];
}

function idOf(checkRun: unknown): number | undefined {
  const id = isJsonObject(checkRun) ? checkRun['id'] : undefined;
  return typeof id === 'number' ? id : undefined;
}
