import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';

import { TestsetError } from '../model/errors.ts';
import type { Environment } from '../model/run-context.ts';

/**
 * Writes the proxy settings of the process so that the clients for service, API and storage read the same: GitHub's toolkit takes
 * `proxy:3128` for the scheme `proxy`, and Azure's client needs a scheme, does not know `*` and takes `example.com` for that host only.
 *
 * @returns what none of them understands in NO_PROXY, such as a range of addresses
 */
export function unifyProxySettings(env: Record<string, string | undefined>): readonly string[] {
  const list = env['no_proxy'] || env['NO_PROXY'] || '';
  const entries = list
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((entry) => entry.toLowerCase().replace(/^(?:https?:\/\/|\*?\.)/, ''));
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY']) {
    const proxy = env[name.toLowerCase()] || env[name] || '';
    const address = proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`;
    env[name.toLowerCase()] = '';
    env[name] = entries.includes('*') ? '' : address;
  }
  env['no_proxy'] = '';
  env['NO_PROXY'] = entries.flatMap((entry) => [entry, `.${entry}`]).join(',');
  return entries.filter((entry) => entry !== '*' && /[/*]/.test(entry));
}

/**
 * Returns the proxy for an address, as GitHub's toolkit reads the settings; loopback addresses have none. The toolkit ignores a setting that
 * it cannot read, which would bypass the proxy; here that is an error. @param env after {@link unifyProxySettings}
 *
 * @throws TestsetError `proxy` if the setting is not an http or https address without a path, or has a `%` escape that cannot be decoded
 */
export function proxyFor(target: URL, env: Environment): URL | undefined {
  const name = target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const setting = env[name];
  if (!setting || checkBypass(target)) return undefined;
  // Shows neither the setting nor the toolkit's error, because both may contain a password.
  const cannotUse = (reason: string, advice: string): TestsetError =>
    new TestsetError({
      code: 'proxy',
      message: `The proxy for ${target.host} cannot be used: ${name} ${reason}.`,
      hint: `${advice}, or add ${target.hostname} to NO_PROXY.`,
    });
  if (!/^https?:\/\/[^/]*\/$/.test(URL.parse(setting)?.href ?? '')) {
    const advice =
      'Set it to http://user:password@host:port, without quotes, and with # / \\ @ in a name or password as %23 %2F %5C %40';
    throw cannotUse('is not an http or https address without a path', advice);
  }
  const proxy = getProxyUrl(target);
  if (proxy) return proxy;
  throw cannotUse('has a % escape that cannot be decoded', 'Write a % in its user name or password as %25');
}
