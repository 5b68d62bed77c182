import type { JsonObject } from '../model/fields.ts';
import type { ServiceAccess } from '../model/inputs.ts';
import type { OsType } from '../model/report.ts';
import type { Status } from '../model/testset.ts';
import { formatSeconds } from '../model/words.ts';
import type { Log } from '../runtime/log.ts';
import type { ProxyFor } from '../runtime/platform.ts';
import { redactJson, type Redact } from '../runtime/redact.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { createHttpClient } from './http/http-client.ts';
import { createRateLimit } from './http/rate-limit.ts';
import type { HttpRequest, HttpResult } from './http/request.ts';
import { provesCredentials, readReply, replyIncomplete, type Reading, type ServiceReply } from './reply.ts';
import { areComplete, type Documents, readDelivered, readId, readStatus } from './wire.ts';

/** The four operations of the service. None of them throws: a failure is part of the reply. */
export interface Service {
  /** The identifiers of a project's scenarios. @param ms time limit, in milliseconds */
  fetchScenarios(query: ScenarioQuery, signal: AbortSignal, ms?: number): Promise<ServiceReply<readonly number[]>>;
  fetchStatus(testsetId: number, signal: AbortSignal): Promise<ServiceReply<Status>>;
  /** The documents of a complete testset, once they are complete too. */
  fetchDocuments(testsetId: number, type: 'all' | 'xml', signal: AbortSignal): Promise<ServiceReply<Documents>>;
  /** Sends a create once; `classifyTry` reads the result. */
  sendCreate(body: MultipartBody, signal: AbortSignal): Promise<HttpResult>;
  /** Whether anything has responded to a request of this step, even with an error or a part of a response. */
  hasResponded(): boolean;
  /** Whether the service itself has responded in this step without rejecting the credentials. */
  hasAcceptedCredentials(): boolean;
  close(): void;
}

/** Selects scenarios of a project. */
export interface ScenarioQuery {
  readonly projectId: number;
  readonly osType?: OsType;
  readonly query?: string;
}

/** A multipart body that is built while it is sent. */
export interface MultipartBody {
  readonly contentType: string;
  readonly bytes: number;
  stream(): AsyncIterable<Uint8Array>;
  /** Must be called when a response begins; the rest of the body is then not sent. */
  readonly responseStarted: () => void;
}

const SECOND = 1000;
const MIB = 1024 * 1024;
/** Time limits of a request, docs/design.md §3. An upload, and the wait for its response, take as long as `timeout` allows: at most a day. */
const SHORT_MS = 60 * SECOND;
const LONG_MS = 300 * SECOND;
const LARGE = { timeouts: { stallMs: LONG_MS, totalMs: 600 * SECOND }, maxBytes: 32 * MIB };
const UPLOAD = { timeouts: { stallMs: SHORT_MS, totalMs: 24 * 3600 * SECOND, responseMs: LONG_MS }, maxBytes: MIB };

/** Creates the client of the service; the first operation connects. */
export function connectService(
  { baseUrl, userId, accessKey }: ServiceAccess,
  { clock, log, signal, redact }: Pick<Runtime, 'clock' | 'log' | 'signal' | 'redact'>,
  proxyFor: ProxyFor,
): Service {
  const rateLimit = createRateLimit(clock, signal, (pauseMs) => {
    log.info(`The service asked to wait ${formatSeconds(pauseMs)} before the next request.`);
  });
  const http = createHttpClient(baseUrl, clock, proxyFor, rateLimit);
  const prefix = `${baseUrl.pathname.replace(/\/+$/, '')}/openapi/v2`;
  const authorization = `Basic ${Buffer.from(`${userId}:${accessKey.reveal()}`).toString('base64')}`;
  const headers = { authorization, accept: 'application/json', 'user-agent': 'run-testset' };
  let statusMs = SHORT_MS;
  const contact = createResponseReader(redact, log);

  const get = (path: string, limits: Pick<HttpRequest, 'timeouts' | 'maxBytes'>, signal: AbortSignal) =>
    http.get({ path: `${prefix}${path}`, headers, ...limits, signal });

  return {
    fetchScenarios: async (query, signal, ms = SHORT_MS) => {
      // Without a system it is only the check of a project.
      const list = query.osType === undefined ? '' : 'the list of scenarios of ';
      const what = `${list}project ${query.projectId}`;
      return contact.read(await get(scenariosPath(query), small(ms), signal), { what, read: readScenarios });
    },
    fetchStatus: async (testsetId, signal) => {
      const response = await get(`/testset/${testsetId}`, small(statusMs), signal);
      // Another request of the same length would not be answered either.
      if (response.kind === 'no-response' && ['stall', 'timeout'].includes(response.error.kind)) statusMs = LONG_MS;
      return contact.read(response, { what: `the status of testset ${testsetId}`, read: readStatus });
    },
    fetchDocuments: async (testsetId, type, signal) => {
      const response = await get(`/testset/${testsetId}/result?data_type=${type}`, LARGE, signal);
      const what = `the results of testset ${testsetId}`;
      const reply = contact.read(response, { what, read: (data) => data });
      if (reply.kind !== 'value') return reply;
      return areComplete(reply.value) ? { kind: 'value', value: readDelivered(reply.value) } : replyIncomplete(what);
    },
    sendCreate: async (body, signal) => {
      const result = await http.post({
        path: `${prefix}/testset`,
        headers: { ...headers, 'content-type': body.contentType, 'content-length': String(body.bytes) },
        body: body.stream(),
        onResponse: body.responseStarted,
        ...UPLOAD,
        signal,
      });
      contact.record(result);
      return result;
    },
    hasResponded: contact.hasResponded,
    hasAcceptedCredentials: contact.hasAcceptedCredentials,
    close: http.close,
  };
}

function small(ms: number): Pick<HttpRequest, 'timeouts' | 'maxBytes'> {
  return { timeouts: { stallMs: ms, totalMs: ms }, maxBytes: MIB };
}

/** Reads the responses of a step, and remembers what they show of the service and the credentials. */
function createResponseReader(redact: Redact, log: Pick<Log, 'debug'>) {
  let responded = false;
  let credentialsAccepted = false;
  const read = <T>(result: HttpResult, reading: Reading<T>): ServiceReply<T> => {
    responded ||= result.kind === 'response';
    const reply = readReply(result, reading, redact, credentialsAccepted);
    credentialsAccepted ||= provesCredentials(reply);
    if (reply.kind !== 'value' && result.kind === 'response' && result.text !== '') {
      log.debug(() => `HTTP ${result.status}: ${redactJson(result.text, redact)}`);
    }
    return reply;
  };
  return {
    /** For a response that is read elsewhere. */
    record: (result: HttpResult): void => void read(result, { what: 'the new testset', read: (data) => data }),
    read,
    hasResponded: () => responded,
    hasAcceptedCredentials: () => credentialsAccepted,
  };
}

function scenariosPath({ projectId, osType, query }: ScenarioQuery): string {
  const parameters = new URLSearchParams({ ...(osType && { os_type: osType }), ...(query && { q: query }) });
  return `/project/${projectId}/scenarios${parameters.size > 0 ? '?' : ''}${parameters.toString()}`;
}

function readScenarios(data: JsonObject): readonly number[] | undefined {
  const list = data['scenarios'];
  if (!Array.isArray(list)) return undefined;
  // Skipping an invalid identifier would silently not run that scenario.
  const ids = list.map(readId);
  return ids.every((id) => id !== undefined) ? ids : undefined;
}
