import { DefaultArtifactClient } from '@actions/artifact';
import { describe, expect, test } from '@jest/globals';

import type { Artifacts } from '../../src/github/artifact-client.ts';
import type { ReceiptFile } from '../../src/model/receipts.ts';
import type { Fault } from '../support/github.ts';
import { FORBIDDEN, NOT_FOUND, type Artifact } from '../support/github-routes.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { createReceipt } from '../support/memory-receipts.ts';
import { KEY, OTHER_KEY, useReceiptStores } from '../support/receipt-stores.ts';
import { NEVER } from '../support/runtime.ts';
import type { VirtualClock } from '../support/virtual-time.ts';

const { github, lines, openStore } = useReceiptStores();

/** The client of the runner, whose requests take none of the clock's time. */
function heldClient(clock: VirtualClock): Artifacts {
  const client = new DefaultArtifactClient();
  return {
    uploadArtifact: (...given) => client.uploadArtifact(...given).finally(clock.hold()),
    listArtifacts: (...given) => client.listArtifacts(...given).finally(clock.hold()),
    downloadArtifact: (...given) => client.downloadArtifact(...given).finally(clock.hold()),
    deleteArtifact: (...given) => client.deleteArtifact(...given).finally(clock.hold()),
  };
}

/** Attempt 1 saves testset 7. */
const saveInAttempt1 = (key = KEY) => openStore(1).save(key, [createReceipt({ testsetId: 7 })]);

/** What attempt 2 finds, and for how many seconds it searches. */
async function findInAttempt2(signal = NEVER, hasApi = true) {
  let [files, why]: [readonly ReceiptFile[], string] = [[], ''];
  const asked = github.requests.length;
  const seconds = await inVirtualTime(async (clock) => {
    const began = clock.now();
    const store = openStore(2, { clock }, heldClient(clock), hasApi ? github.client({ clock }) : undefined);
    try {
      files = await store.find(KEY, signal);
    } catch (error) {
      why = String(error);
    }
    return Math.round((clock.now() - began) / 1000);
  });
  const testsets = files.flatMap(({ receipts }) => receipts.map(({ testsetId }) => testsetId));
  const byApi = github.requests.slice(asked).filter(({ route }) => route.startsWith('GET /repos/'));
  const unread = files.flatMap((file) => file.unread ?? []);
  return { testsets, unread, why, seconds, byApi: byApi.length };
}

const REFUSED: Fault = {
  route: /GetSignedArtifactURL/,
  play: { status: 404, body: { code: 'not_found', msg: 'workflow run not found' } },
};
const EMPTY: Fault = { route: /ListArtifacts/, play: { status: 200, body: { artifacts: [] } } };
const UNLISTED: Fault = { route: /ListArtifacts/, play: { status: 400, body: { msg: 'Error' } } };
const API = /^GET \/repos\/.*artifacts/;
const FOUND = { testsets: [7], unread: [], why: '', seconds: 0 };
const NOTHING = { testsets: [], unread: [], why: '', seconds: 0 };

