import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Stands for the owner until there is one. No account can have this name: a job that uses it fails when it is set up. */
export const NO_OWNER = '<owner>';

const MANIFEST = readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8');
/** This repository, as `repository` in package.json names it. */
export const REPOSITORY = (JSON.parse(MANIFEST) as { repository: string }).repository.replace('github:', '');
/** The tag that the documents use. */
const MAJOR_TAG = 'v1';
/** The actions, as the documents use them. */
export const ACTION = `${REPOSITORY}@${MAJOR_TAG}`;
export const LIST_ACTION = `${REPOSITORY}/list-scenarios@${MAJOR_TAG}`;

/** The files in the working folder that name the repository, or may come to do so. */
export function listFilesWithOwner(): readonly string[] {
  const files = ['package.json', '*.md', '*action.yml', '.github', 'docs/*.json'];
  return execFileSync('git', ['ls-files', ...files], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

/** Writes the owner wherever a text names this repository, that of its examples, or its team. Its address in the Marketplace has none. */
export function fillOwner(text: string, owner = REPOSITORY.split('/', 1)[0] ?? ''): string {
  return text
    .replaceAll(/(?<![\w.-])(?:<owner>|(?!actions\/)[\w-]+)(?=\/run-testset\b)/g, owner)
    .replaceAll(/(?<=@)(?:<owner>|[\w-]+)(?=\/maintainers\b)/g, owner);
}
