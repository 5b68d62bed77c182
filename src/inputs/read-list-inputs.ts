import type { ListInputs } from '../inputs.ts';
import type { RunContext } from '../run-context.ts';
import { InputFaults } from './faults.ts';
import { openForm, type RawInputs } from './form.ts';
import { deepFreeze } from './freeze.ts';
import { MOST_IDENTIFIERS } from './identifiers.ts';
import { readOsType } from './os-type.ts';
import { readWhole } from './scalars.ts';
import { readScenarioQuery } from './scenarios.ts';
import { readServiceAccess } from './service-access.ts';
import { readProject } from './target.ts';

const CHUNK = { min: 1, max: MOST_IDENTIFIERS, allowed: `be a whole number from 1 to ${MOST_IDENTIFIERS}` };
const DEFAULT_CHUNK = 20;

/** Reads the inputs of the step that lists scenarios. Throws one {@link InputFaults} with everything that is wrong. */
export function readListInputs(raw: RawInputs, context: RunContext): ListInputs {
  const form = openForm(raw);
  const service = readServiceAccess(form, context);
  const projectId = readProject(form);
  const osType = readOsType(form);
  const query = readScenarioQuery(form, 'query');
  const chunkSize = readWhole(form, 'chunk-size', CHUNK) ?? DEFAULT_CHUNK;
  const isIncomplete = service === undefined || projectId === undefined;
  if (isIncomplete || form.faults.length > 0) throw new InputFaults(form.faults);
  return deepFreeze({ service, projectId, ...(osType && { osType }), ...(query && { query }), chunkSize });
}
