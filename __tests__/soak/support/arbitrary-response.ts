import fc, { type Arbitrary } from 'fast-check';

import { SERVICE_CODES } from '../../../simulator/codes.ts';
import {
  CHANGES,
  type Content,
  type Cut,
  type Delivery,
  type Interim,
  type Operation,
  type ScriptedResponse,
} from './schedule.ts';

/** Any response to an operation. */
export function anyResponse(operation: Operation): Arbitrary<ScriptedResponse> {
  return fc.record(
    {
      content: anyContent(operation),
      delivery: anyDelivery(operation),
      retryAfter: weighed([4, 7], [2, 90], [1, 400]),
      retryAfterForm: fc.constant('date'),
    },
    { requiredKeys: ['content'] },
  );
}

const STATUSES = [
  200, 201, 202, 204, 400, 401, 403, 404, 405, 407, 408, 409, 413, 418, 422, 425, 429, 500, 501, 502, 503, 504, 599,
];
/** Statuses that a client treats differently from their neighbours. */
const DECIDING = [200, 401, 403, 404, 408, 425, 429, 500, 502, 503, 504];
/** Statuses that a create with an identifier may have. */
const BESIDE_ID = [200, 201, 202, 400, 425, 429, 500, 503];
const REDIRECTS = [301, 302, 303, 307, 308];
const CODES = [...SERVICE_CODES, 7777, -1];
const WAITING_CODES = [8000, 6002, 6003];
/** In seconds: fresh, from within the life of a testset, and older than any of them. */
const AGES = [0, 2, 1_000_000];

function anyContent(operation: Operation): Arbitrary<Content> {
  const [isCreate, isStatus] = [operation === 'create', operation === 'status'];
  const status = oneOf([1, fc.constantFrom(...DECIDING)], [1, fc.constantFrom(...STATUSES)]);
  const body = fc.constantFrom('none', 'html', 'bad utf-8', 'html with an id', 'json with an id');
  const code = oneOf([1, fc.constantFrom(...WAITING_CODES)], [1, fc.constantFrom(...CODES)]);
  const besideCode = weighed([6, 200], [1, 400], [1, 401], [1, 500], [1, 503]);
  const to = fc.constantFrom('itself', 'another origin', 'another testset', 'nowhere');
  return oneOf<Content>(
    [4, fc.constant({ kind: 'normal' })],
    [1, fc.record({ kind: fc.constant('normal'), status: fc.constantFrom(401, 403, 404, 500) })],
    [isCreate ? 0 : 1, fc.record({ kind: fc.constant('normal'), age: fc.constantFrom(...AGES) })],
    [isCreate ? 4 : 0, anyIdBesideError()],
    [isCreate ? 2 : 0, fc.constant({ kind: 'status', status: 200, body: 'html' })],
    [8, fc.record({ kind: fc.constant('changed'), change: fc.constantFrom(...CHANGES[operation]) })],
    [4, fc.record({ kind: fc.constant('status'), status, body })],
    [isStatus ? 2 : 0, fc.constant({ kind: 'status', status: 404, body: 'html' })],
    [4, fc.record({ kind: fc.constant('code'), code, status: besideCode })],
    [operation === 'scenarios' ? 4 : 1, fc.constant({ kind: 'code', code: 8000, status: 200 })],
    [isCreate ? 2 : 0, fc.constant({ kind: 'code', code: 5001, status: 200 })],
    [2, fc.record({ kind: fc.constant('redirect'), status: fc.constantFrom(...REDIRECTS), to })],
  );
}

/** A create that says in another way than 200 and code 0 which testset it created. */
function anyIdBesideError(): Arbitrary<Content> {
  const status = fc.constantFrom(...BESIDE_ID);
  const code = oneOf([1, fc.constantFrom(8000, 5001, 4000, 0)], [1, fc.constantFrom(...CODES)]);
  return fc.oneof<Arbitrary<Content>[]>(
    fc.record({ kind: fc.constant('code'), code, status, id: fc.constant(true) }),
    fc.record({ kind: fc.constant('normal'), status }),
    fc.record({ kind: fc.constant('changed'), change: fc.constant('no code'), status }),
  );
}

function anyDelivery(operation: Operation): Arbitrary<Delivery> {
  type Place = Extract<Delivery, { kind: 'cut' }>['at'];
  const at = oneOf<Place>(
    [4, anyShare()],
    [1, fc.constantFrom('status line', 'headers')],
    [operation === 'create' ? 2 : 0, fc.constantFrom('id', 'end of id')],
  );
  return oneOf<Delivery>(
    [5, fc.record({ kind: fc.constant('cut'), at, how: anyCut() })],
    [2, fc.record({ kind: fc.constant('late'), ms: fc.constantFrom(300, 1_500, 2_600, 40_000) })],
    [1, fc.record({ kind: fc.constant('drip'), everyMs: fc.constantFrom(130, 1_900, 17_000) })],
    [2, fc.record({ kind: fc.constant('length'), by: fc.constantFrom(-30, -1, 1, 500) })],
    [1, fc.record({ kind: fc.constant('gzip') })],
  );
}

/** Any interim responses. */
export function anyInterim(): Arbitrary<Interim> {
  const statuses = fc.array(fc.constantFrom(100 as const, 102 as const, 103 as const), { minLength: 1, maxLength: 5 });
  return fc.record({ statuses, early: fc.boolean() });
}

/** Any way in which a connection ends. */
export function anyCut(): Arbitrary<Cut> {
  return fc.constantFrom('fin', 'rst', 'stall');
}

/** A share of all bytes: never none, never all. */
export function anyShare(): Arbitrary<number> {
  return fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000);
}

/** One of several values, each with its weight; the first is the simplest. */
export function weighed<T>(...choices: readonly (readonly [weight: number, value: T])[]): Arbitrary<T> {
  return fc.oneof(
    { withCrossShrink: true },
    ...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })),
  );
}

/** One of several arbitrary values, each with its weight. */
export function oneOf<T>(...choices: readonly (readonly [weight: number, arbitrary: Arbitrary<T>])[]): Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
