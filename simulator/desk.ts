import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Clock } from '../src/runtime/clock.ts';
import { ServiceError } from './codes.ts';
import { createFaultDealer, type Fault, type Operation, type Trouble } from './faults.ts';
import { errorAnswer, type SimulatedAnswer, type SimulatedRequest } from './handlers.ts';
import { entryOf, type Course, type JournalEntry } from './journal.ts';
import { routeOf } from './routes.ts';
import { cut, send } from './send.ts';
import { cutsAt, cutsBefore, receive, type Received } from './transport.ts';
import type { Variants } from './variants.ts';

/** Where requests come in. */
export interface Desk {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  readonly journal: readonly JournalEntry[];
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
export function createDesk(settings: DeskSettings): Desk {
  const { clock, credentials, prefix } = settings;
  const dealer = createFaultDealer(settings.faults);
  const connections = new WeakMap<Socket, number>();
  const journal: JournalEntry[] = [];
  let [inFlight, mostInFlight, connectionCount] = [0, 0, 0];

  const numberOf = (socket: Socket): number => {
    const connection = connections.get(socket) ?? (connectionCount += 1);
    connections.set(socket, connection);
    return connection;
  };
  const work = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers, socket } = request;
    const { operation, id, query } = routeOf(method, path, prefix);
    const authorized = headers.authorization === credentials;
    const trouble = dealer.next(operation);
    const arrival = { operation, method, path, headers, authorized, trouble, connection: numberOf(socket) };
    const at = clock.now();
    const course = await run({ operation, id, query, authorized }, request, trouble, settings);
    journal.push(entryOf({ ...arrival, at }, course));
    if (course.answer && !course.silent) await send(response, course.answer, trouble, clock);
    else if (trouble?.kind === 'cut') cut(socket, trouble.how);
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

/** Takes a request as far as its trouble lets it come. */
async function run(
  asked: Omit<SimulatedRequest, 'parts'>,
  request: IncomingMessage,
  trouble: Trouble | undefined,
  { handle, variants, digest }: DeskSettings,
): Promise<Course> {
  if (trouble?.kind === 'response' && trouble.early) return { received: NOTHING, answer: told(trouble) };
  const received = cutsAt(trouble, 'head') ? NOTHING : await receive(request, trouble, digest);
  if (!received.whole || cutsBefore(trouble)) return { received };
  const applied = instead(trouble, asked.operation, variants) ?? handle({ ...asked, parts: received.parts });
  const answer = trouble?.kind === 'response' ? { ...applied, ...told(trouble) } : applied;
  return { received, answer, silent: cutsAt(trouble, 'applied') };
}

function instead(trouble: Trouble | undefined, operation: Operation, variants: Variants): SimulatedAnswer | undefined {
  if (trouble?.kind === 'response' && !trouble.applied) return told(trouble);
  if (trouble?.kind !== 'code') return undefined;
  const { status = variants.errorStatus } = trouble;
  return errorAnswer(new ServiceError(trouble.code, trouble.detail), operation, { ...variants, errorStatus: status });
}

function told({ status, body = '', headers = {} }: Extract<Trouble, { kind: 'response' }>): SimulatedAnswer {
  return { status, headers, body };
}
