import { writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';

import type { Inspection } from '../../../../src/app/inspect/findings.ts';
import { inspectApp } from '../../../../src/app/inspect/inspect-app.ts';
import { createRandom, type Random } from '../../../soak/support/random.ts';
import { makeApk } from './make-apk.ts';
import { iosFiles, makeXmlPlist } from './make-ios.ts';
import { makeZip } from './make-zip.ts';

/** The content of a file that no inspection reads. */
const UNREAD = Buffer.alloc(4096, 'unread');

/** A whole app file, what is found in it, and where the file that is not read begins in it. */
interface Seed {
  readonly name: string;
  readonly file: Buffer;
  readonly found: Inspection;
  readonly unreadAt: number;
}

/** What came of inspecting mutated files. */
export interface FuzzResult {
  readonly files: number;
  /** Files with each kind of finding; `facts` without any. */
  readonly found: ReadonlyMap<string, number>;
  readonly slowestMs: number;
  /** Broken promises, a sentence each. */
  readonly broken: readonly string[];
}

/**
 * Inspects mutated app files of each format: flipped bits, cut off, spliced with another, and changed where nothing is read.
 *
 * @param path of a file that is written again and again
 */
export async function fuzz(files: number, seed: number, path: string): Promise<FuzzResult> {
  const seeds = await makeSeeds(path);
  const random = createRandom(seed);
  const found = new Map<string, number>();
  const broken: string[] = [];
  let slowestMs = 0;
  for (let at = 0; at < files; at += 1) {
    const chosen = random.pick(seeds);
    const isUnread = random.happens(0.2);
    const other = random.pick(seeds);
    await writeFile(path, isUnread ? changeUnread(chosen, random) : mutate(chosen.file, other.file, random));
    const began = performance.now();
    const inspection = await inspectApp({ path, kind: 'file', name: chosen.name });
    const milliseconds = performance.now() - began;
    slowestMs = Math.max(slowestMs, milliseconds);
    if (milliseconds > 2000) broken.push(`File ${at} of seed ${seed} took ${milliseconds} ms.`);
    if (isUnread && !isDeepStrictEqual(inspection, chosen.found)) {
      broken.push(`File ${at} of seed ${seed}: a change where nothing is read had an effect.`);
    }
    const kinds = inspection.findings.map(({ kind }) => kind);
    for (const kind of kinds.length > 0 ? kinds : ['facts']) found.set(kind, (found.get(kind) ?? 0) + 1);
  }
  return { files, found, slowestMs, broken };
}

async function makeSeeds(path: string): Promise<[Seed, ...Seed[]]> {
  const xml = makeXmlPlist({ CFBundleIdentifier: 'a.b', CFBundleExecutable: 'Wallet', More: [{ a: true, b: 1 }] });
  const apk = await makeApk({ files: { 'lib/arm64-v8a/a.so': 'code' }, isStored: true });
  const ipa = iosFiles();
  const unread = { 'assets/unread': UNREAD };
  const files: readonly (readonly [string, Buffer])[] = [
    ['app.apk', await makeApk({ files: unread, isStored: true })],
    ['app.apk', await makeApk({ files: unread, isStored: true, style: { encoding: 'utf8' } })],
    ['app.xapk', await makeZip({ 'manifest.json': '{"package_name": "a"}', 'base.apk': apk, ...unread }, 'all')],
    ['app.apks', await makeZip({ 'universal.apk': apk, 'splits/base-x86.apk': 'x', ...unread }, 'all')],
    ['app.ipa', await makeZip({ ...ipa, ...unread }, 'all')],
    ['app.ipa', await makeZip({ ...ipa, ...unread }, ['assets/unread'])],
    ['app.zip', await makeZip({ ...iosFiles({ infoFile: xml }, 'Wallet.app/'), ...unread }, 'all')],
  ];
  const seeds: Seed[] = [];
  for (const [name, file] of files) {
    await writeFile(path, file);
    const found = await inspectApp({ path, kind: 'file', name });
    seeds.push({ name, file, found, unreadAt: file.indexOf(UNREAD) });
  }
  return seeds as [Seed, ...Seed[]];
}

function changeUnread({ file, unreadAt }: Seed, random: Random): Buffer {
  const end = unreadAt + UNREAD.length;
  return Buffer.concat([
    file.subarray(0, unreadAt),
    flipBits(file.subarray(unreadAt, end), random),
    file.subarray(end),
  ]);
}

function mutate(file: Buffer, other: Buffer, random: Random): Buffer {
  const cut = random.whole(0, file.length);
  switch (random.whole(0, 5)) {
    case 0:
      return file.subarray(0, cut);
    case 1:
      return Buffer.concat([file.subarray(0, cut), other.subarray(random.whole(0, other.length))]);
    case 2:
      return overwrite(file, cut, random);
    default:
      return flipBits(file, random);
  }
}

/** Sizes and offsets are often 16 or 32 bits: extreme values find other faults than single bits. */
function overwrite(file: Buffer, at: number, random: Random): Buffer {
  const changed = Buffer.from(file);
  const value = random.pick(['00', 'ff', 'ffff', '00000000', 'ffffffff', '7fffffff', 'ffffff7f', '00000080']);
  Buffer.from(value, 'hex').copy(changed, at);
  return changed;
}

function flipBits(file: Buffer, random: Random): Buffer {
  const changed = Buffer.from(file);
  for (let flips = random.whole(1, 10); flips > 0; flips -= 1) {
    const at = random.whole(0, file.length - 1);
    changed.writeUInt8(changed.readUInt8(at) ^ (1 << random.whole(0, 7)), at);
  }
  return changed;
}
