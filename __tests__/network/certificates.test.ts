import { afterEach, describe, expect, test } from '@jest/globals';

import { expectNoStackTrace, lastLine, openSandbox, type Sandbox } from '../support/sandbox.ts';
import { fixture, TRUSTING, type Fixture } from './support/certificates.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function openSecureSandbox(certificate: Fixture): Promise<void> {
  sandbox = await openSandbox({ tls: { key: fixture('server.key'), cert: fixture(certificate) } });
}

describe('a certificate', () => {
  test('of an own authority is accepted with NODE_EXTRA_CA_CERTS', async () => {
    await openSecureSandbox('service.crt');
    const result = await sandbox.run({ env: TRUSTING });
    expectNoStackTrace(result);
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
  });

  test.each<[what: string, certificate: Fixture, env: Record<string, string>, code: string]>([
    ['of an own authority without NODE_EXTRA_CA_CERTS', 'service.crt', {}, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['that has expired', 'expired.crt', TRUSTING, 'CERT_HAS_EXPIRED'],
    ['for another host', 'elsewhere.crt', TRUSTING, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('%s is not retried, and nothing is sent', async (_what, certificate, env, code) => {
    await openSecureSandbox(certificate);
    const result = await sandbox.run({ env });
    expectNoStackTrace(result);
    expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'not-started', 'testset-id': '' } });
    expect(result.stdout).not.toContain('Retrying');
    expect(result.stdout).toContain(code);
    expect(lastLine(result)).toContain('certificate');
    expect(sandbox.simulator.journal).toStrictEqual([]);
  });
});
