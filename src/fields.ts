/** An object of unknown fields, as it came from outside. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object, and no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
