import fc, { type Arbitrary } from 'fast-check';

import { anyCut, anyInterim, anyResponse, anyShare, oneOf, weighed } from './arbitrary-response.ts';
import type { ConnectionFault, EarlierAttempt, Fault, Operation, RequestFault, Schedule } from './schedule.ts';

/** Any schedule. It shrinks towards a run of one device in which nothing goes wrong. */
export function anySchedule(): Arbitrary<Schedule> {
  const limit = weighed([5, 0], [1, 1], [1, 99]);
  const cancel = fc.record({
    on: weighed<Operation>([4, 'create'], [1, 'status'], [1, 'result'], [1, 'scenarios']),
    nth: anyTurn(3),
    afterMs: fc.constantFrom(1, 100, 201, 400, 1_000, 2_500),
  });
  return fc
    .record(
      {
        seed: fc.nat(),
        tls: weighed([7, false], [1, true]),
        appBytes: oneOf([4, fc.integer({ min: 1, max: 3_000 })], [1, fc.integer({ min: 1, max: 300_000 })]),
        testsets: oneOf<Schedule['testsets']>(
          [3, fc.tuple(anyDevices())],
          [1, fc.array(anyDevices(), { minLength: 2, maxLength: 3 })],
        ),
        timeoutMinutes: weighed([1, 1], [2, 5], [4, 20], [3, 60], [2, 180]),
        limits: fc.record({ fail: limit, error: limit, stop: limit }),
        failElement: weighed<Schedule['failElement']>([2, 'error'], [2, 'failure'], [1, 'skipped']),
        leak: oneOf([3, fc.constant(0)], [1, fc.nat(1_000)]),
        cancel: oneOf<Schedule['cancel']>([7, fc.constant(undefined)], [1, cancel]),
        changeApp: weighed([14, undefined], [1, 1], [1, 2]),
        earlier: anyEarlier(),
        forged: weighed([4, false], [1, true]),
        faults: fc.array(anyFault(), { maxLength: 6 }),
      },
      { requiredKeys: ['seed', 'tls', 'appBytes', 'testsets', 'timeoutMinutes', 'limits', 'failElement', 'leak'] },
    )
    .map(playable);
}

type Optional = 'faults' | 'earlier' | 'cancel' | 'changeApp' | 'forged';
type Drawn = Omit<Schedule, 'kind' | Optional> & { readonly [Key in Optional]?: Schedule[Key] | undefined };

/** Several testsets come from scenarios. There only faults that belong to one known request are played. */
function playable({ faults = [], earlier = [], cancel, changeApp, forged, ...drawn }: Drawn): Schedule {
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
    faults: possible,
    ...(cancel && { cancel }),
    ...(changeApp !== undefined && kind === 'app' && { changeApp }),
    ...(forged === true && earlier.length > 0 && { forged }),
  };
}

function anyDevices(): Arbitrary<Schedule['testsets'][number]> {
  type Result = Schedule['testsets'][number][number]['result'];
  const device = fc.record({
    result: weighed<Result>([12, 'pass'], [1, 'fail'], [1, 'error'], [1, 'stop']),
    seconds: oneOf([8, fc.nat(100)], [1, fc.nat(1_800)]),
  });
  return fc.array(device, { minLength: 1, maxLength: 4 });
}

function anyEarlier(): Arbitrary<readonly EarlierAttempt[]> {
  const one = (attempt: number, end: EarlierAttempt['end'] = 'cancelled', same = true): EarlierAttempt => ({
    attempt,
    end,
    same,
  });
  return weighed<readonly EarlierAttempt[]>(
    [30, []],
    [3, [one(1)]],
    [1, [one(1, 'verdict')]],
    [1, [one(1, 'cancelled', false)]],
    [1, [one(1), one(1)]],
    [1, [one(2)]],
    [1, [one(1), { ...one(2), blind: true }]],
  );
}

function anyFault(): Arbitrary<Fault> {
  return oneOf<Fault>(
    [2, anyConnectionFault()],
    [2, anyRequestFault('scenarios', 3)],
    [6, anyRequestFault('create', 4)],
    [5, anyRequestFault('status', 10)],
    [5, anyRequestFault('result', 4)],
  );
}

function anyConnectionFault(): Arbitrary<ConnectionFault> {
  return fc.record({
    on: fc.constant('connection'),
    nth: anyTurn(6),
    at: fc.constantFrom('accept', 'first bytes'),
    action: anyCut(),
  });
}

function anyRequestFault(on: Operation, latest: number): Arbitrary<RequestFault> {
  const at = oneOf<RequestFault['at']>(
    [3, fc.constant('end')],
    [1, fc.constant('head')],
    [1, fc.constant('held')],
    [2, anyShare()],
  );
  const fault: Arbitrary<RequestFault> = fc.record(
    {
      on: fc.constant(on),
      nth: anyTurn(latest),
      times: weighed([3, 2], [2, 5], [3, 60]),
      at: on === 'create' ? at : fc.constant('end'),
      action: oneOf<RequestFault['action']>([1, anyCut()], [3, anyResponse(on)]),
    },
    { requiredKeys: ['on', 'nth', 'at', 'action'] },
  );
  return oneOf([4, fault], [1, fc.tuple(fault, anyInterim()).map(([one, interim]) => ({ ...one, interim }))]);
}

/** The nth request; half the time the first, because a later one may never come. */
function anyTurn(latest: number): Arbitrary<number> {
  return oneOf([1, fc.constant(1)], [1, fc.integer({ min: 1, max: latest })]);
}
