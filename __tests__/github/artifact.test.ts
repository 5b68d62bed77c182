import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { DefaultArtifactClient } from '@actions/artifact';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import type { Artifacts } from '../../src/github/artifact-client.ts';
import { openArtifacts, publishArtifact, type ArtifactSettings } from '../../src/github/artifact.ts';
import type { ArtifactResult } from '../../src/runtime/platform.ts';
import { runContext } from '../inputs/support.ts';
import { useFolder } from '../support/folder.ts';
import type { Fault } from '../support/github.ts';
import { CONTEXT, useGithub } from '../support/github-fixture.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { createRuntime } from '../support/runtime.ts';
import { commandMessages, expectNoStackTrace, openSandbox } from '../support/sandbox.ts';

const { run } = CONTEXT;
const NAME = 'testset-5';

const root = useFolder();
const github = useGithub();

beforeEach(() => {
  // The client prints commands of the runner.
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  mkdirSync(join(root(), 'testset-5'));
  for (const file of files()) writeFileSync(file, `content of ${file.slice(root().length)}`);
});
afterEach(() => {
  jest.restoreAllMocks();
});

function files(): string[] {
  return [join(root(), 'summary.md'), join(root(), 'testset-5', 'result.xml')];
}

/** Adds artifacts of another step. */
function take(...names: readonly string[]): void {
  github.state.artifacts.push(...names.map((name, at) => ({ id: at, run: 0, name, content: Buffer.from('') })));
}

type Upload = Artifacts['uploadArtifact'];
type Given = Partial<ArtifactSettings>;

/** Publishes in virtual time, by default with GitHub's client, whose uploads take no time. */
function publish(
  given: Given = {},
  what: Partial<Parameters<typeof publishArtifact>[0]> = {},
  upload?: Upload,
): Promise<ArtifactResult> {
  return inVirtualTime((clock) => {
    const held: Upload = (...request) => new DefaultArtifactClient().uploadArtifact(...request).finally(clock.hold());
    const client = Object.assign(new DefaultArtifactClient(), { uploadArtifact: upload ?? held });
    const content = { name: NAME, files: files(), root: root(), ...what };
    return publishArtifact(content, { ...createRuntime({ clock }), client, run, tempDir: root(), ...given });
  });
}

const hang: Upload = () => new Promise(() => undefined);

describe('an artifact is published', () => {
  test('with the files below the root, and the given retention', async () => {
    const published = await publish({}, { retentionDays: 7 });
    const [stored] = github.state.artifacts;
    const value = {
      name: NAME,
      id: String(stored?.id),
      url: `https://github.com/octo-org/wallet-app/actions/runs/7123456789/artifacts/${String(stored?.id)}`,
    };
    expect(published).toEqual({ kind: 'value', value });
    expect(Date.parse(stored?.expires ?? '') - Date.now()).toBeGreaterThan(6 * 86_400_000);
    const contents = [...(await github.files(NAME))].map(([name, bytes]) => `${name}: ${bytes.toString()}`);
    const names = ['summary.md', 'testset-5/result.xml'];
    expect(contents.sort()).toEqual(names.map((name) => `${name}: content of /${name}`));
  });

  test('as it is, under the name with its extension, if it is a page', async () => {
    const page = join(root(), 'report.html');
    writeFileSync(page, '<!doctype html><title>한국어</title>');
    const what = { files: [page], isPlain: true } as const;
    expect(await publish({}, what)).toMatchObject({ kind: 'value', value: { name: `${NAME}.html` } });
    expect(github.artifact(`${NAME}.html`).content.toString()).toContain('<title>한국어</title>');
    expect(await publish({}, what)).toMatchObject({ kind: 'value', value: { name: `${NAME}-2.html` } });
  });

  test.each([
    [0, ''],
    [1, '-2'],
    [2, '-2-2'],
  ])('under another name if %d are taken', async (taken, suffix) => {
    take(...['', '-2', '-2-2'].slice(0, taken).map((each) => NAME + each));
    expect(await publish()).toMatchObject({ kind: 'value', value: { name: NAME + suffix } });
  });

  test.each<[RegExp, Fault['play'], times: number, suffix: string]>([
    [/CreateArtifact/, 'reset-after', 2, ''],
    // A name is used up by an artifact that is not finished.
    [/FinalizeArtifact/, 'reset', 1, '-2'],
    [/FinalizeArtifact/, { status: 403, body: { msg: 'Error from intermediary' } }, 1, '-2'],
    [/CreateArtifact/, { status: 500, body: {} }, 1, ''],
    // The first name is then taken by the same artifact.
    [/FinalizeArtifact/, 'reset-after', 1, '-2'],
  ])('although %s meets a %j, %d times', async (route, play, times, suffix) => {
    github.breakWith({ route, play, times });
    expect(await publish()).toMatchObject({ kind: 'value', value: { name: NAME + suffix } });
    expect([...(await github.files(NAME + suffix)).keys()].sort()).toEqual(['summary.md', 'testset-5/result.xml']);
  });
});

