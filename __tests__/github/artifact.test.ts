import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { DefaultArtifactClient } from '@actions/artifact';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';

import type { Artifacts } from '../../src/github/artifact-client.ts';
import { publishArtifact, type ArtifactSettings } from '../../src/github/artifact.ts';
import type { ArtifactContent, ArtifactResult } from '../../src/runtime/platform.ts';
import { startArtifactRelay, type ArtifactRelay, type Call, type Mishap } from '../network/support/artifact-relay.ts';
import { startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import { useFolder } from '../support/folder.ts';
import { CONTEXT } from '../support/github-fixture.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { commandMessages, expectNoStackTrace, openSandbox } from '../support/sandbox.ts';

const { run } = CONTEXT;
const root = useFolder();

let service: ArtifactService;
let relay: ArtifactRelay;
let content: ArtifactContent;
let count = 0;

beforeAll(async () => {
  service = await startArtifactService();
  relay = await startArtifactRelay(service.env);
});

afterAll(async () => {
  relay.close();
  await service.close();
});

beforeEach(() => {
  Object.assign(process.env, service.env);
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  service.breakWith({});
  mkdirSync(join(root(), 'testset-5'));
  const files = [join(root(), 'summary.md'), join(root(), 'testset-5', 'result.xml')];
  for (const file of files) writeFileSync(file, `content of ${file.slice(root().length)}`);
  count += 1;
  content = { name: `testset-${count}`, files, root: root() };
});

afterEach(() => {
  jest.restoreAllMocks();
});

type Upload = Artifacts['uploadArtifact'];

/** Publishes in virtual time, by default with GitHub's client, whose uploads take no time. */
function publish(
  given: Partial<ArtifactSettings> = {},
  what: Partial<ArtifactContent> = {},
  upload?: Upload,
): Promise<ArtifactResult> {
  return inVirtualTime((clock) => {
    const real = new DefaultArtifactClient();
    // The blob store is another process: the clock must not jump while it works.
    const held: Upload = (...request) => real.uploadArtifact(...request).finally(clock.hold());
    const client = Object.assign(new DefaultArtifactClient(), { uploadArtifact: upload ?? held });
    const cancelled = new AbortController().signal;
    const tempDir = root();
    const settings = { clock, cancelled, run, isEnterpriseServer: false, isOffered: true, client, tempDir, ...given };
    return publishArtifact({ ...content, ...what }, settings);
  });
}

describe('publishing a page by itself', () => {
  test('leaves it as it is, under the name with its extension', async () => {
    const page = join(root(), 'report.html');
    writeFileSync(page, '<!doctype html><title>한국어</title>');
    const what = { files: [page], isPlain: true } as const;
    const published = await publish({}, what);
    expect(published).toMatchObject({ kind: 'published', name: `${content.name}.html` });
    expect((await service.download(`${content.name}.html`)).toString()).toContain('<title>한국어</title>');
    const again = await publish({}, what);
    expect(again).toMatchObject({ kind: 'published', name: `${content.name}-${run.attempt}.html` });
  });
});

describe('publishing an artifact', () => {
  test('publishes files below the root, with the given retention', async () => {
    const published = await publish({}, { retentionDays: 7 });
    const stored = service.artifacts().find(({ name }) => name === content.name);
    expect(published).toEqual({
      kind: 'published',
      name: content.name,
      id: String(stored?.id),
      url: `https://github.com/octo-org/wallet-app/actions/runs/7123456789/artifacts/${String(stored?.id)}`,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(Date.parse(stored?.expires ?? '') - Date.now()).toBeGreaterThan(6 * 86_400_000);
    const files = await service.files(content.name);
    expect([...files].map(([name, bytes]) => [name, bytes.toString()]).sort()).toEqual([
      ['summary.md', 'content of /summary.md'],
      ['testset-5/result.xml', 'content of /testset-5/result.xml'],
    ]);
  });

  test("is found and downloaded by GitHub's own client", async () => {
    const published = await publish();
    const client = new DefaultArtifactClient();
    const { artifacts } = await client.listArtifacts();
    const found = artifacts.find(({ name }) => name === content.name);
    expect(published).toMatchObject({ id: String(found?.id) });
    const { downloadPath } = await client.downloadArtifact(found?.id ?? 0, { path: join(root(), 'again') });
    expect(downloadPath).toBe(join(root(), 'again'));
  });

  test.each([
    [0, ''],
    [1, '-2'],
    [2, '-2-test-on-devices'],
  ])('with %d names taken it appends "%s"', async (taken, suffix) => {
    const names = ['', '-2', '-2-test-on-devices'].slice(0, taken).map((each) => content.name + each);
    service.breakWith({ taken: names });
    expect(await publish()).toMatchObject({ kind: 'published', name: content.name + suffix });
  });

  test('fails when every name is taken', async () => {
    service.breakWith({ taken: [content.name, `${content.name}-2`] });
    const reason = `the names ${content.name}, ${content.name}-2 are taken in this run`;
    expect(await publish({ run: { ...run, job: '' } })).toEqual({ kind: 'failed', reason });
  });

  test.each([
    [2, 'published'],
    [3, 'failed'],
  ])('with %d broken connections: %s', async (resets, kind) => {
    service.breakWith({ resets });
    expect(await publish()).toMatchObject({ kind });
  });

  test('a rejected upload is not repeated, and its first line is the reason', async () => {
    service.breakWith({ status: 403 });
    const before = service.calls().length;
    const reason = expect.stringMatching(/^Failed to CreateArtifact: .*403.*[^.]$/);
    expect(await publish()).toEqual({ kind: 'failed', reason });
    expect(service.calls()).toHaveLength(before + 1);
  });

  test('an upload that hangs ends after a minute and the time for the bytes', async () => {
    const reason = 'the upload took longer than 60 s';
    expect(await publish({}, {}, () => new Promise(() => undefined))).toEqual({ kind: 'failed', reason });
  });

  test.each([
    ['an upload that hangs', () => new Promise<never>(() => undefined), 'the run was cancelled'],
    ['the tries', () => Promise.reject(new Error('ECONNRESET\nIf you are using …')), /^ECONNRESET$/],
  ])('a cancel ends %s', async (_case, upload, reason) => {
    const cancel = new AbortController();
    let uploads = 0;
    const result = await publish({ cancelled: cancel.signal }, {}, () => {
      uploads += 1;
      cancel.abort();
      return upload();
    });
    expect(result).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) });
    expect(uploads).toBe(1);
  });

  test('after a cancel the client is not called', async () => {
    const upload = () => Promise.reject(new Error('the client is not needed'));
    const result = await publish({ cancelled: AbortSignal.abort() }, {}, upload);
    expect(result).toEqual({ kind: 'failed', reason: 'the run was cancelled' });
  });

  /** Throws text: packages may throw values that are not errors. */
  const throwText = (): { id?: number } => {
    AbortSignal.abort('no').throwIfAborted();
    return {};
  };

  test.each([
    ['no identifier', () => Promise.resolve({}), 'GitHub did not return the identifier of the artifact'],
    ['a thrown text', () => Promise.resolve().then(throwText), 'no'],
  ])('%s is a failure', async (_case, upload, reason) => {
    expect(await publish({}, {}, upload)).toEqual({ kind: 'failed', reason });
  });

  test('without the address of the run there is none of the artifact', async () => {
    const published = await publish({ run: { ...run, url: '' } }, {}, () => Promise.resolve({ id: 5 }));
    expect(published).toEqual({ kind: 'published', name: content.name, id: '5', url: '', digest: '' });
  });

  test('a missing file is a failure', async () => {
    rmSync(join(root(), 'summary.md'));
    expect(await publish()).toMatchObject({ kind: 'failed', reason: expect.stringContaining('summary.md') });
  });

  test.each([
    ['GitHub Enterprise Server', { isEnterpriseServer: true }, {}, 'Enterprise Server'],
    ['a runner without the service', { isOffered: false }, {}, 'no artifact service'],
    ['no files', {}, { files: [] }, 'no files'],
  ])('%s: skipped, without a request', async (_case, settings, what, reason) => {
    const before = service.calls().length;
    expect(await publish(settings, what)).toEqual({ kind: 'skipped', reason: expect.stringContaining(reason) });
    expect(service.calls()).toHaveLength(before);
  });
});

