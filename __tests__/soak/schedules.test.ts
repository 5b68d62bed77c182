import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { PLAIN, type Fault } from './support/schedule.ts';
import { openSoak, playAll, schedulesOf, shrink, type Played, type Soak } from './support/soak.ts';

/** The whole step under some schedules of faults; `npm run soak` plays any number of them, and `.ci/run` 2,000 others. */

const SEED = 1;
const SCHEDULES = 20;

let soak: Soak;
beforeAll(async () => {
  soak = await openSoak();
});
afterAll(() => {
  soak.close();
});

test('whatever goes wrong, every promise is kept', async () => {
  const failed: [at: number, played: Played][] = [];
  await playAll(soak, schedulesOf(SEED, SCHEDULES), (played, at) => {
    if (played.findings.length > 0) failed.push([at, played]);
    return true;
  });
  const [first] = failed;
  const smallest = first && (await shrink(soak, SEED, first[0]));
  const shown = failed.slice(0, 5).map(([at, { findings, schedule }]) => ({ seed: SEED, at, findings, schedule }));
  expect({ shown: JSON.stringify(shown, undefined, 1), smallest: JSON.stringify(smallest) }).toEqual({ shown: '[]' });
}, 600_000);

const from = (on: 'scenarios' | 'create' | 'status' | 'result', nth: number, times = 1) =>
  ({ on, nth, times, at: 'end' }) as const;
const busy = { kind: 'status', status: 503, body: 'html' } as const;
const maintenance = { kind: 'code', code: 8000, status: 503 } as const;
const normal = { content: { kind: 'normal' } } as const;
const interim = { statuses: [100, 102, 100], early: true } as const;

/** What broke a promise at some time, and whose rule no part of the step can keep alone. */
test.each<[string, Fault[]]>([
  [
    'a create waits for the Retry-After of the scenario list',
    [{ ...from('scenarios', 1), action: { content: busy, retryAfter: 7 } }],
  ],
  [
    'a maintenance check waits for the Retry-After of the create',
    [{ ...from('create', 1), action: { content: maintenance, retryAfter: 400 } }],
  ],
  [
    'a document waits for the Retry-After of another one',
    [
      { ...from('result', 1), action: { content: { kind: 'changed', change: 'json alone' } } },
      { ...from('result', 2), action: { content: { kind: 'status', status: 404, body: 'html' }, retryAfter: 90 } },
    ],
  ],
  [
    'interim responses change nothing',
    (['scenarios', 'create', 'status', 'result'] as const).map((on) => ({
      ...from(on, 1, 60),
      action: normal,
      interim,
    })),
  ],
  [
    'maintenance is no part of the time for connections',
    [
      { on: 'create', nth: 1, times: 2, at: 'head', action: 'rst' },
      { ...from('create', 3), action: { content: maintenance } },
      { ...from('scenarios', 2, 12), action: { content: maintenance } },
      { on: 'create', nth: 4, times: 8, at: 'head', action: 'rst' },
    ],
  ],
])('%s', async (_title, faults) => {
  const { findings, record } = await soak.play({ ...PLAIN, faults });
  expect(findings).toEqual([]);
  expect(record?.played.length).toBeGreaterThanOrEqual(faults.length);
  expect(record?.report?.testsets[0]?.id).toBe(251_929);
});
