import fc, { type Arbitrary } from 'fast-check';

import { SERVICE_CODES } from '../../../simulator/codes.ts';
import {
  COUNT_FIELDS,
  DOCUMENT_CHANGES,
  type Change,
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

const WORDS = [
  'Complete',
  'Running',
  'Completing',
  'Completed',
  'Incomplete',
  'Not Complete',
  ' COMPLETE ',
  'complete',
];
const COMPLETE_VALUES = ['false', '"false"', '0', '"no"', 'null', 'absent', '"true"', '""'];

const CHANGES: Readonly<Record<Operation, readonly Change[]>> = {
  scenarios: ['no data', 'bad utf-8 beside'],
  create: [
    ...(['id twice', 'id as text', 'no id', 'empty id', 'id 0', 'id too large'] as const),
    ...(['id of another testset', 'id of another testset', 'id of another testset'] as const),
    ...(['one device more announced', 'one device more announced'] as const),
    ...(['no data', 'no code', 'bad utf-8 beside'] as const),
  ],
  status: [
    ...WORDS.map((word) => `word ${word}` as const),
    ...COUNT_FIELDS.flatMap((field) => [`without ${field}`, `garbled ${field}`] as const),
    ...(['one more running', 'one never finished', 'one never finished', 'one never finished'] as const),
    ...(['nothing counted', 'nothing counted', 'counts as text', 'fewer done', 'no counts'] as const),
    ...(['no word', 'word ', 'no data', 'bad utf-8 beside'] as const),
  ],
  result: [
    ...COMPLETE_VALUES.map((value) => `complete ${value}` as const),
    ...(['xml', 'json'] as const).flatMap((document) =>
      DOCUMENT_CHANGES.map((change) => `${document} ${change}` as const),
    ),
    ...(['a pass less', 'a pass less', 'no documents', 'empty documents', 'no data', 'bad utf-8 beside'] as const),
  ],
};

function anyContent(operation: Operation): Arbitrary<Content> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<Content>({ kind: 'normal' }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('normal'), status: fc.constantFrom(401, 403, 404, 500) }),
    },
    {
      weight: operation === 'create' ? 0 : 1,
      arbitrary: fc.record({ kind: fc.constant('normal'), age: fc.constantFrom(...AGES) }),
    },
    {
      weight: operation === 'create' ? 4 : 0,
      arbitrary: anyIdBesideError(),
    },
    {
      weight: operation === 'create' ? 2 : 0,
      arbitrary: fc.constant<Content>({ kind: 'status', status: 200, body: 'html' }),
    },
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant('changed'), change: fc.constantFrom(...CHANGES[operation]) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('status'),
        status: fc.oneof(fc.constantFrom(...DECIDING), fc.constantFrom(...STATUSES)),
        body: fc.constantFrom('none', 'html', 'bad utf-8', 'html with an id', 'json with an id'),
      }),
    },
    {
      weight: operation === 'status' ? 2 : 0,
      arbitrary: fc.constant<Content>({ kind: 'status', status: 404, body: 'html' }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('code'),
        code: fc.oneof(fc.constantFrom(...WAITING_CODES), fc.constantFrom(...CODES)),
        status: weighed([6, 200], [1, 400], [1, 401], [1, 500], [1, 503]),
      }),
    },
    {
      weight: operation === 'scenarios' ? 4 : 1,
      arbitrary: fc.constant<Content>({ kind: 'code', code: 8000, status: 200 }),
    },
    {
      weight: operation === 'create' ? 2 : 0,
      arbitrary: fc.constant<Content>({ kind: 'code', code: 5001, status: 200 }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('redirect'),
        status: fc.constantFrom(...REDIRECTS),
        to: fc.constantFrom('itself', 'another origin', 'another testset', 'nowhere'),
      }),
    },
  );
}

/** A create that says in another way than 200 and code 0 which testset it created. */
function anyIdBesideError(): Arbitrary<Content> {
  const status = fc.constantFrom(...BESIDE_ID);
  const code = fc.oneof(fc.constantFrom(8000, 5001, 4000, 0), fc.constantFrom(...CODES));
  return fc.oneof<Arbitrary<Content>[]>(
    fc.record({ kind: fc.constant('code'), code, status, id: fc.constant(true) }),
    fc.record({ kind: fc.constant('normal'), status }),
    fc.record({ kind: fc.constant('changed'), change: fc.constant('no code'), status }),
  );
}

function anyDelivery(operation: Operation): Arbitrary<Delivery> {
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('cut'),
        at: fc.oneof(
          { weight: 4, arbitrary: anyShare() },
          { weight: 1, arbitrary: fc.constantFrom('status line' as const, 'headers' as const) },
          { weight: operation === 'create' ? 2 : 0, arbitrary: fc.constantFrom('id' as const, 'end of id' as const) },
        ),
        how: anyCut(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('late'), ms: fc.constantFrom(300, 1_500, 2_600, 40_000) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('drip'), everyMs: fc.constantFrom(130, 1_900, 17_000) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('length'), by: fc.constantFrom(-30, -1, 1, 500) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('gzip') }) },
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
