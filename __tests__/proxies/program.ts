import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program that accepts connections on loopback. */
export interface Program {
  readonly port: number;
  end(): Promise<void>;
}

/** What a program is started with. */
interface Setup {
  /** By name, in its folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

/** Starts a program of Debian in a folder of its own, and waits until it accepts connections. @throws if it ends before that */
export async function startProgram(name: string, setUp: (folder: string, port: number) => Setup): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  // As root, Squid reads its files as another user.
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const { files, args } = setUp(folder, port);
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const child = spawn(`/usr/sbin/${name}`, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors += String(text);
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name} ended:\n${errors}`);
  });
  ended.catch(() => undefined);
  while (!(await Promise.race([accepts(port), ended]))) await sleep(20);
  return {
    port,
    end: async () => {
      child.kill();
      await ended.catch(() => undefined);
      await rm(folder, { recursive: true });
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {
      resolve(false);
    });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
