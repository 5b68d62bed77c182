import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { create } from '@actions/glob';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { fields } from '../support/workflow-files.ts';
import { startReleaseApi, type ReleaseApi } from './api.ts';
import { createRepository, JOBS, type Repository } from './repository.ts';

const ROOT = resolve(import.meta.dirname, '../..');

let api: ReleaseApi;
let repository: Repository;

beforeEach(async () => {
  api = await startReleaseApi();
  repository = createRepository(api);
});

afterEach(async () => {
  repository.close();
  await api.close();
});

/** Commits a version on main and tags it. */
function tagVersion(version: string, files: Readonly<Record<string, string>> = {}): string {
  const commit = repository.commit(version, files);
  repository.git('tag', `v${version}`);
  repository.git('push', '--quiet', 'origin', 'main', `v${version}`);
  return commit;
}

/** The same, with v1 at it, as after its release. */
function tagReleased(version: string): string {
  const commit = tagVersion(version);
  repository.git('push', '--quiet', '--force', 'origin', `${commit}:refs/tags/v1`);
  return commit;
}

/** Expects that the release of a tag fails with a message, and leaves neither a release nor v1. */
async function expectNothingPublished(tag: string, message: string): Promise<void> {
  expect(await repository.release(tag)).toEqual({ ok: false, log: expect.stringContaining(message) });
  expect([released(), repository.tagged('v1')]).toEqual([[], '']);
}

/** The tags of the releases, and whether each was made the latest. */
function released(): readonly string[] {
  return api.releases.map(({ tag_name: tag, make_latest: latest }) => `${String(tag)}, latest: ${String(latest)}`);
}

