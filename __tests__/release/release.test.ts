import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { CHECKS, findProblems } from '../../scripts/release/settings.ts';
import { ALONE, MAJOR } from '../../scripts/release/version.ts';
import { fields, type Fields } from '../support/workflow-files.ts';
import { approval, goodSettings, REPOSITORY, startReleaseApi, TOKEN, type ReleaseApi, type Settings } from './api.ts';
import { createRepository, filesOf, JOBS, MAINTAINERS, type Repository } from './repository.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('the workflow says how many maintain the action in one of two words', () => {
  expect(['one', 'several']).toContain(MAINTAINERS);
});

let api: ReleaseApi;
let repository: Repository;

beforeEach(async () => {
  api = await startReleaseApi();
});

afterEach(async () => {
  await api.close();
});

/** Commits a version and pushes it to main. */
function pushVersion(version: string, files: Readonly<Record<string, string>> = {}): string {
  const commit = repository.commit(version, files);
  repository.git('push', '--quiet', 'origin', 'main');
  return commit;
}

/** The same, with tags at it, as after its release. */
function pushReleased(version: string): string {
  const commit = pushVersion(version);
  const [major = ''] = version.split('.');
  const tags = [`v${version}`, `v${major}`].map((tag) => `${commit}:refs/tags/${tag}`);
  repository.git('push', '--quiet', '--force', 'origin', ...tags);
  return commit;
}

/** The settings of one person, who has started and approved the run. */
function alone(): Partial<Settings> {
  const rulesOfMain = goodSettings().rulesOfMain.map((rule) =>
    rule['type'] === 'pull_request' ? { ...rule, parameters: {} } : rule,
  );
  return { maintainers: 'one', rulesOfMain, preventSelfReview: false, approvals: [approval('ann')] };
}

/** The tags of the published releases, and whether each was made the latest. */
function released(): readonly string[] {
  const published = api.releases.filter(({ draft }) => !draft);
  return published.map(({ tag_name: tag, make_latest: latest }) => `${String(tag)}, latest: ${String(latest)}`);
}

