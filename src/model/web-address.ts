/** Longer addresses would fill the report, and no result page has one; they are shown as text. */
const MAX_ADDRESS_LENGTH = 1000;

/** An address that may be linked: normalized, which is plain ASCII, and without user info. */
export type WebAddress = `http://${string}` | `https://${string}`;

/** The normalized address; `undefined` unless it is http(s) without user info. */
export function webAddress(url: string | undefined): WebAddress | undefined {
  if (url === undefined || url.length > MAX_ADDRESS_LENGTH) return undefined;
  const { href = '', username, password } = URL.parse(url) ?? {};
  if (username || password || href.length > MAX_ADDRESS_LENGTH || !isWeb(href)) return undefined;
  return href;
}

function isWeb(href: string): href is WebAddress {
  return /^https?:\/\//.test(href);
}
