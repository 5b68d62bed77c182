// What actions/upload-artifact does, as far as the recipes use it: one file.
import { DefaultArtifactClient } from '@actions/artifact';
import { getInput } from '@actions/core';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const path = resolve(getInput('path'));
// GitHub only warns about a missing file.
if (existsSync(path)) await new DefaultArtifactClient().uploadArtifact(getInput('name'), [path], dirname(path));
else console.log(`::warning::No files were found at ${path}.`);
