import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { DefaultArtifactClient } from '@actions/artifact';
import { describe, expect, test } from '@jest/globals';

import type { Artifacts } from '../../src/github/artifact-client.ts';
import { sealReceipts } from '../../src/github/receipt-artifacts.ts';
import type { Receipt, ReceiptFile } from '../../src/model/receipts.ts';
import { MAX_NAME_LENGTH } from '../../src/model/testset-name.ts';
import type { Fault } from '../support/github.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { createReceipt } from '../support/memory-receipts.ts';
import { KEY, OTHER_KEY, useReceiptStores } from '../support/receipt-stores.ts';
import { createFastClock, createHandClock, NEVER } from '../support/runtime.ts';

const MAX_BYTES = 4 * 1024 * 1024;
const ABORTED = AbortSignal.abort();

const { github, tempDir, lines, openStore } = useReceiptStores();

const receiptsOf = (testsetId: number, scenario = 0): readonly Receipt[] => [createReceipt({ testsetId, scenario })];
const fileOf = (testsetId: number, scenario?: number) => ({ receipts: receiptsOf(testsetId, scenario) });
const names = (): string[] => github.state.artifacts.map(({ name }) => name);

describe('receipts', () => {
  test('are found by later attempts under the same key, and deleted by the step that found them', async () => {
    const first = openStore(1);
    await first.save(KEY, receiptsOf(7));
    await first.save(KEY, receiptsOf(8, 101));
    await openStore(1).save(OTHER_KEY, receiptsOf(9));
    const named = expect.stringMatching(/^run-testset-receipt-89abcdef-[\da-f]{24}-1-[\da-f]{8}-[12]$/);
    expect(names()).toEqual([named, named]);

    const second = openStore(2);
    expect(await second.find(KEY, NEVER)).toMatchObject([fileOf(8, 101)]);
    await second.remove();
    expect(names()).toEqual([expect.stringContaining(OTHER_KEY.requestId)]);
    await first.remove();
    expect(lines()).toEqual([]);
  });

  test.each([
    ['is known', 'production / test', [2, 3]],
    ['is not known', undefined, [2]],
  ])('of another job that shares the key are kept until that job has its results, if its name %s', async (...row) => {
    const [, production, attempts] = row;
    await openStore(1).save(KEY, receiptsOf(7), 'staging / test');
    await openStore(1).save(KEY, receiptsOf(8), production);
    for (const attempt of attempts) {
      const store = openStore(attempt);
      await store.find(KEY, NEVER);
      await store.remove(`staging / test (attempt ${attempt})`);
    }
    expect(await openStore(3).find(KEY, NEVER)).toMatchObject([
      { ...fileOf(8), ...(production && { jobName: production }) },
    ]);
    expect(lines()).toEqual([]);
  });

  test('without a name are deleted beside one of another job: this job has resumed them', async () => {
    await openStore(1).save(KEY, receiptsOf(7));
    await openStore(1).save(KEY, receiptsOf(8), 'production / test');
    const store = openStore(2);
    await store.find(KEY, NEVER);
    await store.remove('staging / test');
    expect(await openStore(3).find(KEY, NEVER)).toMatchObject([fileOf(8)]);
  });

  test('that are gone count as deleted; others that cannot be deleted count no more, and that cannot be stored is an error', async () => {
    const failing = (name: string): Partial<Artifacts> => ({
      deleteArtifact: () => Promise.reject(Object.assign(new Error('no access'), { name })),
    });
    const [gone, denied] = [openStore(1, {}, failing('ArtifactNotFoundError')), openStore(1, {}, failing('Error'))];
    await gone.save(KEY, receiptsOf(7));
    await denied.save(KEY, receiptsOf(8));
    await expect(gone.remove()).resolves.toBeUndefined();
    await denied.remove('android / test');
    expect((await openStore(2).find(KEY, NEVER)).slice(1)).toMatchObject([
      { attempt: 1, ...fileOf(8) },
      { attempt: 1, receipts: [], isEnd: true, jobName: 'android / test' },
    ]);
    expect(lines()).toEqual(['debug: A receipt was not deleted: no access.']);
    github.breakWith({ route: /CreateArtifact/, play: { status: 403, body: { msg: 'Error' } } });
    await expect(denied.remove()).rejects.toThrow('no access');
  });

  test('are deleted in the order of their attempts: what is left after an error must not be the oldest', async () => {
    for (const attempt of [2, 1, 3]) await openStore(attempt).save(KEY, receiptsOf(attempt));
    const deleted: string[] = [];
    const deleteArtifact: Artifacts['deleteArtifact'] = (name) => {
      deleted.push(/-(\d)-\w+-1$/.exec(name)?.[1] ?? '');
      return Promise.resolve({ id: 1 });
    };
    const store = openStore(4, {}, { deleteArtifact });
    await store.find(KEY, NEVER);
    await store.remove();
    expect(deleted).toEqual(['1', '2', '3']);
  });

  const DENIED = { status: 403, body: { msg: 'Error' } };
  test.each<[what: string, fault: Fault]>([
    ['the list is rejected', { route: /ListArtifacts/, play: DENIED }],
    ['the list is cut off', { route: /ListArtifacts/, play: 'reset' }],
    ['the address hangs', { route: /GetSignedArtifactURL/, play: 'hang' }],
    ['a download is cut off', { route: /GET .storage/, play: 'cut' }],
  ])('are found although %s once', async (_what, fault) => {
    await openStore(1).save(KEY, receiptsOf(7));
    github.breakWith({ ...fault, times: 1 });
    expect(await openStore(2).find(KEY, NEVER)).toMatchObject([fileOf(7)]);
    expect(lines().filter((line) => line.startsWith('notice'))).toEqual([]);
  });

  test('that could not be listed are deleted with those of the next attempt', async () => {
    await openStore(1).save(KEY, receiptsOf(7));
    const second = openStore(2);
    github.breakWith({ route: /ListArtifacts/, times: 1, play: DENIED });
    await expect(second.find(KEY, ABORTED)).rejects.toThrow('403');
    await second.save(KEY, receiptsOf(8));
    await second.remove();
    expect(names()).toEqual([]);
  });

  test('are stored under another name at the next try if GitHub does not finish the first artifact', async () => {
    github.breakWith({ route: /FinalizeArtifact/, times: 1, play: { status: 403, body: { msg: 'Error' } } });
    const store = openStore(1);
    expect(await store.save(KEY, receiptsOf(7))).toBe(false);
    expect(github.requests.filter(({ route }) => route.includes('CreateArtifact'))).toHaveLength(1);
    expect(await store.save(KEY, receiptsOf(7))).toBe(true);
    expect(await openStore(2).find(KEY, NEVER)).toMatchObject([fileOf(7)]);
  });

  test('are replaced: the new ones are stored before the old ones are deleted', async () => {
    const store = openStore(1);
    for (const id of [7, 8, 9]) await store.save(KEY, receiptsOf(id));
    expect(names()).toHaveLength(1);
    expect(await openStore(2).find(KEY, NEVER)).toMatchObject([fileOf(9)]);
    const routes = github.requests.flatMap(({ route }) => /FinalizeArtifact|DeleteArtifact/.exec(route)?.[0] ?? []);
    expect(routes.slice(0, 3)).toEqual(['FinalizeArtifact', 'FinalizeArtifact', 'DeleteArtifact']);
  });

  test.each([
    ['created testset 9', receiptsOf(9)],
    ['may have created a testset', [createReceipt()]],
  ])('for another app or other inputs are not used: a warning, for this job only: %s', async (what, receipts) => {
    await openStore(1).save(OTHER_KEY, receipts);
    expect(await openStore(2).find({ ...KEY, jobId: '01234567' }, NEVER)).toEqual([]);
    expect(await openStore(2).find(KEY, NEVER)).toEqual([]);
    expect(lines()).toEqual([
      'info: No receipt of an earlier attempt was found: all testsets are new.',
      `warning: An earlier attempt ${what} for another app or other inputs. A new testset is created.`,
    ]);
  });

  test('of another step of the same attempt are neither found nor deleted', async () => {
    const [mine, other] = [openStore(2), openStore(2)];
    await mine.save(KEY, receiptsOf(7));
    await other.save(KEY, receiptsOf(8));
    expect(await mine.find(KEY, NEVER)).toEqual([]);
    await mine.remove();
    expect(await openStore(3).find(KEY, NEVER)).toMatchObject([{ attempt: 2, ...fileOf(8) }]);
  });

  test('of thousands of testsets are found', async () => {
    const testsetName = '로'.repeat(MAX_NAME_LENGTH);
    const many = Array.from({ length: 8_000 }, (_, at) => createReceipt({ testsetId: 1_000_000 + at, testsetName }));
    await openStore(1).save(KEY, many);
    expect(await openStore(2).find(KEY, NEVER)).toMatchObject([{ receipts: many }]);
  });

  test('of the twelfth attempt are found by the thirteenth', async () => {
    await openStore(12).save(KEY, receiptsOf(7));
    expect(await openStore(13).find(KEY, NEVER)).toMatchObject([{ attempt: 12, ...fileOf(7) }]);
  });

  test('that were stored although their upload seemed to fail are deleted too', async () => {
    const uploadArtifact: Artifacts['uploadArtifact'] = async (...content) => {
      await new DefaultArtifactClient().uploadArtifact(...content);
      throw new Error('the connection broke');
    };
    const store = openStore(1, {}, { uploadArtifact });
    await store.save(KEY, receiptsOf(7));
    expect(lines()).toEqual(['debug: No receipt was saved: the connection broke']);
    expect(names()).toHaveLength(1);
    await store.remove();
    expect(names()).toEqual([]);
  });

  test('are saved after a cancel too, by a service that takes four seconds for each response', async () => {
    const clock = createHandClock();
    github.breakWith({ route: /twirp/, play: () => clock.sleep(4_000) });
    const store = openStore(1, { cancelled: AbortSignal.abort(), clock });
    const saved = store.save(KEY, receiptsOf(7));
    for (const method of ['CreateArtifact', 'FinalizeArtifact']) {
      while (!github.requests.some(({ route }) => route.includes(method))) await setImmediate();
      await clock.pass(4_000);
    }
    await saved;
    expect(names()).toHaveLength(1);
    github.breakWith();
    // There is no time to delete the one before.
    await store.save(KEY, receiptsOf(8));
    expect(names()).toHaveLength(2);
  });

  test('cause an error when they cannot be listed, but not when they cannot be saved', async () => {
    const store = openStore(2);
    github.breakWith({ route: /./, play: { status: 400, body: {} } });
    await store.save(KEY, receiptsOf(7));
    expect(lines()).toEqual([expect.stringMatching(/^debug: No receipt was saved: /)]);
    // Nothing was stored, so nothing is left, unless an earlier attempt left something.
    await store.remove();
    await expect(store.find(KEY, ABORTED)).rejects.toThrow('400');
    await expect(store.remove()).rejects.toThrow('400');
  });

  test('need no client where none was found or saved', async () => {
    const listArtifacts = () => Promise.reject(new Error('the client is not needed'));
    await expect(openStore(1, {}, { listArtifacts }).remove()).resolves.toBeUndefined();
  });

  test('are searched no longer than a moment after a cancel', async () => {
    github.breakWith({ route: /./, play: 'hang' });
    const store = openStore(2, { cancelled: ABORTED, clock: createFastClock(100) });
    await expect(store.find(KEY, ABORTED)).rejects.toThrow('it took too long');
  });
});

