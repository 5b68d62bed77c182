import type { Socket } from 'node:net';

import type { Engine } from '../../../simulator/engine.ts';
import { boundaryOf, createMultipartReader, type MultipartReader } from '../../../simulator/multipart.ts';
import { routeOf } from '../../../simulator/routes.ts';
import { checkCreate } from '../../../simulator/rules.ts';
import { sendInterim } from '../../../simulator/send.ts';
import { composeResponse } from './compose-response.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { createRequestReader, type Head, type RequestReader } from './request-reader.ts';
import type { Content, Cut, Fault, Operation, RequestFault, ScriptedResponse } from './schedule.ts';
import { sendResponse } from './send-response.ts';
import type { VirtualClock } from '../../support/virtual-time.ts';

/** What a service works with. */
export interface ServiceOptions {
  readonly engine: Engine;
  readonly clock: VirtualClock;
  /** How many testsets existed before the run. */
  readonly existing: number;
  /** An address of another origin, which must never receive a request. */
  readonly otherOrigin: string;
  /** Called when the head of a request has arrived, with its number among those of its operation; the service waits for it. */
  readonly onRequest: (request: RecordedRequest, nth: number) => Promise<void> | void;
}

/** A request that is being served. */
type OpenRequest = { -readonly [Key in keyof RecordedRequest]: RecordedRequest[Key] };

/** A connection that requests come over. */
interface Connection {
  readonly socket: Socket;
  readonly reader: RequestReader;
  readonly cut: (how: Cut) => void;
  readonly options: ServiceOptions;
}

/** Makes the function that serves the requests of one connection one after the other and records them in `requests`. */
export function serveRequests(
  faults: readonly Fault[],
  options: ServiceOptions,
  requests: RecordedRequest[],
): (socket: Socket, cut: (how: Cut) => void, connection: number) => Promise<void> {
  const counts = new Map<Operation, number>();
  const { clock } = options;
  return async (socket, cut, connection) => {
    const reader = createRequestReader(socket);
    for (let isOpen = true; isOpen;) {
      const head = await reader.head();
      if (!head) break;
      const request = openRequest(head, clock.now(), connection);
      const nth = (counts.get(request.operation) ?? 0) + 1;
      counts.set(request.operation, nth);
      request.fault = faults.find(
        (fault): fault is RequestFault => fault.on === request.operation && covers(fault, nth),
      );
      requests.push(request);
      await options.onRequest(request, nth);
      isOpen = await play(request, head, { socket, reader, cut, options });
      if (!isOpen) await untilClosed(reader);
      request.endArrived = reader.bodyBytes > head.bodyBytes - endBytes(head);
      request.early &&= isVisibleAtOnce(request) || !request.endArrived;
      request.endedAt = clock.now();
    }
    socket.end();
  };
}

function openRequest({ method, target }: Head, at: number, connection: number): OpenRequest {
  const { operation, id, query } = routeOf(method, target, '');
  if (operation === 'none') throw new Error(`no such operation: ${method} ${target}`);
  return {
    operation,
    id,
    type: query.get('data_type') ?? '',
    connection,
    fault: undefined,
    at,
    early: false,
    endArrived: false,
    whole: false,
    parts: [],
    created: undefined,
    response: undefined,
    endedAt: undefined,
    abandoned: false,
  };
}

function covers({ nth, times = 1 }: RequestFault, number: number): boolean {
  return number >= nth && number < nth + times;
}

/** How long a fault in the middle of an upload takes to happen: less than the hold of docs/design.md §3. In milliseconds. */
const REACTION_MS = 150;

