import { ServiceError } from '../../../simulator/codes.ts';
import type { Engine } from '../../../simulator/engine.ts';
import { DEFAULT_PROJECT } from '../../../simulator/server.ts';
import { changedData, changedText } from './response-changes.ts';
import type { Change, Content, Operation, RedirectTarget, ScriptedResponse } from './schedule.ts';

/** A response before it goes over the wire. */
export interface ComposedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly redirect: 'itself' | 'elsewhere' | undefined;
}

/** The request that is responded to. */
export interface ResponseContext {
  readonly operation: Operation;
  readonly id: number;
  readonly type: string;
  readonly target: string;
  /** The testset that was created for it. */
  readonly created: number | undefined;
  /** The first testset of the run. */
  readonly firstId: number;
  readonly authorization: string;
  readonly engine: Engine;
  /** An address of another origin. */
  readonly otherOrigin: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Composes a response as the script says. */
export function composeResponse(script: ScriptedResponse, context: ResponseContext): ComposedResponse {
  const { content } = script;
  const body = bodyOf(content, context);
  const location = content.kind === 'redirect' ? locationOf(content.to, context) : undefined;
  return {
    status: content.status ?? 200,
    headers: {
      'content-type': body.toString('latin1', 0, 1) === '{' ? 'application/json' : 'text/html',
      ...(location !== undefined && { location }),
      ...retryAfter(script),
      ...age(content, body),
    },
    body,
    redirect: content.kind === 'redirect' ? (content.to === 'itself' ? 'itself' : 'elsewhere') : undefined,
  };
}

/** The date of every response: the service's clock need not be right. */
const NOW = Date.UTC(2026, 5, 2, 9, 59, 30);

function retryAfter({ retryAfter: seconds, retryAfterForm: form }: ScriptedResponse): Record<string, string> {
  if (seconds === undefined) return {};
  if (!form) return { 'retry-after': `${seconds}` };
  return { date: new Date(NOW).toUTCString(), 'retry-after': new Date(NOW + seconds * 1000).toUTCString() };
}

/** Only for what a cache keeps: a success. */
function age(content: Content, body: Buffer): Record<string, string> {
  const isSuccess = body.includes('"result_code":0');
  return content.kind === 'normal' && content.age !== undefined && isSuccess ? { age: `${content.age}` } : {};
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
      return changed(content.change, context);
    case 'status':
      return BODIES[content.body];
    case 'code':
      return Buffer.from(envelope(besideCode(content, context), content.code, echo(context.authorization)));
    case 'redirect':
      return BODIES.none;
  }
}

/** Redirects contain the credentials as well: their address is shown to users. */
function locationOf(to: RedirectTarget, { target, otherOrigin, authorization }: ResponseContext): string | undefined {
  switch (to) {
    case 'itself':
      return target;
    case 'another origin':
      return `${otherOrigin}/${authorization.replace('Basic ', '')}${target}`;
    case 'another testset':
      return target.replace(/testset\/(\d+)/, (_all, id: string) => `testset/${otherId(Number(id))}`);
    case 'nowhere':
      return undefined;
  }
}

/** An identifier that no testset of the run has. */
export function otherId(id: number): number {
  return id + 100;
}

/** What the service responds without faults. */
function normal(context: ResponseContext): string {
  try {
    return envelope(payload(context));
  } catch (error) {
    if (error instanceof ServiceError) return envelope({}, error.code, error.message);
    throw error;
  }
}

/** Before the whole request has arrived, the service names a testset that it does not have. */
function besideCode({ id }: Extract<Content, { kind: 'code' }>, context: ResponseContext): Fields {
  if (!id) return {};
  return context.created === undefined ? { testset_id: otherId(context.firstId) } : creation(context);
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
      const { xml, bare_xml, html, json } = engine.documents(id);
      const all: Fields = { result_xml: xml, result_bare_xml: bare_xml, result_html: html, result_json: json };
      const keys = type === 'all' ? ['xml', 'html', 'json'] : [type];
      return { complete: true, ...Object.fromEntries(keys.map((key) => [`result_${key}`, all[`result_${key}`]])) };
    }
  }
}

/** The service repeats the credentials in its error messages. */
function echo(authorization: string): readonly [message: string, reason: string] {
  const pair = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
  return [`Trouble with ${encodeURIComponent(pair)}`, `Trouble with ${authorization}, that is ${pair}`];
}

function envelope(data: Fields, code = 0, said: string | readonly [message: string, reason: string] = ''): string {
  const [message, reason] = typeof said === 'string' ? ['Trouble', said] : said;
  return JSON.stringify({ data, result_code: code, result_msg: code === 0 ? '' : message, reason });
}

/** The normal response with a change. An error code of the service stays as it is. */
function changed(change: Change, context: ResponseContext): Buffer {
  const plain = normal(context);
  const parsed = JSON.parse(plain) as { data: Fields; result_code: number };
  if (parsed.result_code !== 0) return Buffer.from(plain);
  if (change === 'bad utf-8 beside')
    return Buffer.concat([
      Buffer.from(plain.replace(/""\}$/, '"')),
      Buffer.from([0xff, 0xc3, 0x28]),
      Buffer.from('"}'),
    ]);
  const text = change === 'no code' ? JSON.stringify({ data: parsed.data }) : changedText(change, plain);
  return Buffer.from(text ?? envelope(changedData(change, parsed.data, context.firstId)));
}
