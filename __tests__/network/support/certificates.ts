import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `service.crt` is of the authority; it is for service.example, proxy.example and this machine, and valid for a hundred years from 2020.
 * `future.crt` is for 127.0.0.1, signed by itself, and valid from 2120. `weak-authority.crt` is of an authority that signed `weak.crt`, whose
 * key has 1,024 bits, and with SHA-1 `sha1.crt`, whose key is `server.key`.
 */
type Fixture =
  | ('authority.crt' | 'service.crt' | 'server.key' | 'future.crt')
  | ('weak-authority.crt' | 'weak.crt' | 'weak.key' | 'sha1.crt');

function fixturePath(name: Fixture): string {
  return join(import.meta.dirname, '..', 'fixtures', name);
}

export function fixture(name: Fixture): Buffer {
  return readFileSync(fixturePath(name));
}

/** What tells Node whom to trust beside those whom it trusts already. */
export const TRUSTING = { NODE_EXTRA_CA_CERTS: fixturePath('authority.crt') };
