import type { IncomingMessage } from 'node:http';

import type { Point, Trouble } from './faults.ts';
import { createMultipartReader, type Part } from './multipart.ts';
import { boundaryOf } from './parameters.ts';

/** What became of a request's body. */
export interface Received {
  readonly bytes: number;
  /** Whether all of it came. */
  readonly whole: boolean;
  /** `undefined` when it was no whole multipart form. */
  readonly parts: readonly Part[] | undefined;
}

/** Reads a body to its end, or up to the point where the connection is to be cut. */
export async function receive(
  request: IncomingMessage,
  trouble: Trouble | undefined,
  digest: boolean,
): Promise<Received> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  const reader = boundary ? createMultipartReader(boundary, digest) : undefined;
  const limit = bodyLimitOf(trouble);
  let bytes = 0;
  try {
    // The stream is left open when the reading stops, because how the connection ends is decided elsewhere.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      reader?.write(chunk);
      if (bytes >= limit) return { bytes, whole: false, parts: undefined };
    }
  } catch {
    return { bytes, whole: false, parts: undefined };
  }
  return { bytes, whole: request.complete, parts: reader?.complete ? reader.parts : undefined };
}

/** Whether a trouble cuts the connection at a point. */
export function cutsAt(trouble: Trouble | undefined, point: Extract<Point, string>): boolean {
  return trouble?.kind === 'cut' && trouble.at === point;
}

/** Whether a trouble cuts the connection before anything is applied. */
export function cutsBefore(trouble: Trouble | undefined): boolean {
  return cutsAt(trouble, 'head') || cutsAt(trouble, 'body') || bodyLimitOf(trouble) < Infinity;
}

function bodyLimitOf(trouble: Trouble | undefined): number {
  if (trouble?.kind !== 'cut' || typeof trouble.at === 'string') return Infinity;
  return 'bodyBytes' in trouble.at ? trouble.at.bodyBytes : Infinity;
}
