import { parentPort } from 'node:worker_threads';

import { DefaultArtifactClient } from '@actions/artifact';

import { allowSlowConnections } from '../runtime/time-limits.ts';
import type { ArtifactCall, ArtifactReply } from './artifact-client.ts';

allowSlowConnections();
const client = new DefaultArtifactClient();

parentPort?.on('message', (call: ArtifactCall) => {
  void run(call).then((reply) => {
    // The lines of the client come first: they mask secrets, which the reply may contain.
    process.stdout.write('', () => parentPort?.postMessage(reply));
  });
});

async function run({ id, method, args }: ArtifactCall): Promise<ArtifactReply> {
  try {
    const call = client[method].bind(client) as (...args: readonly unknown[]) => Promise<unknown>;
    return { id, value: await call(...args) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { id, error: { name, message } };
  }
}
