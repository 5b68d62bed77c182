import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DefaultArtifactClient, type ArtifactClient } from '@actions/artifact';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import type { Clock } from '../../../src/runtime/clock.ts';
import type { LoadClient } from '../../../src/github/artifact.ts';
import { createReceiptStore } from '../../../src/github/receipts/store.ts';
import { sealReceipts } from '../../../src/create/receipts.ts';
import type { LeftReceipts, ReceiptStore } from '../../../src/create/receipts.ts';
import { Secret } from '../../../src/model/secret.ts';
import { startArtifactService, type ArtifactService } from '../../support/artifact-service.ts';
import { createReport } from '../../support/reports.ts';
import { createFastClock, createRecordingLog } from '../../support/runtime.ts';

const KEY = '0123456789abcdef01234567';
const RUN = createReport().run;
const ACCESS_KEY = new Secret('key-of-many-signs');
const { env } = process;
let log = createRecordingLog();

let service: ArtifactService;
let tempDir: string;
beforeAll(async () => {
  service = await startArtifactService();
});
afterAll(() => service.close());
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'receipts-'));
  process.env = { ...env, ...service.env };
  log = createRecordingLog();
});
afterEach(async () => {
  process.env = env;
  service.breakWith({});
  for (const name of names()) service.forget(name);
  pace = 1;
  await rm(tempDir, { recursive: true });
});

/** So many times as fast as the machine's clock do sleeps end that begin now. */
let pace = 1;
const machine: Clock = { ...createFastClock(1), sleep: (ms, signal) => createFastClock(pace).sleep(ms, signal) };

/** What a store takes that is none of its own. */
interface Around {
  readonly cancelled?: AbortSignal;
  readonly clock?: Clock;
  readonly load?: LoadClient;
}

function open(attempt: number, around: Around = {}): ReceiptStore {
  const { cancelled = new AbortController().signal, clock = machine, load } = around;
  const run = { ...RUN, attempt };
  const offered = { isEnterpriseServer: false, isOffered: true };
  return createReceiptStore({ clock, cancelled, run, ...offered, log, tempDir, accessKey: ACCESS_KEY }, load);
}

const names = (): string[] => service.artifacts().map(({ name }) => name);

const downloads = (): number => service.calls().filter((call) => call === 'GetSignedArtifactURL').length;

/** GitHub's own client, but for its uploads. */
function clientWith(upload: ArtifactClient['uploadArtifact']): LoadClient {
  return () => Promise.resolve(Object.assign(new DefaultArtifactClient(), { uploadArtifact: upload }));
}

