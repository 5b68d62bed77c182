// What actions/download-artifact does, as far as the recipes use it: one artifact by name, or all that match a pattern.
import { DefaultArtifactClient } from '@actions/artifact';
import { getInput } from '@actions/core';
import { join, matchesGlob, resolve } from 'node:path';

const client = new DefaultArtifactClient();
const [name, pattern, path] = ['name', 'pattern', 'path'].map((input) => getInput(input));
const { artifacts } = await client.listArtifacts({ latest: true });
const found = artifacts.filter((artifact) => (name ? artifact.name === name : matchesGlob(artifact.name, pattern)));
if (name && found.length === 0) throw new Error(`Artifact not found for name: ${name}`);
for (const artifact of found) {
  const folder = resolve(path || '.');
  const isFlat = name !== '' || found.length === 1;
  await client.downloadArtifact(artifact.id, { path: isFlat ? folder : join(folder, artifact.name) });
}
