import FormData from 'form-data';

import type { OpenApp } from '../app/app-file.ts';

/** A multipart body in the pieces that the wire sees, around the file's own bytes. */
export interface Multipart {
  readonly contentType: string;
  /** All of it, in bytes: the exact Content-Length. */
  readonly bytes: number;
  /** Before the file; empty when there is none. */
  readonly head: Buffer;
  /** Behind the file, up to the last character of the JSON. */
  readonly tail: Buffer;
  /** The JSON's closing brace and the closing boundary. Until it has arrived, nothing can have been created. */
  readonly terminator: Buffer;
}

/**
 * Lays out the body of a new testset: `app_file` first, `data` last (docs/design.md, variants).
 *
 * @param json the `data` part, an object as JSON text
 */
export function layOutMultipart(json: string, app?: OpenApp): Multipart {
  const form = new FormData();
  // The library frames an empty file; the real bytes go between the frame's two halves, straight from the disk.
  if (app) form.append('app_file', Buffer.alloc(0), { filename: app.name, contentType: 'application/octet-stream' });
  form.append('data', json, { contentType: 'application/json' });
  const frame = form.getBuffer();
  const fileAt = app ? frame.indexOf('\r\n\r\n') + 4 : 0;
  const terminatorAt = frame.lastIndexOf('}');
  return {
    contentType: `multipart/form-data; boundary=${form.getBoundary()}`,
    bytes: frame.length + (app?.bytes ?? 0),
    head: frame.subarray(0, fileAt),
    tail: frame.subarray(fileAt, terminatorAt),
    terminator: frame.subarray(terminatorAt),
  };
}
