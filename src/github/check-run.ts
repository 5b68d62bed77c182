import type { Clock } from '../clock.ts';
import type { CheckRun } from '../host.ts';
import type { Log } from '../log.ts';
import type { Outcome } from '../outcome.ts';
import type { CheckRunText } from '../report/check-run.ts';
import type { RunContext } from '../run-context.ts';
import type { Api } from './api/client.ts';
import { explainTrouble } from './api/permission.ts';
import type { Trouble } from './api/reply.ts';
import { createRecord, type RecordSettings } from './check-run/record.ts';

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

  const giveUp = (trouble: Trouble): void => {
    givenUp = true;
    log.warning(`The check run could not be written: ${explainTrouble(trouble, 'checks: write', context)}`);
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
