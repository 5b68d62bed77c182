import markdownIt from 'markdown-it';

const renderer = markdownIt({ html: true, linkify: true });

/** Elements and attributes with which reports are drawn; none of them runs, loads or sends anything. */
const ELEMENTS = 'h2 h3 p ul li strong code table tr th td a span details summary pre sub br'.split(' ');
const ATTRIBUTES = 'href aria-label align'.split(' ');

/** What a browser takes for the beginning of markup, whatever follows. */
const MARKUP = /<[a-z/!?][^<>]*>?/giu;
const OURS = /^<\/?([a-z0-9]+)((?: [a-z-]+="[^"<>`]*")*)>$/u;

/**
 * What is wrong with a piece of Markdown once it is rendered with HTML allowed, as GitHub does it, and looked at as a browser would: markup
 * that a report is not drawn with, addresses that are not the web's, and texts of which GitHub makes a mention, a reference or a formula.
 */
export function activeMarkup(markdown: string): string[] {
  const page = renderer.render(markdown);
  const tags = page.match(MARKUP) ?? [];
  const texts = page.split(MARKUP).map(plainText);
  return [...tags.flatMap(wrongTag), ...texts.flatMap(wrongText)];
}

function wrongTag(tag: string): string[] {
  const [, name = '', rest = ''] = OURS.exec(tag) ?? [];
  if (!ELEMENTS.includes(name)) return [`markup ${tag}`];
  const attributes = [...rest.matchAll(/ ([a-z-]+)="([^"]*)"/gu)];
  return attributes.flatMap(([whole, key = '', value = '']) => {
    if (!ATTRIBUTES.includes(key)) return [`attribute${whole}`];
    return key === 'href' && !/^https?:\/\/[!-~]+$/u.test(plainText(value)) ? [`address ${value}`] : [];
  });
}

function wrongText(text: string): string[] {
  const mention = /@[\p{L}\p{N}_-]/u.test(text) ? [`mention in ${text}`] : [];
  const reference = /#\d|(?<![a-z0-9_])GH-\d/iu.test(text) ? [`reference in ${text}`] : [];
  const formula = text !== '$' && text.includes('$') ? [`formula in ${text}`] : [];
  return [...mention, ...reference, ...formula];
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function plainText(html: string): string {
  return html.replace(/&(?:#(\d+)|([a-z]+));/giu, (whole, number?: string, name?: string) =>
    number === undefined ? (NAMED[name ?? ''] ?? whole) : String.fromCodePoint(Number(number)),
  );
}
