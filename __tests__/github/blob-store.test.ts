import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { DefaultArtifactClient } from '@actions/artifact';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';

import { startBlobStore, type BlobStore } from '../support/blob-store.ts';
import { useFolder } from '../support/folder.ts';
import { startGithub, type Github } from '../support/github.ts';
import { unzip } from '../support/zip.ts';

const root = useFolder();
let store: BlobStore;
let github: Github;
beforeAll(async () => {
  store = await startBlobStore();
  github = await startGithub(store);
});
afterAll(async () => {
  await github.close();
  await store.close();
});

test('a blob store that others wrote takes what the artifact client uploads, and has the same bytes', async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  jest.replaceProperty(process, 'env', { ...process.env, ...github.env });
  const file = join(root(), 'junit.xml');
  await writeFile(file, '<testsuites/>');
  await new DefaultArtifactClient().uploadArtifact('testset-5', [file], root());
  jest.restoreAllMocks();
  const stored = Buffer.from(await (await fetch(store.addressOf('testset-5'))).arrayBuffer());
  expect(stored).toEqual(github.artifact('testset-5').content);
  expect((await unzip(stored)).get('junit.xml')).toEqual(await readFile(file));
});
