import { describe, expect, test } from '@jest/globals';

import type { Counts } from '../../src/model/counts.ts';
import { limitViolations } from '../../src/verdict/limits.ts';
import type { Limits } from '../../src/model/report.ts';

function counts(fail: number, error = 0, stop = 0): Counts {
  return { total: 20, pass: 20 - fail - error - stop, fail, error, stop };
}

const NONE: Limits = { fail: 0, error: 0, stop: 0 };

describe('what is over the limits', () => {
  test.each<[string, Counts, Counts, Partial<Limits>, readonly string[]]>([
    ['nothing', counts(0), counts(0), {}, []],
    ['as many as may', counts(2), counts(2), { fail: 2 }, []],
    ['one', counts(1), counts(1), {}, ['1 unit test failed; `max-fail` allows 0.']],
    ['several', counts(0, 2), counts(0, 2), { error: 1 }, ['2 unit tests had an error; `max-error` allows 1.']],
    ['one stopped', counts(0, 0, 1), counts(0, 0, 1), {}, ['1 unit test was stopped; `max-stop` allows 0.']],
    [
      'of each kind',
      counts(1, 1, 2),
      counts(1, 1, 2),
      {},
      [
        '1 unit test failed; `max-fail` allows 0.',
        '1 unit test had an error; `max-error` allows 0.',
        '2 unit tests were stopped; `max-stop` allows 0.',
      ],
    ],
    ['only in all', counts(1), counts(5), { fail: 4 }, ['1 unit test failed, 5 in all; `max-fail` allows 4.']],
    ['the others are', counts(0), counts(5), {}, []],
    ['any may', counts(9), counts(9), { fail: Infinity }, []],
  ])('%s', (_what, own, all, limits, sentences) => {
    expect(limitViolations(own, { counts: all, limits: { ...NONE, ...limits } })).toEqual(sentences);
  });
});
