import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import { ServiceError } from './codes.ts';
import type { ReceivedBody } from './journal.ts';
import type { Part } from './multipart.ts';
import { parseJson } from './rules.ts';

/** Receives a create with its app in a temporary folder, and inspects the app. @returns the body, and what is wrong with the app */
export async function inspectReceived(
  receive: (folder: string) => Promise<ReceivedBody>,
): Promise<[ReceivedBody, ServiceError?]> {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'));
  try {
    const received = await receive(folder);
    const error = await findAppError(received.parts ?? []);
    return error ? [received, error] : [received];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function findAppError(parts: readonly Part[]): Promise<ServiceError | undefined> {
  const file = parts.find(({ name }) => name === 'app_file');
  if (file?.path === undefined || file.fileName === undefined) return undefined;
  const names = listNames(await readFile(file.path));
  if (!names) return new ServiceError(4032);
  const extension = extname(file.fileName).toLowerCase();
  if (extension === '.ipa') return findIosError(names, /^Payload\/[^/]+\.app\/$/);
  if (extension === '.apk') return findAndroidError(names);
  if (extension !== '.zip') return undefined;
  const data = parseJson(parts.find(({ name }) => name === 'data')?.text ?? '');
  const asked = typeof data === 'object' && data !== null && 'os_type' in data ? data.os_type : undefined;
  const osType = systemOf(names);
  if (osType !== undefined && osType !== asked) return new ServiceError(4055, osType);
  return asked === 'iOS' ? findIosError(names, /\.app\/$/) : findAndroidError(names);
}

const MANIFEST = 'AndroidManifest.xml';

function systemOf(names: readonly string[]): 'ANDROID' | 'iOS' | undefined {
  if (names.includes(MANIFEST)) return 'ANDROID';
  return names.some((name) => name.endsWith('.app/Info.plist')) ? 'iOS' : undefined;
}

function findAndroidError(names: readonly string[]): ServiceError | undefined {
  return names.includes(MANIFEST) ? undefined : new ServiceError(4040, `${MANIFEST} is missing`);
}

/** @param folder matches the folder of an app */
function findIosError(names: readonly string[], folder: RegExp): ServiceError | undefined {
  const bundles = names.flatMap((name) => /^(.+\/)Info\.plist$/.exec(name)?.[1] ?? []);
  const bundle = bundles.find((each) => folder.test(each));
  if (bundle === undefined) return new ServiceError(4030, 'Info.plist is missing');
  return names.includes(`${bundle}embedded.mobileprovision`) ? undefined : new ServiceError(4031);
}

/** The names in the central directory of a zip; `undefined` if the file does not end as a zip. */
function listNames(file: Buffer): readonly string[] | undefined {
  const end = file.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end < 0 || end + 22 > file.length) return undefined;
  const names: string[] = [];
  let at = file.readUInt32LE(end + 16);
  while (at < end && file.toString('latin1', at, at + 4) === 'PK\u0001\u0002') {
    const nameEnd = at + 46 + file.readUInt16LE(at + 28);
    names.push(file.toString('utf8', at + 46, nameEnd));
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return names;
}
