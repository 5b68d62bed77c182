import type { ListInputs } from '../model/inputs.ts';
import { createInputReader, InputErrors, type RawInputs, type ServiceContext } from './input-reader.ts';
import { readOsType } from './os-type.ts';
import { readServiceAccess } from './service-access.ts';
import { MAX_IDENTIFIERS, readProject, readScenarioQuery, readWhole } from './values.ts';

const DEFAULT_CHUNK_SIZE = 20;

/** Reads the inputs of the action that lists scenarios. @throws InputErrors with everything that is wrong */
export function readListInputs(raw: RawInputs, context: ServiceContext): ListInputs {
  const reader = createInputReader(raw, context.redact);
  const service = readServiceAccess(reader, context);
  const projectId = readProject(reader);
  const osType = readOsType(reader);
  const query = readScenarioQuery(reader, 'query');
  const range = { min: 1, max: MAX_IDENTIFIERS, unit: 'scenarios' };
  const chunkSize = readWhole(reader, 'chunk-size', range) ?? DEFAULT_CHUNK_SIZE;
  if (!service || reader.errors.length > 0) throw new InputErrors(reader, 'No scenarios were listed.');
  return { service, projectId, osType, query, chunkSize };
}
