import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { ServiceError } from './codes.ts';
import { createFaultDealer, type Fault, type Operation, type Trouble } from './faults.ts';
import { errorAnswer, type SimulatedAnswer, type SimulatedRequest } from './handlers.ts';
import type { Part } from './multipart.ts';
import { cut, cutsAt, receive, send, type Received } from './transport.ts';
import type { Variants } from './variants.ts';

/** One request as it was received and answered. */
export interface JournalEntry {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly authorized: boolean;
  readonly received: Received;
  readonly parts: readonly Part[];
  readonly trouble: Trouble['kind'] | undefined;
  /** HTTP status; 0 when nothing was answered. */
  readonly status: number;
  readonly code: number | undefined;
  /** The testset that it created. */
  readonly created: number | undefined;
  /** Equal for requests over the same connection. */
  readonly connection: number;
  /** On the clock's scale, in milliseconds, when the request's head had come. */
  readonly at: number;
}

/** Where requests come in. */
export interface Desk {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  readonly journal: JournalEntry[];
  mostInFlight(): number;
}

/** What a desk works with. */
export interface DeskSettings {
  readonly handle: (request: SimulatedRequest) => SimulatedAnswer;
  readonly variants: Variants;
  readonly clock: Clock;
  /** The one `Authorization` that is accepted. */
  readonly credentials: string;
  readonly prefix: string;
  readonly digest: boolean;
  readonly faults: readonly Fault[];
}

/** Receives requests, has them handled, and keeps the journal. */
export function createDesk({ handle, variants, clock, credentials, prefix, digest, faults }: DeskSettings): Desk {
  const dealer = createFaultDealer(faults);
  const connections = new WeakMap<Socket, number>();
  const journal: JournalEntry[] = [];
  let [inFlight, mostInFlight, connectionCount] = [0, 0, 0];

  const work = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = clock.now();
    const { socket } = request;
    const connection = connections.get(socket) ?? (connectionCount += 1);
    connections.set(socket, connection);
    const route = routeOf(request, prefix);
    const authorized = request.headers.authorization === credentials;
    const trouble = dealer.next(route.operation);
    const note = (received: Received, answer?: SimulatedAnswer): void => {
      journal.push({
        ...{ operation: route.operation, method: request.method ?? '', path: request.url ?? '', authorized, received },
        ...{ parts: received.parts ?? [], trouble: trouble?.kind, status: answer?.status ?? 0, code: answer?.code },
        ...{ created: answer?.created, connection, at },
      });
    };
    if (trouble?.kind === 'answer' && trouble.early) {
      const answer = answerOf(trouble);
      note({ bytes: 0, whole: false, parts: undefined }, answer);
      response.shouldKeepAlive = false;
      await send(response, answer, undefined);
      return;
    }
    const received = cutsAt(trouble, 'head') ? NOTHING : await receive(request, trouble, digest);
    if (!received.whole || cutsAt(trouble, 'body')) {
      note(received);
      cut(socket, trouble);
      return;
    }
    const applied = instead(trouble, variants) ?? handle({ ...route, authorized, parts: received.parts });
    if (cutsAt(trouble, 'applied')) {
      note(received, { ...applied, status: 0 });
      cut(socket, trouble);
      return;
    }
    const answer = trouble?.kind === 'answer' && trouble.applied ? { ...applied, ...answerOf(trouble) } : applied;
    note(received, answer);
    await send(response, answer, trouble);
  };

  return {
    journal,
    mostInFlight: () => mostInFlight,
    serve: (request, response) => {
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      response.on('close', () => {
        inFlight -= 1;
      });
      request.on('error', () => undefined);
      void work(request, response);
    },
  };
}

const NOTHING: Received = { bytes: 0, whole: false, parts: undefined };

function instead(trouble: Trouble | undefined, variants: Variants): SimulatedAnswer | undefined {
  if (trouble?.kind === 'answer' && !trouble.applied) return answerOf(trouble);
  if (trouble?.kind !== 'code') return undefined;
  const { status = variants.errorStatus } = trouble;
  return errorAnswer(new ServiceError(trouble.code, trouble.detail), { ...variants, errorStatus: status });
}

function answerOf({ status, body = '', headers = {} }: Extract<Trouble, { kind: 'answer' }>): SimulatedAnswer {
  return { status, headers, body };
}

/** Which operation a request is for: path and method, as in service-api §4. */
function routeOf(
  { method, url }: IncomingMessage,
  prefix: string,
): Pick<SimulatedRequest, 'operation' | 'id' | 'query'> {
  const { pathname, searchParams: query } = new URL(url ?? '/', 'http://simulator');
  const path = pathname.startsWith(`${prefix}/openapi/v2/`) ? pathname.slice(prefix.length + '/openapi/v2'.length) : '';
  if (method === 'POST') return { operation: path === '/testset' ? 'create' : 'none', id: 0, query };
  const [, kind, id, rest = ''] = /^\/(testset|project)\/([^/]+)(\/result|\/scenarios)?$/.exec(path) ?? [];
  const operations: Readonly<Record<string, Operation>> = {
    testset: 'status',
    'testset/result': 'result',
    'project/scenarios': 'scenarios',
  };
  const operation = method === 'GET' ? (operations[`${kind ?? ''}${rest}`] ?? 'none') : 'none';
  return { operation, id: /^[1-9]\d*$/.test(id ?? '') ? Number(id) : 0, query };
}
