import { describe, expect, test } from '@jest/globals';

import { createRetryBudget } from '../../src/service/retry-budget.ts';

const SECOND = 1_000;
const MINUTE = 60_000;

type Event =
  | readonly ['fails' | 'fails without a name' | 'ends']
  | readonly ['passes', ms: number]
  /** Whether a try after so long would be too late. */
  | readonly ['too late', waitMs: number, tooLate: boolean];

/** Plays the events, and tells what was said at each question. */
function answers(events: readonly Event[]): boolean[] {
  let now = 5 * MINUTE;
  const outage = createRetryBudget({ now: () => now });
  const said: boolean[] = [];
  for (const event of events) {
    if (event[0] === 'passes') now += event[1];
    else if (event[0] === 'ends') outage.reset();
    else if (event[0] === 'too late') said.push(outage.isExhausted(event[1]));
    else outage.recordFailure(event[0] === 'fails without a name');
  }
  return said;
}

describe('for how long creates are tried again that fail on their way (docs/design.md §3)', () => {
  test.each<[what: string, events: readonly Event[]]>([
    ['nothing has failed', [['too late', 99 * MINUTE, false]]],
    [
      'a quarter of an hour, the wait included',
      [['fails'], ['too late', 15 * MINUTE, false], ['too late', 15 * MINUTE + 1, true]],
    ],
    [
      'from the first failure on, not from the last',
      [
        ['fails'],
        ['passes', 10 * MINUTE],
        ['fails'],
        ['too late', 5 * MINUTE, false],
        ['too late', 5 * MINUTE + 1, true],
      ],
    ],
    [
      'a create that comes to its end begins the time anew',
      [
        ['fails'],
        ['passes', 14 * MINUTE],
        ['ends'],
        ['too late', 99 * MINUTE, false],
        ['fails'],
        ['too late', 15 * MINUTE, false],
      ],
    ],
    [
      'a minute where the name is not found',
      [['fails without a name'], ['too late', MINUTE, false], ['too late', MINUTE + 1, true]],
    ],
    [
      'again and again',
      [
        ['fails without a name'],
        ['passes', 50 * SECOND],
        ['fails without a name'],
        ['too late', 10 * SECOND, false],
        ['too late', 10 * SECOND + 1, true],
      ],
    ],
    [
      'once the name was found, the quarter of an hour holds, from the first failure on',
      [
        ['fails without a name'],
        ['passes', 50 * SECOND],
        ['fails'],
        ['too late', MINUTE, false],
        ['too late', 14 * MINUTE + 11 * SECOND, true],
      ],
    ],
    [
      'a name that is lost later has a minute from then on, within the quarter of an hour',
      [
        ['fails'],
        ['passes', 2 * MINUTE],
        ['fails without a name'],
        ['too late', MINUTE, false],
        ['passes', MINUTE],
        ['too late', 1, true],
      ],
    ],
    [
      'a create that comes to its end forgets the missing name, too',
      [['fails without a name'], ['passes', MINUTE], ['ends'], ['too late', 99 * MINUTE, false]],
    ],
  ])('%s', (_what, events) => {
    expect(answers(events)).toEqual(events.flatMap((event) => (event[0] === 'too late' ? [event[2]] : [])));
  });
});