describe('an artifact that cannot be used does not hide the others', () => {
  const file: ReceiptFile = { attempt: 1, stepId: '00000000', ...fileOf(666) };
  const nameOf = (attempt: number): string => `run-testset-receipt-${KEY.jobId}-${KEY.requestId}-${attempt}-00000000-1`;

  /** Uploads an artifact, as any job of the workflow can. */
  async function plant(name: string, content: string | Buffer, fileName = 'receipt.json'): Promise<void> {
    const root = await mkdtemp(join(tempDir(), 'planted-'));
    await writeFile(join(root, fileName), content);
    await new DefaultArtifactClient().uploadArtifact(name, [join(root, fileName)], root);
  }

  async function findInAttempt3(): Promise<readonly ReceiptFile[]> {
    await openStore(2).save(KEY, RECEIPTS);
    return openStore(3).find(KEY, NEVER);
  }
  const RECEIPTS = receiptsOf(7);
  const GOOD = [{ attempt: 2, receipts: RECEIPTS }];

  test.each<[string, string | Buffer, string, string]>([
    ['a wrong seal', sealReceipts(file, OTHER_KEY), 'receipt.json', 'its seal is wrong'],
    ['no seal', JSON.stringify(file), 'receipt.json', 'it holds no receipt file of at most'],
    ['a huge file', Buffer.alloc(8 * 1024 * 1024, ' '), 'receipt.json', 'it holds no receipt file of at most'],
    ['another file', sealReceipts(file, KEY), 'other.json', 'it holds no receipt file of at most'],
    ['many bytes', randomBytes(MAX_BYTES + 1), 'receipt.json', 'it holds no receipt file of at most'],
  ])('%s', async (_what, content, fileName, reason) => {
    await plant(nameOf(1), content, fileName);
    expect(await findInAttempt3()).toMatchObject(GOOD);
    const warning = new RegExp(`^warning: The receipt ${nameOf(1)} is not used: .*${reason}.* created again\\.$`);
    expect(lines()).toEqual([expect.stringMatching(warning)]);
    expect((await readdir(tempDir())).filter((name) => name.startsWith('receipt-'))).toEqual([]);
  });

  test('attempt and step count as they are sealed, not as the name has them', async () => {
    await plant(nameOf(2).replace('00000000', '00000001'), sealReceipts(file, KEY));
    expect(await findInAttempt3()).toMatchObject([{ attempt: 1, stepId: '00000000' }, ...GOOD]);
  });

  test.each([...[3, 4].map(nameOf), `my-${nameOf(1)}`, 'test-results'])(
    '%s, which is of no earlier attempt',
    async (name) => {
      await plant(name, sealReceipts(file, KEY));
      expect(await findInAttempt3()).toMatchObject(GOOD);
      expect(lines()).toEqual([]);
    },
  );

  test('a file that is larger than 4 MiB, as the list of artifacts says', async () => {
    await plant(nameOf(1), sealReceipts(file, KEY));
    await openStore(2).save(KEY, RECEIPTS);
    const listArtifacts: Artifacts['listArtifacts'] = async () => {
      const { artifacts } = await new DefaultArtifactClient().listArtifacts();
      return { artifacts: artifacts.map((one) => (one.name === nameOf(1) ? { ...one, size: MAX_BYTES + 1 } : one)) };
    };
    expect(await openStore(3, {}, { listArtifacts }).find(KEY, NEVER)).toMatchObject(GOOD);
    expect(lines()[0]).toContain('it holds no receipt file of at most');
  });

  test('a download that hangs', async () => {
    await plant(nameOf(1), sealReceipts(file, KEY));
    const planted = github.state.artifacts.at(-1)?.id;
    await openStore(2).save(KEY, RECEIPTS);
    await inVirtualTime(async (clock) => {
      const downloadArtifact: Artifacts['downloadArtifact'] = (id, options) => {
        if (id === planted) return new Promise(() => undefined);
        return new DefaultArtifactClient().downloadArtifact(id, options).finally(clock.hold());
      };
      const before = clock.now();
      const found = await openStore(3, { clock }, { downloadArtifact }).find(KEY, NEVER);
      // Of whatever step the other is: the two cannot be told apart.
      expect(found).toMatchObject([
        { attempt: 1, stepId: '00000000', receipts: [], unread: 'it took too long' },
        ...GOOD,
      ]);
      // The last request has 8 seconds.
      expect(Math.round((clock.now() - before) / 10_000)).toBe(31);
    });
  });
});
