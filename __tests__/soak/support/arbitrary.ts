import fc, { type Arbitrary } from 'fast-check';

import { SERVICE_CODES } from '../../../simulator/codes.ts';
import type { Variants } from '../../../simulator/variants.ts';
import { CHANGES, ODD_ATTRIBUTES, ODD_HEADERS, WORDS_BEFORE } from './schedule.ts';
import type { Content, Cut, Delivery, EarlierAttempt, Fault, Operation, RequestFault, Schedule } from './schedule.ts';

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

const anyCut = fc.constantFrom<Cut>('fin', 'rst', 'stall');
/** A share of all bytes: never none, never all. */
const anyShare = fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000);
const anyInterim = fc.record({
  statuses: fc.array(fc.constantFrom(100 as const, 102 as const, 103 as const), { minLength: 1, maxLength: 5 }),
  early: fc.boolean(),
});

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

function anyDelivery(operation: Operation): Arbitrary<Delivery> {
  type Place = Extract<Delivery, { kind: 'cut' }>['at'];
  const at = oneOf<Place>(
    [4, anyShare],
    [1, fc.constantFrom('status line', 'headers')],
    [operation === 'create' ? 2 : 0, fc.constantFrom('id', 'end of id')],
  );
  return oneOf<Delivery>(
    [5, fc.record({ kind: fc.constant('cut'), at, how: anyCut })],
    [
      2,
      fc.record({
        kind: fc.constant('late'),
        // Not 30,000: after three tries 40 s apart it would end together with the two minutes for status and XML.
        ms: fc.constantFrom(300, 1_500, 2_600, 30_700, 75_000, 290_000, 600_000),
      }),
    ],
    [1, fc.record({ kind: fc.constant('drip'), everyMs: fc.constantFrom(130, 1_900, 17_000) })],
    [2, fc.record({ kind: fc.constant('length'), by: fc.constantFrom(-30, -1, 1, 500) })],
    [1, fc.record({ kind: fc.constant('gzip') })],
  );
}

function anyRequestFault(on: Operation, latest: number): Arbitrary<RequestFault> {
  const response = {
    content: anyContent(on),
    delivery: anyDelivery(on),
    retryAfter: weighed([4, 7], [2, 90], [1, 400]),
    retryAfterForm: fc.constant('date' as const),
    header: fc.constantFrom(...ODD_HEADERS),
  };
  const at = oneOf<RequestFault['at']>(
    [3, fc.constant('end')],
    [1, fc.constant('head')],
    [1, fc.constant('held')],
    [2, anyShare],
  );
  const fault: Arbitrary<RequestFault> = fc.record(
    {
      on: fc.constant(on),
      nth: anyTurn(latest),
      times: weighed([3, 2], [2, 5], [3, 60]),
      at: on === 'create' ? at : fc.constant('end'),
      action: oneOf<RequestFault['action']>([1, anyCut], [3, fc.record(response, { requiredKeys: ['content'] })]),
    },
    { requiredKeys: ['on', 'nth', 'at', 'action'] },
  );
  return oneOf([4, fault], [1, fc.tuple(fault, anyInterim).map(([one, interim]) => ({ ...one, interim }))]);
}

/** What stays wrong however often it is asked for: a status or a document that must not pass, and a create that is always put off. */
const anyLastingFault = oneOf<readonly [on: Operation, content: Content]>(
  [2, fc.constantFrom(...CHANGES.status).map((change) => ['status', { kind: 'changed', change }] as const)],
  [2, fc.constantFrom(...CHANGES.result).map((change) => ['result', { kind: 'changed', change }] as const)],
  [1, fc.constantFrom(408, 429, 503).map((status) => ['create', { kind: 'status', status, body: 'none' }] as const)],
).map(([on, content]): RequestFault => ({ on, nth: 1, times: 60, at: 'end', action: { content } }));

const anyFault = oneOf<Fault>(
  [
    2,
    fc.record({
      on: fc.constant('connection'),
      nth: anyTurn(6),
      at: fc.constantFrom('accept', 'first bytes'),
      action: anyCut,
    }),
  ],
  [2, anyRequestFault('scenarios', 3)],
  [6, anyRequestFault('create', 4)],
  [5, anyRequestFault('status', 10)],
  [5, anyRequestFault('result', 4)],
  [3, anyLastingFault],
);

const anyDevices = fc.array(
  fc.record({
    result: weighed<Schedule['testsets'][number][number]['result']>(
      [12, 'pass'],
      [1, 'fail'],
      [1, 'error'],
      [1, 'stop'],
    ),
    seconds: oneOf([8, fc.nat(100)], [1, fc.nat(1_800)]),
  }),
  { minLength: 1, maxLength: 4 },
);

function cancelled(attempt: 1 | 2): EarlierAttempt {
  return { attempt, end: 'cancelled', same: true };
}

const anyEarlier = weighed<readonly EarlierAttempt[]>(
  [30, []],
  [3, [cancelled(1)]],
  [1, [{ attempt: 1, end: 'verdict', same: true }]],
  [1, [{ attempt: 1, end: 'cancelled', same: false }]],
  [1, [cancelled(1), cancelled(1)]],
  [1, [cancelled(2)]],
);

