import type { Redact } from '../runtime/redact.ts';

/**
 * The name of a job as GitHub shows it, with the values of its matrix: `device-test (a, 34)`.
 *
 * @param matrix the `matrix` context as JSON, `null` without one
 */
export function jobName(job: string, matrix: string, redact: Redact): string {
  const values = valuesIn(parse(matrix)).map(redact).join(', ');
  return values === '' ? job : `${job} (${values})`;
}

/** A text that is not JSON comes from a user, and distinguishes the job too. */
function parse(matrix: string): unknown {
  try {
    return JSON.parse(matrix);
  } catch {
    return matrix;
  }
}

/** The texts, numbers and booleans in a value, in order. */
function valuesIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesIn);
  return value === null || value === '' ? [] : [`${value as string | number | boolean}`];
}
