import type { OsType, ServiceAccess } from '../inputs.ts';
import { createLimiter } from '../limiter.ts';
import type { World } from '../world.ts';
import { divertDocuments } from './divert.ts';
import { readDelivery, type Delivery, type DocumentSink, type ResultType } from './documents.ts';
import type { ProxyFor } from './http/connect.ts';
import type { Call, Exchange } from './http/exchange.ts';
import { MAX_IN_FLIGHT, openOrigin } from './http/origin.ts';
import { keepQuiet } from './http/quiet.ts';
import { inSeconds } from './in-seconds.ts';
import { readReply, type Reply } from './reply.ts';
import { readId, readStatus, type Status } from './wire.ts';

/**
 * The service's four operations. None of them throws: what went wrong is part of the reply. At most ten requests are in flight at once;
 * the others wait for their turn, and the time that they wait is not counted among that of the request.
 */
export interface Service {
  /** The identifiers of a project's scenarios. */
  scenarios(ask: ScenarioQuestion, signal: AbortSignal): Promise<Reply<readonly number[]>>;
  status(testsetId: number, signal: AbortSignal): Promise<Reply<Status>>;
  /** Hands the documents of a complete testset to a sink while they come; they count only when the reply is `ok`. */
  result(testsetId: number, type: ResultType, sink: DocumentSink, signal: AbortSignal): Promise<Reply<Delivery>>;
  /** Sends the body of a new testset once. What its answer means is for `classify` to say. */
  create(body: MultipartBody, signal: AbortSignal): Promise<Exchange>;
  close(): void;
}

/** Which scenarios are asked for. */
export interface ScenarioQuestion {
  readonly projectId: number;
  readonly osType?: OsType;
  /** Only scenarios whose name contains this text. */
  readonly query?: string;
}

/** A multipart body that is made while it is sent. */
export interface MultipartBody {
  readonly contentType: string;
  readonly bytes: number;
  stream(): AsyncIterable<Uint8Array>;
  /** Told when an answer begins: what has not been sent by then is not waited for. */
  answered(): void;
}

const SECOND = 1000;
const MIB = 1024 * 1024;
/** docs/design.md §3: no request may stand still for longer, in milliseconds. */
const STALL_MS = 60 * SECOND;
const ANSWER_MS = 60 * SECOND;
const SMALL = { patience: { stallMs: STALL_MS, totalMs: ANSWER_MS }, maxBytes: MIB };
const LARGE = { patience: { stallMs: STALL_MS, totalMs: 600 * SECOND }, maxBytes: 256 * MIB };
/** An upload takes as long as `timeout` lets it; only standing still ends it, and a drip of an answer. */
const UPLOAD = { patience: { stallMs: STALL_MS, totalMs: 24 * 3600 * SECOND, answerMs: ANSWER_MS }, maxBytes: MIB };

/** Connects to the service; nothing is sent yet. */
export function connectService(
  access: ServiceAccess,
  { clock, log, signal: end, redact }: Pick<World, 'clock' | 'log' | 'signal' | 'redact'>,
  proxyFor: ProxyFor,
): Service {
  const { baseUrl, userId, accessKey } = access;
  const onWait = (leftMs: number): void => {
    log.info(`The service asked for a pause of ${inSeconds(leftMs)}.`);
  };
  const origin = openOrigin(baseUrl, clock, proxyFor, keepQuiet(clock, { end, onWait }));
  const limited = createLimiter(MAX_IN_FLIGHT);
  const prefix = `${baseUrl.pathname.replace(/\/+$/, '')}/openapi/v2`;
  const authorization = `Basic ${Buffer.from(`${userId}:${accessKey.reveal()}`).toString('base64')}`;
  const headers = { authorization, accept: 'application/json', 'user-agent': 'run-testset' };

  const get = (path: string, limits: Pick<Call, 'patience' | 'maxBytes' | 'divert'>, signal: AbortSignal) =>
    limited(() => origin.get({ path: `${prefix}${path}`, headers, ...limits, signal }));

  return {
    scenarios: async (question, signal) =>
      readReply(await get(scenariosPath(question), SMALL, signal), readScenarios, redact),
    status: async (id, signal) => readReply(await get(`/testset/${id}`, SMALL, signal), readStatus, redact),
    result: async (id, type, sink, signal) => {
      const limits = { ...LARGE, divert: () => divertDocuments(sink) };
      const reply = readReply(
        await get(`/testset/${id}/result?data_type=${type}`, limits, signal),
        (data) => data,
        redact,
      );
      return reply.kind === 'ok' ? { kind: 'ok', value: await readDelivery(reply.value, sink) } : reply;
    },
    create: (body, signal) =>
      limited(() =>
        origin.post({
          path: `${prefix}/testset`,
          headers: { ...headers, 'content-type': body.contentType, 'content-length': String(body.bytes) },
          body: body.stream(),
          onAnswer: () => {
            body.answered();
          },
          ...UPLOAD,
          signal,
        }),
      ),
    close: () => {
      origin.close();
    },
  };
}

function scenariosPath({ projectId, osType, query }: ScenarioQuestion): string {
  const parameters = new URLSearchParams({ ...(osType && { os_type: osType }), ...(query && { q: query }) });
  return `/project/${projectId}/scenarios${parameters.size > 0 ? `?${parameters.toString()}` : ''}`;
}

function readScenarios(data: Readonly<Record<string, unknown>>): readonly number[] | undefined {
  const list = data['scenarios'];
  if (!Array.isArray(list)) return undefined;
  // A scenario that was left out for its odd number would be one that nobody ran.
  const ids = list.map(readId);
  return ids.every((id) => id !== undefined) ? ids : undefined;
}
