// What actions/upload-artifact does, as far as the recipes use it: one file or one folder, and the output artifact-id.
import { DefaultArtifactClient } from '@actions/artifact';
import { getInput, setOutput } from '@actions/core';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const path = resolve(getInput('path'));
// GitHub only warns about a missing file.
if (existsSync(path)) {
  const isFolder = statSync(path).isDirectory();
  const entries = isFolder ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const root = isFolder ? path : dirname(path);
  const { id } = await new DefaultArtifactClient().uploadArtifact(getInput('name'), isFolder ? files : [path], root);
  setOutput('artifact-id', id);
} else console.log(`::warning::No files were found at ${path}.`);
