import { expect } from '@jest/globals';

import type { FindingKind, Inspection } from '../../../../src/app/inspect/findings.ts';
import { inspectApp } from '../../../../src/app/inspect/inspect-app.ts';
import type { AppFacts } from '../../../../src/model/app-facts.ts';
import { makeWorkspace } from '../../../inputs/support.ts';

/** Inspects a file with this name and content. */
export async function inspect(name: string, content: string | Buffer): Promise<Inspection> {
  const { put, remove } = makeWorkspace();
  return inspectApp({ path: put(name, content), kind: 'file', name }).finally(remove);
}

/** What an app is, how its file is made, what is found, and some of the facts. */
export type Row = [
  string,
  () => Promise<string | Buffer> | string | Buffer,
  readonly FindingKind[],
  Partial<AppFacts>?,
];

/** Expects what a row says of a file with this name. */
export async function expectFound(name: string, [, make, kinds, facts]: Row): Promise<void> {
  const found = await inspect(name, await make());
  expect(found.findings.map(({ kind }) => kind)).toEqual(kinds);
  if (facts) expect(found.facts).toMatchObject(facts);
  else expect(found.facts).toBeUndefined();
}

/** The facts of `makeApk()`. */
export const WALLET: AppFacts = {
  osType: 'ANDROID',
  identifier: 'com.example.wallet',
  name: 'Wallet',
  version: '3.2.1',
  build: '321',
  minimumOs: 'Android 7',
};

/** The facts of `iosFiles()`. */
export const WALLET_FOR_IOS: AppFacts = {
  osType: 'iOS',
  identifier: 'com.example.wallet',
  name: 'Wallet',
  version: '3.2.1',
  build: '321',
  minimumOs: 'iOS 15.0',
};
