import type { Api } from '../api/client.ts';

/** In milliseconds. */
const STALL_MS = 10_000;

/**
 * Downloads the zip of an artifact: GitHub answers with an address in its storage, which knows nothing of our token. What goes wrong is not
 * told, because the address in it is a secret for some minutes.
 */
export async function downloadArtifact(
  api: Api,
  artifactId: number,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const route = 'GET /repos/{repository}/actions/artifacts/{artifact_id}/zip';
  const reply = await api(route, { artifact_id: artifactId }, 2);
  if (reply.kind !== 'answered' || reply.location === undefined || signal.aborted) return undefined;
  return download(reply.location, maxBytes, signal).catch(() => undefined);
}

async function download(address: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | undefined> {
  const { HttpClient } = await import('@actions/http-client');
  const client = new HttpClient('run-testset', [], {
    allowRedirects: false,
    allowRetries: false,
    keepAlive: true,
    socketTimeout: STALL_MS,
  });
  const stop = (): void => {
    client.dispose();
  };
  signal.addEventListener('abort', stop);
  try {
    const { message } = await client.get(address);
    return message.statusCode === 200 ? await gather(message, maxBytes) : undefined;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Stops as soon as there is too much, whatever the head said. */
async function gather(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | undefined> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    kept.push(chunk);
  }
  return Buffer.concat(kept);
}
