import { open } from 'node:fs/promises';

import { mapTexts } from '../../model/app-facts.ts';
import { messageOf } from '../../model/errors.ts';
import type { AppFile } from '../../model/inputs.ts';
import { cleanText } from '../../model/text.ts';
import { extensionOf, PACKED_APP } from '../app-extensions.ts';
import { inspectApk, inspectPackage, MANIFEST } from './apk.ts';
import { openFolder } from './app-contents.ts';
import { finding, type Inspection } from './findings.ts';
import { findBundles, inspectBundles, inspectIosApp } from './ios-app.ts';
import { FileRange } from './random-access.ts';
import { openZip, type ZipContents } from './zip-contents.ts';

/** Inspects an app. What is not understood has no facts, and a finding that says why. Never fails. */
export async function inspectApp(app: AppFile): Promise<Inspection> {
  try {
    const isFolder = app.kind === 'folder';
    const { facts, findings } = isFolder ? await inspectIosApp(await openFolder(app.path), '') : await inspectFile(app);
    // Texts of a file may hold anything. They are cut where they are shown, because a secret in them must be found whole.
    return { facts: facts && mapTexts(facts, (text) => cleanText(text, Infinity)), findings };
  } catch (error) {
    return { findings: [finding('not-inspected', cleanText(messageOf(error)))] };
  }
}

async function inspectFile({ path, name }: AppFile): Promise<Inspection> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const zip = await openZip(new FileRange(file.fd, 0, size));
    if (!zip) return { findings: [finding('not-a-zip')] };
    const { facts, findings } = await inspectZip(zip, extensionOf(name));
    // Gradle ends the name so if the build type has no `signingConfig`.
    const signing = /-unsigned\.apk$/i.test(name) ? [finding('unsigned-apk')] : [];
    return { facts, findings: [...findings, ...signing] };
  } finally {
    await file.close();
  }
}

async function inspectZip(zip: ZipContents, extension: string): Promise<Inspection> {
  if (extension === 'apk') return inspectApk(zip);
  if (extension === 'ipa') return inspectIpa(zip);
  if (zip.names.includes(MANIFEST)) return inspectApk(zip);
  if (extension === 'xapk' || extension === 'apks') return inspectPackage(zip);
  const bundles = findBundles(zip.names);
  if (bundles.length > 0) return inspectBundles(zip, bundles);
  if (zip.names.includes('Info.plist')) return { findings: [finding('zipped-contents')] };
  const app = zip.names.find((name) => PACKED_APP.test(name));
  if (app !== undefined) return { findings: [finding('contains-app', cleanText(app))] };
  throw new Error('it has neither an .app folder nor an AndroidManifest.xml');
}

function inspectIpa(zip: ZipContents): Inspection | Promise<Inspection> {
  const bundles = findBundles(zip.names, 'Payload/');
  if (bundles.length > 0) return inspectBundles(zip, bundles);
  const [elsewhere] = findBundles(zip.names);
  if (elsewhere === undefined) return { findings: [finding('no-info-plist')] };
  return { findings: [finding('not-in-payload', cleanText(elsewhere.slice(0, -1)))] };
}
