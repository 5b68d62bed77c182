/** A JSON object from outside, with unknown fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object and not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The field of a JSON value if it is an object; `{}` if it is anything else or missing. */
export function objectIn(parent: unknown, key: string): JsonObject {
  const value = fieldOf(parent, key);
  return isJsonObject(value) ? value : {};
}

/** The field of a JSON value if it is an array; `[]` if it is anything else or missing. */
export function listIn(parent: unknown, key: string): readonly unknown[] {
  const value = fieldOf(parent, key);
  return Array.isArray(value) ? value : [];
}

/** The field of a JSON value if it is text; '' if it is anything else or missing. */
export function textIn(parent: unknown, key: string): string {
  const value = fieldOf(parent, key);
  return typeof value === 'string' ? value : '';
}

/** The field of a JSON value if it is a number, 0 or more; `undefined` if it is anything else or missing. */
export function numberIn(parent: unknown, key: string): number | undefined {
  const value = fieldOf(parent, key);
  return typeof value === 'number' && value >= 0 && value < Infinity ? value : undefined;
}

function fieldOf(parent: unknown, key: string): unknown {
  return isJsonObject(parent) ? parent[key] : undefined;
}
