import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/clock.ts';
import { createReceiptStore } from '../../src/github/receipts.ts';
import type { ReceiptStore } from '../../src/receipts.ts';
import { startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import { createReport } from '../support/reports.ts';
import { createFastClock, createRecordingLog } from '../support/world.ts';

const KEY = '0123456789abcdef01234567';
const { env } = process;
const log = createRecordingLog();

let service: ArtifactService;
let tempDir: string;
beforeAll(async () => {
  service = await startArtifactService();
});
afterAll(() => service.close());
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'receipts-'));
  process.env = { ...env, ...service.env };
});
afterEach(async () => {
  process.env = env;
  service.breakWith({});
  pace = 1;
  await rm(tempDir, { recursive: true });
});

/** So many times as fast as the machine's clock do sleeps end that begin now. */
let pace = 1;

function open(attempt: number, cancelled = new AbortController().signal): ReceiptStore {
  const run = { ...createReport().run, attempt };
  const clock: Clock = { ...createFastClock(1), sleep: (ms, signal) => createFastClock(pace).sleep(ms, signal) };
  return createReceiptStore({ clock, cancelled, run, isEnterpriseServer: false, isOffered: true, log, tempDir });
}

const names = (): string[] => service.artifacts().map(({ name }) => name);

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
    const lines = log.lines.length;
    const store = open(1);
    await expect(store.find(KEY)).rejects.toThrow();
    store.leave(KEY, { testsetId: 7, scenario: 0 });
    await store.settle(false);
    expect(log.lines.slice(lines)).toEqual([expect.stringMatching(/^debug: No receipt could be left: /)]);
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
        'Set `adopt: false` if this job is run again, or it takes up this finished testset.',
    );
  });

  test('are not waited for any longer once the run is cancelled', async () => {
    service.breakWith({ hang: true });
    pace = 100;
    const store = open(2, AbortSignal.abort());
    await expect(store.find(KEY)).rejects.toThrow('the list of artifacts took too long');
  });
});
