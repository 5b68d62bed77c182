import { describe, expect, test } from '@jest/globals';

import {
  accept,
  after,
  HELD,
  ID,
  KNOWN,
  PUT_OFF,
  REFUSED,
  REFUSED_EARLY,
  say,
  UNKNOWN,
  type Row,
} from './support/create-rows.ts';
import { ONE_CLOCK, PATIENT, playCreate, QUICK, SIZES, type Play, type CreateResult } from './support/create-scene.ts';

/** docs/design.md §3, row by row, from the first byte of the body on; what comes before it is in create-way.test.ts. */

describe.each(SIZES)('a create of %i bytes', (bytes) => {
  const meets = (plays: readonly Play[], speed: number): Promise<CreateResult> => playCreate({ bytes, plays, speed });

  test.concurrent.each(HELD)('is sent again after %s: its body was not whole', async (_what, play) => {
    expect(await meets([play, accept], PATIENT)).toMatchObject({ words: `created ${ID}`, whole: 1, connections: 2 });
  });

  test.each(PUT_OFF)('is sent again after %s: the service did not take it', async (_what, play) => {
    expect(await meets([play, accept], QUICK)).toMatchObject({ words: `created ${ID}`, connections: 2 });
  });

  test.each(KNOWN)('is known when its answer %s', async (_what, play) => {
    expect(await meets([play], QUICK)).toMatchObject({ words: `created ${ID}`, whole: 1, connections: 1 });
  });

  test.each(REFUSED)('is refused by %s', async (_what, play, words) => {
    expect(await meets([play], QUICK)).toMatchObject({ words, connections: 1 });
  });

  test.concurrent.each(REFUSED_EARLY)('is refused by %s in the middle of the upload', async (_what, play, words) => {
    expect(await meets([play], PATIENT)).toMatchObject({ words, whole: 0, connections: 1 });
  });

  test.each(UNKNOWN)('is unknown after %s, and never sent again', async (_what, play) => {
    const scored = await meets([play, accept], QUICK);
    expect(scored).toMatchObject({ words: 'unknown-start: unknown-start', whole: 1, connections: 1 });
  });

  test.each<Row>([
    ['nothing', after(() => undefined)],
    [
      'half an answer, and then nothing',
      after((talk) => {
        talk.say('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"data"');
      }),
    ],
  ])('is unknown when it is answered with %s', async (_what, play) => {
    const scored = await playCreate({ bytes, plays: [play, accept], speed: QUICK, wireSpeed: 100 });
    expect(scored).toMatchObject({ words: 'unknown-start: unknown-start', whole: 1, connections: 1 });
  });

  test.each([
    ['seconds', { 'retry-after': '7' }],
    ['a date', { date: 'Tue, 02 Jun 2026 10:00:00 GMT', 'retry-after': 'Tue, 02 Jun 2026 10:00:07 GMT' }],
  ])('comes again no earlier than a limit says in %s', async (_what, headers) => {
    const { words, times } = await playCreate({ bytes, plays: [after(say(429, '', headers)), accept], ...ONE_CLOCK });
    expect(words).toBe(`created ${ID}`);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(7_000);
  });

  test('is put off by a limit at most four times', async () => {
    expect(await meets([after(say(429))], QUICK)).toMatchObject({ words: 'refused: rate-limited', connections: 4 });
  });
});
