import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Clock } from '../src/runtime/clock.ts';
import { inspectReceived } from './app-error.ts';
import { ServiceError } from './codes.ts';
import { createFaultPlan, type Fault, type FaultAction, type Operation, type Point } from './faults.ts';
import { errorResponse, type SimulatedRequest, type SimulatedResponse } from './handlers.ts';
import {
  isAuthorized,
  journalEntry,
  type Account,
  type Exchange,
  type JournalEntry,
  type ReceivedBody,
} from './journal.ts';
import { boundaryOf, createMultipartReader } from './multipart.ts';
import { routeOf } from './routes.ts';
import { endConnection, sendInterim, sendResponse, whenClosed } from './send.ts';
import type { Variants } from './variants.ts';

/** HTTP in front of the handlers. */
export interface Transport {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  readonly journal: readonly JournalEntry[];
  mostInFlight(): number;
}

export interface TransportOptions {
  readonly handle: (request: SimulatedRequest) => SimulatedResponse;
  readonly variants: Variants;
  readonly clock: Clock;
  readonly account: Account;
  readonly strict: boolean;
  readonly prefix: string;
  readonly digest: boolean;
  readonly inspectApps: boolean;
  readonly faults: readonly Fault[];
}

/** Receives requests, lets them be handled, plays faults and records everything in the journal. */
export function createTransport(options: TransportOptions): Transport {
  const { clock, account, strict, prefix } = options;
  const plan = createFaultPlan(options.faults);
  const connections = new WeakMap<Socket, number>();
  const journal: JournalEntry[] = [];
  let [inFlight, mostInFlight, connectionCount] = [0, 0, 0];

  const numberOf = (socket: Socket): number => {
    const connection = connections.get(socket) ?? (connectionCount += 1);
    connections.set(socket, connection);
    return connection;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers, socket } = request;
    const { operation, id, query } = routeOf(method, path, prefix);
    const authorized = isAuthorized(headers.authorization, account, strict);
    const fault = plan.next(operation);
    const head = { operation, method, path, headers, authorized, fault, connection: numberOf(socket), at: clock.now() };
    if (fault?.kind === 'interim' && fault.early) sendInterim(socket, fault.statuses);
    const exchange = await play({ operation, id, query, authorized }, request, fault, options);
    journal.push(journalEntry(head, exchange));
    if (fault?.kind === 'interim' && !fault.early) sendInterim(socket, fault.statuses);
    if (fault?.kind === 'late') await clock.sleep(fault.ms, whenClosed(socket));
    if (exchange.response && !exchange.isWithheld) await sendResponse(response, exchange.response, fault, clock);
    else if (fault?.kind === 'cut') endConnection(socket, fault.how);
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
      void serve(request, response);
    },
  };
}

const NOTHING: ReceivedBody = { bytes: 0, whole: false, parts: undefined };

/** Handles a request as far as its fault allows. */
async function play(
  asked: Omit<SimulatedRequest, 'parts'>,
  request: IncomingMessage,
  fault: FaultAction | undefined,
  { handle, variants, digest, inspectApps }: TransportOptions,
): Promise<Exchange> {
  if (fault?.kind === 'response' && fault.early) return { received: NOTHING, response: scripted(fault) };
  const receiveWith = (folder?: string): Promise<ReceivedBody> => receive(request, bodyLimitOf(fault), digest, folder);
  const [received, appError] = cutsAt(fault, 'head')
    ? [NOTHING]
    : inspectApps && asked.operation === 'create'
      ? await inspectReceived(receiveWith)
      : [await receiveWith()];
  if (!received.whole || cutsAt(fault, 'body') || bodyLimitOf(fault) < Infinity) return { received };
  const script = fault?.kind === 'response' || fault?.kind === 'code' ? fault : undefined;
  const handled = !script || script.applied ? handle({ ...asked, parts: received.parts, appError }) : undefined;
  const response = script ? { ...handled, ...replacement(script, asked.operation, variants, handled) } : handled;
  return { received, ...(response && { response }), isWithheld: cutsAt(fault, 'applied') };
}

/** Reads a body to its end, or up to so many bytes. */
async function receive(
  request: IncomingMessage,
  limit: number,
  digest: boolean,
  folder: string | undefined,
): Promise<ReceivedBody> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  const reader = boundary ? createMultipartReader(boundary, digest, folder) : undefined;
  let bytes = 0;
  try {
    // The stream stays open when reading stops: the fault decides how the connection ends.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      reader?.write(chunk);
      if (bytes >= limit) return { bytes, whole: false, parts: undefined };
    }
  } catch {
    return { bytes, whole: false, parts: undefined };
  }
  return { bytes, whole: request.complete, parts: reader?.complete ? reader.parts : undefined };
}

/** The response that replaces the one of a request that was handled, or was not. */
function replacement(
  fault: Extract<FaultAction, { kind: 'response' | 'code' }>,
  operation: Operation,
  variants: Variants,
  handled: SimulatedResponse | undefined,
): SimulatedResponse {
  if (fault.kind === 'response') return scripted(fault);
  const { code, detail, status = variants.errorStatus } = fault;
  const { data } = JSON.parse(handled?.body ?? '{"data":{}}') as { data: Record<string, unknown> };
  return errorResponse(new ServiceError(code, detail), operation, { errorStatus: status }, data);
}

function scripted({ status, body = '', headers = {} }: Extract<FaultAction, { kind: 'response' }>): SimulatedResponse {
  return { status, headers, body };
}

function cutsAt(fault: FaultAction | undefined, point: Extract<Point, string>): boolean {
  return fault?.kind === 'cut' && fault.at === point;
}

function bodyLimitOf(fault: FaultAction | undefined): number {
  if (fault?.kind !== 'cut' || typeof fault.at === 'string') return Infinity;
  return 'bodyBytes' in fault.at ? fault.at.bodyBytes : Infinity;
}
