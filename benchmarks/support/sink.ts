import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What the sink saw of one upload. */
export interface Arrival {
  /** From the first byte of the body to the last byte of the file. */
  readonly fileSeconds: number;
  /** From the connection to the last byte of the body. */
  readonly requestSeconds: number;
  /** How busy the sink itself was with the file: about 1 means that the sender might have been faster. */
  readonly load: number;
  /** Of the file's bytes, in lower-case hex, when the sink was to take it. */
  readonly digest?: string;
}

/** A service that discards what is uploaded. */
export interface Sink {
  /** The base address for the upload of a file of so many bytes. */
  address(fileBytes: number): string;
  /** Sends a file by `upload`, and tells how it arrived. */
  receive<Sent>(upload: () => Promise<Sent>): Promise<readonly [Arrival, Sent]>;
  close(): void;
}

/** The certificate of a sink with TLS. */
export const CERTIFICATE = join(import.meta.dirname, '../../__tests__/fixtures/tls/localhost.crt');

/** Starts a sink in a process of its own. */
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
      return [asArrival(await arrival), sent];
    },
    close: () => {
      child.disconnect();
    },
  };
}

function asArrival(message: unknown): Arrival {
  if (!isArrival(message)) throw new Error(`The sink said something odd: ${JSON.stringify(message)}`);
  return message;
}

function isArrival(message: unknown): message is Arrival {
  return typeof message === 'object' && message !== null && 'fileSeconds' in message && 'requestSeconds' in message;
}
