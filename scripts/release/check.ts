/**
 * `node scripts/release/check.ts` checks whether the commit of a workflow run may be released: it is on main, the changelog has a section
 * for the version of package.json, no other commit has the tag of this version, and no other workflow can read the key. Needs a checkout
 * with the whole history.
 */
import { spawnSync } from 'node:child_process';

import { changes, git, problemsIn, remoteTag, report, TAG, VERSION, type Check } from './version.ts';

const isOnMain = spawnSync('git', ['merge-base', '--is-ancestor', 'HEAD', 'refs/remotes/origin/main']).status === 0;
const tagged = remoteTag(TAG).commit;
const checks: readonly Check[] = [
  [isOnMain, 'The commit is not on main.'],
  [/^v\d+\.\d+\.\d+$/.test(TAG), `${TAG} is not like v1.2.3.`],
  [changes() !== undefined, `CHANGELOG.md has no section "## [${VERSION}] - YYYY-MM-DD" with text.`],
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
