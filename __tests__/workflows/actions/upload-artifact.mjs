// What actions/upload-artifact does, as far as the recipes use it: files, or folders that a pattern matches, of one folder.
import { DefaultArtifactClient } from '@actions/artifact';
import { getInput } from '@actions/core';
import { globSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const path = resolve(getInput('path'));
const files = globSync([path, `${path}/**/*`], { withFileTypes: true }).flatMap((entry) =>
  entry.isFile() ? resolve(entry.parentPath, entry.name) : [],
);
// GitHub only warns about a missing file.
if (files.length > 0) await new DefaultArtifactClient().uploadArtifact(getInput('name'), files, dirname(path));
else console.log(`::warning::No files were found at ${path}.`);
