// What actions/download-artifact does, as far as the recipes use it: one artifact by name.
import { DefaultArtifactClient } from '@actions/artifact';
import { getInput } from '@actions/core';
import { resolve } from 'node:path';

const client = new DefaultArtifactClient();
const { artifact } = await client.getArtifact(getInput('name'));
await client.downloadArtifact(artifact.id, { path: resolve(getInput('path') || '.') });
