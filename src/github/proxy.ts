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
  const name = target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  // Shows neither the setting nor the toolkit's error, because both may contain a password.
  const cannotUse = (reason: string, advice: string): TestsetError =>
    new TestsetError({
      code: 'proxy',
      message: `The proxy for ${target.host} cannot be used: ${name} ${reason}.`,
      hint: `${advice}, or add ${target.hostname} to NO_PROXY.`,
    });
  const wrongAddress = cannotUse('is not an http or https address', 'Set it to http://host:port');
  let proxy: URL | undefined;
  try {
    proxy = getProxyUrl(target);
  } catch {
    throw wrongAddress;
  }
  if (proxy && !['http:', 'https:'].includes(proxy.protocol)) throw wrongAddress;
  const setting = env[name.toLowerCase()] || env[name];
  if (proxy || !setting || checkBypass(target)) return proxy;
  if (!URL.canParse(setting)) throw wrongAddress;
  throw cannotUse('has a % escape that cannot be decoded', 'Write a % in its user name or password as %25');
}
