// What actions/upload-artifact does, as far as the recipes use it: files, or folders that a pattern matches, of one folder.
import { DefaultArtifactClient } from '@actions/artifact';
import { getInput } from '@actions/core';
import { globSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const path = resolve(getInput('path'));
const files = globSync([path, `${path}/**/*`], { withFileTypes: true }).flatMap((entry) =>
  entry.isFile() ? resolve(entry.parentPath, entry.name) : [],
);
// The name of a folder is kept only if a pattern matches it (https://github.com/actions/upload-artifact/issues/581).
const root = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path);
// GitHub only warns about a missing file.
if (files.length > 0) await new DefaultArtifactClient().uploadArtifact(getInput('name'), files, root);
else console.log(`::warning::No files were found at ${path}.`);
