import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { AppFile } from './app-files.ts';
import { measureAction, type Usage } from './measure-action.ts';

/** What the sink measured for one upload. */
export interface Arrival {
  /** From the first byte of the body to the last byte of the file. */
  readonly fileSeconds: number;
  /** From the connection to the last byte of the body. */
  readonly requestSeconds: number;
  /** Processor load of the sink: about 1 means that the sink may have limited the sender. */
  readonly load: number;
  /** Digest of the file in lower-case hex, if it was asked for. */
  readonly digest?: string;
}

/** A service that discards what is uploaded. */
export interface Sink {
  /** The base address for the upload of a file of this size. */
  address(fileBytes: number): string;
  /** Sends a file by `upload`. @returns what the sink measured, and the result of `upload` */
  receive<Sent>(upload: () => Promise<Sent>): Promise<readonly [Arrival, Sent]>;
  close(): void;
}

/** The certificate of a sink with https. */
export const CERTIFICATE = join(import.meta.dirname, '../../__tests__/fixtures/tls/localhost.crt');

/** Starts a sink in a separate process. */
export async function startSink(protocol: 'http' | 'https', digest?: 'sha256'): Promise<Sink> {
  const child = fork(join(import.meta.dirname, 'sink-process.ts'), [protocol, ...(digest ? [digest] : [])]);
  const message = async (): Promise<unknown> => {
    const messages: readonly unknown[] = await once(child, 'message');
    return messages[0];
  };
  const port = Number(await message());
  return {
    address: (fileBytes) => `${protocol}://127.0.0.1:${port}/${fileBytes}`,
    receive: async (upload) => {
      const arrival = message();
      const sent = await upload();
      return [parseArrival(await arrival), sent];
    },
    close: () => {
      child.disconnect();
    },
  };
}

function parseArrival(message: unknown): Arrival {
  if (!isArrival(message)) throw new Error(`Unexpected message from the sink: ${JSON.stringify(message)}`);
  return message;
}

function isArrival(message: unknown): message is Arrival {
  return typeof message === 'object' && message !== null && 'fileSeconds' in message && 'requestSeconds' in message;
}

/** Sends a file with the action, which ends when the testset is created. */
export function sendByAction({ path, bytes }: AppFile, sink: Sink): Promise<Usage> {
  return measureAction('started', {
    inputs: {
      'base-url': sink.address(bytes),
      'project-id': '509',
      'app-file': path,
      wait: 'false',
    },
    env: { NODE_EXTRA_CA_CERTS: CERTIFICATE },
  });
}