describe('an artifact is published all the same', () => {
  beforeEach(() => {
    Object.assign(process.env, relay.env);
  });

  test.each<[Call, Mishap, times: number]>([
    ['CreateArtifact', 'reset behind it', 2],
    ['FinalizeArtifact', 'reset', 2],
    ['CreateArtifact', 500, 1],
  ])('when %s meets a %s, %d times', async (call, mishap, times) => {
    relay.harm(call, mishap, times);
    expect(await publish()).toMatchObject({ kind: 'published', name: content.name });
    expect(relay.calls.filter((each) => each === call)).toHaveLength(times + 1);
    expect([...(await service.files(content.name)).keys()].sort()).toEqual(['summary.md', 'testset-5/result.xml']);
  });

  test('when the line breaks behind its last call: under the next name, because the first is taken by itself', async () => {
    relay.harm('FinalizeArtifact', 'reset behind it', 1);
    expect(await publish()).toMatchObject({ kind: 'published', name: `${content.name}-2` });
  });
});

/** How many times faster a step lives that waits for an artifact until its time is over. */
const HURRIED = 150;

describe('a step whose artifact is given up', () => {
  test.each<[Call, Mishap]>([
    ['CreateArtifact', 'reset'],
    ['upload', 'stalled'],
    ['FinalizeArtifact', 'cut off'],
  ])('because %s meets a %s ends with its verdict, its files and one warning', async (call, mishap) => {
    const sandbox = await openSandbox();
    relay.harm(call, mishap);
    // Receipts are artifacts, too, and would have their own warnings.
    const inputs = { 'upload-artifact': 'true', 'artifact-name': content.name, resume: 'false' };
    const result = await sandbox.run({ inputs, env: relay.env, timeScale: HURRIED });
    await sandbox.close();
    expectNoStackTrace(result);
    expect(result.exitCode).toBe(0);
    expect(result.outputs).toMatchObject({ outcome: 'passed', 'pass-count': '3', 'artifact-id': '' });
    expect(commandMessages(result, 'warning')).toEqual([
      expect.stringMatching(/^The artifact could not be published: .+ The files are in testset-results\.$/),
    ]);
    expect(result.summary).toContain('All 3 devices passed');
  });
});
