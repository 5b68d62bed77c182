import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Artifact, ArtifactClient } from '@actions/artifact';

import { messageOf } from '../../model/errors.ts';
import { createLimiter } from '../../runtime/limiter.ts';
import type { Log } from '../../runtime/log.ts';
import { unsealReceipts, type Binding } from '../../create/receipts.ts';
import type { LeftReceipts } from '../../create/receipts.ts';
import { readFromZip } from '../read-zip.ts';
import { attemptOf, RECEIPT_FILE } from './names.ts';

/** What telling receipts of earlier attempts from everything else takes. */
export interface Search extends Binding {
  /** The attempt that looks, from 1; only what was left before it counts. */
  readonly attempt: number;
  readonly log: Pick<Log, 'debug' | 'notice'>;
  /** Absolute; for files that are gone when the job is over. */
  readonly tempDir: string;
}

/** In bytes, of an artifact and of the file in it: thousands of testsets need less. */
const MOST_BYTES = 1024 * 1024;

/** So many artifacts are downloaded at once. */
const DOWNLOADS_AT_ONCE = 8;

/** The artifacts in which earlier attempts may have left receipts under the key, by their names. */
export function earlierArtifacts(artifacts: readonly Artifact[], { key, attempt, log }: Search): readonly Artifact[] {
  const left = artifacts.filter(({ name }) => attemptOf(name, key) !== undefined);
  const earlier = left.filter(({ name }) => {
    const from = attemptOf(name, key) ?? 0;
    return from >= 1 && from < attempt;
  });
  if (earlier.length < left.length) {
    log.debug(`${left.length - earlier.length} of ${left.length} receipts are of no earlier attempt.`);
  }
  return earlier;
}

/**
 * Reads receipts one by one, and passes over those that cannot be read or believed: a debug line says why of each, and one notice that
 * there are any. Never fails.
 *
 * @param late fails when those that are not read yet are not to be waited for any longer
 */
export async function readReceipts(
  client: ArtifactClient,
  artifacts: readonly Artifact[],
  search: Search,
  late: Promise<never>,
): Promise<readonly LeftReceipts[]> {
  const gate = createLimiter(DOWNLOADS_AT_ONCE);
  let passedOver = 0;
  const readings = artifacts.map(async (artifact) => {
    try {
      return await Promise.race([gate(() => readArtifact(client, artifact, search)), late]);
    } catch (error) {
      passedOver += 1;
      search.log.debug(`The receipt ${artifact.name} is passed over: ${messageOf(error)}`);
      return [];
    }
  });
  const left = await Promise.all(readings);
  if (passedOver > 0) {
    const some = passedOver === 1 ? 'A receipt' : `${passedOver} receipts`;
    search.log.notice(`${some} of earlier attempts cannot be used. A log with debug logging says why.`);
  }
  return left.flat();
}

async function readArtifact(
  client: ArtifactClient,
  { id, name, size }: Artifact,
  search: Search,
): Promise<LeftReceipts> {
  if (size > MOST_BYTES) throw new Error(`it is too large, with ${size} bytes`);
  const left = unsealReceipts(await download(client, id, search.tempDir), search);
  if (left.attempt !== attemptOf(name, search.key)) throw new Error('its name tells of another attempt');
  return left;
}

/** The zip is not unpacked: whatever is in it becomes no file, and takes no more room than is allowed. */
async function download(client: ArtifactClient, id: number, tempDir: string): Promise<string> {
  const folder = await mkdtemp(join(tempDir, 'receipt-'));
  try {
    await client.downloadArtifact(id, { path: folder, skipDecompress: true });
    const [zip = ''] = await readdir(folder);
    const path = join(folder, zip);
    if ((await stat(path)).size > MOST_BYTES) throw new Error('it is too large');
    const text = await readFromZip(await readFile(path), RECEIPT_FILE, MOST_BYTES);
    if (!text) throw new Error(`it holds no ${RECEIPT_FILE} of a size that can be`);
    return text.toString('utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
