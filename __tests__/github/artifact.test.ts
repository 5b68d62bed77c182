import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DefaultArtifactClient, type ArtifactClient } from '@actions/artifact';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { systemClock, type Clock } from '../../src/runtime/clock.ts';
import { publishArtifact, type ArtifactSettings } from '../../src/github/artifact.ts';
import type { ArtifactContent, ArtifactResult } from '../../src/runtime/platform.ts';
import { startArtifactService, type ArtifactService } from '../support/artifact-service.ts';

const RUN = {
  repository: 'octo-org/wallet-app',
  workflow: 'Device tests',
  job: 'test-on-devices',
  step: 'run-testset',
  runId: '7123456789',
  runNumber: 42,
  attempt: 2,
  commit: '',
  url: 'https://github.com/octo-org/wallet-app/actions/runs/7123456789/attempts/2',
};
const PAGE = 'https://github.com/octo-org/wallet-app/actions/runs/7123456789/artifacts';

let service: ArtifactService;
let root: string;
let content: ArtifactContent;
let count = 0;

beforeAll(async () => {
  service = await startArtifactService();
  Object.assign(process.env, service.env);
});

afterAll(() => service.close());

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  service.breakWith({});
  root = mkdtempSync(join(tmpdir(), 'artifact-'));
  mkdirSync(join(root, 'testset-5'));
  const files = [join(root, 'summary.md'), join(root, 'testset-5', 'result.xml')];
  for (const file of files) writeFileSync(file, `content of ${file.slice(root.length)}`);
  count += 1;
  content = { name: `testset-${count}`, files, root };
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(root, { recursive: true });
});

/** Sleeps end at once, after other work that is due. */
const instantClock: Clock = { ...systemClock, sleep: () => new Promise((resolve) => setImmediate(resolve)) };

/** Sleeps end only when they are aborted. */
const stoppedClock: Clock = {
  ...systemClock,
  sleep: (_ms, signal) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => {
        resolve();
      });
    }),
};

/** Pauses between tries take no time; the timeout of an upload is real. */
const fastRetries: Clock = {
  ...systemClock,
  sleep: (ms, signal) => (ms < 60_000 ? Promise.resolve() : systemClock.sleep(ms, signal)),
};

function publish(
  given: Partial<ArtifactSettings>,
  what = content,
  client: ArtifactClient = new DefaultArtifactClient(),
): Promise<ArtifactResult> {
  const settings: ArtifactSettings = {
    clock: fastRetries,
    cancelled: new AbortController().signal,
    run: RUN,
    isEnterpriseServer: false,
    isOffered: true,
    client,
    ...given,
  };
  return publishArtifact(what, settings);
}

/** GitHub's client with another upload. */
function clientWith(upload: ArtifactClient['uploadArtifact']): ArtifactClient {
  return Object.assign(new DefaultArtifactClient(), { uploadArtifact: upload });
}

