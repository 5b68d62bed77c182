import fc, { type Arbitrary } from 'fast-check';

import { KNOWN_CODES } from '../../../src/service/error-codes.ts';
import { anyCut, anyShare, weighed } from './any.ts';
import type { Manner, Oddity, Operation, ScriptedAnswer, Content } from './schedule.ts';

/** Any answer to an operation. */
export function anyAnswer(operation: Operation): Arbitrary<ScriptedAnswer> {
  return fc.record(
    { what: anyContent(operation), manner: anyManner(operation), retryAfter: weighed([4, 7], [2, 90], [1, 400]) },
    { requiredKeys: ['what'] },
  );
}

const STATUSES = [
  201, 204, 400, 401, 403, 404, 405, 407, 408, 409, 413, 418, 422, 425, 429, 500, 501, 502, 503, 504, 599,
];
/** Those of which a client makes most. */
const DECIDING = [408, 425, 429, 500, 502, 503, 504];
const REDIRECTS = [301, 302, 303, 307, 308];
const CODES = [...KNOWN_CODES, 7777, -1];
const WAITING_CODES = [8000, 6002, 6003];

const ODDITIES: Readonly<Record<Operation, readonly Oddity[]>> = {
  scenarios: ['no data', 'bad utf-8 beside'],
  create: ['id twice', 'id as text', 'no id', 'empty id', 'id 0', 'no data', 'bad utf-8 beside'],
  status: [
    ...([
      'complete too early',
      'running again',
      'fewer done',
      'no counts',
      'a count missing',
      'one more running',
    ] as const),
    ...(['no word', 'empty word', 'no data', 'bad utf-8 beside'] as const),
  ],
  result: [
    ...(['no files', 'empty files', 'not complete', 'xml alone', 'json alone'] as const),
    ...(['broken xml', 'broken json', 'no data', 'bad utf-8 beside'] as const),
  ],
};

function anyContent(operation: Operation): Arbitrary<Content> {
  const answerStatus = weighed([6, 200], [1, 400], [1, 401], [1, 500], [1, 503]);
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('truth') }) },
    { weight: 7, arbitrary: fc.record({ kind: fc.constant('odd'), how: fc.constantFrom(...ODDITIES[operation]) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('status'),
        status: fc.oneof(fc.constantFrom(...DECIDING), fc.constantFrom(...STATUSES)),
        body: fc.constantFrom('none', 'html', 'bad utf-8'),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('code'),
        code: fc.oneof(fc.constantFrom(...WAITING_CODES), fc.constantFrom(...CODES)),
        status: answerStatus,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('redirect'),
        status: fc.constantFrom(...REDIRECTS),
        to: fc.constantFrom('itself', 'another origin', 'nowhere'),
      }),
    },
  );
}

function anyManner(operation: Operation): Arbitrary<Manner> {
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
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('drip'), everyMs: fc.constantFrom(130, 1_900, 17_000) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('length'), by: fc.constantFrom(-30, -1, 1, 500) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('gzip') }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('interim'), status: fc.constantFrom(102 as const, 103 as const) }),
    },
  );
}
