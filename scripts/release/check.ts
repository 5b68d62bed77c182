/**
 * `node scripts/release/check.ts` checks whether the commit of a workflow run may be released: it is on main, the changelog has a section
 * for the version of package.json, and no other commit has the tag of this version. A job without the environment must not have its key.
 * Needs a checkout with the whole history.
 */
import { spawnSync } from 'node:child_process';

import { changes, git, remoteTag, report, TAG, VERSION } from './version.ts';

const SHARED_KEY =
  'RELEASE_KEY is a secret of the whole repository or organisation, so every workflow can read it. Delete it there.';

const isOnMain = spawnSync('git', ['merge-base', '--is-ancestor', 'HEAD', 'origin/main']).status === 0;
const tagged = remoteTag(TAG).commit;
report(
  [
    ...(isOnMain ? [] : ['The commit is not on main.']),
    ...(changes() === undefined ? [`CHANGELOG.md has no section "## [${VERSION}] - YYYY-MM-DD" with text.`] : []),
    ...(process.env['HAS_KEY'] === 'true' ? [SHARED_KEY] : []),
    ...(tagged === '' || tagged === git('rev-parse', 'HEAD') ? [] : [`${TAG} is at the commit ${tagged} already.`]),
  ],
  'Correct this, and run the workflow again. A tag is never moved: package.json needs a version that has none.',
);
if (process.exitCode === undefined) console.log(`This commit may be released as ${TAG}.`);