// The release workflow runs on Linux only.
if (process.platform !== 'win32') {
  describe('the release workflow', () => {
    test('publishes the first release, creates v1, and moves it to the next patch', async () => {
      const commit = tagVersion('1.0.9');
      expect(await repository.release('v1.0.9')).toMatchObject({ ok: true });
      expect(api.releases[0]?.['body']).toContain('(https://github.com/acme/run-testset/blob/v1.0.9/CHANGELOG.md)');
      expect(repository.tagged('v1')).toBe(commit);
      const next = tagVersion('1.0.10');
      expect(await repository.release('v1.0.10')).toMatchObject({ ok: true });
      expect(released()).toEqual(['v1.0.9, latest: true', 'v1.0.10, latest: true']);
      expect(repository.tagged('v1')).toBe(next);
      // By hand v1 is often an annotated tag.
      repository.git('tag', '--force', '--annotate', '--message', 'v1', 'v1', 'v1.0.10');
      repository.git('push', '--quiet', '--force', 'origin', 'v1');
      const object = repository.tagged('v1');
      expect(await repository.release('v1.0.10')).toMatchObject({ ok: true });
      expect(released()).toHaveLength(2);
      expect([repository.tagged('v1'), repository.git('rev-parse', 'v1^{}')]).toEqual([object, next]);
    });

    test('leaves v1 where it is for an older patch that is released after a newer minor', async () => {
      tagVersion('1.0.1');
      const newer = tagReleased('1.1.0');
      expect(await repository.release('v1.0.1')).toMatchObject({ ok: true });
      expect(released()).toEqual(['v1.0.1, latest: false']);
      expect(repository.tagged('v1')).toBe(newer);
    });

    test('does not take an older major version for the latest release', async () => {
      const older = tagVersion('1.10.1');
      tagVersion('2.0.0');
      expect(await repository.release('v1.10.1')).toMatchObject({ ok: true });
      expect(released()).toEqual(['v1.10.1, latest: false']);
      expect(repository.tagged('v1')).toBe(older);
    });

    test('continues after the response to the release was lost, at the commit of the tag though main has moved on', async () => {
      const commit = tagVersion('1.0.0');
      repository.commit('1.1.0');
      repository.git('push', '--quiet', 'origin', 'main');
      api.onNextCreate((socket) => socket.destroy());
      expect(await repository.release('v1.0.0')).toMatchObject({ ok: false });
      expect(repository.tagged('v1')).toBe('');
      expect(await repository.release('v1.0.0')).toMatchObject({ ok: true });
      expect(released()).toEqual(['v1.0.0, latest: true']);
      expect(repository.tagged('v1')).toBe(commit);
    });

    test('continues after v1 could not be moved, and prints the command to move it by hand', async () => {
      const first = tagReleased('1.0.0');
      const next = tagVersion('1.1.0');
      repository.rejectPushes(true);
      const failed = await repository.release('v1.1.0');
      expect(failed.ok).toBe(false);
      expect(repository.tagged('v1')).toBe(first);
      repository.rejectPushes(false);

      const [, command = ''] = /git (push --force\S+ origin \S+)/.exec(failed.log) ?? [];
      repository.git(...command.split(' '));
      expect(repository.tagged('v1')).toBe(next);
      expect(await repository.release('v1.1.0')).toMatchObject({ ok: true });
      expect(released()).toHaveLength(1);
    });

    test('does not move v1 if it was moved by someone else meanwhile', async () => {
      tagReleased('1.0.0');
      tagVersion('1.1.0');
      const newest = tagVersion('1.2.0');
      api.onNextCreate(() => repository.git('push', '--quiet', '--force', 'origin', `${newest}:refs/tags/v1`));
      expect(await repository.release('v1.1.0')).toMatchObject({ ok: false });
      expect(await repository.release('v1.1.0')).toMatchObject({ ok: true });
      expect(repository.tagged('v1')).toBe(newest);
    });

    test('publishes nothing if the tag was moved after the run began', async () => {
      const first = tagVersion('1.0.0');
      tagVersion('1.0.1', { '.ci/run': `git push --quiet --force origin ${first}:refs/tags/v1.0.1` });
      await expectNothingPublished('v1.0.1', 'v1.0.1 was moved or deleted after this run began.');
    });

    test.each([
      ['a missing changelog entry', { 'CHANGELOG.md': '## [Unreleased]\n' }, 'no heading "## [1.0.0] - YYYY-MM-DD"'],
      ['another version in package.json', { 'package.json': '{ "version": "0.9.0" }' }, 'package.json has the version'],
    ])('publishes nothing with %s', async (_what, files, message) => {
      tagVersion('1.0.0', files);
      await expectNothingPublished('v1.0.0', message);
    });

    test('publishes nothing if the tag is not on main', async () => {
      tagVersion('1.0.0');
      repository.git('checkout', '--quiet', '-b', 'fix');
      repository.commit('1.0.1');
      repository.git('tag', 'v1.0.1');
      repository.git('push', '--quiet', 'origin', 'v1.0.1');
      await expectNothingPublished('v1.0.1', 'The commit of v1.0.1 is not on main.');
    });
  });
}

test('publishes only after all checks, a use of the tag and an approval', () => {
  expect(JOBS.map(({ uses, needs, environment }) => [uses, needs, environment])).toEqual([
    [undefined, undefined, undefined],
    ['$/.github/workflows/use.yml', 'verify', undefined],
    [undefined, 'use', 'release'],
  ]);
});

test('attests everything that users run', async () => {
  const steps = JOBS.flatMap(({ steps: list }) => (Array.isArray(list) ? list.map(fields) : []));
  const attest = steps.find(({ uses }) => String(uses).startsWith('actions/attest'));
  const patterns = String(fields(attest?.['with'])['subject-path']).trim().split('\n');
  const globber = await create(patterns.map((pattern) => join(ROOT, pattern)).join('\n'), { matchDirectories: false });
  const attested = (await globber.glob()).map((path) => relative(ROOT, path));
  const dist = readdirSync(join(ROOT, 'dist'), { recursive: true, withFileTypes: true });
  const built = dist.filter((each) => each.isFile()).map((each) => relative(ROOT, join(each.parentPath, each.name)));
  const entries = ['action.yml', 'index.mjs', 'list-scenarios/action.yml', 'list-scenarios/index.mjs'];
  expect(attested.sort()).toEqual([...entries, ...built].sort());
});
