/** One way to write a secret down, and what of it must be seen nowhere. */
export interface Encoded {
  readonly how: string;
  /** As a service might write it. */
  readonly text: string;
  /** What gives the secret away, wherever it stands. */
  readonly needle: string;
}

/** What is shorter is no sign of a secret. */
const SHORTEST = 6;

/** Every way in which services, logs and documents write values down; written apart from the code that looks for them. */
export function encodingsOf(secret: string): readonly Encoded[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const xml = marked(secret, { '"': '&quot;', "'": '&apos;' });
  const base64Lines = Buffer.from('x'.repeat(52) + secret)
    .toString('base64')
    .replace(/.{76}/g, '$&\n');
  const ways = [
    ['plain', secret],
    ['percent', encodeURIComponent(secret)],
    ['percent in lower case', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['percent throughout', percentOf(secret)],
    ['percent throughout in upper case', percentOf(secret).toUpperCase()],
    ['an address', encodeURI(secret)],
    ['a form', new URLSearchParams({ '': secret }).toString().slice(1)],
    ['JSON', json],
    ['JSON with escaped slashes', json.replaceAll('/', '\\/')],
    ['JSON in ASCII', json.replace(/[^ -~]/gu, unicode)],
    ['JSON, escaped throughout', secret.replace(/[^]/g, unicode)],
    ['XML by numbers', secret.replace(/[^]/gu, (sign) => `&#${codeOf(sign)};`)],
    ['XML by hexadecimal numbers', secret.replace(/[^]/gu, (sign) => `&#x${codeOf(sign).toString(16)};`)],
    ['base64 in lines', base64Lines],
    ['HTML', marked(secret, { '"': '&quot;', "'": '&#39;' })],
    ['HTML with numbers', marked(secret, { '"': '&#34;', "'": '&#039;' })],
    ['XML', xml],
    ['XML in ASCII', xml.replace(/[^ -~]/gu, (sign) => `&#${codeOf(sign)};`)],
  ] as const;
  const plain = ways.map(([how, text]): Encoded => ({ how, text, needle: text }));
  return [...plain, ...[0, 1, 2].flatMap((offset) => base64(secret, offset))];
}

/** Whether any of the encodings is in a text; says which. */
export function foundIn(text: string, secrets: readonly (readonly [name: string, secret: string])[]): string[] {
  return secrets.flatMap(([name, secret]) =>
    linesOf(secret)
      .flatMap(encodingsOf)
      .filter(({ needle }) => needle.length >= SHORTEST && text.includes(needle))
      .map(({ how }) => `${name} as ${how}`),
  );
}

/** A secret of several lines may come line by line. */
export function linesOf(secret: string): readonly string[] {
  const lines = secret.split('\n');
  return lines.length > 1 ? [secret, ...lines] : lines;
}

function base64(secret: string, offset: number): readonly Encoded[] {
  const before = 'x'.repeat(offset);
  return (['base64', 'base64url'] as const).map((alphabet) => {
    const text = Buffer.from(`${before}${secret}`).toString(alphabet);
    const digits = Math.floor(((offset + Buffer.byteLength(secret)) * 8) / 6);
    return { how: `${alphabet} behind ${offset}`, text, needle: text.slice(Math.ceil((offset * 8) / 6), digits) };
  });
}

function marked(text: string, quotes: Readonly<Record<string, string>>): string {
  const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', ...quotes };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

function percentOf(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function unicode(sign: string): string {
  return `\\u${codeOf(sign).toString(16).padStart(4, '0')}`;
}

function codeOf(sign: string): number {
  return sign.codePointAt(0) ?? 0;
}
