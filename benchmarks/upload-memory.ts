/** Measures the memory while the action sends a large and a small file, and checks that they arrive unchanged. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import { makeSparseFile, withFolder, type AppFile } from './support/app-files.ts';
import { measureRounds, printFigures } from './support/figures.ts';
import { sendByAction, startSink, type Sink } from './support/sink.ts';

const ROUNDS = 3;
const LARGE_BYTES = 4 * 1024 ** 3;
const SMALL_BYTES = 100e6;

/** Sends a file. @returns the peak memory in MB @throws if the received or the reported digest is wrong */
async function peakOf(app: AppFile, digest: string, sink: Sink): Promise<number> {
  const [arrival, { result, peakMegabytes }] = await sink.receive(() => sendByAction(app, sink));
  const digests = { received: arrival.digest, reported: result.outputs['app-sha256'] };
  if (digests.received !== digest || digests.reported !== digest) {
    throw new Error(`The digest of the file is ${digest}, but got ${JSON.stringify(digests)}.`);
  }
  return peakMegabytes;
}

async function digestOf({ path }: AppFile): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

await withFolder(async (folder) => {
  const sink = await startSink('http', 'sha256');
  const [large, small] = [await makeSparseFile(folder, LARGE_BYTES), await makeSparseFile(folder, SMALL_BYTES)];
  const [largeDigest, smallDigest] = [await digestOf(large), await digestOf(small)];
  const rounds = await measureRounds(ROUNDS, async () => ({
    small: await peakOf(small, smallDigest, sink),
    large: await peakOf(large, largeDigest, sink),
  }));
  sink.close();
  printFigures('Peak memory while sending; every file arrived unchanged (SHA-256)', rounds, [
    { name: '4 GiB, sparse', unit: 'MB', atMost: 150, of: (round) => round.large },
    { name: '100 MB', unit: 'MB', atMost: 150, of: (round) => round.small },
    { name: '4 GiB over 100 MB', unit: '×', of: (round) => round.large / round.small },
  ]);
});
