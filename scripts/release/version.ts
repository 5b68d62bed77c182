import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string; repository: string };

/** The repository that all documents name. */
export const NAMED = manifest.repository.replace('github:', '');
/** The version to release, and its tag. */
export const VERSION = manifest.version;
export const TAG = `v${VERSION}`;
/** The tag of the major version, which moves. */
export const MAJOR = /^v\d+/.exec(TAG)?.[0] ?? '';

/** Whether a single person maintains the repository (docs/release.md), as the workflow says; and what each release then says. */
export const IS_ALONE = process.env['MAINTAINERS'] === 'one';
export const ALONE = 'One person maintains this action: nobody else had to read or approve this release.';

/** The API of the repository's releases. */
export const RELEASES = '/repos/{repository}/releases';

export function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

/** What the changelog says of the version, without the heading; undefined if it has no such section or an empty one. */
export function changes(): string | undefined {
  const [, ...sections] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const isDated = ([heading = '']: readonly string[]): boolean =>
    heading.startsWith(`[${VERSION}] - `) && !Number.isNaN(Date.parse(heading.slice(-10)));
  const section = sections.find((each) => isDated(each.split('\n'))) ?? '';
  return section.slice(section.indexOf('\n')).trim() || undefined;
}

/** All tags of the remote by their whole name, with what each points to: a pattern would also match refs that only end in it. */
export function remoteTags(): ReadonlyMap<string, string> {
  const lines = git('ls-remote', '--tags', 'origin').split('\n');
  return new Map(lines.map((line) => line.split('\t')).map(([object = '', ref = '']) => [ref, object]));
}

/** What a tag of the remote points to, and the commit behind it, which is different for an annotated tag. */
export function remoteTag(name: string): { readonly object: string; readonly commit: string } {
  const tags = remoteTags();
  const object = tags.get(`refs/tags/${name}`) ?? '';
  return { object, commit: tags.get(`refs/tags/${name}^{}`) ?? object };
}

/** Whether something is as it must be, and what to say if it is not. */
export type Check = readonly [isGood: boolean, problem: string];

export function problemsIn(checks: readonly Check[]): readonly string[] {
  return checks.flatMap(([isGood, problem]) => (isGood ? [] : problem));
}

/** Prints problems as annotations, and makes the step red if there are some. */
export function report(problems: readonly string[], advice: string): void {
  for (const problem of problems) console.error(`::error::${problem}`);
  if (problems.length === 0) return;
  console.error(`Stopped before publishing. ${advice}`);
  process.exitCode = 1;
}
