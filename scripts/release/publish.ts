/**
 * `node scripts/release/publish.ts <files>` creates the tag of the version, publishes its release with the files, and moves the tag of the
 * major version to the same commit, unless that is at a newer version. A tag and a published release that exist are left as they are, so a
 * job that failed can be run again.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { request } from '../support/github.ts';
import { ALONE, changes, git, IS_ALONE, MAJOR, RELEASES, remoteTag, remoteTags, TAG, VERSION } from './version.ts';

const COMMIT = git('rev-parse', 'HEAD');
/** The text of the release. */
const BODY = [changes(), ...(IS_ALONE ? [ALONE] : [])].join('\n\n');

interface Release {
  readonly id: number;
  readonly tag_name: string;
  readonly draft: boolean;
  readonly immutable?: boolean;
  readonly upload_url: string;
  readonly assets: readonly { readonly id: number; readonly name: string; readonly digest: string | null }[];
}

/** Whether no other tag, of any major version, is newer. */
function isLatest(): boolean {
  const versions = [...remoteTags().keys()].flatMap((ref) => /^refs\/tags\/v(\d+\.\d+\.\d+)$/.exec(ref)?.[1] ?? []);
  return !versions.some((version) => isNewer(version, VERSION));
}

function versionAt(revision: string): string {
  return (JSON.parse(git('show', `${revision}:package.json`)) as { version: string }).version;
}

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}

function createTag(): void {
  const { commit } = remoteTag(TAG);
  if (commit === COMMIT) console.log(`The tag ${TAG} exists already.`);
  else if (commit === '') git('push', 'origin', `${COMMIT}:refs/tags/${TAG}`);
  else throw new Error(`${TAG} is at the commit ${commit} already. Release the next version instead.`);
}

/** As a draft until it has all files: a published release is immutable. */
async function publishRelease(files: readonly string[]): Promise<void> {
  if (await findPublished()) {
    console.log(`The release ${TAG} exists already.`);
    return;
  }
  const { id, upload_url: address, assets } = await openDraft();
  for (const asset of assets) await request('DELETE', `${RELEASES}/assets/${String(asset.id)}`);
  for (const file of files) {
    await request('POST', `${address.replace(/\{.*/, '')}?name=${basename(file)}`, readFileSync(file, 'utf8'));
  }
  // Also the texts: anybody who can write may have made this draft.
  const texts = { name: TAG, body: BODY, prerelease: false };
  await request('PATCH', `${RELEASES}/${String(id)}`, { ...texts, draft: false, make_latest: String(isLatest()) });
  console.log(`Published the release ${TAG}.`);
}

async function findPublished(): Promise<Release | undefined> {
  return (await request('GET', `${RELEASES}/tags/${TAG}`)) as Release | undefined;
}

/** Somebody else may have published a release, or not have made releases immutable. */
async function checkRelease(files: readonly string[]): Promise<void> {
  const release = await findPublished();
  const [missing] = files.filter((file) => {
    const found = release?.assets.find(({ name }) => name === basename(file));
    // A run after the release makes no attestation: each is another one.
    if (!found || !existsSync(file)) return !found;
    return found.digest !== `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
  });
  if (missing !== undefined)
    throw new Error(`The release ${TAG} lacks this ${missing}, so this workflow has not made it.`);
  if (release?.immutable === true) return;
  const next = 'Switch on immutable releases, delete this release but not its tag, and run this job again.';
  throw new Error(`The release ${TAG} can be changed. ${next}`);
}

/** The draft of an earlier try, or a new one. */
async function openDraft(): Promise<Release> {
  const releases = (await request('GET', `${RELEASES}?per_page=100`)) as readonly Release[];
  const found = releases.find((release) => release.draft && release.tag_name === TAG);
  const draft = { tag_name: TAG, name: TAG, body: BODY, draft: true };
  return found ?? ((await request('POST', RELEASES, draft)) as Release);
}

function moveMajor(): void {
  const { object, commit } = remoteTag(MAJOR);
  if (object !== '') git('fetch', '--quiet', 'origin', `refs/tags/${MAJOR}`);
  if (commit === COMMIT) console.log(`${MAJOR} is at ${TAG} already.`);
  else if (commit !== '' && isNewer(versionAt(commit), VERSION)) {
    console.log(`${MAJOR} stays at ${versionAt(commit)}, which is newer.`);
  } else {
    git('push', '--force', 'origin', `${COMMIT}:refs/tags/${MAJOR}`);
    console.log(`${MAJOR} is now at ${TAG}.`);
  }
}

try {
  createTag();
  await publishRelease(process.argv.slice(2));
  await checkRelease(process.argv.slice(2));
  moveMajor();
} catch (error) {
  console.error(`::error::${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
