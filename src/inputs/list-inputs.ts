import type { ListInputs } from '../model/inputs.ts';
import { createInputReader, InputErrors, type InputContext, type RawInputs } from './input-reader.ts';
import { readOsType } from './os-type.ts';
import { readServiceAccess } from './service-access.ts';
import { readProject, readScenarioQuery } from './values.ts';

/** Reads the inputs of the action that lists scenarios. @throws InputErrors with everything that is wrong */
export function readListInputs(raw: RawInputs, context: InputContext): ListInputs {
  const reader = createInputReader(raw, context.redact);
  const service = readServiceAccess(reader, context);
  const projectId = readProject(reader);
  const osType = readOsType(reader);
  const query = readScenarioQuery(reader, 'query');
  if (!service || reader.errors.length > 0) throw new InputErrors(reader, 'No scenarios were listed.');
  return { service, projectId, osType, query };
}
