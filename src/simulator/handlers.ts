import { ServiceError } from './codes.ts';
import type { Engine } from './engine.ts';
import type { Operation } from './faults.ts';
import type { Part } from './multipart.ts';
import { checkCreate } from './rules.ts';
import type { Delivery, ResultKey, Variants } from './variants.ts';

/** A request that was received whole, without its transport. */
export interface SimulatedRequest {
  readonly operation: Operation;
  /** The identifier in the path: of a testset, or of a project. */
  readonly id: number;
  readonly query: URLSearchParams;
  readonly authorized: boolean;
  /** Of a create; `undefined` when its body was no whole multipart body. */
  readonly parts: readonly Part[] | undefined;
}

/** What is answered. */
export interface SimulatedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the envelope; absent where there is none. */
  readonly code?: number;
  /** The testset that was created by this request. */
  readonly created?: number;
}

/** Turns requests into answers: the envelope, its code, and what the variants change about them. */
export function createHandler(engine: Engine, variants: Variants): (request: SimulatedRequest) => SimulatedAnswer {
  const notReady = new Map<number, number>();

  const payload = (request: SimulatedRequest): Record<string, unknown> => {
    switch (request.operation) {
      case 'create':
        return create(engine, request.parts);
      case 'status':
        return { ...engine.status(request.id), ...time(variants) };
      case 'scenarios':
        return { scenarios: scenarios(engine, request), ...time(variants) };
      case 'result':
        return result(engine, request, variants, notReady);
      case 'none':
        throw new ServiceError(4000, 'path');
    }
  };

  return (request) => {
    if (request.operation === 'none') return plainAnswer(404, 'text/html', '<html><body>Not Found</body></html>');
    if (!request.authorized) return deny(variants);
    try {
      const data = payload(request);
      const created = request.operation === 'create' ? Number(data['testset_id']) : undefined;
      const message = request.operation === 'scenarios' ? variants.listMessage : variants.successMessage;
      return { ...envelope(200, 0, message, '', data), ...(created === undefined ? {} : { created }) };
    } catch (error) {
      const known =
        error instanceof ServiceError ? error : new ServiceError(GLOBAL_ERRORS[request.operation], String(error));
      return errorAnswer(known, variants);
    }
  };
}

/** The code of an operation for what nobody foresaw: here, a plan that throws. */
const GLOBAL_ERRORS = { create: 5001, status: 5002, result: 5003, scenarios: 5005, none: 5001 } as const;

/** An error as the service words it. */
export function errorAnswer({ code, message, reason }: ServiceError, variants: Variants): SimulatedAnswer {
  return envelope(variants.errorStatus, code, message, reason, {});
}

function time({ responseTime }: Variants): Record<string, unknown> {
  return responseTime ? { response_time: new Date().toUTCString() } : {};
}

function create(engine: Engine, parts: readonly Part[] | undefined): Record<string, unknown> {
  if (!parts) throw new ServiceError(4000, 'data');
  const data = parts.find(({ name }) => name === 'data');
  const file = parts.find(({ name }) => name === 'app_file');
  if (parts.some(({ name }) => name !== 'data' && name !== 'app_file'))
    throw new ServiceError(4000, 'a part of another name');
  if (file && data && parts.indexOf(data) < parts.indexOf(file)) throw new ServiceError(4000, 'app_file before data');
  if (file && file.fileName === undefined) throw new ServiceError(4000, 'app_file as a file');
  const request = checkCreate(data?.text, file && { name: file.fileName ?? '', bytes: file.bytes });
  const testset = engine.create(request);
  return { test_count: testset.devices.length, testset_id: testset.id };
}

function scenarios(engine: Engine, { id, query }: SimulatedRequest): readonly number[] {
  const osType = query.get('os_type') ?? undefined;
  if (osType !== undefined && osType !== 'ANDROID' && osType !== 'iOS') throw new ServiceError(4051);
  if (id === 0) throw new ServiceError(4051);
  return engine.scenarios(id, osType, query.get('q') ?? '');
}

const KEYS: readonly ResultKey[] = ['xml', 'bare_xml', 'html', 'json'];

function result(
  engine: Engine,
  { id, query }: SimulatedRequest,
  variants: Variants,
  asked: Map<number, number>,
): Record<string, unknown> {
  const type = query.get('data_type') ?? 'all';
  const own = KEYS.filter((key) => key === type);
  if (type !== 'all' && own.length === 0) throw new ServiceError(4000, 'data_type (its value is not allowed)');
  const documents = engine.documents(id);
  const turn = asked.get(id) ?? 0;
  asked.set(id, turn + 1);
  const delay = variants.notReady[turn];
  if (delay === 'no files') return { complete: true };
  if (delay !== undefined) throw new ServiceError(delay);
  const keys = type === 'all' ? variants.allHolds : [...own, ...variants.besides];
  const fields = keys.flatMap((key) => Object.entries(delivered(key, documents[key], variants)));
  return { complete: true, ...Object.fromEntries(fields) };
}

function delivered(key: ResultKey, text: string, variants: Variants): Record<string, unknown> {
  const how = { xml: variants.xml, bare_xml: variants.bareXml, html: variants.html, json: variants.json }[key];
  const field = `result_${key}`;
  if (how === 'absent') return {};
  return { [field]: how === 'object' ? (JSON.parse(text) as unknown) : asDelivered(how, text) };
}

function asDelivered(how: Delivery, text: string): string | boolean | null {
  switch (how) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
    case 'absent':
      return null;
    case 'empty':
      return '';
    case 'broken':
      return text.slice(0, Math.floor(text.length / 2));
    case 'text':
      return text;
  }
}

function deny({ denial: { status, body } }: Variants): SimulatedAnswer {
  if (body === 'envelope') return envelope(status, 4010, 'Unauthorized', 'Invalid credentials.', {});
  if (body === 'json') return plainAnswer(status, 'application/json', '{"message":"denied"}');
  return plainAnswer(status, 'text/html', body === 'html' ? '<html><body>Denied</body></html>' : '');
}

function envelope(
  status: number,
  code: number,
  message: string | number,
  reason: string,
  data: Record<string, unknown>,
): SimulatedAnswer {
  const body = JSON.stringify({ data, result_code: code, result_msg: message, reason });
  return { status, headers: { 'content-type': 'application/json' }, body, code };
}

function plainAnswer(status: number, type: string, body: string): SimulatedAnswer {
  return { status, headers: { 'content-type': type }, body };
}
