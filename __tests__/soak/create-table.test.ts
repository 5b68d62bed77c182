import { describe, expect, test } from '@jest/globals';

import {
  accept,
  after,
  HELD,
  ID,
  PAGE_EARLY,
  TOO_SLOW,
  CREATED_BY,
  DELAYED,
  REFUSED,
  REFUSED_EARLY,
  respond,
  UNKNOWN,
  type Row,
} from './support/create-rows.ts';
import { behaviourOf, BODIES, cellsOf, expectedOf, PLACES, type Cell } from './support/create-axes.ts';
import { LARGE, runCreate, SIZES, type Behaviour, type CreateSummary } from './support/create-case.ts';

/** docs/design.md §3, row by row, from the first byte of the body on; for what comes before see create-connection.test.ts. */

const creates =
  (bytes: number) =>
  (...behaviours: readonly Behaviour[]): Promise<CreateSummary> =>
    runCreate({ bytes, behaviours });

describe.each([...SIZES, LARGE])('a create of %i bytes, while it is sent,', (bytes) => {
  const create = creates(bytes);

  test.each(HELD)('is sent again after %s: its body was not complete', async (_title, behaviour) => {
    expect(await create(behaviour, accept)).toMatchObject({
      result: `created ${ID}`,
      whole: 1,
      connections: 2,
    });
  });

  test.each(REFUSED_EARLY)('is refused by %s in the middle of the upload', async (_title, behaviour, result) => {
    expect(await create(behaviour)).toMatchObject({ result, whole: 0, connections: 1 });
  });

  test.each(PAGE_EARLY)('is refused by %s in the middle of the upload', async (_title, behaviour) => {
    const summary = await create(behaviour, accept);
    expect(summary).toMatchObject({ result: expect.stringMatching(/^refused: /) as unknown, whole: 0, connections: 1 });
  });
});

describe.each(SIZES)('a create of %i bytes', (bytes) => {
  const create = creates(bytes);

  test.each(DELAYED)('is sent again after %s: the service did not accept it', async (_title, behaviour) => {
    expect(await create(behaviour, accept)).toMatchObject({ result: `created ${ID}`, connections: 2 });
  });

  test.each(CREATED_BY)('is known when its response %s', async (_title, behaviour) => {
    expect(await create(behaviour)).toMatchObject({ result: `created ${ID}`, whole: 1, connections: 1 });
  });

  test.each(REFUSED)('is refused by %s', async (_title, behaviour, result) => {
    expect(await create(behaviour)).toMatchObject({ result, connections: 1 });
  });

  test.each(UNKNOWN)('is unknown after %s, and never sent again', async (_title, behaviour) => {
    const summary = await create(behaviour, accept);
    expect(summary).toMatchObject({ result: 'unknown-start: unknown-start', whole: 1, connections: 1 });
  });

  test.each<Row>([
    ['nothing', after(() => undefined)],
    [
      'half a response, and then nothing',
      after((talk) => {
        talk.say('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"data"');
      }),
    ],
  ])('is unknown when the response is %s', async (_title, behaviour) => {
    const summary = await create(behaviour, accept);
    expect(summary).toMatchObject({ result: 'unknown-start: unknown-start', whole: 1, connections: 1 });
  });

  test.each([
    ['seconds', { 'retry-after': '7' }],
    ['a date', { date: 'Tue, 02 Jun 2026 10:00:00 GMT', 'retry-after': 'Tue, 02 Jun 2026 10:00:07 GMT' }],
  ])('is sent again no earlier than Retry-After says in %s', async (_title, headers) => {
    const { result, times } = await create(after(respond(429, '', headers)), accept);
    expect(result).toBe(`created ${ID}`);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(7_000);
  });

  test('is sent at most three times when it is too slow for a proxy', async () => {
    const summary = await create(TOO_SLOW, TOO_SLOW, TOO_SLOW, accept);
    expect(summary).toMatchObject({ result: expect.stringMatching(/^not-started: /) as unknown, connections: 3 });
  });

  test('is sent at most four times when it is limited', async () => {
    expect(await create(after(respond(429)))).toMatchObject({
      result: 'refused: rate-limited',
      connections: 4,
    });
  });
});

describe.each(BODIES.flatMap((body) => PLACES.map((place) => [body, place] as const)))(
  'a response with %s, at the place "%s"',
  (body, place) => {
    test.each(SIZES)(
      'to a create of %i bytes loses no identifier and repeats no create',
      async (bytes) => {
        const cells = cellsOf(body, place);
        const ends = await Promise.all(
          cells.map(async (cell) => {
            const { result, id, connections } = await creates(bytes)(behaviourOf(cell), accept);
            return lineOf(cell, { ending: result.replace(/[ :].*/, ''), id, connections });
          }),
        );
        expect(ends).toEqual(cells.map((cell) => lineOf(cell, expectedEnd(cell))));
      },
      60_000,
    );
  },
);

interface End {
  readonly ending: string;
  readonly id: number | undefined;
  readonly connections: number;
}

/** A create that is sent again is accepted. */
function expectedEnd(cell: Cell): End {
  const { ending, id } = expectedOf(cell);
  return ending === 'again' ? { ending: 'created', id: ID, connections: 2 } : { ending, id, connections: 1 };
}

function lineOf({ status, delivery, hasId }: Cell, { ending, id, connections }: End): string {
  const sent = `HTTP ${status}, ${delivery}, ${hasId ? 'with' : 'without'} an identifier`;
  return `${sent}: ${ending} ${id ?? ''} after ${connections}`;
}
