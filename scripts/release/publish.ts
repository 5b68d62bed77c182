/**
 * `node scripts/release/publish.ts` publishes the release of a workflow run's tag, and moves the tag of its major version to the same
 * commit, unless that is at a newer version. What exists already is left as it is, so a run that failed can be run again.
 */
import { execFileSync } from 'node:child_process';

const { GITHUB_REF_NAME: tag = '', GITHUB_TOKEN: token = '' } = process.env;
const { GITHUB_REPOSITORY: repository = '', GITHUB_API_URL: api = '', GITHUB_SERVER_URL: server = '' } = process.env;
const major = /^v\d+/.exec(tag)?.[0] ?? '';
const commit = git('rev-parse', 'HEAD');

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

/** What a tag of the remote points to, and the commit behind it, which is different for an annotated tag. */
function remoteTag(name: string): { readonly object: string; readonly commit: string } {
  const tags = remoteTags();
  const object = tags.get(`refs/tags/${name}`) ?? '';
  return { object, commit: tags.get(`refs/tags/${name}^{}`) ?? object };
}

/** All tags by their whole name: a pattern would also match refs that only end in it. */
function remoteTags(): ReadonlyMap<string, string> {
  const lines = git('ls-remote', '--tags', 'origin').split('\n');
  return new Map(lines.map((line) => line.split('\t')).map(([object = '', ref = '']) => [ref, object]));
}

/** Whether no other tag, of any major version, is newer. */
function isLatest(): boolean {
  const versions = [...remoteTags().keys()].flatMap((ref) => /^refs\/tags\/v(\d+\.\d+\.\d+)$/.exec(ref)?.[1] ?? []);
  return !versions.some((version) => isNewer(version, tag.slice(1)));
}

function versionAt(revision: string): string {
  return (JSON.parse(git('show', `${revision}:package.json`)) as { version: string }).version;
}

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}

async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(`${api}/repos/${repository}/releases${path}`, {
    method,
    headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(60_000),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.ok || response.status === 404) return response;
  throw new Error(`${method} releases${path}: HTTP ${String(response.status)}: ${await response.text()}`);
}

async function publishRelease(): Promise<void> {
  if ((await request('GET', `/tags/${tag}`)).ok) {
    console.log(`The release ${tag} exists already.`);
    return;
  }
  const created = await request('POST', '', {
    tag_name: tag,
    name: tag,
    body: `What changed: [CHANGELOG](${server}/${repository}/blob/${tag}/CHANGELOG.md)`,
    make_latest: String(isLatest()),
  });
  if (!created.ok) throw new Error(`The token may not create a release: HTTP ${String(created.status)}.`);
  console.log(`Published the release ${tag}.`);
}

async function publish(): Promise<void> {
  if (remoteTag(tag).commit !== commit) {
    throw new Error(`${tag} was moved or deleted after this run began. Release the next version instead.`);
  }
  const current = remoteTag(major);
  if (current.object !== '') git('fetch', '--quiet', 'origin', `refs/tags/${major}`);
  const isOlder = current.commit !== '' && isNewer(versionAt(current.commit), versionAt(commit));
  await publishRelease();
  if (isOlder) console.log(`${major} stays at ${versionAt(current.commit)}, which is newer.`);
  else if (current.commit === commit) console.log(`${major} is at ${tag} already.`);
  else moveMajor(current.object);
}

/** With the lease, the remote rejects the push if the tag has moved since it was read. */
function moveMajor(from: string): void {
  const push = [`--force-with-lease=refs/tags/${major}:${from}`, 'origin', `${commit}:refs/tags/${major}`];
  try {
    git('push', ...push);
  } catch {
    // GitHub rejects the token of a workflow if the workflow files at this commit differ from those of every branch.
    throw new Error(`${major} was not moved. Run this job again; if it fails again, run: git push ${push.join(' ')}`);
  }
  console.log(`${major} is now at ${tag}.`);
}

await publish().catch((error: unknown) => {
  console.error(`::error::${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