/** Plays one request. @returns whether the connection can take another one */
async function play(request: OpenRequest, head: Head, connection: Connection): Promise<boolean> {
  const { reader, cut, options } = connection;
  const { fault } = request;
  const { early, bytes } = placeOf(fault, head);
  request.early = early;
  if (fault?.interim?.early) sendInterim(connection.socket, fault.interim.statuses);
  const boundary = boundaryOf(head.headers.get('content-type') ?? '');
  const form = boundary === undefined ? undefined : createMultipartReader(boundary, true);
  request.abandoned = !(await reader.take(bytes, (chunk) => form?.write(chunk)));
  if (request.abandoned) return false;
  request.whole = bytes === head.bodyBytes && (head.bodyBytes === 0 || form?.complete === true);
  if (form) request.parts = form.parts;

  if (early) await options.clock.sleep(REACTION_MS, reader.closed);
  request.abandoned = early && reader.closed.aborted;
  if (request.abandoned) return false;
  const action = fault?.action ?? { content: { kind: 'normal' } };
  if (typeof action === 'string' || mayBeAccepted(action)) accept(request, form, options);
  if (fault?.interim?.early === false) sendInterim(connection.socket, fault.interim.statuses);
  if (typeof action === 'string') {
    cut(action);
    request.abandoned = action === 'stall';
    return false;
  }
  return (await respond(action, request, head, connection)) && !early;
}

async function respond(
  script: ScriptedResponse,
  request: OpenRequest,
  head: Head,
  { socket, reader, cut, options }: Connection,
): Promise<boolean> {
  const { operation, id, type, created } = request;
  const { engine, clock, otherOrigin, existing } = options;
  const { delivery } = script;
  // A late response in the middle of an upload would come after the end of the body.
  if (delivery?.kind === 'late' && !request.early) await clock.sleep(delivery.ms, reader.closed);
  request.abandoned = reader.closed.aborted;
  if (request.abandoned) return false;
  const authorization = head.headers.get('authorization') ?? '';
  const firstId = engine.testsets[existing]?.id ?? 0;
  const context = { operation, id, type, created, firstId, authorization, engine, otherOrigin, target: head.target };
  const connection = { socket, cut, clock, closed: reader.closed };
  const isReusable = await sendResponse(connection, composeResponse(script, context), script, (sent) => {
    request.response = sent;
  });
  request.abandoned = (delivery?.kind === 'drip' || isStall(delivery)) && request.response?.whole !== true;
  if (request.early) socket.end();
  return isReusable;
}

function isStall(delivery: ScriptedResponse['delivery']): boolean {
  return delivery?.kind === 'cut' && delivery.how === 'stall';
}

/** Whether a client that reads the connection notices within a moment that something happened. */
function isVisibleAtOnce({ fault, response }: OpenRequest): boolean {
  const action = fault?.action;
  const how = typeof action === 'object' && action.delivery?.kind === 'cut' ? action.delivery.how : action;
  return response?.status !== undefined || how === 'fin' || how === 'rst';
}

/** The length of the end of a multipart body that a client can hold back: a brace and the closing boundary. */
function endBytes(head: Head): number {
  return (boundaryOf(head.headers.get('content-type') ?? '') ?? '').length + 9;
}

function placeOf(fault: RequestFault | undefined, head: Head): { readonly early: boolean; readonly bytes: number } {
  const all = head.bodyBytes;
  const place = fault?.at ?? 'end';
  const before = all - endBytes(head);
  const bytes = typeof place === 'number' ? Math.floor(place * all) : { head: 0, held: before, end: all }[place];
  return { early: bytes < all && bytes <= before, bytes };
}

/** Whether a service that responds so may have done what was asked. */
function mayBeAccepted({ content, delivery }: ScriptedResponse): boolean {
  // Without its identifier nobody could know that it did.
  const isCut = delivery !== undefined && ['cut', 'drip', 'length'].includes(delivery.kind);
  if (isCut && meansDelayed(content)) return false;
  if (content.kind === 'code') return content.id === true || content.code === 5001;
  if (content.kind === 'status') return content.status < 300 || content.status === 408 || content.status >= 500;
  return content.kind === 'normal' || content.kind === 'changed';
}

/** Whether a create is repeated after a response without an identifier. */
function meansDelayed(content: Content): boolean {
  if (content.kind === 'redirect') return false;
  return [425, 429].includes(content.status ?? 200) || (content.kind === 'code' && content.code === 8000);
}

/** Creates the testset when all of the request has arrived, whatever the response says later. */
function accept(request: OpenRequest, form: MultipartReader | undefined, { engine }: ServiceOptions): void {
  if (request.operation !== 'create' || !request.whole) return;
  request.created = engine.create(checkCreate(form?.parts, true)).id;
}

function untilClosed({ closed }: RequestReader): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      resolve();
    };
    if (closed.aborted) end();
    else closed.addEventListener('abort', end, { once: true });
  });
}
