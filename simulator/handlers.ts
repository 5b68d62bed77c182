import { ServiceError, wordingOf } from './codes.ts';
import type { Engine } from './engine.ts';
import type { Operation } from './faults.ts';
import type { Part } from './multipart.ts';
import { createResults } from './results.ts';
import type { Route } from './routes.ts';
import { checkCreate } from './rules.ts';
import type { Variants } from './variants.ts';

/** A complete request, without its transport. */
export interface SimulatedRequest extends Route {
  readonly authorized: boolean;
  /** Of a create; `undefined` when its body was no whole multipart form. */
  readonly parts: readonly Part[] | undefined;
  /** What is wrong with the content of the app; absent unless apps are inspected. */
  readonly appError?: ServiceError | undefined;
}

/** A response, without its transport. */
export interface SimulatedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the envelope; absent where there is none. */
  readonly code?: number;
  /** The testset that was created by this request. */
  readonly created?: number;
}

/** Makes the function that turns requests into responses, changed by the variants; `strict`: see `SimulatorOptions`. */
export function createHandler(
  engine: Engine,
  variants: Variants,
  strict: boolean,
): (request: SimulatedRequest) => SimulatedResponse {
  const results = createResults(engine, variants);

  const success = (message: '' | 0, data: Record<string, unknown>): SimulatedResponse =>
    envelope({ status: 200, code: 0, message, reason: '', data });
  const time = (): Record<string, unknown> => (variants.responseTime ? { response_time: engine.timeOfDay() } : {});
  const respond = (request: SimulatedRequest): SimulatedResponse => {
    switch (request.operation) {
      case 'create': {
        const valid = checkCreate(request.parts, strict);
        if (request.appError) throw request.appError;
        const { id: created, devices } = engine.create(valid);
        return { ...success(variants.successMessage, { test_count: devices.length, testset_id: created }), created };
      }
      case 'status':
        return success(variants.successMessage, { ...engine.status(request.id), ...time() });
      case 'scenarios':
        return success(variants.listMessage, { scenarios: scenarios(engine, request), ...time() });
      case 'result':
        return success(variants.successMessage, results(request));
      case 'none':
        return plainResponse(404, 'text/html', '<html><body>Not Found</body></html>');
    }
  };

  const handle = (request: SimulatedRequest): SimulatedResponse => {
    if (!request.authorized && request.operation !== 'none') return deny(variants);
    try {
      return respond(strict ? request : { ...request, query: withoutEmpty(request.query) });
    } catch (error) {
      const known =
        error instanceof ServiceError ? error : new ServiceError(GLOBAL_ERRORS[request.operation], String(error));
      if (known.code === DENIED) return deny(variants);
      return errorResponse(known, request.operation, variants);
    }
  };
  return (request) => {
    const response = handle(request);
    return response.code === undefined ? response : { ...response, body: variants.words + response.body };
  };
}

/** The code for wrong credentials, which is not of the interface. */
const DENIED = 4010;

/** The code of an operation for an unexpected error, such as a plan that throws. */
const GLOBAL_ERRORS = { create: 5001, status: 5002, result: 5003, scenarios: 5005, none: 5001 } as const;

/** An error as the service words it. @param data the payload beside it */
export function errorResponse(
  error: ServiceError,
  operation: Operation,
  { errorStatus }: Pick<Variants, 'errorStatus'>,
  data: Record<string, unknown> = {},
): SimulatedResponse {
  return envelope({ status: errorStatus, code: error.code, ...wordingOf(error, operation), data });
}

function scenarios(engine: Engine, { id, query }: SimulatedRequest): readonly number[] {
  const osType = query.get('os_type') ?? undefined;
  if (osType !== undefined && osType !== 'ANDROID' && osType !== 'iOS') throw new ServiceError(4051);
  if (id === 0) throw new ServiceError(4051);
  return engine.scenarios(id, osType, query.get('q') ?? '');
}

/** An empty value counts as absent. */
function withoutEmpty(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([, value]) => value !== ''));
}

function deny(variants: Variants): SimulatedResponse {
  const response = denialOf(variants);
  // RFC 9110 §15.5.2
  if (response.status !== 401) return response;
  const challenge = 'Basic realm="simulator", charset="UTF-8"';
  return { ...response, headers: { ...response.headers, 'www-authenticate': challenge } };
}

function denialOf({ denial: { status, body } }: Variants): SimulatedResponse {
  const wording = { code: DENIED, message: 'Unauthorized', reason: 'Invalid credentials.' };
  if (body === 'envelope') return envelope({ status, ...wording, data: {} });
  if (body === 'json') return plainResponse(status, 'application/json', '{"message":"denied"}');
  return plainResponse(status, 'text/html', body === 'html' ? '<html><body>Denied</body></html>' : '');
}

/** The content of an envelope and its HTTP status. */
interface Content {
  readonly status: number;
  readonly code: number;
  readonly message: string | number;
  readonly reason: string;
  readonly data: Record<string, unknown>;
}

function envelope({ status, code, message, reason, data }: Content): SimulatedResponse {
  const body = JSON.stringify({ data, result_code: code, result_msg: message, reason });
  return { status, headers: { 'content-type': 'application/json' }, body, code };
}

function plainResponse(status: number, type: string, body: string): SimulatedResponse {
  return { status, headers: { 'content-type': type }, body };
}
