import type { ArtifactOptions } from '../inputs.ts';
import type { Form } from './form.ts';
import { readFlag, readWhole } from './scalars.ts';
import { shown } from './shown.ts';

const LONGEST_NAME = 255;
const RETENTION = { min: 1, max: 400, allowed: 'be a whole number of days from 1 to 400' };

/** The artifact to publish; undefined when none is wanted, and then its other inputs only get a warning. */
export function readArtifact(form: Form): ArtifactOptions | undefined {
  if (!readFlag(form, 'upload-artifact', true)) {
    for (const name of ['artifact-name', 'retention-days']) {
      if (form.text(name) !== '') form.warn(`${name} is not used, because upload-artifact is false.`);
    }
    return undefined;
  }
  const name = readArtifactName(form);
  const retentionDays = readWhole(form, 'retention-days', RETENTION);
  return { ...(name !== undefined && { name }), ...(retentionDays !== undefined && { retentionDays }) };
}

/** The characters are the ones that the artifact service refuses. */
function readArtifactName(form: Form): string | undefined {
  const name = form.text('artifact-name');
  if (name === '') return undefined;
  if (name.length <= LONGEST_NAME && !/[":<>|*?\r\n\\/]/.test(name)) return name;
  const allowed = `be at most ${LONGEST_NAME} characters long, on one line, without any of " : < > | * ? \\ /`;
  form.fault('artifact-name', shown(name), allowed);
  return undefined;
}
