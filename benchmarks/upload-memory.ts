/** How much memory the action takes to send a large file and a small one, and whether they arrive as they are. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import { makeSparseFile, withFolder, type AppFile } from './support/app-files.ts';
import { atMost, plain, printFigures } from './support/figures.ts';
import { measureRounds, median } from './support/rounds.ts';
import { sendByAction } from './support/send-app.ts';
import { startSink, type Sink } from './support/sink.ts';

const ROUNDS = 3;
const LARGE_BYTES = 4 * 1024 ** 3;
const SMALL_BYTES = 100e6;

/** Sends a file and gives the most memory that the process held, in MB. @throws when other bytes arrive, or are said to have been sent */
async function peakOf(app: AppFile, digest: string, sink: Sink): Promise<number> {
  const [arrival, { result, peakMegabytes }] = await sink.receive(() => sendByAction(app, sink));
  const digests = { arrived: arrival.digest, told: result.outputs['app-sha256'] };
  if (digests.arrived !== digest || digests.told !== digest) {
    throw new Error(`The file's digest is ${digest}, but ${JSON.stringify(digests)}.`);
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
  printFigures('Most memory while sending; every file arrived with its own SHA-256', [
    atMost(
      150,
      'MB',
      '4 GiB, sparse',
      median(rounds, (round) => round.large),
    ),
    atMost(
      150,
      'MB',
      '100 MB',
      median(rounds, (round) => round.small),
    ),
    plain(
      '×',
      '4 GiB over 100 MB',
      median(rounds, (round) => round.large / round.small),
    ),
  ]);
});
