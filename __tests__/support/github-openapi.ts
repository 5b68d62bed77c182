import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { Ajv, type SchemaObject, type ValidateFunction } from 'ajv';

/** The parts of GitHub's OpenAPI description that are read. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

interface Operation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: SchemaObject }>> };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: SchemaObject;
}

/** A request to GitHub's REST API. */
export interface RestRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** As JSON; '' without a body. */
  readonly body: string;
}

interface Validators {
  readonly parameters: ValidateFunction;
  readonly body?: ValidateFunction;
}

/** Parameters are text; a body is not. */
const parameterAjv = new Ajv({ strict: false, allErrors: true, coerceTypes: true, validateFormats: false });
const bodyAjv = new Ajv({ strict: false, allErrors: true, validateFormats: false });

const FILE = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
const { paths, components } = JSON.parse(readFileSync(FILE, 'utf8')) as Description;

/** Paths with fewer parameters first: `/issues/comments` is not an issue. */
const matchers = Object.keys(paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => [new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`), path] as const);
const compiled = new Map<Operation, Validators>();

/**
 * Lists where a request is not as GitHub's OpenAPI description has it: method, path, parameters or body. Fields that are not described are
 * problems too: GitHub ignores them, such as misspelt ones.
 */
export function requestProblems({ method, path, body }: RestRequest): readonly string[] {
  const { pathname, searchParams } = new URL(path, 'http://github');
  const [pattern, template = ''] = matchers.find(([one]) => one.test(pathname)) ?? [];
  const operation = paths[template]?.[method.toLowerCase()];
  if (!pattern || !operation) return ['there is no such operation'];
  const validators = compiled.get(operation) ?? compile(operation);
  compiled.set(operation, validators);
  const parameters = { path: { ...pattern.exec(pathname)?.groups }, query: Object.fromEntries(searchParams) };
  const problems = problemsOf(validators.parameters, parameters);
  if (!validators.body) return body === '' ? problems : [...problems, '/body: not expected'];
  const content: unknown = JSON.parse(body || '{}');
  return [...problems, ...problemsOf(validators.body, { body: content })];
}

function compile({ parameters = [], requestBody }: Operation): Validators {
  const all = parameters.map(resolve);
  const schemaOf = (place: Parameter['in']): SchemaObject => {
    const those = all.filter((one) => one.in === place);
    return {
      type: 'object',
      properties: Object.fromEntries(those.map(({ name, schema }) => [name, coercible(schema)])),
      required: those.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    };
  };
  const body = requestBody?.content['application/json']?.schema;
  return {
    parameters: parameterAjv.compile({ properties: { path: schemaOf('path'), query: schemaOf('query') } }),
    ...(body && { body: bodyAjv.compile({ properties: { body: closed(body) } }) }),
  };
}

function resolve(parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = components.parameters[parameter.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`GitHub's description has no ${parameter.$ref}.`);
  return found;
}

/** Text that is coerced matches several types of a choice. */
function coercible({ oneOf, ...schema }: SchemaObject): SchemaObject {
  return oneOf === undefined ? schema : { ...schema, anyOf: oneOf as SchemaObject[] };
}

function closed(schema: SchemaObject): SchemaObject {
  const close = (value: object): object => ({ additionalProperties: false, ...value });
  // Ajv knows `nullable` only beside a type.
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'nullable' ? undefined : isObjectSchema(value) ? close(value) : value,
  ) as SchemaObject;
}

function isObjectSchema(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'properties' in value && 'type' in value;
}

function problemsOf(validate: ValidateFunction, value: unknown): readonly string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath}: ${message ?? ''} ${JSON.stringify(params)}`,
  );
}
