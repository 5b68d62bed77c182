import type { OsType, ServiceAccess } from '../inputs.ts';
import type { ProxyFor } from './http/connect.ts';
import type { Exchange } from './http/exchange.ts';
import { openOrigin } from './http/origin.ts';
import type { World } from '../world.ts';
import { readReply, type Reply } from './reply.ts';
import { readDelivered, readId, readStatus, type Delivered, type DocumentKind, type Status } from './wire.ts';

/** The service's four operations. None of them throws: what went wrong is part of the reply. */
export interface Service {
  /** The identifiers of a project's scenarios. */
  scenarios(ask: ScenarioQuestion, signal: AbortSignal): Promise<Reply<readonly number[]>>;
  status(testsetId: number, signal: AbortSignal): Promise<Reply<Status>>;
  /** The documents of a complete testset; an empty object when none came. */
  result(testsetId: number, type: 'all' | DocumentKind, signal: AbortSignal): Promise<Reply<Delivered>>;
  /** Sends the body of a new testset once. What its answer means is for `classify` to say. */
  create(body: MultipartBody, signal: AbortSignal): Promise<Exchange>;
  close(): void;
}

export interface ScenarioQuestion {
  readonly projectId: number;
  readonly osType?: OsType;
  /** Only scenarios whose name contains this text. */
  readonly query?: string;
}

export interface MultipartBody {
  readonly contentType: string;
  readonly bytes: number;
  stream(): AsyncIterable<Uint8Array>;
}

const SECOND = 1000;
const MIB = 1024 * 1024;
/** DESIGN §3: no request may stand still for longer, in milliseconds. */
const STALL_MS = 60 * SECOND;
const SMALL = { patience: { stallMs: STALL_MS, totalMs: 60 * SECOND }, maxBytes: MIB };
const LARGE = { patience: { stallMs: STALL_MS, totalMs: 600 * SECOND }, maxBytes: 256 * MIB };
/** An upload takes as long as `timeout` lets it; only standing still ends it. */
const UPLOAD = { patience: { stallMs: STALL_MS, totalMs: 24 * 3600 * SECOND }, maxBytes: MIB };

/** Connects to the service; nothing is sent yet. */
export function connectService(
  access: ServiceAccess,
  { clock, redact }: Pick<World, 'clock' | 'redact'>,
  proxyFor: ProxyFor,
): Service {
  const { baseUrl, userId, accessKey } = access;
  const origin = openOrigin(baseUrl, clock, proxyFor);
  const prefix = `${baseUrl.pathname.replace(/\/+$/, '')}/openapi/v2`;
  const authorization = `Basic ${Buffer.from(`${userId}:${accessKey.reveal()}`).toString('base64')}`;
  const headers = { authorization, accept: 'application/json', 'user-agent': 'run-testset' };

  const get = (path: string, limits: typeof SMALL, signal: AbortSignal): Promise<Exchange> =>
    origin.get({ path: `${prefix}${path}`, headers, ...limits, signal });

  return {
    scenarios: async ({ projectId, osType, query }, signal) => {
      const question = new URLSearchParams({ ...(osType && { os_type: osType }), ...(query && { q: query }) });
      const path = `/project/${projectId}/scenarios${question.size > 0 ? `?${question.toString()}` : ''}`;
      return readReply(await get(path, SMALL, signal), readScenarios, redact);
    },
    status: async (id, signal) => readReply(await get(`/testset/${id}`, SMALL, signal), readStatus, redact),
    result: async (id, type, signal) =>
      readReply(await get(`/testset/${id}/result?data_type=${type}`, LARGE, signal), readDelivered, redact),
    create: (body, signal) =>
      origin.post({
        path: `${prefix}/testset`,
        headers: { ...headers, 'content-type': body.contentType, 'content-length': String(body.bytes) },
        body: body.stream(),
        ...UPLOAD,
        signal,
      }),
    close: () => {
      origin.close();
    },
  };
}

function readScenarios(data: Readonly<Record<string, unknown>>): readonly number[] | undefined {
  const list = data['scenarios'];
  return Array.isArray(list) ? list.map(readId).filter((id) => id !== undefined) : undefined;
}