test('the first reason is said, not that the names of failed tries are taken', async () => {
  const reasons = ['Failed to upload: Unable to make request: ENOTFOUND', 'Failed to CreateArtifact: (409) Conflict'];
  const upload: Upload = () => Promise.reject(new Error(reasons.shift() ?? 'Failed to CreateArtifact: (409) Conflict'));
  expect(await publish({}, {}, upload)).toEqual({
    kind: 'failed',
    reason: expect.stringMatching(/ENOTFOUND\. The hosts .* SECURITY\.md/),
  });
});

describe('an artifact is not published', () => {
  test.each<[string, Given, Upload, RegExp]>([
    ['GitHub returns no identifier', {}, () => Promise.resolve({}), /^GitHub did not return the identifier/],
    ['an upload hangs', {}, hang, /^the upload took longer than 60 s$/],
    ['it was cancelled before', { cancelled: AbortSignal.abort() }, hang, /^the run was cancelled$/],
  ])('if %s', async (_case, settings, upload, reason) => {
    expect(await publish(settings, {}, upload)).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) });
  });

  test.each([
    ['an upload that hangs', hang, 'the run was cancelled'],
    ['the tries', () => Promise.reject(new Error('Unable to make request: x.\nIf …')), 'Unable to make request: x'],
  ])('if a cancel ends %s', async (_case, upload: Upload, reason) => {
    const cancel = new AbortController();
    const uploadArtifact = jest.fn<Upload>((...content) => {
      cancel.abort();
      return upload(...content);
    });
    expect(await publish({ cancelled: cancel.signal }, {}, uploadArtifact)).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining(reason),
    });
    expect(uploadArtifact).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['', 3, /^the storage of artifacts rejected the upload without a reason\. The hosts /],
    ['It broke.', 1, /^It broke$/],
  ])('after an error %j of the client, and %i tries', async (message, tries, reason) => {
    const uploadArtifact = jest.fn<Upload>(() => Promise.reject(new Error(message)));
    expect(await publish({}, {}, uploadArtifact)).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) });
    expect(uploadArtifact).toHaveBeenCalledTimes(tries);
  });

  test('if every name is taken, or the connection breaks three times, or a file is missing', async () => {
    const names = [NAME, `${NAME}-2`, `${NAME}-2-2`];
    take(...names);
    expect(await publish()).toEqual({ kind: 'failed', reason: `the names ${names.join(', ')} are taken in this run` });
    github.state.artifacts.splice(0);
    github.breakWith({ route: /CreateArtifact/, play: 'reset', times: 3 });
    expect(await publish()).toEqual({ kind: 'failed', reason: expect.stringMatching(/Unable to make request/) });
    rmSync(join(root(), 'summary.md'));
    expect(await publish()).toEqual({ kind: 'failed', reason: expect.stringContaining('summary.md') });
  });

  test('if GitHub rejects the upload, which is not repeated', async () => {
    github.breakWith({ route: /./, play: { status: 403, body: {} } });
    expect(await publish()).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(/^Failed to CreateArtifact: .*403.*[^.]$/),
    });
    expect(github.requests).toHaveLength(1);
  });

  test.each([
    ['if there is no service', { unavailable: 'no service' }, {}, 'no service'],
    ['if there are no files', {}, { files: [] }, 'no files'],
  ])('%s, which is no failure', async (_case, settings, what, reason) => {
    const skipped = { kind: 'skipped', reason: expect.stringContaining(reason) };
    expect(await publish(settings, what, () => Promise.reject(new Error('not called')))).toEqual(skipped);
  });
});

test.each([
  ['available', {}, {}, /^$/],
  ['not available on GitHub Enterprise Server', {}, { isEnterpriseServer: true }, /Enterprise Server/],
  ['not available without an address', { ACTIONS_RESULTS_URL: '' }, {}, /runner offers no artifact service/],
  ['not available without a token', { ACTIONS_RUNTIME_TOKEN: '' }, {}, /runner offers no artifact service/],
])('the service is %s', (_case, env, given, reason) => {
  const { unavailable } = openArtifacts({ ...github.env, ...env }, runContext(given), createRuntime(), '');
  expect(unavailable ?? '').toMatch(reason);
});

test('a step whose artifact is given up ends with its verdict, its files and one warning', async () => {
  const sandbox = await openSandbox();
  github.breakWith({ route: /^PUT/, play: 'hang' });
  // Receipts are artifacts, too, and would have their own warnings.
  const result = await sandbox.run({ inputs: { resume: 'false' }, env: github.env });
  expectNoStackTrace(result);
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'pass-count': '3', 'artifact-id': '' } });
  const warning = /^The artifact could not be published: .+ The files are in testset-results\.$/;
  expect(commandMessages(result, 'warning')).toEqual([expect.stringMatching(warning)]);
});