describe('receipts of an earlier attempt are read', () => {
  test.each<[what: string, faults: readonly Fault[], found: Partial<Awaited<ReturnType<typeof findInAttempt2>>>]>([
    ['by the runner, without a request to the API', [], { ...FOUND, byApi: 0 }],
    ['by REST if their addresses are refused', [REFUSED], { ...FOUND, byApi: 2 }],
    ['by REST if the list of the runner is empty', [EMPTY], { ...FOUND, byApi: 2 }],
    ['by REST if the runner has no list', [UNLISTED], { ...FOUND, byApi: 2 }],
    ['as soon as REST works', [REFUSED, { route: API, play: 'reset', times: 5 }], { testsets: [7], why: '' }],
    [
      'by neither: after five minutes with the reasons',
      [REFUSED, { route: API, play: FORBIDDEN }],
      { testsets: [], unread: ['404, 403'], why: '', seconds: 300, byApi: 1 },
    ],
    [
      'by neither, as no list can be read: after five minutes an error',
      [UNLISTED, { route: API, play: { status: 502 } }],
      { testsets: [], unread: [], why: expect.stringMatching(/^Error: .*\(400\).*; GitHub responded 502/) as never },
    ],
  ])('%s', async (_what, faults, found) => {
    await saveInAttempt1();
    github.breakWith(...faults);
    expect(await findInAttempt2()).toMatchObject(found);
  });

  test('by the runner only without a token: for five minutes, with a line a minute', async () => {
    await saveInAttempt1();
    github.breakWith(REFUSED);
    expect(await findInAttempt2(NEVER, false)).toMatchObject({ testsets: [], unread: ['404'], seconds: 300 });
    const left = ['4 minutes', '3 minutes', '2 minutes', '1 minute'];
    const expected = left.map(
      (time) => `info: The receipts of earlier attempts cannot be read (404). Asking for ${time} more.`,
    );
    expect(lines()).toEqual(expected);
  });

  test('until the step is stopped', async () => {
    await saveInAttempt1();
    github.breakWith(REFUSED, { route: API, play: FORBIDDEN });
    expect((await findInAttempt2(AbortSignal.abort())).seconds).toBe(0);
  });

  test.each<[string, given: Partial<Artifact>, line: RegExp]>([
    [
      'than 4 MiB',
      { content: Buffer.alloc(5_000_000), bytes: 100 },
      /^warning: .* is not used: it holds no receipt file/,
    ],
    ['when they expired', { expired: true }, /^info: No receipt of an earlier attempt was found/],
  ])('by REST, but not more %s: that is not awaited', async (_what, given, line) => {
    await saveInAttempt1();
    Object.assign(github.state.artifacts[0] ?? {}, given);
    github.breakWith(EMPTY);
    expect(await findInAttempt2()).toMatchObject(NOTHING);
    expect(lines()).toContainEqual(expect.stringMatching(line));
  });
});

describe('without receipts nothing is awaited, and a line says so,', () => {
  test.each<[what: string, faults: readonly Fault[], why?: string]>([
    ['if both lists are empty', []],
    ['if REST responds 403', [{ route: API, play: FORBIDDEN }], ' (403)'],
    ['if REST responds 404', [{ route: API, play: NOT_FOUND }], ' (404)'],
    [
      'if the runner responds 403, and REST lists none',
      [{ ...UNLISTED, play: { status: 403, body: { msg: 'Error' } } }],
      ' (403)',
    ],
  ])('%s', async (_what, faults, why = '') => {
    github.breakWith(...faults);
    expect(await findInAttempt2()).toMatchObject(NOTHING);
    expect(lines()).toEqual([`info: No receipt of an earlier attempt was found${why}: all testsets are new.`]);
  });

  test('but an empty list is not enough while the other cannot be read', async () => {
    github.breakWith({ route: API, play: { status: 502 } });
    const { why, seconds } = await findInAttempt2();
    expect([why, seconds > 290]).toEqual([expect.stringContaining('502'), true]);
  });

  test('nor while the other is beyond a limit of requests, which GitHub also answers with 403', async () => {
    const body = { message: 'You have exceeded a secondary rate limit' };
    github.breakWith(EMPTY, { route: API, play: { status: 403, body }, times: 2 });
    expect(await findInAttempt2()).toMatchObject({ why: '', byApi: 3 });
  });

  test('also if those of other inputs cannot be read: a warning', async () => {
    await saveInAttempt1(OTHER_KEY);
    github.breakWith(REFUSED, { route: API, play: FORBIDDEN });
    expect(await findInAttempt2()).toMatchObject(NOTHING);
    expect(lines()).toEqual([expect.stringMatching(/^warning: .* may have created a testset for another app/)]);
  });
});

test('receipts that the runner does not list count no more after an attempt with results', async () => {
  await saveInAttempt1();
  github.breakWith(EMPTY);
  const [second, third] = [2, 3].map((attempt) => openStore(attempt, {}, {}, github.client()));
  expect(await second?.find(KEY, NEVER)).toMatchObject([{ attempt: 1 }]);
  await second?.remove();
  expect(await third?.find(KEY, NEVER)).toMatchObject([{ attempt: 1 }, { attempt: 2, receipts: [], isEnd: true }]);
});