// The release workflow runs on Linux only.
if (process.platform !== 'win32') {
  describe('the release workflow', () => {
    beforeEach(() => {
      repository = createRepository(api);
    });
    afterEach(() => {
      repository.close();
    });

    test('publishes the first release with its text, packages and attestations, and a second run changes nothing', async () => {
      const commit = pushVersion('1.0.0');
      expect(await repository.release(commit)).toMatchObject({ ok: true });
      expect([repository.tagged('v1.0.0'), repository.tagged('v1')]).toEqual([commit, commit]);
      expect(released()).toEqual(['v1.0.0, latest: true']);

      const [release] = api.releases;
      expect(release).toMatchObject({ name: 'v1.0.0', body: '### Added\n\n- 1.0.0' });
      const sbom = release?.files['sbom.cdx.json'] ?? '';
      const { bomFormat, components } = fields(JSON.parse(sbom));
      expect([bomFormat, components]).toMatchObject(['CycloneDX', [{ name: 'saxes', version: '6.0.0' }]]);
      const entries = ['index.mjs', 'list-scenarios/index.mjs'];
      const dist = ['dist/artifact-worker/licenses.txt', 'dist/index.js', 'dist/licenses.txt'];
      const users = ['action.yml', ...dist, 'list-scenarios/action.yml', ...entries].sort();
      const provenance = { subjects: [...users, 'sbom.cdx.json'], sbom: undefined };
      expect(api.attestations).toEqual([provenance, { subjects: [...dist, ...entries], sbom }]);
      expect(release?.files['provenance.sigstore.json']).toBe(JSON.stringify(provenance));

      const before = structuredClone([
        api.releases,
        api.attestations,
        api.writes,
        repository.git('ls-remote', 'origin'),
      ]);
      expect(await repository.release(commit)).toMatchObject({ ok: true });
      expect([api.releases, api.attestations, api.writes, repository.git('ls-remote', 'origin')]).toEqual(before);
    });

    test('moves v1 to the next patch, also if it was made by hand', async () => {
      pushReleased('1.0.9');
      // By hand it is often an annotated tag.
      repository.git('tag', '--annotate', '--message', 'v1', 'v1', 'HEAD');
      repository.git('push', '--quiet', '--force', 'origin', 'v1');
      const next = pushVersion('1.0.10');
      expect(await repository.publish(next)).toMatchObject({ ok: true });
      expect(repository.tagged('v1')).toBe(next);
    });

    test('leaves v1 where it is for an older version that is released after a newer one', async () => {
      const older = pushVersion('1.0.1');
      const newer = pushReleased('1.1.0');
      expect(await repository.publish(older)).toMatchObject({ ok: true });
      expect(released()).toEqual(['v1.0.1, latest: false']);
      expect([repository.tagged('v1.0.1'), repository.tagged('v1')]).toEqual([older, newer]);
    });

    test('does not take an older major version for the latest release', async () => {
      const older = pushVersion('1.10.1');
      pushReleased('2.0.0');
      expect(await repository.publish(older)).toMatchObject({ ok: true });
      expect(released()).toEqual(['v1.10.1, latest: false']);
      expect(repository.tagged('v1')).toBe(older);
    });

    test('continues after each response that was lost, though main has moved on', async () => {
      const commit = pushVersion('1.0.0');
      pushVersion('1.1.0');
      // Of the draft, of the list of packages, and of the provenance.
      const lose = (left: number): void => {
        api.onNextWrite((socket) => {
          if (left === 0) socket.destroy();
          else lose(left - 1);
        });
      };
      for (const writes of [0, 0, 2]) {
        lose(writes);
        expect(await repository.publish(commit)).toMatchObject({ ok: false });
      }
      expect(repository.tagged('v1')).toBe('');
      expect(await repository.publish(commit)).toMatchObject({ ok: true });
      expect(released()).toEqual(['v1.0.0, latest: true']);
      const text: unknown = expect.any(String);
      expect(api.releases).toMatchObject([{ files: { 'sbom.cdx.json': text, 'provenance.sigstore.json': text } }]);
      expect(repository.tagged('v1')).toBe(commit);
    });

    test('continues after no tag could be pushed', async () => {
      const first = pushReleased('1.0.0');
      const next = pushVersion('1.1.0');
      repository.rejectPushes(true);
      expect(await repository.publish(next)).toMatchObject({ ok: false });
      expect([released(), repository.tagged('v1.1.0'), repository.tagged('v1')]).toEqual([[], '', first]);
      repository.rejectPushes(false);
      expect(await repository.publish(next)).toMatchObject({ ok: true });
      expect(repository.tagged('v1')).toBe(next);
    });

    test('does not move v1 if it was moved by someone else meanwhile', async () => {
      pushReleased('1.0.0');
      const commit = pushVersion('1.1.0');
      const newest = pushVersion('1.2.0');
      api.onNextWrite(() => repository.git('push', '--quiet', '--force', 'origin', `${newest}:refs/tags/v1`));
      expect(await repository.publish(commit)).toMatchObject({ ok: true });
      expect(repository.tagged('v1')).toBe(newest);
    });

    test('publishes nothing if the version was released from another commit', async () => {
      const first = pushReleased('1.0.0');
      const commit = pushVersion('1.0.0', { 'index.mjs': '// changed' });
      expect(await repository.release(commit)).toMatchObject({
        ok: false,
        log: expect.stringContaining(`v1.0.0 is at the commit ${first} already.`),
      });
      expect([api.writes, repository.tagged('v1.0.0')]).toEqual([[], first]);
    });

    test.each([
      ['\n## [1.1.0-rc.1] - 2026-13-45\n\n- Text\n', 'uses: <owner>/run-testset@v1'],
      ['\n## [1.1.0-rc.1] - 2026-01-02\n\n## [0.1.0] - 2026-01-01\n\n- Old\n', 'Until there is a\nrelease'],
    ])('publishes nothing, and says all that is wrong with a commit: %j, %j', async (changelog, readme) => {
      pushVersion('1.0.0');
      repository.git('checkout', '--quiet', '-b', 'fix');
      const manifest = { version: '1.1.0-rc.1', type: 'module', repository: 'github:scratch/run-testset' };
      const texts = { 'CHANGELOG.md': `## [Unreleased]\n${changelog}`, 'README.md': readme };
      const files = { ...texts, 'package.json': JSON.stringify(manifest) };
      const commit = repository.commit('1.1.0-rc.1', files);
      repository.git('push', '--quiet', 'origin', 'fix');
      api.settings.sharesKey = true;
      const { ok, log } = await repository.release(commit);
      expect([ok, api.writes, api.attestations, repository.tagged('v*')]).toEqual([false, [], [], '']);
      for (const problem of [
        'The commit is not on main.',
        'another repository than this: scratch/run-testset.',
        'v1.1.0-rc.1 is not like v1.2.3.',
        'no section "## [1.1.0-rc.1] - YYYY-MM-DD"',
        'no release: README.md.',
        'RELEASE_KEY is a secret of the whole repository',
      ])
        expect(log).toContain(problem);
    });

    test('does not move v1 to a release that can be changed', async () => {
      const first = pushReleased('1.0.0');
      api.settings.immutable = false;
      const log = expect.stringContaining('Switch on immutable releases');
      expect(await repository.publish(pushVersion('1.1.0'))).toEqual({ ok: false, log });
      expect(repository.tagged('v1')).toBe(first);
    });

    test('does not move v1 to a release that somebody else has published', async () => {
      const first = pushReleased('1.0.0');
      const commit = pushVersion('1.1.0');
      api.releases.push({ id: 9, tag_name: 'v1.1.0', draft: false, files: { 'sbom.cdx.json': '{ }' } });
      const log = expect.stringContaining('v1.1.0 lacks this sbom.cdx.json');
      expect(await repository.publish(commit)).toEqual({ ok: false, log });
      expect(repository.tagged('v1')).toBe(first);
    });

    test('publishes what one person approved only if the workflow says so, and the release says it, too', async () => {
      Object.assign(api.settings, alone(), { maintainers: undefined });
      const commit = pushVersion('1.0.0');
      const log = expect.stringContaining('The environment "release" does not prevent self-review.');
      expect(await repository.release(commit)).toEqual({ ok: false, log });
      expect([api.writes, api.attestations, repository.tagged('v*')]).toEqual([[], [], '']);
      api.settings.maintainers = 'one';
      const warning = expect.stringContaining(`::warning::${ALONE}`);
      expect(await repository.release(commit)).toEqual({ ok: true, log: warning });
      expect(api.releases).toMatchObject([{ body: `### Added\n\n- 1.0.0\n\n${ALONE}` }]);
    });
  });
}

