import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';

import { TestsetError } from '../model/errors.ts';
import type { Environment } from '../model/run-context.ts';

/**
 * The proxy that a request to an address goes through, as GitHub's own toolkit reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY, so that one
 * setting serves all steps of a job. This machine itself is always reached directly.
 *
 * The toolkit drops a setting that it cannot read without a word, and everything would go around the proxy.
 *
 * @param env where the toolkit looks, too: what is set here is never dropped
 * @throws TestsetError `proxy` when the setting is no http or https address, or a `%` escape in it cannot be read
 */
export function proxyFor(target: URL, env: Environment = {}): URL | undefined {
  const proxy = readSetting(target);
  if (proxy && !['http:', 'https:'].includes(proxy.protocol)) throw unusable(target);
  const dropped = proxy ? undefined : settingFor(target, env);
  if (dropped !== undefined && !checkBypass(target)) throw unusable(target, URL.canParse(dropped));
  return proxy;
}

function readSetting(target: URL): URL | undefined {
  try {
    return getProxyUrl(target);
  } catch {
    throw unusable(target);
  }
}

/** In the toolkit's order; an empty one is none. */
function settingFor(target: URL, env: Environment): string | undefined {
  const name = nameFor(target);
  return env[name.toLowerCase()] || env[name] || undefined;
}

function nameFor({ protocol }: URL): string {
  return protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
}

/** Neither the setting nor the toolkit's error, which carries it, is passed on: it may hold a password. */
function unusable(target: URL, isAddress = false): TestsetError {
  const name = nameFor(target);
  const why = isAddress ? 'holds a % escape that cannot be read' : 'is not an http or https address';
  const form = isAddress ? 'Write a % in its user name or password as %25' : `Write ${name} as http://host:port`;
  return new TestsetError(
    'proxy',
    `The proxy for ${target.host} cannot be used: ${name} ${why}.`,
    `${form}, or name ${target.hostname} in NO_PROXY.`,
  );
}
