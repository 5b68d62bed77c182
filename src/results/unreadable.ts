import type { Reading, Suite } from './document.ts';

/** Thrown within a reader when the document is of no use. The message completes "it cannot be read: …", without a full stop. */
export class Unreadable extends Error {}

/** Runs a reader, and turns what it throws as {@link Unreadable} into a reading. Anything else that it throws goes on. */
export function readingOf(read: () => readonly Suite[]): Reading {
  try {
    return { kind: 'read', suites: read() };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: 'unreadable', why: error.message };
  }
}