describe('the settings', () => {
  const [ruleset = {}, branches = {}, main = {}] = goodSettings().rulesets;
  const withTags = (tags: Fields): Partial<Settings> => ({ rulesets: [{ ...ruleset, ...tags }, branches, main] });
  const bypass = (type: string): Fields => ({ bypass_actors: [{ actor_type: type }] });
  const conditions = { ref_name: { include: ['refs/tags/v*'], exclude: ['refs/tags/v1'] } };
  const rules = [{ type: 'update' }, { type: 'deletion' }];
  const ofMain = goodSettings().rulesOfMain;
  const withChecks = (...names: string[]): Partial<Settings> => ({
    rulesOfMain: ofMain.map((rule) => ({
      ...rule,
      parameters: { ...fields(rule['parameters']), required_status_checks: names.map((context) => ({ context })) },
    })),
  });
  const [first = '', ...others] = CHECKS;

  /** What the check says of settings. */
  async function problemsWith(settings: Partial<Settings>): Promise<readonly string[]> {
    Object.assign(api.settings, settings);
    Object.assign(process.env, { GITHUB_API_URL: api.url, GITHUB_TOKEN: TOKEN, GITHUB_REPOSITORY: REPOSITORY });
    const { actors: starters, hasKey, maintainers } = api.settings;
    return findProblems({ id: '41', starters, hasKey, isAlone: maintainers === 'one' });
  }

  test.each<[what: string, settings: Partial<Settings>, message: string]>([
    ['no ruleset', { rulesets: [main] }, 'No active ruleset for the tags v* restricts their update.'],
    ['one for branches', withTags({ target: 'branch' }), 'restricts their update.'],
    ['one that only evaluates', withTags({ enforcement: 'evaluate' }), 'restricts their update.'],
    ['one that leaves v1 out', withTags({ conditions }), 'restricts their update.'],
    ['one that lets anyone create tags', withTags({ rules }), 'restricts their creation.'],
    ['one with a bypass', withTags(bypass('Team')), 'The ruleset "Tags" has a bypass that is no deploy key.'],
    [
      'branches that anyone can name v1',
      { rulesets: [ruleset, main] },
      'for the branches v* restricts their creation.',
    ],
    [
      'a bypass for them',
      { rulesets: [ruleset, { ...branches, ...bypass('DeployKey') }, main] },
      '"Branches" has a bypass.',
    ],
    [
      'one for main',
      { rulesets: [ruleset, branches, { ...main, ...bypass('Team') }] },
      'The ruleset "main" has a bypass.',
    ],
    ['no reviewers', { reviewers: [] }, 'The environment "release" has no required reviewers.'],
    ['self-review', { preventSelfReview: false }, 'The environment "release" does not prevent self-review.'],
    ['every branch', { branches: ['main', 'fix'] }, 'The environment "release" is not limited to the branch main.'],
    ['no environment', { reviewers: [], branches: [] }, 'The environment "release" is not limited to'],
    ['no key', { hasKey: false }, 'The environment "release" has no secret RELEASE_KEY.'],
    ['no rules for main', { rulesOfMain: [] }, 'No active ruleset for main blocks force pushes.'],
    [
      'branches that are behind main',
      { rulesOfMain: ofMain.map((rule) => ({ ...rule, parameters: {} })) },
      'No active ruleset for main requires branches to be up to date.',
    ],
    ['no check', withChecks(), `No active ruleset for main requires the check "${first}".`],
    ['a check too few', withChecks(...others), `No active ruleset for main requires the check "${first}".`],
    [
      'no owner of the code',
      { errors: [{ path: '.github/CODEOWNERS', line: 2, message: 'Unknown owner' }] },
      'line 2: Unknown owner',
    ],
    ['administrators', { adminsBypass: true }, 'lets administrators bypass its rules.'],
    ['no approval', { approvals: [] }, 'Somebody other than the one who started'],
    ['a rejection', { approvals: [approval('bob', 'rejected')] }, 'Somebody other than the one who started'],
    ['another environment', { approvals: [approval('bob', 'approved', 'test')] }, 'Somebody other than'],
    ['the approval of who started it', { approvals: [approval('ann')] }, 'Somebody other than the one who started'],
    ['that of who ran it again', { actors: ['ann', 'bob'] }, 'Somebody other than the one who started'],
    ['that of an app', { approvals: [approval('x[bot]', 'approved', 'release', 'Bot')] }, 'Somebody other than'],
    ['a run that a workflow started', { actors: ['github-actions[bot]', 'ann'] }, 'which a person must have started'],
    ['one person who approves nothing', { ...alone(), approvals: [] }, 'Somebody must approve the run'],
    ['one person who pushes', { ...alone(), rulesOfMain: [] }, 'No active ruleset for main requires a pull request.'],
    ['a branch v1', { versionBranches: ['v1'] }, 'A branch takes the place of a tag: refs/heads/v1.'],
    ['reviews by anybody', { rulesOfMain: [{ type: 'pull_request', ruleset_id: 10 }] }, 'a review by code owners.'],
  ])('are not accepted with %s', async (_what, settings, message) => {
    expect(await problemsWith(settings)).toContainEqual(expect.stringContaining(message));
  });

  test('are not accepted with a release of v1, which could not be moved', async () => {
    api.releases.push({ id: 9, tag_name: MAJOR, draft: false, files: {} });
    expect(await problemsWith({})).toStrictEqual([`There is a release for ${MAJOR}, so this tag cannot be moved.`]);
  });

  const create = { ...ruleset, id: 8, conditions: { ref_name: { include: ['~ALL'], exclude: [] } } };
  test.each<[what: string, settings: Partial<Settings>]>([
    [
      'several rulesets together',
      { rulesets: [{ ...ruleset, rules }, { ...create, rules: [{ type: 'creation' }] }, branches, main] },
    ],
    ['a bypass for deploy keys', withTags(bypass('DeployKey'))],
    ['branches that only begin with v', { versionBranches: ['verdict-words'] }],
    ['an approval after one that does not count', { approvals: [approval('ann'), approval('bob')] }],
  ])('are accepted with %s', async (_what, settings) => {
    expect(await problemsWith(settings)).toStrictEqual([]);
  });

  test('require every job of CI', () => {
    const names = ['ci', 'codeql', 'use'].map((file) => {
      const jobs = fields(fields(parse(readFileSync(join(ROOT, `.github/workflows/${file}.yml`), 'utf8')))['jobs']);
      return Object.values(jobs)
        .map(fields)
        .flatMap(({ name, uses, strategy }) => {
          const [values] = Object.values(fields(fields(strategy)['matrix'])) as string[][];
          if (uses !== undefined) return [];
          return values?.map((value) => String(name).replace(/\$\{\{ matrix\.\w+ \}\}/, value)) ?? String(name);
        });
    });
    const [own = [], codeql = [], used = []] = names;
    expect([...CHECKS].sort()).toStrictEqual([...own, ...codeql, ...used.map((name) => `Use / ${name}`)].sort());
  });
});

test('publishes only after all checks, a use of the commit and an approval', () => {
  expect(JOBS.map(({ uses, needs, environment }) => [uses, needs, environment])).toEqual([
    [undefined, undefined, undefined],
    ['$/.github/workflows/use.yml', 'verify', undefined],
    [undefined, 'use', 'release'],
  ]);
});

test('attests everything that users run', () => {
  const steps = JOBS.flatMap(({ steps: list }) => (Array.isArray(list) ? list.map(fields) : []));
  const attest = steps.find(({ uses }) => String(uses).startsWith('actions/attest'));
  const attested = filesOf(String(fields(attest?.['with'])['subject-path']), ROOT);
  const dist = readdirSync(join(ROOT, 'dist'), { recursive: true, withFileTypes: true });
  const built = dist.filter((each) => each.isFile()).map((each) => relative(ROOT, join(each.parentPath, each.name)));
  const entries = ['action.yml', 'index.mjs', 'list-scenarios/action.yml', 'list-scenarios/index.mjs'];
  expect(attested).toEqual([...entries, ...built].sort());
});
