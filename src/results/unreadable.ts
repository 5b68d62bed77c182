import { messageOf } from '../model/errors.ts';
import type { Reading, Suite } from '../model/results.ts';

/** Thrown within a reader when the document is of no use. The message completes "it cannot be read: …", without a full stop. */
export class Unreadable extends Error {}

/** Runs a reader, and turns what it throws into a reading: no document, however odd, takes the verdict of others with it. */
export function readingOf(read: () => readonly Suite[]): Reading {
  try {
    return { kind: 'read', suites: read() };
  } catch (error) {
    return unreadable(error);
  }
}

/** The reading of a document in which something was met that cannot be read. */
export function unreadable(error: unknown): Reading {
  return {
    kind: 'unreadable',
    why: error instanceof Unreadable ? error.message : `it breaks the reader (${messageOf(error)})`,
  };
}
