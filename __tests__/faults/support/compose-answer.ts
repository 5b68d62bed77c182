import { ServiceError } from '../../../simulator/codes.ts';
import type { Engine } from '../../../simulator/engine.ts';
import { DEFAULT_PROJECT } from '../../../simulator/server.ts';
import type { OriginWorld } from './origin-runtime.ts';
import type { Content, Oddity, Operation, ScriptedAnswer } from './schedule.ts';

/** What an answer consists of before it goes over the wire. */
export interface ComposedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The request that is answered. */
export interface Question {
  readonly operation: Operation;
  readonly id: number;
  readonly type: string;
  readonly target: string;
  /** The testset that was created for it. */
  readonly created: () => number;
  /** The credentials that it carried. */
  readonly authorization: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Composes an answer as the script has it. */
export function composeAnswer(
  script: ScriptedAnswer,
  question: Question,
  { engine, otherOrigin }: Pick<OriginWorld, 'engine' | 'otherOrigin'>,
): ComposedAnswer {
  const { status, body, location } = draft(script.what, question, engine, otherOrigin);
  return {
    status,
    headers: {
      'content-type': body.toString('latin1', 0, 1) === '{' ? 'application/json' : 'text/html',
      ...(location === undefined ? {} : { location }),
      ...(script.retryAfter === undefined ? {} : { 'retry-after': `${script.retryAfter}` }),
    },
    body,
  };
}

interface Draft {
  readonly status: number;
  readonly body: Buffer;
  readonly location?: string;
}

const BODIES = {
  none: Buffer.alloc(0),
  html: Buffer.from('<html><head><title>Trouble</title></head><body>Trouble.</body></html>'),
  'bad utf-8': Buffer.from([0x7b, 0x22, 0xff, 0xc3, 0x28, 0xf0, 0x9f, 0x22]),
};

function draft(what: Content, question: Question, engine: Engine, otherOrigin: string): Draft {
  switch (what.kind) {
    case 'truth':
      return { status: 200, body: Buffer.from(truth(question, engine)) };
    case 'odd':
      return { status: 200, body: odd(what.how, question, engine) };
    case 'status':
      return { status: what.status, body: BODIES[what.body] };
    case 'code':
      return { status: what.status, body: Buffer.from(envelope({}, what.code, echo(question.authorization))) };
    case 'redirect': {
      const location = { itself: question.target, 'another origin': `${otherOrigin}${question.target}`, nowhere: '' }[
        what.to
      ];
      return { status: what.status, body: BODIES.none, ...(location === '' ? {} : { location }) };
    }
  }
}

/** What the service says when nothing goes wrong. */
function truth(question: Question, engine: Engine): string {
  try {
    return envelope(payload(question, engine));
  } catch (error) {
    if (error instanceof ServiceError) return envelope({}, error.code, error.message);
    throw error;
  }
}

function payload({ operation, id, type, created }: Question, engine: Engine): Fields {
  switch (operation) {
    case 'scenarios':
      return { scenarios: engine.scenarios(DEFAULT_PROJECT, undefined, '') };
    case 'create': {
      const testset = created();
      return { test_count: engine.testsets.at(-1)?.devices.length, testset_id: testset };
    }
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

/** A service in trouble gives away what it should keep to itself. */
function echo(authorization: string): string {
  const pair = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
  return `Trouble with ${authorization}, that is ${pair}, or ${encodeURIComponent(pair)}`;
}

function envelope(data: Fields, code = 0, reason = ''): string {
  return JSON.stringify({ data, result_code: code, result_msg: code === 0 ? '' : 'Trouble', reason });
}

/** The truth with something odd about it. Where there is no truth to be told yet, the service says that. */
function odd(how: Oddity, question: Question, engine: Engine): Buffer {
  const plain = truth(question, engine);
  const change = CHANGES[how];
  const parsed = JSON.parse(plain) as { data: Fields; result_code: number };
  if (parsed.result_code !== 0) return Buffer.from(plain);
  return change(plain, parsed.data);
}

type Change = (plain: string, data: Fields) => Buffer;

const data =
  (change: (data: Fields) => Fields): Change =>
  (_plain, old) =>
    Buffer.from(envelope(change(old)));
const without =
  (...names: readonly string[]): Change =>
  (_plain, old) =>
    Buffer.from(envelope(Object.fromEntries(Object.entries(old).filter(([name]) => !names.includes(name)))));
const detail = (change: (counts: Fields) => Fields): Change =>
  data((old) => ({ ...old, testset_status_detail: change(old['testset_status_detail'] as Fields) }));

const CHANGES: Readonly<Record<Oddity, Change>> = {
  'id twice': (plain) => Buffer.from(plain.replace(/("testset_id":\d+)/, '$1,$1')),
  'id as text': (plain) => Buffer.from(plain.replace(/"testset_id":(\d+)/, '"testset_id":"$1"')),
  'no id': without('testset_id'),
  'empty id': data((old) => ({ ...old, testset_id: '' })),
  'id 0': data((old) => ({ ...old, testset_id: 0 })),
  'no data': (plain) => Buffer.from(plain.replace(/"data":\{.*\},"result_code"/, '"data":null,"result_code"')),
  'bad utf-8 beside': (plain) =>
    Buffer.concat([Buffer.from(plain.replace(/""\}$/, '"')), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}')]),
  'complete too early': data((old) => ({ ...old, testset_status: 'Complete' })),
  'running again': data((old) => ({ ...old, testset_status: 'Running' })),
  'fewer done': detail((counts) => ({ ...counts, pass_cnt: 0, fail_cnt: 0, error_cnt: 0 })),
  'no counts': without('testset_status_detail'),
  'a count missing': detail((counts) => ({ ...counts, error_cnt: undefined })),
  'one more running': detail((counts) => ({ ...counts, running_cnt: Number(counts['running_cnt']) + 1 })),
  'no word': without('testset_status'),
  'empty word': data((old) => ({ ...old, testset_status: '' })),
  'no files': without('result_xml', 'result_bare_xml', 'result_html', 'result_json'),
  'empty files': data((old) => ({ ...old, result_xml: '', result_bare_xml: '', result_html: '', result_json: '' })),
  'not complete': data((old) => ({ ...old, complete: false })),
  'xml alone': without('result_json', 'result_html'),
  'json alone': without('result_xml', 'result_bare_xml', 'result_html'),
  'broken xml': data((old) => shortened(old, 'result_xml')),
  'broken json': data((old) => shortened(old, 'result_json')),
};

function shortened(old: Fields, key: string): Fields {
  const text = old[key];
  return typeof text === 'string' ? { ...old, [key]: text.slice(0, -20) } : old;
}
