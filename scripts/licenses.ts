import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the bundler's statistics say of a module; a module may be several in one. */
interface Module {
  /** Absolute; absent for what Node.js has. */
  readonly nameForCondition?: string | null;
  readonly modules?: readonly Module[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The packages of which modules are in a bundle, with versions and licences. @param mit the text of the MIT licence */
export async function licensesOf(modules: readonly Module[], mit: string): Promise<string> {
  const paths = flatten(modules).map(({ nameForCondition: path }) => path?.replaceAll('\\', '/') ?? '');
  const folders = [...new Set(paths.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[0] ?? []))];
  const texts = await Promise.all(folders.map((folder) => describePackage(folder, mit)));
  return `${texts.sort().join('\n\n')}\n`;
}

function flatten(modules: readonly Module[]): readonly Module[] {
  return modules.flatMap((module) => [module, ...flatten(module.modules ?? [])]);
}

async function describePackage(folder: string, mit: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license = 'no licence' } = manifest;
  const text = (await findText(folder)) ?? standardText(manifest, mit);
  return `${name} ${version}\n${license}\n\n${text.trim()}\n`;
}

/** The licence that comes with a package, in a file of its own or at the end of its description. */
async function findText(folder: string): Promise<string | undefined> {
  const files = (await readdir(folder)).sort();
  const own = files.find((file) => /^(?:licen[cs]e|copying)(?:[.-]|$)/i.test(file));
  if (own !== undefined) return readFile(join(folder, own), 'utf8');
  const readme = files.find((file) => /^readme/i.test(file));
  const text = readme === undefined ? '' : await readFile(join(folder, readme), 'utf8');
  return /^#+ licen[cs]e\s+(.*permission is hereby granted.*)/ims.exec(text)?.[1];
}

function standardText({ license = '', author = '' }: Manifest, mit: string): string {
  const by = `The package has no licence text. Its author is ${typeof author === 'string' ? author : author.name}.`;
  const text = license.startsWith('MIT') ? mit : license === 'ISC' ? ISC : undefined;
  return text === undefined ? by : `${by} The text of ${license} is:\n\n${text}`;
}

const ISC = `Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS
OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.
`;
