import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { createArtifactLoader } from '../../src/github/artifact-client.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artifact-client-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The client in a worker that does what `script` says when it is called. */
async function loaderFor(script: string, idleMs = 60_000) {
  const file = join(folder, 'worker.mjs');
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads';
     const reply = (id, value = {}) => parentPort.postMessage({ id, value });
     parentPort.on('message', ({ id }) => { ${script} });
     parentPort.postMessage('ready');`,
  );
  const lines: string[] = [];
  const load = createArtifactLoader({ file, env: {}, idleMs, log: { debug: (line) => lines.push(line) } });
  return { load, lines };
}

describe('the artifact client', () => {
  test('that cannot be loaded is an error', async () => {
    const load = createArtifactLoader({ file: join(folder, 'none.mjs'), env: {}, log: { debug: () => undefined } });
    await expect(load()).rejects.toThrow('none.mjs');
  });

  test('that throws in an event handler ends its calls, and not the step; the next use loads it again', async () => {
    const { load } = await loaderFor(`setTimeout(() => { throw new TypeError('from an event'); });`);
    for (let use = 1; use <= 2; use += 1) {
      const client = await load();
      await expect(client.listArtifacts()).rejects.toThrow('from an event');
      await expect(client.listArtifacts()).rejects.toThrow('from an event');
    }
  });

  test('ends when it is not used for a while', async () => {
    const { load } = await loaderFor('reply(id);', 10);
    const first = await load();
    await first.listArtifacts();
    while ((await load()) === first) await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(first.listArtifacts()).rejects.toThrow('the artifact client ended');
  });

  test('gives the runner neither commands nor lines', async () => {
    const { load, lines } = await loaderFor(
      `process.stdout.write('::warning::an advice\\nUploading\\n', () => process.exit());`,
    );
    const client = await load();
    await expect(client.listArtifacts()).rejects.toThrow('the artifact client ended');
    expect(lines).toEqual(['an advice', 'Uploading']);
  });
});
