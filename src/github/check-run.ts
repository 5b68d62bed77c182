import { randomUUID } from 'node:crypto';

import { listIn, numberIn, textIn, type JsonObject } from '../model/fields.ts';
import type { Outcome } from '../model/outcome.ts';
import type { RunContext } from '../model/run-context.ts';
import { cleanText } from '../model/text.ts';
import type { CheckRunText } from '../report/check-run.ts';
import type { Log } from '../runtime/log.ts';
import type { CheckRun } from '../runtime/platform.ts';
import type { TimeContext } from '../runtime/time-limits.ts';
import type { Api } from './api/client.ts';
import { explainFailure, type ApiFailure, type ApiReply } from './api/reply.ts';

/** What a check run is written with. */
export interface CheckRunSettings extends TimeContext {
  readonly api: Api;
  readonly log: Pick<Log, 'warning' | 'debug'>;
  readonly context: Pick<RunContext, 'run' | 'headSha' | 'isFork' | 'eventName'>;
  /** What is run, the same from run to run; distinguishes the jobs of a matrix. */
  readonly reportKey: string;
}

/** GitHub's conclusions for our outcomes (docs/design.md, outcomes). */
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

/** Pause between two updates, in milliseconds. */
const UPDATE_INTERVAL_MS = 10_000;

/** Pause between the two tries to conclude, in milliseconds. */
const RETRY_DELAY_MS = 1000;

/** Creates a check run; GitHub gets it with its first text. */
export function createCheckRun(settings: CheckRunSettings): CheckRun {
  const { clock, cancelled, log, context } = settings;
  const write = createWriter(settings);
  const concluded = new AbortController();
  let next: CheckRunText | undefined;
  let shown: CheckRunText | undefined;
  let updating: Promise<void> | undefined;
  let hasFailed = false;

  const fail = (failure: ApiFailure): void => {
    hasFailed = true;
    log.warning(`The check run could not be written: ${explainFailure(failure, 'checks: write', context)}`);
  };

  /** Sends the latest text, one request at a time, until there is no newer one. */
  const sendUpdates = async (): Promise<void> => {
    while (next && !hasFailed && !concluded.signal.aborted) {
      const text = next;
      next = undefined;
      if (isSame(text, shown)) continue;
      const reply = await write({ output: text });
      let pauseMs = UPDATE_INTERVAL_MS;
      if (reply.kind === 'success') shown = text;
      else if (reply.kind === 'rejected') fail(reply);
      else {
        log.debug(`The check run was not updated: ${reply.why}`);
        next ??= text;
        pauseMs = Math.max(pauseMs, reply.retryAfterMs ?? 0);
      }
      await clock.sleep(pauseMs, concluded.signal);
    }
    updating = undefined;
  };

  return {
    update: (text) => {
      if (isSame(text, next ?? shown)) return;
      next = text;
      updating ??= sendUpdates();
    },
    conclude: async (outcome, text) => {
      concluded.abort();
      await updating;
      if (hasFailed) return;
      const fields = { status: 'completed', conclusion: CONCLUSIONS[outcome], output: text };
      let reply = await write(fields);
      if (reply.kind === 'no-reply' && !cancelled.aborted) {
        await clock.sleep(Math.min(UPDATE_INTERVAL_MS, reply.retryAfterMs ?? RETRY_DELAY_MS), cancelled);
        reply = await write(fields);
      }
      if (reply.kind !== 'success') fail(reply);
    },
  };
}

function isSame(a: CheckRunText, b: CheckRunText | undefined): boolean {
  return a.title === b?.title && a.summary === b.summary;
}

/** Longest name, in UTF-16 units. */
const NAME_LIMIT = 200;

/**
 * Returns a function that writes fields of the check run; the first call creates it. If a create got no reply, the next call searches for
 * the check run first: two of them, or one that stays in progress, would block a pull request.
 */
function createWriter({
  api,
  context: { run, headSha },
  reportKey,
}: CheckRunSettings): (fields: JsonObject) => Promise<ApiReply> {
  const name = cleanText([run.workflow, run.job, reportKey].filter(Boolean).join(' / '), NAME_LIMIT);
  // Jobs of a matrix may share everything else and must not find each other's check run.
  const externalId = `run-testset ${run.runId}.${run.attempt} ${randomUUID()}`;
  let id: number | undefined;
  let mayExist = false;
  return async (fields) => {
    if (id === undefined && mayExist) {
      const query = { ref: headSha, check_name: name, filter: 'all', per_page: 100 };
      const reply = await api('GET /repos/{repository}/commits/{ref}/check-runs', query);
      if (reply.kind !== 'success') return reply;
      const own = listIn(reply.data, 'check_runs').find((one) => textIn(one, 'external_id') === externalId);
      id = numberIn(own, 'id');
    }
    if (id !== undefined)
      return api('PATCH /repos/{repository}/check-runs/{check_run_id}', { check_run_id: id, ...fields });
    mayExist = true;
    const reply = await api('POST /repos/{repository}/check-runs', {
      name,
      head_sha: headSha,
      external_id: externalId,
      status: 'in_progress',
      ...(run.url !== '' && { details_url: run.url }),
      ...fields,
    });
    if (reply.kind === 'success') id = numberIn(reply.data, 'id');
    return reply;
  };
}
