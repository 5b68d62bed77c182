import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A real blob store (Azurite, in memory) in a process of its own, with one container. */
export interface BlobStore {
  /** The address under which a blob can be written and read for a day. */
  addressOf(blob: string): string;
  close(): Promise<void>;
}

/** The account that every Azurite has, published in its documentation. */
const ACCOUNT = 'devstoreaccount1';
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

const CONTAINER = 'artifacts';

/** Ends the blob store with the process that started it, even if that is killed: it would keep the test run open. */
const END_WITH_PARENT = 'data:text/javascript,process.stdin.on("close",()=>process.exit()).resume()';

/** Starts a blob store on a free port of this machine. */
export async function startBlobStore(): Promise<BlobStore> {
  const folder = await mkdtemp(join(tmpdir(), 'blob-store-'));
  const options = ['--blobPort', '0', '--inMemoryPersistence', '--skipApiVersionCheck', '--disableTelemetry'];
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, azurite(), ...options], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const root = `${await listeningAddress(child)}/${ACCOUNT}/${CONTAINER}`;
  const signature = accountSignature();
  const { status } = await fetch(`${root}?restype=container&${signature}`, { method: 'PUT' });
  if (status !== 201) throw new Error(`The blob store did not make a container: ${String(status)}.`);
  return {
    addressOf: (blob) => `${root}/${encodeURIComponent(blob)}?${signature}`,
    close: async () => {
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function azurite(): string {
  return join(dirname(fileURLToPath(import.meta.resolve('azurite/package.json'))), 'dist/src/blob/main.js');
}

async function listeningAddress({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The blob store has no output.');
  let address: string | undefined;
  for await (const line of createInterface({ input: stdout })) {
    address = /successfully listens on (\S+)/.exec(line)?.[1];
    if (address !== undefined) break;
  }
  stdout.resume();
  if (address === undefined) throw new Error('The blob store ended before it was ready.');
  return address;
}

/** A shared access signature that allows everything on blobs for a day. */
function accountSignature(): string {
  const expiry = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, '');
  const rights = { sp: 'rwdlac', ss: 'b', srt: 'sco', se: expiry, spr: 'https,http', sv: '2021-12-02' };
  const { sp, ss, srt, se, spr, sv } = rights;
  const text = [ACCOUNT, sp, ss, srt, '', se, '', spr, sv, '', ''].join('\n');
  const sig = createHmac('sha256', Buffer.from(KEY, 'base64')).update(text, 'utf8').digest('base64');
  return new URLSearchParams({ ...rights, sig }).toString();
}
