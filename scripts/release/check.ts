/**
 * `node scripts/release/check.ts` checks whether the commit of a workflow run may be released: it is on main of the repository that
 * package.json names, the changelog has a section for its version, no document is one of before the first release, no other commit has
 * the tag of this version, and no other workflow can read the key. Needs a checkout with the whole history.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { listFilesWithOwner, NO_OWNER } from '../support/repository.ts';
import { changes, git, NAMED, problemsIn, remoteTag, report, TAG, VERSION, type Check } from './version.ts';

const isOnMain = spawnSync('git', ['merge-base', '--is-ancestor', 'HEAD', 'refs/remotes/origin/main']).status === 0;
const tagged = remoteTag(TAG).commit;
/** What a document says only while there is no owner or no release. */
const EARLY = new RegExp(`${NO_OWNER}|This will be version|Until there is a\\s+release`);
const early = listFilesWithOwner().filter((name) => EARLY.test(readFileSync(name, 'utf8')));
const checks: readonly Check[] = [
  [isOnMain, 'The commit is not on main.'],
  [process.env['GITHUB_REPOSITORY'] === NAMED, `package.json names another repository than this: ${NAMED}.`],
  [/^v\d+\.\d+\.\d+$/.test(TAG), `${TAG} is not like v1.2.3.`],
  [changes() !== undefined, `CHANGELOG.md has no section "## [${VERSION}] - YYYY-MM-DD" with text.`],
  [early.length === 0, `These files have no owner, or say that there is no release: ${early.join(', ')}.`],
  [tagged === '' || tagged === git('rev-parse', 'HEAD'), `${TAG} is at the commit ${tagged} already.`],
  [
    process.env['KEY_IS_SHARED'] !== 'true',
    'RELEASE_KEY is a secret of the whole repository or organisation. Delete it there.',
  ],
];
report(
  problemsIn(checks),
  'Correct this, and run the workflow again. A tag is never moved: package.json needs a version that has none.',
);
if (process.exitCode === undefined) console.log(`This commit may be released as ${TAG}.`);
