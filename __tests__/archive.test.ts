import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, test } from '@jest/globals';

import { useFolder } from './support/folder.ts';
import { runAction } from './support/run-action.ts';
import { lastLine } from './support/sandbox.ts';

const ROOT = resolve(import.meta.dirname, '..');
const temporary = useFolder();

/** The archive of the working tree as if it was committed: dist/ is, later. Changes nothing in the repository. */
function makeArchive(): Buffer {
  const objects = join(temporary(), 'objects');
  mkdirSync(objects, { recursive: true });
  const env = {
    ...process.env,
    GIT_INDEX_FILE: join(temporary(), 'index'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: resolve(ROOT, git(['rev-parse', '--git-path', 'objects'], process.env).trim()),
    GIT_OBJECT_DIRECTORY: objects,
  };
  git(['add', '--all'], env);
  const tree = git(['write-tree'], env).trim();
  return execFileSync('git', ['archive', '--format=tar', tree], { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 });
}

function git(args: readonly string[], env: NodeJS.ProcessEnv): string {
  return execFileSync('git', args, { cwd: ROOT, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

test('what a runner downloads is small, has all that users run and read, and both actions start from it', async () => {
  const archive = makeArchive();
  expect(gzipSync(archive).length).toBeLessThan(1_800_000);
  const root = join(temporary(), 'action');
  mkdirSync(root);
  execFileSync('tar', ['-x'], { cwd: root, input: archive });

  const pages = ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md'];
  const folders = ['dist', 'docs', 'list-scenarios', 'src'];
  expect(readdirSync(root).sort()).toEqual([...pages, ...folders, 'action.yml', 'index.mjs', 'package.json'].sort());
  for (const folder of ['dist', 'docs', 'list-scenarios']) {
    const files = readdirSync(join(ROOT, folder), { recursive: true });
    expect(readdirSync(join(root, folder), { recursive: true }).sort()).toEqual(
      files.filter((file) => !String(file).endsWith('.png')).sort(),
    );
  }

  for (const action of [undefined, 'list-scenarios'] as const) {
    const result = await runAction({ root, action, inputs: { 'base-url': 'x' } });
    expect(result).toMatchObject({ exitCode: 1, stderr: '' });
    expect(lastLine(result)).toMatch(
      action ? /wrong inputs\. .*`project-id`.* No scenarios were listed/ : /wrong inputs\. .* No testset was created/,
    );
  }
});
