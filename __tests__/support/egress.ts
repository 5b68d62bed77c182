import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What left a process: an address that a socket connected to, a name that was resolved, or a process that was started. */
export interface Contact {
  readonly thread: 'main' | 'worker';
  readonly kind: 'connect' | 'resolve' | 'start';
  readonly what: string;
}

/** A watch over a process and its worker threads. */
export interface Watch {
  /** The option of Node with which the process must start. */
  readonly option: string;
  /** All contacts, in order. @throws if one is to something else than the addresses, or if the process was not watched */
  readonly check: () => Promise<readonly Contact[]>;
}

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'egress.mjs')).href;

/**
 * Prepares to watch a run of the bundle: whoever starts one, starts it so. It may connect to ports of this machine, and resolve names, that the
 * addresses have.
 *
 * @param file for what the process reports; absolute
 * @param addresses URLs, or hosts with ports; others, such as wrong ones, allow nothing
 */
export function watchEgress(file: string, addresses: readonly string[]): Watch {
  const urls = addresses.flatMap((each) => URL.parse(each.includes('://') ? each : `http://${each}`) ?? []);
  const names = new Set(urls.map(({ hostname }) => hostname));
  const ports = new Set(urls.map(({ port, protocol }) => port || (protocol === 'https:' ? '443' : '80')));
  const isGiven = ({ kind, what }: Contact): boolean => {
    const port = /^(?:127\.0\.0\.1|::1):(\d+)$/.exec(what)?.[1];
    return (kind === 'resolve' && names.has(what)) || (kind === 'connect' && port !== undefined && ports.has(port));
  };
  return {
    option: `--import=${PRELOAD}?file=${encodeURIComponent(file)}`,
    check: async () => {
      const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
      const contacts = lines.flatMap((line) => (line ? (JSON.parse(line) as Contact) : []));
      const others = contacts.filter((contact) => !isGiven(contact));
      const words = others.map(({ thread, kind, what }) => `${kind} ${what} (${thread} thread)`);
      if (words.length > 0) throw new Error(['The action did what it was not told to:', ...words].join('\n'));
      return contacts;
    },
  };
}
