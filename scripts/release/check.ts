/**
 * `node scripts/release/check.ts` checks whether the tag of a workflow run may be released: its version is that of package.json, it has
 * a section in the changelog, and its commit is on main. Needs a checkout of the tag with the whole history.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { GITHUB_REF_NAME: tag = '' } = process.env;
const version = tag.replace(/^v/, '');
const packageVersion = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
const headings = readFileSync('CHANGELOG.md', 'utf8').match(/^## \[.*$/gm) ?? [];
const isOnMain = spawnSync('git', ['merge-base', '--is-ancestor', 'HEAD', 'origin/main']).status === 0;

const problems = [
  ...(packageVersion === version ? [] : [`package.json has the version ${packageVersion}, but the tag is ${tag}.`]),
  ...(headings.some((heading) => heading.startsWith(`## [${version}] - `))
    ? []
    : [`CHANGELOG.md has no heading "## [${version}] - YYYY-MM-DD".`]),
  ...(isOnMain ? [] : [`The commit of ${tag} is not on main.`]),
];
for (const problem of problems) console.error(`::error::${problem}`);
if (problems.length > 0) {
  console.error('Nothing was published. Correct this on main, and release the next version: a tag is never moved.');
  process.exitCode = 1;
} else console.log(`${tag} may be released.`);
