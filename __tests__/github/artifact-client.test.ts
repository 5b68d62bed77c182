import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { createArtifactClient, type Artifacts } from '../../src/github/artifact-client.ts';
import type { Environment } from '../../src/model/run-context.ts';
import { useFolder } from '../support/folder.ts';

const folder = useFolder();

/** The client in a worker that does what `script` says when it is called. */
async function clientFor(
  script: string,
  env: Environment = {},
  idleMs = 100,
): Promise<{ client: Artifacts; lines: readonly string[] }> {
  const file = join(folder(), 'worker.mjs');
  const worker = `import { parentPort, threadId } from 'node:worker_threads';
     const reply = (id, value = {}) => parentPort.postMessage({ id, value });
     parentPort.on('message', ({ id }) => { ${script} });`;
  await writeFile(file, worker);
  const lines: string[] = [];
  const client = createArtifactClient(file, env, { debug: (line) => lines.push(String(line)) }, idleMs);
  return { client, lines };
}

describe('the artifact client', () => {
  test('that cannot be loaded is an error', async () => {
    const client = createArtifactClient(join(folder(), 'none.mjs'), {}, { debug: () => undefined });
    await expect(client.listArtifacts()).rejects.toThrow('none.mjs');
  });

  test('that ends before it responds is an error', async () => {
    const { client } = await clientFor('process.exit(0);');
    await expect(client.listArtifacts()).rejects.toThrow('the artifact client ended');
  });

  test('that throws in an event handler ends its calls, and not the step; the next call starts it again', async () => {
    const { client } = await clientFor(`setTimeout(() => { throw new TypeError('from an event'); });`);
    for (let use = 1; use <= 2; use += 1) await expect(client.listArtifacts()).rejects.toThrow('from an event');
  });

  test('gets the variables of the runner, and no inputs', async () => {
    const env = { 'INPUT_ACCESS-KEY': 'secret', INPUT_MATRIX: '{}', ACTIONS_RUNTIME_TOKEN: 'token' };
    const { client } = await clientFor('reply(id, Object.keys(process.env).sort());', env);
    expect(await client.listArtifacts()).toStrictEqual(['ACTIONS_RUNTIME_TOKEN', 'NODE_DEBUG']);
  });

  test('ends when it is not used for a while, and starts again', async () => {
    const { client } = await clientFor('reply(id, threadId);', {}, 10);
    const first = await client.listArtifacts();
    const next = async (): Promise<unknown> => {
      await new Promise((resolve) => setTimeout(resolve, 15));
      return client.listArtifacts();
    };
    let other: unknown = first;
    while (other === first) other = await next();
    expect(other).not.toBe(first);
  });

  const PAGE = '<!doctype html>\n<title>Access denied</title><p>Ask your administrator</p>';
  const RAW = `::debug::Raw Body: ${PAGE.replace('\n', '%0A')}`;
  const JSON_ERROR = `Failed: Unexpected token '<', "<!doctype "... is not valid JSON`;
  const DENIED = 'GitHub responded with a page titled "Access denied", perhaps from a proxy';
  const REJECTED = 'proxy proxy.example:3128 (HTTPS_PROXY) rejected the credentials (HTTP 407)';
  const TUNNEL = 'TUNNEL: tunneling socket could not be established, statusCode=';

  test.each([
    ['a page that the service sent', RAW, JSON_ERROR, DENIED],
    ['a page that the storage sent', '', PAGE, DENIED],
    ['the proxy that rejects the credentials', `${TUNNEL}407`, 'Unable to make request: ECONNRESET', REJECTED],
    ['another error of the network', `${TUNNEL}503`, 'Unable to make request: ECONNRESET', undefined],
    ['an error after that', `${TUNNEL}407`, 'Conflict (409)', undefined],
  ])('names %s', async (_what, line, message, expected = message) => {
    const { env } = process;
    const error = JSON.stringify({ name: 'Error', message });
    const send = `parentPort.postMessage({ id, error: ${error} })`;
    const settings = {
      HTTPS_PROXY: 'http://build:hunter@proxy.example:3128',
      ACTIONS_RESULTS_URL: 'https://results.example/',
    };
    const script = `process.stdout.write(${JSON.stringify(`${line}\n`)}, () => ${send});`;
    const { client } = await clientFor(script, settings);
    process.env = settings;
    try {
      const error = await client.listArtifacts().catch((thrown: unknown) => thrown as Error);
      expect(error).toHaveProperty('message', expected);
      expect('cause' in error).toBe(expected !== message);
    } finally {
      process.env = env;
    }
  });

  test('gives the runner neither commands nor lines', async () => {
    const print = `process.stdout.write('::warning::90%25 of%0Atwo lines\\nUploading 90%25\\n', () => process.exit());`;
    const { client, lines } = await clientFor(print);
    await expect(client.listArtifacts()).rejects.toThrow('the artifact client ended');
    expect(lines).toEqual(['90% of\ntwo lines', 'Uploading 90%25']);
  });
});