/** Status and results that agree late, a word other than `Complete`, and a testset that is known late or never starts. */
const anyVariants = fc.record({
  failElement: weighed<Variants['failElement']>([2, 'error'], [2, 'failure'], [1, 'skipped']),
  runningAtEnd: weighed([8, 0], [1, 1], [1, 2]),
  missingAtEnd: weighed([8, 0], [1, 1], [1, 2]),
  settlesAfter: weighed([2, 20], [2, 90], [1, 300], [1, 1_000], [1, 1e9]),
  completeWord: weighed([8, 'Complete'], [1, 'Running'], [1, 'Aborted']),
  firstPolls: oneOf<Variants['firstPolls']>(
    [9, fc.constant([])],
    [1, fc.array(fc.constantFrom(4010, 4053, 5002, 6002), { minLength: 1, maxLength: 6 })],
  ),
  starts: weighed([30, true], [1, false]),
  words: oneOf([9, fc.constant('')], [1, fc.constantFrom(...WORDS_BEFORE)]),
  attributes: oneOf<Variants['attributes']>(
    [12, fc.constant({})],
    [1, fc.constant({ file: 'a.ts', assertions: '3', outcome: 'pass', success: 'TRUE', failures: '0' })],
    [2, fc.constantFrom(...ODD_ATTRIBUTES).map((one) => Object.fromEntries([one]))],
  ),
});

const anyLimit = weighed([3, 0], [1, 1], [1, 99]);

/** Any schedule. It shrinks towards a run of one device in which nothing goes wrong. */
export const anySchedule: Arbitrary<Schedule> = fc
  .record(
    {
      seed: fc.nat(),
      tls: weighed([7, false], [1, true]),
      appBytes: oneOf([4, fc.integer({ min: 1, max: 3_000 })], [1, fc.integer({ min: 1, max: 300_000 })]),
      testsets: oneOf<Schedule['testsets']>(
        [3, fc.tuple(anyDevices)],
        [1, fc.array(anyDevices, { minLength: 2, maxLength: 3 })],
      ),
      timeoutMinutes: weighed([1, 1], [2, 5], [4, 20], [3, 60], [2, 180]),
      maxFailures: anyLimit,
      variants: anyVariants,
      isWide: weighed([9, false], [1, true]),
      leak: oneOf([3, fc.constant(0)], [1, fc.nat(1_000)]),
      cancel: oneOf<Schedule['cancel']>(
        [7, fc.constant(undefined)],
        [
          1,
          fc.record({
            on: weighed<Operation>([4, 'create'], [1, 'status'], [1, 'result'], [1, 'scenarios']),
            nth: anyTurn(3),
            afterMs: fc.constantFrom(1, 100, 201, 400, 1_000, 2_500),
          }),
        ],
      ),
      changeApp: weighed([14, undefined], [1, 1], [1, 2]),
      earlier: anyEarlier,
      faults: fc.array(anyFault, { maxLength: 6 }),
    },
    { requiredKeys: ['seed', 'tls', 'appBytes', 'testsets', 'timeoutMinutes', 'maxFailures', 'variants', 'leak'] },
  )
  .map(playable);

type Optional = 'faults' | 'earlier' | 'cancel' | 'changeApp';
type Drawn = Omit<Schedule, 'kind' | Optional> & { readonly [Key in Optional]?: Schedule[Key] | undefined };

/** Several testsets come from scenarios. There only faults that belong to one known request are played. */
function playable({ faults = [], earlier = [], cancel, changeApp, variants, ...drawn }: Drawn): Schedule {
  const kind = drawn.testsets.length > 1 ? 'scenarios' : 'app';
  const possible = faults.flatMap((fault): Fault[] => {
    if (fault.on !== 'connection') return [kind === 'app' ? fault : { ...fault, at: 'end' }];
    // Without TLS an accepted connection carries the request: a stall is one of the request.
    return kind === 'app' && (drawn.tls || fault.action !== 'stall') ? [fault] : [];
  });
  return {
    ...drawn,
    kind,
    earlier,
    // With them an earlier attempt may end without a verdict.
    variants: earlier.some(({ end }) => end === 'verdict') ? {} : variants,
    faults: possible,
    ...(cancel && { cancel }),
    ...(changeApp !== undefined && kind === 'app' && { changeApp }),
  };
}

/** The nth request; half the time the first, because a later one may never come. */
function anyTurn(latest: number): Arbitrary<number> {
  return oneOf([1, fc.constant(1)], [1, fc.integer({ min: 1, max: latest })]);
}

/** One of several values, each with its weight; the first is the simplest. */
function weighed<T>(...choices: readonly (readonly [weight: number, value: T])[]): Arbitrary<T> {
  const constants = choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) }));
  return fc.oneof({ withCrossShrink: true }, ...constants);
}

/** One of several arbitrary values, each with its weight. */
function oneOf<T>(...choices: readonly (readonly [weight: number, arbitrary: Arbitrary<T>])[]): Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
