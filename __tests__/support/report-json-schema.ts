import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { Ajv2020, type SchemaObject } from 'ajv/dist/2020.js';

const SCHEMA = readFileSync(resolve(import.meta.dirname, '../../docs/report.schema.json'), 'utf8');

/** The published schema allows fields of later releases; this one allows only those that it describes. */
const closed = JSON.parse(SCHEMA, (_, value: unknown) =>
  isObjectSchema(value) ? { ...value, additionalProperties: false } : value,
) as SchemaObject;

const published = new Ajv2020({ strict: true }).compile(JSON.parse(SCHEMA) as SchemaObject);
const described = new Ajv2020({ allErrors: true, strict: true }).compile(closed);

/** Whether the published JSON Schema allows the text of a `report.json`. */
export function isAllowed(json: string): boolean {
  return published(JSON.parse(json));
}

/** Where the text of a `report.json` is not as its JSON Schema describes it, or has a field that it does not describe. */
export function schemaProblems(json: string): string[] {
  described(JSON.parse(json));
  return (described.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath}: ${message ?? ''} ${JSON.stringify(params)}`,
  );
}

function isObjectSchema(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'properties' in value && 'required' in value;
}
