import { ServiceError } from '../../../simulator/codes.ts';
import type { Engine } from '../../../simulator/engine.ts';
import { DEFAULT_PROJECT } from '../../../simulator/server.ts';
import type { Head } from './connection.ts';
import type { RecordedRequest, SentResponse } from './recorded-request.ts';
import { changedBody, type Fields } from './response-changes.ts';
import type { Content, ScriptedResponse } from './schedule.ts';

/** A response before it goes over the wire. */
export interface ComposedResponse extends Pick<ScriptedResponse, 'header'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** What a client knows of it when it has the head. */
  readonly known: Pick<SentResponse, 'retryAfterMs'> & { readonly status: number };
}

/** What a service responds from. */
export interface ServiceData {
  readonly engine: Engine;
  /** How many testsets existed before the run. */
  readonly existing: number;
  /** What stands before the JSON of each response. */
  readonly words: string;
  /** An address of another origin, which must never receive a request. */
  readonly otherOrigin: string;
}

/** The request that is responded to, and what responds. */
type ResponseContext = Pick<RecordedRequest, 'operation' | 'id' | 'type' | 'created'> &
  Pick<Head, 'target' | 'authorization'> &
  ServiceData;

/** Composes a response as the script says. */
export function composeResponse(script: ScriptedResponse, context: ResponseContext): ComposedResponse {
  const { content, retryAfter = 0, header } = script;
  const own = bodyOf(content, context);
  const isPage = content.kind === 'status' || content.kind === 'redirect';
  const body = isPage ? own : Buffer.concat([Buffer.from(context.words), own]);
  const location = content.kind === 'redirect' ? locationsFor(context)[content.to] : undefined;
  return {
    ...(header && { header }),
    headers: {
      'content-type': body.toString('latin1', 0, 1) === '{' ? 'application/json' : 'text/html',
      ...(location !== undefined && { location }),
      ...retryAfterHeaders(script),
    },
    body,
    known: {
      status: content.status ?? 200,
      retryAfterMs: retryAfter * 1000,
    },
  };
}

/** The date of every response: the service's clock need not be right. */
const NOW = Date.UTC(2026, 5, 2, 9, 59, 30);

function retryAfterHeaders({ retryAfter: seconds, retryAfterForm: form }: ScriptedResponse): Record<string, string> {
  if (seconds === undefined) return {};
  if (!form) return { 'retry-after': `${seconds}` };
  return { date: new Date(NOW).toUTCString(), 'retry-after': new Date(NOW + seconds * 1000).toUTCString() };
}

const BODIES = {
  none: Buffer.alloc(0),
  html: Buffer.from('<html><head><title>Trouble</title></head><body>Trouble.</body></html>'),
  'html with an id': Buffer.from('<html><body>{"data":{"testset_id": 5}}<pre>"testset_id": 5}</pre></body></html>'),
  'json with an id': Buffer.from('{"error":"busy","request":{"data":{"testset_id": 5}},"testset_id": 5}'),
  'bad utf-8': Buffer.from([0x7b, 0x22, 0xff, 0xc3, 0x28, 0xf0, 0x9f, 0x22]),
};

function bodyOf(content: Content, context: ResponseContext): Buffer {
  switch (content.kind) {
    case 'normal':
      return Buffer.from(normal(context));
    case 'changed':
      return changedBody(content.change, normal(context), firstIdOf(context));
    case 'status':
      return BODIES[content.body];
    case 'code':
      return Buffer.from(envelope(besideCode(content, context), content.code, ...echo(context.authorization)));
    case 'redirect':
      return BODIES.none;
  }
}

/** Redirects contain the credentials as well: their address is shown to users. */
function locationsFor({ target, otherOrigin, authorization }: ResponseContext) {
  return {
    itself: target,
    'another origin': `${otherOrigin}/${authorization.replace('Basic ', '')}${target}`,
    'another testset': target.replace(/testset\/(\d+)/, (_all, id: string) => `testset/${otherId(Number(id))}`),
    nowhere: undefined,
  };
}

/** An identifier that no testset of the run has. */
function otherId(id: number): number {
  return id + 100;
}

/** The first testset of the run; 0 without one. */
function firstIdOf({ engine, existing }: ResponseContext): number {
  return engine.testsets[existing]?.id ?? 0;
}

/** What the service responds without faults. */
function normal(context: ResponseContext): string {
  try {
    return envelope(payload(context));
  } catch (error) {
    if (error instanceof ServiceError) return envelope({}, error.code, 'Trouble', error.message);
    throw error;
  }
}

/** Before the whole request has arrived, the service names a testset that it does not have. */
function besideCode({ id }: Extract<Content, { kind: 'code' }>, context: ResponseContext): Fields {
  if (!id) return {};
  return context.created === undefined ? { testset_id: otherId(firstIdOf(context)) } : creation(context);
}

function creation({ created, engine }: ResponseContext): Fields {
  return {
    test_count: engine.testsets.find((testset) => testset.id === created)?.devices.length,
    testset_id: created ?? 0,
  };
}

function payload(context: ResponseContext): Fields {
  const { operation, id, type, engine } = context;
  switch (operation) {
    case 'scenarios':
      return { scenarios: engine.scenarios(DEFAULT_PROJECT, undefined, '') };
    case 'create':
      return creation(context);
    case 'status':
      return engine.status(id);
    case 'result': {
      const all: Fields = { ...engine.documents(id) };
      const names = type === 'all' ? ['xml', 'html', 'json'] : [type];
      return { complete: true, ...Object.fromEntries(names.map((name) => [`result_${name}`, all[name]])) };
    }
  }
}

/** The service repeats the credentials in its error messages. */
function echo(authorization: string): readonly [message: string, reason: string] {
  const pair = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
  return [`Trouble with ${encodeURIComponent(pair)}`, `Trouble with ${authorization}, that is ${pair}`];
}

function envelope(data: Fields, code = 0, message = '', reason = ''): string {
  return JSON.stringify({ data, result_code: code, result_msg: code === 0 ? '' : message, reason });
}
