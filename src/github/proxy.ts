import { getProxyUrl } from '@actions/http-client/lib/proxy';

import { TestsetError } from '../errors.ts';

/**
 * The proxy that a request to an address goes through, as GitHub's own toolkit reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY, so that one
 * setting serves all steps of a job. This machine itself is always reached directly.
 *
 * @throws TestsetError `proxy` when the setting is no http or https address
 */
export function proxyFor(target: URL): URL | undefined {
  const proxy = readSetting(target);
  if (proxy && !['http:', 'https:'].includes(proxy.protocol)) throw unusable(target);
  return proxy;
}

function readSetting(target: URL): URL | undefined {
  try {
    return getProxyUrl(target);
  } catch {
    throw unusable(target);
  }
}

/** Neither the setting nor the toolkit's error, which carries it, is passed on: it may hold a password. */
function unusable(target: URL): TestsetError {
  const name = target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  return new TestsetError(
    'proxy',
    `The proxy for ${target.host} cannot be used: ${name} is not an http or https address.`,
    `Write ${name} as http://host:port, or name ${target.hostname} in NO_PROXY.`,
  );
}