describe('publishing an artifact', () => {
  test('publishes files below the root, with the given retention', async () => {
    const published = await publish({}, { ...content, retentionDays: 7 });
    const stored = service.artifacts().find(({ name }) => name === content.name);
    expect(published).toStrictEqual({
      kind: 'published',
      name: content.name,
      id: String(stored?.id),
      url: `${PAGE}/${String(stored?.id)}`,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(Date.parse(stored?.expires ?? '') - Date.now()).toBeGreaterThan(6 * 86_400_000);
    const files = await service.files(content.name);
    expect([...files].map(([name, content]) => [name, content.toString()]).sort()).toStrictEqual([
      ['summary.md', 'content of /summary.md'],
      ['testset-5/result.xml', 'content of /testset-5/result.xml'],
    ]);
  });

  test("is found and downloaded by GitHub's own client", async () => {
    const published = await publish({});
    const client = new DefaultArtifactClient();
    const { artifacts } = await client.listArtifacts();
    const found = artifacts.find(({ name }) => name === content.name);
    expect(published).toMatchObject({ id: String(found?.id) });
    const { downloadPath } = await client.downloadArtifact(found?.id ?? 0, { path: join(root, 'again') });
    expect(downloadPath).toBe(join(root, 'again'));
  });

  test.each([
    [0, ''],
    [1, '-2'],
    [2, '-2-test-on-devices'],
  ])('with %d names taken it appends "%s"', async (taken, suffix) => {
    const names = ['', '-2', '-2-test-on-devices'].slice(0, taken).map((each) => content.name + each);
    service.breakWith({ taken: names });
    expect(await publish({})).toMatchObject({ kind: 'published', name: content.name + suffix });
  });

  test('fails when every name is taken', async () => {
    service.breakWith({ taken: [content.name, `${content.name}-2`] });
    expect(await publish({ run: { ...RUN, job: '' } })).toStrictEqual({
      kind: 'failed',
      reason: `the names ${content.name}, ${content.name}-2 are taken in this run`,
    });
  });

  test.each([
    [2, 'published'],
    [3, 'failed'],
  ])('with %d broken connections: %s', async (resets, kind) => {
    service.breakWith({ resets });
    const before = service.calls().length;
    const published = await publish({});
    expect(published.kind).toBe(kind);
    expect(service.calls().slice(before, before + 3)).toStrictEqual(Array(3).fill('CreateArtifact'));
  });

  test('a rejected upload is not repeated, and its first line is the reason', async () => {
    service.breakWith({ status: 403 });
    const before = service.calls().length;
    expect(await publish({})).toStrictEqual({
      kind: 'failed',
      reason: expect.stringMatching(/^Failed to CreateArtifact: .*403.*[^.]$/),
    });
    expect(service.calls()).toHaveLength(before + 1);
  });

  test('an upload that hangs ends after a minute and the time for the bytes', async () => {
    service.breakWith({ hang: true });
    expect(await publish({ clock: instantClock })).toStrictEqual({
      kind: 'failed',
      reason: 'the upload took longer than 60 s',
    });
  });

  test('a cancel ends the upload', async () => {
    const cancel = new AbortController();
    const client = clientWith(() => {
      cancel.abort();
      return new Promise(() => undefined);
    });
    expect(await publish({ clock: stoppedClock, cancelled: cancel.signal }, content, client)).toStrictEqual({
      kind: 'failed',
      reason: 'the run was cancelled',
    });
  });

  test('after a cancel the client is not called', async () => {
    const client = clientWith(() => Promise.reject(new Error('the client is not needed')));
    expect(await publish({ cancelled: AbortSignal.abort() }, content, client)).toStrictEqual({
      kind: 'failed',
      reason: 'the run was cancelled',
    });
  });

  test('a cancel ends the tries', async () => {
    const cancel = new AbortController();
    let uploads = 0;
    const client = clientWith(() => {
      uploads += 1;
      cancel.abort();
      return Promise.reject(new Error('Unable to make request: ECONNRESET\nIf you are using …'));
    });
    expect(await publish({ cancelled: cancel.signal }, content, client)).toStrictEqual({
      kind: 'failed',
      reason: 'Unable to make request: ECONNRESET',
    });
    expect(uploads).toBe(1);
  });

  /** Throws text: packages may throw values that are not errors. */
  const throwText = (): { id?: number } => {
    AbortSignal.abort('no').throwIfAborted();
    return {};
  };

  test.each([
    [
      'a response without an identifier',
      () => Promise.resolve({}),
      'GitHub did not return the identifier of the artifact',
    ],
    ['a thrown text', () => Promise.resolve().then(throwText), 'no'],
  ])('%s is a failure', async (_case, upload, reason) => {
    expect(await publish({}, content, clientWith(upload))).toStrictEqual({ kind: 'failed', reason });
  });

  test('without the address of the run there is none of the artifact', async () => {
    const client = clientWith(() => Promise.resolve({ id: 5 }));
    expect(await publish({ run: { ...RUN, url: '' } }, content, client)).toStrictEqual({
      kind: 'published',
      name: content.name,
      id: '5',
      url: '',
      digest: '',
    });
  });

  test('a missing file is a failure', async () => {
    rmSync(join(root, 'summary.md'));
    expect(await publish({})).toMatchObject({ kind: 'failed', reason: expect.stringContaining('summary.md') });
  });

  test.each([
    ['GitHub Enterprise Server', { isEnterpriseServer: true }, {}, 'Enterprise Server'],
    ['a runner without the service', { isOffered: false }, {}, 'no artifact service'],
    ['no files', {}, { files: [] }, 'no files'],
  ])('%s: skipped, without a request', async (_case, settings, what, reason) => {
    const before = service.calls().length;
    const published = await publish(settings, { ...content, ...what });
    expect(published).toStrictEqual({ kind: 'skipped', reason: expect.stringContaining(reason) });
    expect(service.calls()).toHaveLength(before);
  });
});
