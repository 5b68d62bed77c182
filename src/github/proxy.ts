import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';

import { TestsetError } from '../model/errors.ts';
import type { Environment } from '../model/run-context.ts';

/**
 * Returns the proxy for an address, as GitHub's toolkit reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY; loopback addresses have none. The
 * toolkit ignores a setting that it cannot read, which would bypass the proxy; here that is an error.
 *
 * @throws TestsetError `proxy` if the setting is not an http or https address, or has a `%` escape that cannot be decoded
 */
export function proxyFor(target: URL, env: Environment): URL | undefined {
  const proxy = readProxy(target);
  if (proxy && !['http:', 'https:'].includes(proxy.protocol)) throw addressError(target);
  const name = variableFor(target);
  const setting = env[name.toLowerCase()] || env[name];
  if (proxy || !setting || checkBypass(target)) return proxy;
  if (URL.canParse(setting)) throw escapeError(target);
  throw addressError(target);
}

function readProxy(target: URL): URL | undefined {
  try {
    return getProxyUrl(target);
  } catch {
    throw addressError(target);
  }
}

function variableFor({ protocol }: URL): string {
  if (protocol === 'https:') return 'HTTPS_PROXY';
  return 'HTTP_PROXY';
}

function addressError(target: URL): TestsetError {
  return proxyError(target, 'is not an http or https address', 'Set it to http://host:port');
}

function escapeError(target: URL): TestsetError {
  const advice = 'Write a % in its user name or password as %25';
  return proxyError(target, 'has a % escape that cannot be decoded', advice);
}

/** Contains neither the setting nor the toolkit's error, because both may contain a password. */
function proxyError(target: URL, reason: string, advice: string): TestsetError {
  return new TestsetError({
    code: 'proxy',
    message: `The proxy for ${target.host} cannot be used: ${variableFor(target)} ${reason}.`,
    hint: `${advice}, or add ${target.hostname} to NO_PROXY.`,
  });
}
