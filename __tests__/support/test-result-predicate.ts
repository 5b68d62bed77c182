import { Ajv2020 } from 'ajv/dist/2020.js';

const NAMES = { type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true };

const DESCRIPTOR = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { type: 'string' },
    uri: { type: 'string' },
    digest: { type: 'object', minProperties: 1, additionalProperties: { type: 'string', pattern: '^[0-9a-f]+$' } },
    content: { type: 'string' },
    downloadLocation: { type: 'string' },
    mediaType: { type: 'string' },
    annotations: { type: 'object' },
  },
  anyOf: [{ required: ['uri'] }, { required: ['digest'] }, { required: ['content'] }],
};

/**
 * The predicate as its specification describes it, with `ResourceDescriptor` and `DigestSet`, and without fields of its own:
 * https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md
 */
const SCHEMA = {
  type: 'object',
  required: ['result', 'configuration'],
  additionalProperties: false,
  properties: {
    result: { enum: ['PASSED', 'WARNED', 'FAILED'] },
    configuration: { type: 'array', items: DESCRIPTOR },
    url: { type: 'string', pattern: '^https://' },
    passedTests: NAMES,
    warnedTests: NAMES,
    failedTests: NAMES,
  },
};

/** The fields that the action writes. */
export interface TestResult {
  readonly result: string;
  readonly configuration: readonly object[];
  readonly url: string;
  readonly passedTests: readonly string[];
  readonly warnedTests: readonly string[];
  readonly failedTests: readonly string[];
}

const ajv = new Ajv2020({ allErrors: true, strictRequired: false });
const isTestResult = ajv.compile<TestResult>(SCHEMA);

/** Reads a predicate. @throws if it is not as the specification describes it */
export function readPredicate(json: string): TestResult {
  const value: unknown = JSON.parse(json);
  if (!isTestResult(value)) throw new Error(ajv.errorsText(isTestResult.errors));
  return value;
}
