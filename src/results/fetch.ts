import type { Gate } from '../gate.ts';
import { graceAfterDeadline } from '../grace.ts';
import type { TestsetError } from '../errors.ts';
import type { Service } from '../service/client.ts';
import { MAINTENANCE, NO_DATA, STILL_RUNNING } from '../service/codes.ts';
import { risingMs } from '../service/delay.ts';
import { explain } from '../service/explain.ts';
import { isDenied, type Refusal, type Reply } from '../service/reply.ts';
import { backoffMs } from '../service/retry.ts';
import type { Delivered, DocumentKind } from '../service/wire.ts';
import type { World } from '../world.ts';

/** What came of asking for documents. `cancelled`: the run was, before an answer came. */
export type Fetched =
  | { readonly kind: 'delivered'; readonly delivered: Delivered }
  | { readonly kind: 'missing'; readonly error: TestsetError }
  | { readonly kind: 'cancelled' };

/** Asks for one testset's documents. */
export interface Fetcher {
  /** Asks until documents are there: right after `Complete` they may take some minutes. */
  untilReady(type: 'all' | DocumentKind): Promise<Fetched>;
  /** Asks for a document that was not delivered, and takes no for an answer. */
  once(type: DocumentKind): Promise<Fetched>;
}

/** How long results may stay away, and how long asking may fail, in milliseconds (DESIGN §4). */
const NOT_READY_MS = 10 * 60_000;
const FAILING_MS = 15 * 60_000;
/** A complete testset's results are fetched even when its last look was the deadline's, in milliseconds. */
const GRACE_MS = 30_000;

/** Makes a fetcher for one testset; `gate` bounds the requests of all of them together. */
export function createFetcher(service: Service, world: World, gate: Gate, testsetId: number): Fetcher {
  const what = `the results of testset ${testsetId}`;

  const ask = async (type: 'all' | DocumentKind, untilReady: boolean): Promise<Fetched> => {
    const { clock } = world;
    const began = clock.now();
    for (let looks = 0, failures = 0; ; looks += 1) {
      const grace = graceAfterDeadline(world, GRACE_MS);
      const reply = await gate(() => service.result(testsetId, type, grace.signal));
      grace.done();
      if (reply.kind === 'ok' && (!untilReady || isJudgeable(reply.value))) {
        return { kind: 'delivered', delivered: reply.value };
      }
      const failed = reply.kind !== 'ok' && !isNotReady(reply);
      if (!untilReady && !failed) return { kind: 'delivered', delivered: {} };
      failures = failed ? failures + 1 : 0;
      const waitMs = Math.max(failed ? backoffMs(failures, clock.random()) : 0, pauseOf(reply), risingMs(looks));
      const outOfTime = clock.now() - began >= (failed ? FAILING_MS : NOT_READY_MS);
      const hopeless = reply.kind !== 'ok' && (isDenied(reply) || (!untilReady && isFinal(reply)));
      if (world.signal.aborted || outOfTime || hopeless) return givenUp(world, reply, what);
      world.log.debug(`No results of testset ${testsetId} yet; next look in ${String(Math.round(waitMs / 1000))} s.`);
      await clock.sleep(waitMs, world.signal);
    }
  };

  return { untilReady: (type) => ask(type, true), once: (type) => ask(type, false) };
}

/** A verdict needs one of these; HTML is for people alone. */
function isJudgeable({ xml, bare_xml: bareXml, json }: Delivered): boolean {
  return [xml, bareXml, json].some((document) => document !== undefined);
}

/** An error code that was given for one document is not going to change. */
function isFinal(reply: Refusal): boolean {
  return reply.kind === 'code' && reply.envelope.code !== MAINTENANCE;
}

function givenUp(world: World, reply: Reply<Delivered>, what: string): Fetched {
  if (world.signal.aborted && world.signal.reason !== 'deadline') return { kind: 'cancelled' };
  if (reply.kind === 'ok') return { kind: 'delivered', delivered: reply.value };
  return { kind: 'missing', error: explain(reply, what) };
}

function isNotReady(reply: Refusal): boolean {
  return reply.kind === 'code' && [NO_DATA, STILL_RUNNING].includes(reply.envelope.code);
}

function pauseOf(reply: { kind: 'ok' } | Refusal): number {
  return reply.kind === 'code' || reply.kind === 'status' ? (reply.retryAfterMs ?? 0) : 0;
}
