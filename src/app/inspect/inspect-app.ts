import { open } from 'node:fs/promises';
import { extname } from 'node:path';

import type { AppFacts } from '../../model/app-facts.ts';
import type { AppFile } from '../../model/inputs.ts';
import { cleanText } from '../../model/text.ts';
import { inspectPackage } from './android-package.ts';
import { inspectApk, MANIFEST } from './apk.ts';
import { finding, type Inspection } from './findings.ts';
import { openFolder } from './folder-contents.ts';
import { findBundle, inspectIosApp } from './ios-app.ts';
import { FileRange } from './random-access.ts';
import { openZip, type ZipContents } from './zip-contents.ts';

const NOTHING: Inspection = { findings: [] };

/** Inspects an app. What is not understood has no facts and no findings: the service decides. Never fails. */
export async function inspectApp(app: AppFile): Promise<Inspection> {
  try {
    const { facts, findings } =
      app.kind === 'folder' ? await inspectIosApp(await openFolder(app.path), '') : await inspectFile(app);
    return { ...(facts && { facts: cleanFacts(facts) }), findings };
  } catch {
    return NOTHING;
  }
}

const TEXTS = ['identifier', 'name', 'version', 'build', 'minimumOs', 'executable'] as const;

/** Texts of a file may hold anything. */
function cleanFacts(facts: AppFacts): AppFacts {
  const cleaned: { -readonly [Key in keyof AppFacts]: AppFacts[Key] } = { ...facts };
  for (const key of TEXTS) {
    if (facts[key] !== undefined) cleaned[key] = cleanText(facts[key]);
  }
  return cleaned;
}

async function inspectFile({ path, name }: AppFile): Promise<Inspection> {
  const file = await open(path);
  try {
    const zip = await openZip(new FileRange(file.fd, 0, (await file.stat()).size));
    return zip ? await inspectZip(zip, extname(name).toLowerCase()) : { findings: [finding('not-a-zip')] };
  } finally {
    await file.close();
  }
}

async function inspectZip(zip: ZipContents, extension: string): Promise<Inspection> {
  const bundle = findBundle(zip.names);
  if (extension === '.apk') return inspectApk(zip);
  if (extension === '.ipa') return inspectIosApp(zip, bundle?.startsWith('Payload/') ? bundle : 'Payload/');
  if (zip.names.includes(MANIFEST)) return inspectApk(zip);
  if (extension === '.xapk') return inspectPackage(zip, 'xapk');
  if (extension === '.apks') return inspectPackage(zip, 'apks');
  return bundle === undefined ? NOTHING : inspectIosApp(zip, bundle);
}
