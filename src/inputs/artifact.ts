import type { ArtifactOptions } from '../model/inputs.ts';
import type { InputReader } from './input-reader.ts';
import { readFlag, readWhole } from './values.ts';

/** Reads how the artifacts of a step are named and kept; the same inputs in both actions that publish some. */
export function readArtifactOptions(reader: InputReader): ArtifactOptions {
  const name = readArtifactName(reader);
  const hasPage = readFlag(reader, 'html-report', true);
  const retentionDays = readWhole(reader, 'retention-days', { min: 1, max: 400, unit: 'days' });
  return { name, retentionDays, hasPage };
}

/** The artifact service rejects the characters that are excluded here. */
function readArtifactName(reader: InputReader): string | undefined {
  const name = reader.text('artifact-name');
  if (name === '') return undefined;
  if (name.length <= 255 && !/[":<>|*?\r\n\\/]/.test(name)) return name;
  const allowed = 'Use at most 255 characters on one line, without any of " : < > | * ? \\ /';
  reader.error('artifact-name', `${reader.describe('artifact-name')}. ${allowed}.`);
  return undefined;
}
