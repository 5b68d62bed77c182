import { formatDuration } from '../model/words.ts';
import type { Log } from '../runtime/log.ts';
import type { CheckRun, CheckRunText } from '../runtime/platform.ts';
import type { Api } from './api/client.ts';
import type { ApiReply } from './api/reply.ts';
import { explainFailure, withinTotalLimit, type ApiContext } from './api/requests.ts';
import { CheckRunWriter } from './check-run-writer.ts';

const STILL_IN_PROGRESS =
  'It may still be in progress; then a branch rule that requires it waits. To replace it, run the job again, which may create a new testset; otherwise GitHub marks it as stale after 14 days.';

/** Creates a check run; GitHub gets it with its first text. @param reportKey what is run, the same from run to run */
export function createCheckRun(settings: ApiContext, reportKey: string): CheckRun {
  const { log, context } = settings;
  const writer = new CheckRunWriter(context, reportKey);
  const updates = createUpdates(writer, settings);
  return {
    update: updates.show,
    conclude: async (conclusion, output) => {
      const updated = updates.end();
      const work = async (api: Api, tries: number): Promise<ApiReply> => {
        // Otherwise a warning has said why it is not possible.
        if (!(await updated)) return DONE;
        const written = await writer.write(api, { status: 'completed', conclusion, output });
        // The first request has completed the check run, which GitHub does not complete twice.
        return tries > 1 && written.kind === 'rejected' && written.status === 422 ? DONE : written;
      };
      const reply = await withinTotalLimit(settings, 'The check run is concluded', work);
      if (reply.kind === 'value') return;
      const reason = `The check run could not be written: ${explainFailure(reply, 'write', settings).reason}`;
      log.warning(writer.mayExist ? `${reason}. ${STILL_IN_PROGRESS}` : reason);
    },
  };
}

/** There is nothing left to write. */
const DONE: ApiReply = { kind: 'value', value: undefined };

/** Shortest pause between two updates, in milliseconds, and as a share of the time since the first. */
const UPDATE_INTERVAL_MS = 30_000;
const UPDATE_INTERVAL_SHARE = 1 / 4;

/** Shows the progress of the run. */
function createUpdates(writer: CheckRunWriter, settings: ApiContext) {
  const { api, clock, log } = settings;
  const ended = new AbortController();
  let wanted: CheckRunText | undefined;
  let sent: CheckRunText | undefined;
  let firstAt: number | undefined;
  let isPossible = true;
  let sending: Promise<void> | undefined;

  const send = async (text: CheckRunText): Promise<ApiReply> => {
    const reply = await writer.write(api, { output: text });
    if (reply.kind === 'value' || reply.kind === 'rejected') sent = text;
    if (reply.kind === 'value') return reply;
    isPossible = writer.mayExist || reply.kind !== 'rejected';
    if (isPossible) log.debug(`The check run was not updated: ${reply.reason}`);
    else log.warning(`The check run could not be written: ${explainFailure(reply, 'write', settings).reason}`);
    return reply;
  };

  /** Sends the latest text, one request at a time, until there is no newer one. */
  const sendAll = async (): Promise<void> => {
    while (wanted && !isSame(wanted, sent) && isPossible && !ended.signal.aborted) {
      firstAt ??= clock.now();
      const reply = await send(wanted);
      const intervalMs = Math.max(UPDATE_INTERVAL_MS, (clock.now() - firstAt) * UPDATE_INTERVAL_SHARE);
      await clock.sleep(Math.max(intervalMs, rateLimitPauseMs(reply, log)), ended.signal);
    }
    sending = undefined;
  };

  return {
    show: (text: CheckRunText): void => {
      if (isSame(text, wanted)) return;
      wanted = text;
      sending ??= sendAll();
    },
    /** Sends no more updates. @returns `false` if GitHub does not let the step create a check run, after the last reply */
    end: async (): Promise<boolean> => {
      ended.abort();
      await sending;
      return isPossible;
    },
  };
}

function isSame(a: CheckRunText, b: CheckRunText | undefined): boolean {
  return a.title === b?.title && a.summary === b.summary;
}

/** Updates stop when fewer requests are left: a run ends with about ten, so that a tenth of the 1,000 an hour is enough for ten runs. */
const RESERVED_REQUESTS = 100;

/** How long to send no updates: as long as GitHub asks for, or until the limit is reset if only the reserve is left. */
function rateLimitPauseMs(reply: ApiReply, log: Pick<Log, 'info'>): number {
  if (reply.kind === 'limited') return reply.retryAfterMs;
  if (reply.kind !== 'value' || !reply.rateLimit) return 0;
  const { remaining, resetMs } = reply.rateLimit;
  if (remaining >= RESERVED_REQUESTS) return 0;
  log.info(
    `The check run is not updated for ${formatDuration(resetMs / 1000)}: this repository may send ${remaining} more requests to ` +
      `GitHub in this hour, and the last ${RESERVED_REQUESTS} are kept for results.`,
  );
  return resetMs;
}