describe('receipts', () => {
  test('are found by a later attempt under the same key, and taken back by whoever found them', async () => {
    const first = open(1);
    first.leave(KEY, { testsetId: 7, scenario: 0 });
    first.leave(KEY, { testsetId: 8, scenario: 101 });
    first.leave(KEY.replaceAll('0', 'f'), { testsetId: 9, scenario: 0 });
    await first.settle(false);
    expect(names()).toHaveLength(3);

    const second = open(2);
    const found = await second.find(KEY);
    expect(found.every(({ attempt }) => attempt === 1)).toBe(true);
    expect(found.flatMap(({ receipts }) => receipts).sort((a, b) => a.testsetId - b.testsetId)).toEqual([
      { testsetId: 7, scenario: 0 },
      { testsetId: 8, scenario: 101 },
    ]);
    await second.settle(true);
    expect(names()).toEqual([expect.stringContaining(KEY.replaceAll('0', 'f'))]);
    await first.settle(true);
    expect(log.lines).toEqual([]);
  });

  test('that come while one is stored go together into the next', async () => {
    const before = service.calls().length;
    const store = open(1);
    for (let testsetId = 1; testsetId <= 50; testsetId += 1) store.leave(KEY, { testsetId, scenario: testsetId });
    await store.settle(true);
    const created = service
      .calls()
      .slice(before)
      .filter((call) => call === 'CreateArtifact');
    expect(created).toHaveLength(2);
    expect(names().filter((name) => name.includes(KEY))).toEqual([]);
  });

  test('that cannot be had are an error, that cannot be left are nobody’s trouble', async () => {
    service.breakWith({ status: 400 });
    const store = open(1);
    await expect(store.find(KEY)).rejects.toThrow();
    store.leave(KEY, { testsetId: 7, scenario: 0 });
    await store.settle(false);
    expect(log.lines).toEqual([expect.stringMatching(/^debug: No receipt could be left: /)]);
  });

  test('say how many unit tests were announced', async () => {
    const first = open(1);
    first.leave(KEY, { testsetId: 7, scenario: 101, unitTests: 3 });
    await first.settle(false);
    expect(await open(2).find(KEY)).toEqual([
      { attempt: 1, receipts: [{ testsetId: 7, scenario: 101, unitTests: 3 }] },
    ]);
    expect(await readdir(tempDir)).toHaveLength(1);
  });

  test('are taken back with the verdict, but not those of another leg of this attempt', async () => {
    const [mine, other] = [open(2), open(2)];
    mine.leave(KEY, { testsetId: 7, scenario: 0 });
    other.leave(KEY, { testsetId: 8, scenario: 0 });
    await other.settle(false);
    expect(await mine.find(KEY)).toEqual([]);
    await mine.settle(true);
    expect(names()).toHaveLength(1);
    expect(await open(3).find(KEY)).toEqual([{ attempt: 2, receipts: [{ testsetId: 8, scenario: 0 }] }]);
  });

  test('that are stored after their upload was given up are taken back all the same', async () => {
    const real = new DefaultArtifactClient();
    const stored = Promise.withResolvers<undefined>();
    const unanswered = clientWith(async (...parcel) => {
      await real.uploadArtifact(...parcel);
      stored.resolve(undefined);
      return new Promise(() => undefined);
    });
    // Nothing but the patience with the upload comes to its end, and not before the artifact is there.
    const clock: Clock = {
      ...machine,
      sleep: (ms, signal) => (ms >= 60_000 ? stored.promise : machine.sleep(ms, signal)),
    };
    const store = open(1, { clock, load: unanswered });
    store.leave(KEY, { testsetId: 7, scenario: 0 });
    await store.settle(false);
    expect(names()).toHaveLength(1);
    expect(log.lines).toEqual([expect.stringMatching(/^debug: No receipt could be left: the upload took longer/)]);
    await store.settle(true);
    expect(names()).toEqual([]);
  });

  test('come ever more seldom while testsets are created', async () => {
    const gaps: number[] = [];
    const done = Promise.withResolvers<undefined>();
    const clock: Clock = {
      ...machine,
      sleep: (ms, signal) => {
        if (ms >= 30_000) return machine.sleep(ms, signal);
        gaps.push(ms);
        if (gaps.length < 6) store.leave(KEY, { testsetId: gaps.length, scenario: gaps.length });
        else done.resolve(undefined);
        return Promise.resolve();
      },
    };
    const store = open(1, { clock, load: clientWith(() => Promise.resolve({ id: 1 })) });
    store.leave(KEY, { testsetId: 9, scenario: 9 });
    await done.promise;
    expect(gaps).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  });

  test('that cannot be taken back are warned of', async () => {
    const store = open(1);
    store.leave(KEY, { testsetId: 7, scenario: 0 });
    await store.settle(false);
    service.breakWith({ hang: true });
    pace = 1_000;
    await store.settle(true);
    expect(log.lines.at(-1)).toBe(
      'warning: The receipt for the testset could not be taken back: it took too long. ' +
        'Set `resume: false` if this job is run again, or it takes up this finished testset.',
    );
  });

  test('are not waited for any longer once the run is cancelled', async () => {
    service.breakWith({ hang: true });
    pace = 100;
    const store = open(2, { cancelled: AbortSignal.abort() });
    await expect(store.find(KEY)).rejects.toThrow('looking for receipts took too long');
  });
});

