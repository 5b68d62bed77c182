import fc, { type Arbitrary } from 'fast-check';

import { anyAnswer } from './any-answer.ts';
import { anyCut, anyShare, likely, weighed } from './any.ts';
import type { ConnectionFault, Fault, Operation, RequestFault, Schedule } from './schedule.ts';

/** Any schedule: what shrinks is closer to a run on which nothing goes wrong. */
export function anySchedule(): Arbitrary<Schedule> {
  const drawn = fc.record({
    seed: fc.nat(),
    tls: likely(1, 8),
    appBytes: fc.oneof({ weight: 4, arbitrary: fc.nat(3_000) }, { weight: 1, arbitrary: fc.nat(300_000) }),
    devices: fc.array(
      fc.record({
        result: weighed<Schedule['devices'][number]['result']>([25, 'pass'], [1, 'fail'], [1, 'error'], [1, 'stop']),
        seconds: fc.oneof({ weight: 8, arbitrary: fc.nat(100) }, { weight: 1, arbitrary: fc.nat(1_800) }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    timeoutMinutes: weighed([1, 1], [2, 5], [4, 20], [3, 60], [2, 180]),
    faults: fc.array(anyFault(), { maxLength: 6 }),
  });
  return drawn.map((schedule) => ({ ...schedule, appBytes: schedule.appBytes + 1, faults: playable(schedule) }));
}

/** Without TLS a connection that was accepted stands, and the request is in it: then a stall is one of the request. */
function playable({ tls, faults }: Pick<Schedule, 'tls' | 'faults'>): readonly Fault[] {
  return faults.filter((fault) => fault.on !== 'connection' || tls || fault.act !== 'stall');
}

function anyFault(): Arbitrary<Fault> {
  return fc.oneof(
    { weight: 2, arbitrary: anyConnectionFault() },
    { weight: 2, arbitrary: anyRequestFault('scenarios', 3) },
    { weight: 6, arbitrary: anyRequestFault('create', 4) },
    { weight: 5, arbitrary: anyRequestFault('status', 10) },
    { weight: 5, arbitrary: anyRequestFault('result', 4) },
  );
}

function anyConnectionFault(): Arbitrary<ConnectionFault> {
  return fc.record({
    on: fc.constant('connection'),
    nth: anyTurn(6),
    at: fc.constantFrom('accept', 'first bytes'),
    act: anyCut(),
  });
}

function anyRequestFault(on: Operation, latest: number): Arbitrary<RequestFault> {
  return fc.record(
    {
      on: fc.constant(on),
      nth: anyTurn(latest),
      times: weighed([3, 2], [2, 5], [2, 60]),
      at: on === 'create' ? anyPlace() : fc.constant('end'),
      act: fc.oneof({ weight: 1, arbitrary: anyCut() }, { weight: 3, arbitrary: anyAnswer(on) }),
    },
    { requiredKeys: ['on', 'nth', 'at', 'act'] },
  );
}

/** Which one it strikes: more often than not the first, because a later one may never come. */
function anyTurn(latest: number): Arbitrary<number> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: latest }) },
  );
}

function anyPlace(): Arbitrary<RequestFault['at']> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('end' as const) },
    { weight: 1, arbitrary: fc.constant('head' as const) },
    { weight: 2, arbitrary: anyShare() },
  );
}
