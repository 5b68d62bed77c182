/** What a strict reader finds in a piece of HTML. */
export interface Page {
  /** Names of the elements, in the order in which they begin. */
  readonly tags: readonly string[];
  /** Names of the attributes of all elements. */
  readonly attributes: readonly string[];
  /** Texts between tags, with entities resolved: what GitHub searches for mentions. */
  readonly texts: readonly string[];
  readonly links: readonly Link[];
}

type Link = Readonly<Record<'href' | 'text', string>>;

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>`]*")*)>/y;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Reads HTML as narrowly as can be: anything but balanced elements, double-quoted attributes and known entities is an error. */
export function readHtml(html: string): Page {
  const tags: string[] = [];
  const names: string[] = [];
  const texts: string[] = [];
  const links: Link[] = [];
  const open: { name: string; firstText: number; href: string }[] = [];
  let at = 0;
  while (at < html.length) {
    if (html[at] !== '<') {
      const next = html.indexOf('<', at);
      const end = next < 0 ? html.length : next;
      const text = decode(html.slice(at, end));
      // In code GitHub links nothing.
      texts.push(open.at(-1)?.name === 'code' ? text.split('').join('\u200b') : text);
      at = end;
      continue;
    }
    TAG.lastIndex = at;
    const [whole, slash, name = '', rest = ''] = TAG.exec(html) ?? [];
    if (whole === undefined) throw new Error(`not a tag: ${html.slice(at, at + 60)}`);
    at += whole.length;
    if (slash === '') {
      const attributes = new Map([...rest.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, decode(value)]));
      tags.push(name);
      names.push(...attributes.keys());
      if (name === 'br') continue;
      open.push({ name, firstText: texts.length, href: attributes.get('href') ?? '' });
      continue;
    }
    const element = open.pop();
    if (element?.name !== name) throw new Error(`</${name}> closes ${element?.name ?? 'nothing'}`);
    if (name !== 'a') continue;
    links.push({ href: element.href, text: texts.slice(element.firstText).join('') });
  }
  if (open.length > 0) throw new Error(`never closed: ${open.map(({ name }) => name).join(', ')}`);
  return { tags, attributes: names, texts, links };
}

function decode(text: string): string {
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const number = /^#(\d+)$/.exec(name)?.[1];
    const value = number === undefined ? NAMED[name] : String.fromCodePoint(Number(number));
    if (value === undefined || !whole.endsWith(';')) throw new Error(`not an entity: ${whole}`);
    return value;
  });
}

/** Whether GitHub would see a person, a team, an issue or a formula in a text. */
export function wouldLink(text: string): boolean {
  return /@[\p{L}\p{N}_-]|#\d|(?<![a-z0-9_])GH-\d/iu.test(text) || (text !== '$' && text.includes('$'));
}
