import type { AddressInfo, Server, Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

import { createMultipartReader } from '../../../simulator/multipart.ts';
import { routeOf } from '../../../simulator/routes.ts';
import { checkCreate } from '../../../simulator/rules.ts';
import { sendInterim } from '../../../simulator/send.ts';
import { certificate } from '../../support/origin.ts';
import type { VirtualClock } from '../../support/virtual-time.ts';
import { composeResponse, type ServiceData } from './compose-response.ts';
import { cutSocket, openConnection, type Connection, type Head } from './connection.ts';
import type { RecordedRequest } from './recorded-request.ts';
import type { ConnectionFault, Content, Fault, RequestFault, ScriptedResponse } from './schedule.ts';
import { sendResponse } from './send-response.ts';

const secureContext = createSecureContext(certificate());

/** What a service works with. */
export interface ServiceOptions extends Omit<ServiceData, 'existing'> {
  readonly clock: VirtualClock;
  readonly tls: boolean;
  readonly faults: readonly Fault[];
  /** Called when the head of a request has arrived, with its number among those of its operation; the service waits for it. */
  readonly onRequest: (request: RecordedRequest, nth: number) => Promise<void> | void;
}

/** A raw server that plays the faults of a schedule and records what it received and sent. */
export interface Service extends ServiceOptions, ServiceData {
  readonly url: URL;
  readonly requests: RecordedRequest[];
  /** When connections ended, or stalled, before a request could arrive. */
  readonly failedConnections: number[];
  /** The faults that happened, as often as they did. */
  readonly played: Fault[];
  /** Connections that the client has not closed yet. */
  readonly sockets: ReadonlySet<Socket>;
  close(): void;
}

/** Serves the connections of a server that listens already, until it is closed. */
export function startService(server: Server, options: ServiceOptions): Service {
  const { tls, engine, faults } = options;
  const { port } = server.address() as AddressInfo;
  const sockets = new Set<Socket>();
  let connections = 0;
  const connect = (socket: Socket): void => {
    connections += 1;
    const number = connections;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const fault = faults.find((one) => one.on === 'connection' && one.nth === number);
    if (fault?.on === 'connection') {
      breakConnection(socket, fault, service);
      return;
    }
    const over = tls ? new TLSSocket(socket, { isServer: true, secureContext }) : socket;
    over.on('error', () => undefined);
    const serve = (): void => void serveRequests(openConnection(over, socket, number), service);
    if (tls) over.on('secure', serve);
    else serve();
  };
  const service: Service = {
    ...options,
    url: new URL(`${tls ? 'https' : 'http'}://127.0.0.1:${port}`),
    existing: engine.testsets.length,
    requests: [],
    failedConnections: [],
    played: [],
    sockets,
    close: () => {
      server.off('connection', connect);
      for (const socket of sockets) socket.destroy();
    },
  };
  server.on('connection', connect);
  return service;
}

function breakConnection(socket: Socket, fault: ConnectionFault, { clock, failedConnections, played }: Service): void {
  const { at, action } = fault;
  played.push(fault);
  const fail = (): void => {
    failedConnections.push(clock.now());
    cutSocket(action, socket);
  };
  // The HTTP client measures the time for a connection with the machine's clock.
  if (action === 'stall') socket.once('close', clock.hold());
  if (at === 'accept') fail();
  else socket.once('data', fail);
  socket.resume();
}

/** A request that is being served. */
type OpenRequest = { -readonly [Key in keyof RecordedRequest]: RecordedRequest[Key] };

/** Serves the requests of one connection one after the other and records them. */
async function serveRequests(connection: Connection, service: Service): Promise<void> {
  const { faults, requests, clock, played } = service;
  for (let isOpen = true; isOpen;) {
    const head = await connection.head();
    if (!head) break;
    const request = openRequest(head, clock.now(), connection.number);
    requests.push(request);
    const nth = requests.filter(({ operation }) => operation === request.operation).length;
    request.fault = faults.find((fault): fault is RequestFault => fault.on === request.operation && covers(fault, nth));
    if (request.fault) played.push(request.fault);
    await service.onRequest(request, nth);
    isOpen = await play(request, head, connection, service);
    if (!isOpen) await connection.ended;
    request.endArrived = connection.arrivedBytes > head.bodyBytes - endBytes(head);
    request.early &&= isVisibleAtOnce(request) || !request.endArrived;
    request.endedAt = clock.now();
  }
  connection.socket.end();
}

function openRequest({ method, target }: Head, at: number, connection: number): OpenRequest {
  const { operation, id, query } = routeOf(method, target, '');
  if (operation === 'none') throw new Error(`no such operation: ${method} ${target}`);
  const type = query.get('data_type') ?? '';
  const nothingYet = { fault: undefined, created: undefined, response: undefined, endedAt: undefined, parts: [] };
  const flags = { early: false, endArrived: false, whole: false, abandoned: false };
  return { operation, id, type, connection, at, ...nothingYet, ...flags };
}

function covers({ nth, times = 1 }: RequestFault, number: number): boolean {
  return number >= nth && number < nth + times;
}

/** How long a fault in the middle of an upload takes to happen: less than the hold of docs/design.md §3. In milliseconds. */
const REACTION_MS = 150;

/** Plays one request. @returns whether the connection can take another one */
async function play(request: OpenRequest, head: Head, connection: Connection, service: Service): Promise<boolean> {
  const { socket, closed } = connection;
  const { engine, clock } = service;
  const { fault } = request;
  const bytes = bytesBefore(fault, head);
  const early = bytes < head.bodyBytes && bytes <= head.bodyBytes - endBytes(head);
  request.early = early;
  if (fault?.interim?.early) sendInterim(socket, fault.interim.statuses);
  const body = await connection.body(bytes);
  if (body && early) await clock.sleep(REACTION_MS, closed);
  request.abandoned = !body || (early && closed.aborted);
  if (!body || request.abandoned) return false;
  const form = head.boundary === undefined ? undefined : createMultipartReader(head.boundary, true);
  form?.write(body);
  request.whole = bytes === head.bodyBytes && form?.complete !== false;
  request.parts = form?.parts ?? [];

  const action = fault?.action ?? { content: { kind: 'normal' } };
  const isCut = typeof action === 'string';
  // The testset is created when all of the request has arrived, whatever the response says later.
  if (request.operation === 'create' && request.whole && (isCut || mayBeAccepted(action)))
    request.created = engine.create(checkCreate(form?.parts, true)).id;
  if (fault?.interim?.early === false) sendInterim(socket, fault.interim.statuses);
  if (!isCut) return (await respond(action, request, head, connection, service)) && !early;
  connection.cut(action);
  request.abandoned = action === 'stall';
  return false;
}

async function respond(
  script: ScriptedResponse,
  request: OpenRequest,
  head: Head,
  connection: Connection,
  service: Service,
): Promise<boolean> {
  const { delivery } = script;
  // A late response in the middle of an upload would come after the end of the body.
  if (delivery?.kind === 'late' && !request.early) await service.clock.sleep(delivery.ms, connection.closed);
  request.abandoned = connection.closed.aborted;
  if (request.abandoned) return false;
  const response = composeResponse(script, { ...service, ...head, ...request });
  const isReusable = await sendResponse(response, delivery, request, connection, service.clock);
  const isStall = delivery?.kind === 'cut' && delivery.how === 'stall';
  request.abandoned = (delivery?.kind === 'drip' || isStall) && request.response?.whole !== true;
  if (request.early) connection.socket.end();
  return isReusable;
}

/** Whether a client that reads the connection notices within a moment that something happened. */
function isVisibleAtOnce({ fault, response }: OpenRequest): boolean {
  const action = fault?.action;
  const how = typeof action === 'object' && action.delivery?.kind === 'cut' ? action.delivery.how : action;
  return response?.status !== undefined || how === 'fin' || how === 'rst';
}

/** The length of the end of a multipart body that a client can hold back: a brace and the closing boundary. */
function endBytes({ boundary = '' }: Head): number {
  return boundary.length + 9;
}

/** How much of the body arrives before a fault happens. */
function bytesBefore(fault: RequestFault | undefined, head: Head): number {
  const { bodyBytes } = head;
  const place = fault?.at ?? 'end';
  if (typeof place === 'number') return Math.floor(place * bodyBytes);
  return { head: 0, held: bodyBytes - endBytes(head), end: bodyBytes }[place];
}

/** Whether a service that responds so may have done what was asked. */
function mayBeAccepted({ content, delivery }: ScriptedResponse): boolean {
  // Without its identifier nobody could know that it did.
  const isCut = delivery !== undefined && ['cut', 'drip', 'length'].includes(delivery.kind);
  if (isCut && meansDelayed(content)) return false;
  if (content.kind === 'code') return content.id === true || content.code === 5001;
  if (content.kind === 'status') return content.status < 300 || content.status === 408 || content.status >= 500;
  return true;
}

/** Whether a create is repeated after a response without an identifier. */
function meansDelayed(content: Content): boolean {
  if (content.kind === 'redirect') return false;
  return [425, 429].includes(content.status ?? 200) || (content.kind === 'code' && [8000, 4081].includes(content.code));
}
