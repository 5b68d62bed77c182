import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import { inspectApp } from '../src/app/inspect/inspect-app.ts';
import { ServiceError } from './codes.ts';
import type { ReceivedBody } from './journal.ts';
import type { Part } from './multipart.ts';
import { parseJson } from './rules.ts';

/** The code for an app that no device can install, where the interface has none of its own. */
const INVALID_APP = 4032;

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

/** The service takes only development builds for iOS, so what is a warning about them in the action is an error here. */
async function findAppError(parts: readonly Part[]): Promise<ServiceError | undefined> {
  const file = parts.find(({ name }) => name === 'app_file');
  if (file?.path === undefined || file.fileName === undefined) return undefined;
  const { facts, findings } = await inspectApp({ path: file.path, kind: 'file', name: file.fileName });
  const found = findings.find(({ isError, code }) => isError || code !== undefined);
  if (found) return new ServiceError(found.code ?? INVALID_APP, found.message);
  const data = parseJson(parts.find(({ name }) => name === 'data')?.text ?? '');
  const asked = typeof data === 'object' && data !== null && 'os_type' in data ? data.os_type : undefined;
  const isZip = extname(file.fileName).toLowerCase() === '.zip';
  return isZip && facts && asked !== facts.osType ? new ServiceError(4055, facts.osType) : undefined;
}
