import type { Socket } from 'node:net';

import { createMultipartReader, type MultipartReader } from '../../../simulator/multipart.ts';
import { boundaryOf } from '../../../simulator/parameters.ts';
import { routeOf } from '../../../simulator/routes.ts';
import { checkCreate } from '../../../simulator/rules.ts';
import { composeAnswer } from './compose-answer.ts';
import { createInbox, type Head, type Inbox } from './inbox.ts';
import type { OriginWorld } from './origin-runtime.ts';
import type { Content, Cut, Fault, Operation, RequestFault, ScriptedAnswer } from './schedule.ts';
import type { SeenRequest } from './seen-request.ts';
import { sendAnswer } from './send-answer.ts';

/** A request that is being served. */
type Open = { -readonly [Key in keyof SeenRequest]: SeenRequest[Key] };

/** Makes what serves the requests of one connection after the other, and writes down in `requests` what came of them. */
export function serveRequests(
  faults: readonly Fault[],
  runtime: OriginWorld,
  requests: SeenRequest[],
): (socket: Socket, cut: (how: Cut) => void) => Promise<void> {
  const counts = new Map<Operation, number>();
  const nextFault = (operation: Operation): RequestFault | undefined => {
    const nth = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, nth);
    return faults.flatMap((fault) => (fault.on === operation && covers(fault, nth) ? [fault] : []))[0];
  };
  return async (socket, cut) => {
    const inbox = createInbox(socket);
    for (let goesOn = true; goesOn;) {
      const head = await inbox.head();
      if (!head) break;
      const request = openRequest(head, runtime.clock.now(), nextFault);
      requests.push(request);
      goesOn = await play(request, head, { socket, inbox, cut, runtime });
      if (!goesOn) await untilClosed(inbox);
      request.early &&= showsAtOnce(request) || inbox.bodyBytes <= head.bodyBytes - endBytes(head);
      request.endedAt = runtime.clock.now();
    }
    socket.end();
  };
}

function openRequest(head: Head, at: number, nextFault: (operation: Operation) => RequestFault | undefined): Open {
  const { operation, id, query } = routeOf(head.method, head.target, '');
  if (operation === 'none') throw new Error(`no such operation: ${head.method} ${head.target}`);
  return {
    operation,
    id,
    type: query.get('data_type') ?? '',
    fault: nextFault(operation),
    at,
    early: false,
    whole: false,
    parts: [],
    applied: undefined,
    answer: undefined,
    endedAt: undefined,
  };
}

function covers({ nth, times = 1 }: RequestFault, number: number): boolean {
  return number >= nth && number < nth + times;
}

/** How long it takes until what is done in the middle of an upload shows: less than the hold of docs/design.md §3. In milliseconds. */
const REACTION_MS = 150;

/** Where a request is served. */
interface Place {
  readonly socket: Socket;
  readonly inbox: Inbox;
  readonly cut: (how: Cut) => void;
  readonly runtime: OriginWorld;
}

/** Plays one request. @returns whether the connection can take another one */
async function play(request: Open, head: Head, { socket, inbox, cut, runtime }: Place): Promise<boolean> {
  const { fault } = request;
  const { early, bytes } = placeOf(fault, head);
  request.early = early;
  const boundary = boundaryOf(head.headers.get('content-type') ?? '');
  const reader = boundary === undefined ? undefined : createMultipartReader(boundary, true);
  if (!(await inbox.take(bytes, (chunk) => reader?.write(chunk)))) return false;
  request.whole = bytes === head.bodyBytes && (head.bodyBytes === 0 || reader?.complete === true);
  if (reader) request.parts = reader.parts;

  if (early) await runtime.clock.sleep(REACTION_MS, inbox.closed);
  const act = fault?.act ?? { what: { kind: 'truth' } };
  if (typeof act === 'string' || mayBeTaken(act.what)) take(request, reader, runtime);
  if (typeof act === 'string') {
    cut(act);
    return false;
  }
  return (await answer(act, request, head, { socket, inbox, cut, runtime })) && !early;
}

async function answer(script: ScriptedAnswer, request: Open, head: Head, place: Place): Promise<boolean> {
  const { socket, inbox, cut, runtime } = place;
  const { operation, id, type } = request;
  const created = (): number => request.applied ?? 0;
  const authorization = head.headers.get('authorization') ?? '';
  const question = { operation, id, type, target: head.target, created, authorization };
  const connection = { socket, cut, clock: runtime.clock, closed: inbox.closed };
  const good = await sendAnswer(connection, composeAnswer(script, question, runtime), script.manner, (given) => {
    request.answer = given;
  });
  if (request.early) socket.end();
  return good;
}

/** Whether whoever watches the connection knows within a moment that something came of the request. */
function showsAtOnce({ fault, answer }: Open): boolean {
  const act = fault?.act;
  const how = typeof act === 'object' && act.manner?.kind === 'cut' ? act.manner.how : act;
  return answer?.status !== undefined || how === 'fin' || how === 'rst';
}

/** The length of the end of a multipart body that a client can hold back: a brace, and the closing boundary. */
const endBytes = (head: Head): number => (boundaryOf(head.headers.get('content-type') ?? '') ?? '').length + 9;

function placeOf(fault: RequestFault | undefined, head: Head): { readonly early: boolean; readonly bytes: number } {
  const all = head.bodyBytes;
  const place = fault?.at ?? 'end';
  const bytes = place === 'end' ? all : place === 'head' ? 0 : Math.floor(place * all);
  return { early: bytes < all && bytes <= all - endBytes(head), bytes };
}

/** Whether a service that says so may have done what it was asked. */
function mayBeTaken(what: Content): boolean {
  if (what.kind === 'status') return what.status < 300 || what.status === 408 || what.status >= 500;
  return what.kind === 'truth' || what.kind === 'odd';
}

/** Does what was asked, when all of it was heard: as soon as it can, and even if it says otherwise later. */
function take(request: Open, reader: MultipartReader | undefined, { engine }: OriginWorld): void {
  if (request.operation !== 'create' || !request.whole) return;
  const file = reader?.parts.find(({ name }) => name === 'app_file');
  const json = reader?.parts.find(({ name }) => name === 'data')?.text;
  request.applied = engine.create(checkCreate(json, file && { name: file.fileName ?? '', bytes: file.bytes })).id;
}

function untilClosed({ closed }: Inbox): Promise<void> {
  return new Promise((resolve) => {
    if (closed.aborted) resolve();
    else {
      closed.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
    }
  });
}
