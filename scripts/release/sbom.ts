/**
 * `node scripts/release/sbom.ts` prints the list of packages in the bundles, in the format CycloneDX: those of both `licenses.txt`. A commit
 * gives the same bytes whenever it runs.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { REPOSITORY } from '../support/repository.ts';
import { git, TAG, VERSION } from './version.ts';

/** What the build writes of each package: name and version, then the licence, then its text. */
const HEAD = /^(\S+) (\d+\.\d+\.\d+\S*)\n(\S.*)\n\n/gm;

type Lock = Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;

const { packages: lock } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Lock };
const digests = new Map(
  Object.entries(lock).map(([path, { version, integrity }]) => [
    `${path.split('node_modules/').at(-1) ?? ''} ${version ?? ''}`,
    /^sha512-(.*)$/.exec(integrity ?? '')?.[1],
  ]),
);

function describe(name: string, version: string, license: string): object {
  const digest = digests.get(`${name} ${version}`);
  if (digest === undefined) throw new Error(`package-lock.json has no digest of ${name} ${version}.`);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const hashes = [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
  return { type: 'library', 'bom-ref': purl, name, version, hashes, licenses: [{ expression: license }], purl };
}

const texts = ['dist/licenses.txt', 'dist/artifact-worker/licenses.txt'].map((file) => readFileSync(file, 'utf8'));
const heads = new Map(texts.flatMap((text) => [...text.matchAll(HEAD)]).map((head) => [head[0], head]));
const [name = ''] = REPOSITORY.split('/').slice(-1);
const id = createHash('sha256')
  .update(`${REPOSITORY} ${git('rev-parse', 'HEAD')}`)
  .digest('hex');
const product = { type: 'application', name, version: VERSION, purl: `pkg:github/${REPOSITORY}@${TAG}` };
const list = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  // actions/attest takes only lists that have one.
  serialNumber: `urn:uuid:${id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')}`,
  version: 1,
  metadata: { timestamp: git('log', '-1', '--format=%cI'), component: { ...product, 'bom-ref': product.purl } },
  components: [...heads.values()].map(([, ...head]) => describe(...(head as [string, string, string]))),
};
console.log(JSON.stringify(list, undefined, 2));