describe('a receipt that cannot be believed is passed over, and spoils no other', () => {
  const mine: LeftReceipts = { attempt: 1, receipts: [{ testsetId: 666, scenario: 0, unitTests: 9 }] };
  const binding = { run: RUN, key: KEY, accessKey: ACCESS_KEY };
  const named = (attempt: number | string, key = KEY): string => `run-testset-receipt-${key}-${attempt}-00000000-1`;

  /** Puts an artifact there, as somebody can who may write artifacts. */
  async function plant(name: string, content: string | Buffer, file = 'receipt.json'): Promise<void> {
    const root = await mkdtemp(join(tempDir, 'planted-'));
    await writeFile(join(root, file), content);
    await new DefaultArtifactClient().uploadArtifact(name, [join(root, file)], root);
  }

  async function findBeside(planted: () => Promise<void>): Promise<readonly LeftReceipts[]> {
    const first = open(2);
    first.leave(KEY, { testsetId: 7, scenario: 0 });
    await first.settle(false);
    await planted();
    return open(3).find(KEY);
  }

  const unsealed = (content: object): string => JSON.stringify(content);
  const sealed = (changed: Partial<typeof binding> = {}, left = mine): string =>
    sealReceipts(left, { ...binding, ...changed });

  test.each<[string, string, string | Buffer, string]>([
    ['of nobody', named(1), unsealed(mine), 'it is no file of receipts'],
    ['of another access key', named(1), sealed({ accessKey: new Secret('other') }), 'its seal is not'],
    ['of another run', named(1), sealed({ run: { ...RUN, runId: '7' } }), 'its seal is not'],
    ['of another repository', named(1), sealed({ run: { ...RUN, repository: 'o/other' } }), 'its seal is not'],
    ['of another key', named(1), sealed({ key: KEY.replaceAll('0', 'f') }), 'its seal is not'],
    ['of another testset', named(1), sealed().replace('666', '667'), 'its seal is not'],
    ['of another scenario', named(1), sealed().replace('"scenario":0', '"scenario":1'), 'its seal is not'],
    ['that announces less', named(1), sealed().replace(',"unitTests":9', ''), 'its seal is not'],
    ['with a seal that is cut', named(1), unsealed({ ...mine, seal: 'ab' }), 'its seal is not'],
    ['of another attempt than its name says', named(2), sealed(), 'its name tells of another attempt'],
    ['of attempt 0', named(1), sealed({}, { ...mine, attempt: 0 }), 'it is no file of receipts'],
    [
      'of a testset without a number',
      named(1),
      sealed({}, { attempt: 1, receipts: [{ testsetId: 0, scenario: 0 }] }),
      'it holds what is no receipt',
    ],
    ['that is no JSON', named(1), '{"attempt":1', 'JSON'],
    ['that is a list', named(1), '[]', 'it is no file of receipts'],
    ['without end', named(1), Buffer.alloc(2 * 1024 * 1024, ' '), 'it holds no receipt.json of a size that can be'],
  ])('%s', async (_what, name, content, why) => {
    const found = await findBeside(() => plant(name, content));
    expect(found).toEqual([{ attempt: 2, receipts: [{ testsetId: 7, scenario: 0 }] }]);
    expect(log.lines).toEqual([
      expect.stringMatching(new RegExp(`^debug: The receipt ${name} is passed over: .*${why}`)),
      'notice: A receipt of earlier attempts cannot be used. A log with debug logging says why.',
    ]);
  });

  test.each(['0', '3', '4'])('by the attempt %s in its name, and is not read at all', async (attempt) => {
    const found = await findBeside(() => plant(named(attempt), sealed()));
    expect(found).toHaveLength(1);
    expect(log.lines).toEqual(['debug: 1 of 2 receipts are of no earlier attempt.']);
  });

  test('because its download hangs, when the others are read', async () => {
    for (let number = 1; number <= 7; number += 1) await plant(`${named(1)}${number}`, sealed());
    const left = open(1);
    left.leave(KEY, { testsetId: 7, scenario: 0 });
    await left.settle(false);
    await plant(`${named(1)}9`, sealed());
    const good = service.artifacts().at(-2)?.id;
    const real = new DefaultArtifactClient();
    // Eight are downloaded at once, so the ninth begins when the good one is read.
    const ninth = Promise.withResolvers<undefined>();
    const downloadArtifact: ArtifactClient['downloadArtifact'] = async (id, options) => {
      if (id === good) return real.downloadArtifact(id, options);
      if (id === service.artifacts().at(-1)?.id) setImmediate(ninth.resolve, undefined);
      return new Promise(() => undefined);
    };
    const client = Object.assign(new DefaultArtifactClient(), { downloadArtifact });
    const clock: Clock = {
      ...machine,
      sleep: (ms, signal) => (ms === 30_000 ? ninth.promise : machine.sleep(ms, signal)),
    };
    expect(await open(2, { clock, load: () => Promise.resolve(client) }).find(KEY)).toEqual([
      { attempt: 1, receipts: [{ testsetId: 7, scenario: 0 }] },
    ]);
    expect(log.lines.filter((line) => line.includes('is passed over: '))).toHaveLength(8);
  });

  test('with another file in it', async () => {
    expect(await findBeside(() => plant(named(1), sealed(), 'other.json'))).toHaveLength(1);
    expect(log.lines[0]).toContain('it holds no receipt.json');
  });

  test('by its size, before it is downloaded; several are counted', async () => {
    const large = randomBytes(1024 * 1024 + 1);
    const before = downloads();
    const found = await findBeside(async () => {
      for (const attempt of [1, 2]) await plant(named(attempt), large);
    });
    expect(found).toHaveLength(1);
    expect(log.lines.filter((line) => /^debug: The receipt .* is too large, with \d+ bytes$/.test(line))).toHaveLength(
      2,
    );
    expect(log.lines.at(-1)).toMatch(/^notice: 2 receipts of earlier attempts cannot be used/);
    expect(downloads()).toBe(before + 1);
  });
});
