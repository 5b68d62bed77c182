import { describe, expect, test } from '@jest/globals';

import { hintFor, KNOWN_CODES } from '../../src/service/error-codes.ts';
import { explain } from '../../src/service/explain.ts';
import { toConnectError, toTransferError, NetworkError } from '../../src/service/http/network-error.ts';
import type { ServiceFailure } from '../../src/service/reply.ts';

const code = (number: number, status = 200): ServiceFailure => ({
  kind: 'code',
  status,
  envelope: { code: number, message: 'Message', reason: 'the reason', data: {} },
});

describe('what a refusal is to a user', () => {
  test.each(KNOWN_CODES)('code %i says code, message, reason and what to do', (number) => {
    const error = explain(code(number), 'the new testset');
    expect(error.message).toContain(`${number} Message (the reason)`);
    expect(error.hint).toBe(hintFor(number));
    expect(error.hint.length).toBeGreaterThan(20);
  });

  test('a code that is not documented still gets a hint', () => {
    expect(explain(code(9999), 'it').hint).toContain('support');
  });

  test.each<[string, ServiceFailure, string, string]>([
    ['401', { kind: 'status', status: 401 }, 'credentials', 'user-id'],
    ['403 with a code', code(4030, 403), 'credentials', 'user-id'],
    ['404', { kind: 'status', status: 404 }, 'service-refused', 'base-url'],
    ['500', { kind: 'status', status: 500 }, 'service-refused', 'later'],
    ['429', { kind: 'status', status: 429 }, 'rate-limited', 'later'],
    ['407', { kind: 'status', status: 407 }, 'proxy', 'HTTPS_PROXY'],
    ['a redirect', { kind: 'status', status: 302, location: '/login?next=secret' }, 'redirected', 'base-url'],
    ['a redirect to nowhere', { kind: 'status', status: 302 }, 'redirected', 'base-url'],
    [
      'a certificate',
      { kind: 'no-response', error: new NetworkError('certificate', 'x') },
      'untrusted',
      'NODE_EXTRA_CA_CERTS',
    ],
    ['a name', { kind: 'no-response', error: new NetworkError('name-not-found', 'x') }, 'unreachable', 'host name'],
    ['a proxy', { kind: 'no-response', error: new NetworkError('proxy-credentials', 'x') }, 'proxy', 'HTTPS_PROXY'],
    ['a reset', { kind: 'no-response', error: new NetworkError('reset', 'x') }, 'unreachable', 'network'],
  ])('%s', (_what, refusal, errorCode, hint) => {
    const error = explain(refusal, 'the new testset');
    expect(error.code).toBe(errorCode);
    expect(error.hint).toContain(hint);
    expect(error.message).not.toContain('secret');
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });
});

describe('what a failure of the network is called', () => {
  const failing = (name: string): Error => Object.assign(new Error(`it failed: ${name}`), { code: name });

  test.each([
    ['ENOTFOUND', 'name-not-found'],
    ['EAI_AGAIN', 'dns'],
    ['ECONNREFUSED', 'refused'],
    ['ENETUNREACH', 'unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout'],
    ['ECONNRESET', 'handshake-cut'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-tls'],
    ['EPROTO', 'not-tls'],
    ['EWHATEVER', 'unreachable'],
  ])('%s before the connection stands: %s', (name, kind) => {
    expect(toConnectError(failing(name), 'host').kind).toBe(kind);
  });

  test('several addresses that all failed are named by the first', () => {
    expect(toConnectError(new AggregateError([failing('ECONNREFUSED'), failing('ENETUNREACH')]), 'host').kind).toBe(
      'refused',
    );
    expect(toConnectError('odd', 'host').message).toContain('odd');
  });

  test('on a connection that stood everything is a cut, but for what is no HTTP', () => {
    expect(toTransferError(failing('EPIPE')).kind).toBe('reset');
    expect(toTransferError(failing('HPE_INVALID_CONSTANT')).kind).toBe('garbled');
    expect(toTransferError(new Error('odd')).message).toContain('odd');
    const fault = new NetworkError('stall', 'x');
    expect(toTransferError(fault)).toBe(fault);
    expect(toConnectError(fault, 'host')).toBe(fault);
  });
});
