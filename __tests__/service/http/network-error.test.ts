import type { LookupFunction } from 'node:net';

import { describe, expect, test } from '@jest/globals';
import { buildConnector } from 'undici';

import { explainNetworkError } from '../../../src/service/failures.ts';
import { NetworkError, toConnectError, toTransferError } from '../../../src/service/http/network-error.ts';
import { startOrigin } from '../../support/origin.ts';
import { createEagerClock } from '../../support/runtime.ts';

const CLOCK = createEagerClock();

const systemError = (code: string): Error => Object.assign(new Error(`failed: ${code}`), { code });

test.each([
  ['ENOTFOUND', 'name-not-found', false],
  ['EAI_AGAIN', 'no-connection', false],
  ['ECONNREFUSED', 'refused', false],
  ['ENETUNREACH', 'no-connection', false],
  ['UND_ERR_CONNECT_TIMEOUT', 'no-connection', false],
  ['ECONNRESET', 'no-connection', false],
  ['CERT_HAS_EXPIRED', 'certificate-date', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls-rejected', true],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate', true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate', true],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls-rejected', true],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-tls', true],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'not-tls', true],
  ['EPROTO', 'tls-rejected', true],
  ['ERR_TLS_DH_PARAM_SIZE', 'tls-rejected', true],
  ['UNABLE_TO_GET_CRL', 'certificate', true],
  ['PATH_LENGTH_EXCEEDED', 'certificate', true],
  ['UND_ERR_HEADERS_TIMEOUT', 'proxy-busy', false],
  ['EUNKNOWN', 'no-connection', false],
])('%s while connecting is %s (permanent: %s)', (code, kind, isPermanent) => {
  const error = toConnectError(systemError(code), 'devices.example.com', CLOCK);
  expect(error.kind).toBe(kind);
  expect(explainNetworkError(error, 'it').kind === 'permanent').toBe(isPermanent);
  expect(error.message).toContain('devices.example.com');
  expect(error.message).toContain(code);
});

test('a proxy without TLS has an http:// address', () => {
  const { message } = toConnectError(systemError('ERR_SSL_WRONG_VERSION_NUMBER'), 'proxy a:1', CLOCK, true);
  expect(message).toMatch(/TLS \(ERR_SSL_WRONG_VERSION_NUMBER\): begin HTTPS_PROXY with http:\/\/$/);
});

test('a server that wants a certificate says so after the handshake, and the request is not tried again', () => {
  const error = toTransferError(systemError('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'));
  expect(error.message).toContain('wants a client certificate');
  expect(explainNetworkError(error, 'it').kind).toBe('permanent');
});

describe('of several addresses', () => {
  const at = (address: string, code: string): Error => Object.assign(systemError(code), { address });

  test('each is named with what failed', () => {
    const errors = [at('2001:db8::1', 'ENETUNREACH'), at('192.0.2.7', 'ETIMEDOUT'), at('192.0.2.8', 'ETIMEDOUT')];
    expect(toConnectError(new AggregateError(errors), 'host:443', CLOCK)).toMatchObject({
      kind: 'no-connection',
      message:
        'cannot connect to host:443: network unreachable (ENETUNREACH) at 2001:db8::1, ' +
        'connection timed out (ETIMEDOUT) at 192.0.2.7 and 192.0.2.8',
    });
  });

  test('the first decides the kind', () => {
    const errors = [at('192.0.2.7', 'ECONNREFUSED'), at('192.0.2.8', 'ENETUNREACH')];
    expect(toConnectError(new AggregateError(errors), 'host', CLOCK).kind).toBe('refused');
  });

  test('those that were tried before the time was over are named', async () => {
    const silent = await startOrigin(() => undefined);
    const lookup: LookupFunction = (_name, _options, done) => {
      done(
        null,
        ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
      );
    };
    const connect = buildConnector({ timeout: 100, lookup });
    const { port } = silent.url;
    const error = await new Promise((resolve) => {
      connect({ hostname: 'host', protocol: 'https:', port }, (...[error]) => {
        resolve(error);
      });
    });
    await silent.close();
    const message = `cannot connect to host: connection timed out (UND_ERR_CONNECT_TIMEOUT) at 127.0.0.1:${port}`;
    expect(toConnectError(error, 'host', CLOCK)).toMatchObject({ kind: 'no-connection', message });
  });
});

test('on an open connection everything is a reset, except what is not HTTP', () => {
  expect(toTransferError(systemError('EPIPE')).kind).toBe('reset');
  expect(toTransferError(systemError('HPE_INVALID_CONSTANT')).kind).toBe('not-http');
});

test('what is not an error has a message, and a network error stays as it is', () => {
  expect(toConnectError('odd', 'host', CLOCK).message).toContain('odd');
  expect(toTransferError(new Error('odd')).message).toContain('odd');
  const error = new NetworkError('stall', 'no data');
  expect([toTransferError(error), toConnectError(error, 'host', CLOCK)]).toEqual([error, error]);
});
