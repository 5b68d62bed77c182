import type { OsType, ServiceAccess } from '../model/inputs.ts';
import { createLimiter } from '../runtime/limiter.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { divertDocuments } from './divert.ts';
import { readDelivery, type Delivery, type DocumentSink, type ResultType } from './documents.ts';
import type { ProxyFor } from './http/connect.ts';
import type { HttpRequest, HttpResult } from './http/request.ts';
import { MAX_IN_FLIGHT, createHttpClient } from './http/http-client.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { formatSeconds } from '../model/words.ts';
import { readReply, type ServiceReply } from './reply.ts';
import { readId, readStatus, type Status } from './wire.ts';

/**
 * The service's four operations. None of them throws: what went wrong is part of the reply. At most ten requests are in flight at once;
 * the others wait for their turn, and the time that they wait is not counted among that of the request.
 */
export interface Service {
  /** The identifiers of a project's scenarios. */
  scenarios(ask: ScenarioQuery, signal: AbortSignal): Promise<ServiceReply<readonly number[]>>;
  status(testsetId: number, signal: AbortSignal): Promise<ServiceReply<Status>>;
  /** Hands the documents of a complete testset to a sink while they come; they count only when the reply is `ok`. */
  result(testsetId: number, type: ResultType, sink: DocumentSink, signal: AbortSignal): Promise<ServiceReply<Delivery>>;
  /** Sends the body of a new testset once. What its answer means is for `classify` to say. */
  create(body: MultipartBody, signal: AbortSignal): Promise<HttpResult>;
  close(): void;
}

/** Which scenarios are asked for. */
export interface ScenarioQuery {
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
  responseStarted(): void;
}

const SECOND = 1000;
const MIB = 1024 * 1024;
/** docs/design.md §3: no request may stand still for longer, in milliseconds. */
const STALL_MS = 60 * SECOND;
const ANSWER_MS = 60 * SECOND;
const SMALL = { timeouts: { stallMs: STALL_MS, totalMs: ANSWER_MS }, maxBytes: MIB };
const LARGE = { timeouts: { stallMs: STALL_MS, totalMs: 600 * SECOND }, maxBytes: 256 * MIB };
/** An upload takes as long as `timeout` lets it; only standing still ends it, and a drip of an answer. */
const UPLOAD = { timeouts: { stallMs: STALL_MS, totalMs: 24 * 3600 * SECOND, answerMs: ANSWER_MS }, maxBytes: MIB };

/** Connects to the service; nothing is sent yet. */
export function connectService(
  access: ServiceAccess,
  { clock, log, signal: end, redact }: Pick<Runtime, 'clock' | 'log' | 'signal' | 'redact'>,
  proxyFor: ProxyFor,
): Service {
  const { baseUrl, userId, accessKey } = access;
  const onWait = (leftMs: number): void => {
    log.info(`The service asked for a pause of ${formatSeconds(leftMs)}.`);
  };
  const origin = createHttpClient(baseUrl, clock, proxyFor, createRateLimit(clock, { end, onWait }));
  const limited = createLimiter(MAX_IN_FLIGHT);
  const prefix = `${baseUrl.pathname.replace(/\/+$/, '')}/openapi/v2`;
  const authorization = `Basic ${Buffer.from(`${userId}:${accessKey.reveal()}`).toString('base64')}`;
  const headers = { authorization, accept: 'application/json', 'user-agent': 'run-testset' };

  const get = (path: string, limits: Pick<HttpRequest, 'timeouts' | 'maxBytes' | 'divert'>, signal: AbortSignal) =>
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
          onResponse: () => {
            body.responseStarted();
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

function scenariosPath({ projectId, osType, query }: ScenarioQuery): string {
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
