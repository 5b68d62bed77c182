/**
 * `node scripts/release/sbom.ts` prints the list of packages in the bundles, in the format CycloneDX: those of both `licenses.txt`, with who
 * holds their copyright, and what each needs as package-lock.json says. A commit gives the same bytes whenever it runs.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { REPOSITORY } from '../support/repository.ts';
import { git, TAG, VERSION } from './version.ts';

/** What the build writes of each package: name and version, then the licence, then its text. */
const HEAD = /^(?=\S+ \d+\.\d+\.\d+\S*\n\S.*\n\n)/m;

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};
const lock = new Map(Object.entries(lockfile.packages));

function nameOf(path: string): string {
  return path.split('node_modules/').at(-1) ?? '';
}

function describe(text: string): Component {
  const [, name = '', version = '', license = ''] = /^(\S+) (\S+)\n(.*)/.exec(text) ?? [];
  const found = [...lock].find(([path, locked]) => nameOf(path) === name && locked.version === version);
  const digest = /^sha512-(.*)$/.exec(found?.[1].integrity ?? '')?.[1];
  if (digest === undefined) throw new Error(`package-lock.json has no digest of ${name} ${version}.`);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const hashes = [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
  const supplier = { name: holderOf(text) ?? `The authors of ${name}`, url: [`https://www.npmjs.com/package/${name}`] };
  const own = { hashes, licenses: [{ expression: license }], purl };
  return { type: 'library', 'bom-ref': purl, supplier, name, version, ...own } as Component;
}

/** Who holds the copyright of a package, as its licence says. */
function holderOf(text: string): string | undefined {
  const line = /^\W*copyright (?:\(c\)|©|(?=\d{4}))(?:[ ,-]|\d{4}|present)*(?=\p{L})([^<&(\n]+)/imu;
  return line
    .exec(text)?.[1]
    ?.replace(/\. All rights reserved.*/i, '')
    .trim();
}

/** The places of the packages that the one at a place needs; Node looks in the folders above it. */
function neededBy(path: string): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies } = lock.get(path) ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.flatMap((name) => {
    const folders = path.split('/node_modules/').map((_, at, parts) => parts.slice(0, at + 1).join('/node_modules/'));
    const places = [
      ...folders
        .filter(Boolean)
        .reverse()
        .map((folder) => `${folder}/node_modules/${name}`),
      `node_modules/${name}`,
    ];
    return places.find((place) => lock.has(place)) ?? [];
  });
}

/** What one package in the bundles needs of the others, also by way of a package that is in none. */
function bundledBelow(path: string, seen = new Set<string>()): readonly string[] {
  return neededBy(path).flatMap((place) => {
    if (seen.has(place)) return [];
    seen.add(place);
    const component = components.find(
      ({ name, version }) => nameOf(place) === name && lock.get(place)?.version === version,
    );
    return component?.['bom-ref'] ?? bundledBelow(place, seen);
  });
}

function dependenciesOf({ 'bom-ref': ref, name, version }: Component): object {
  const places = [...lock].filter(([path, locked]) => nameOf(path) === name && locked.version === version);
  const needed = places.flatMap(([path]) => bundledBelow(path));
  return { ref, dependsOn: [...new Set(needed)].sort() };
}

const texts = ['dist/licenses.txt', 'dist/artifact-worker/licenses.txt'].flatMap((file) =>
  readFileSync(file, 'utf8').split(HEAD),
);
const heads = new Map(texts.filter((text) => text.trim()).map((text) => [text.split('\n', 1)[0], text]));
const components = [...heads.values()].map(describe);
const [owner = '', name = ''] = REPOSITORY.split('/');
const id = createHash('sha256')
  .update(`${REPOSITORY} ${git('rev-parse', 'HEAD')}`)
  .digest('hex');
const supplier = { name: owner, url: [`https://github.com/${REPOSITORY}`] };
const purl = `pkg:github/${REPOSITORY}@${TAG}`;
const product = { type: 'application', 'bom-ref': purl, supplier, name, version: VERSION, purl };
const list = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  // actions/attest takes only lists that have one.
  serialNumber: `urn:uuid:${id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')}`,
  version: 1,
  metadata: {
    timestamp: git('log', '-1', '--format=%cI'),
    authors: [{ name: `The maintainers of ${REPOSITORY}` }],
    component: product,
    supplier,
  },
  components,
  dependencies: [{ ref: purl, dependsOn: [...new Set(bundledBelow(''))].sort() }, ...components.map(dependenciesOf)],
};
console.log(JSON.stringify(list, undefined, 2));
