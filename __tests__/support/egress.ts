import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** An address that a process was given or a socket connected to, a name that was resolved, or a process that was started. */
export interface Contact {
  readonly thread: 'main' | 'worker';
  readonly kind: 'given' | 'connect' | 'resolve' | 'start';
  readonly what: string;
}

/** A watch over runs of the bundle. */
export interface Watch {
  /** The option of Node with which each must start. */
  readonly option: string;
  /** All contacts, in order. @throws if one is to something that no variable of the run names, or if nothing was watched */
  readonly check: () => Promise<readonly Contact[]>;
}

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'egress.mjs')).href;

/**
 * Prepares to watch runs of the bundle: whatever starts one, starts it so. A run may connect to ports of this machine, and resolve names, that
 * its base-url, its proxy and its variables of GitHub have.
 *
 * @param file for what the processes report; absolute
 */
export function watchEgress(file: string): Watch {
  return {
    option: `--import=${PRELOAD}?file=${encodeURIComponent(file)}`,
    check: async () => {
      const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
      const reports = lines.map((line) => JSON.parse(line) as Contact);
      const contacts = reports.filter(({ kind }) => kind !== 'given');
      const given = reports.filter(({ kind }) => kind === 'given').map(({ what }) => what);
      const others = contacts.filter((contact) => !isAllowed(contact, given));
      const words = others.map(({ thread, kind, what }) => `${kind} ${what} (${thread} thread)`);
      if (words.length > 0) throw new Error(['The action did what it was not told to:', ...words].join('\n'));
      return contacts;
    },
  };
}

/** Of what was given, some may be no address. */
function isAllowed({ kind, what }: Contact, given: readonly string[]): boolean {
  const urls = given.flatMap((each) => URL.parse(each.includes('://') ? each : `http://${each}`) ?? []);
  if (kind === 'resolve') return urls.some(({ hostname }) => hostname === what);
  const port = /^(?:127\.0\.0\.1|::1):(\d+)$/.exec(what)?.[1];
  return kind === 'connect' && urls.some((url) => (url.port || (url.protocol === 'https:' ? '443' : '80')) === port);
}
