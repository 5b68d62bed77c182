import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Certificates of an authority of our own, all for one key and valid for a hundred years from 2020, but for `expired.crt`. `service.crt` and
 * `expired.crt` are for service.example, proxy.example and this machine, `elsewhere.crt` is for another host.
 */
export type Fixture = 'authority.crt' | 'service.crt' | 'expired.crt' | 'elsewhere.crt' | 'server.key';

/** Where a file is. */
function fixturePath(name: Fixture): string {
  return join(import.meta.dirname, '..', 'fixtures', name);
}

/** What a file holds. */
export function fixture(name: Fixture): Buffer {
  return readFileSync(fixturePath(name));
}

/** What tells Node whom to trust beside those whom it trusts already. */
export const TRUSTING = { NODE_EXTRA_CA_CERTS: fixturePath('authority.crt') };
