/** Freezes plain data to its innermost part, and gives it back. */
export function deepFreeze<T extends object>(value: T): T {
  const parts: readonly unknown[] = Object.values(value);
  for (const part of parts) {
    if (typeof part === 'object' && part !== null) deepFreeze(part);
  }
  return Object.freeze(value);
}
