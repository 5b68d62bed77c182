import type { ListInputs } from '../model/inputs.ts';
import type { RunContext } from '../model/run-context.ts';
import { InputErrors } from './input-reader.ts';
import { createInputReader, type RawInputs } from './input-reader.ts';
import { deepFreeze } from './input-reader.ts';
import { MOST_IDENTIFIERS } from './values.ts';
import { readOsType } from './os-type.ts';
import { readWhole } from './values.ts';
import { readScenarioQuery } from './target.ts';
import { readServiceAccess } from './service-access.ts';
import { readProject } from './target.ts';

const CHUNK = { min: 1, max: MOST_IDENTIFIERS, allowed: `be a whole number from 1 to ${MOST_IDENTIFIERS}` };
const DEFAULT_CHUNK = 20;

/** Reads the inputs of the step that lists scenarios. Throws one {@link InputErrors} with everything that is wrong. */
export function readListInputs(raw: RawInputs, context: RunContext): ListInputs {
  const reader = createInputReader(raw);
  const service = readServiceAccess(reader, context);
  const projectId = readProject(reader);
  const osType = readOsType(reader);
  const query = readScenarioQuery(reader, 'query');
  const chunkSize = readWhole(reader, 'chunk-size', CHUNK) ?? DEFAULT_CHUNK;
  const isIncomplete = service === undefined || projectId === undefined;
  if (isIncomplete || reader.errors.length > 0) throw new InputErrors(reader.errors);
  return deepFreeze({ service, projectId, ...(osType && { osType }), ...(query && { query }), chunkSize });
}
