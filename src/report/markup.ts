import type { WebAddress } from '../model/text.ts';

/** HTML in parts and values, made by {@link markup}. Nothing is escaped before it is written. */
export class Markup {
  readonly parts: readonly string[];
  readonly values: readonly Content[];

  /** @param parts HTML without untrusted text, one more than values */
  constructor(parts: readonly string[], values: readonly Content[] = []) {
    this.parts = parts;
    this.values = values;
  }
}

/** What a page consists of: texts, which are escaped when they are written, and markup. Nothing is written for `false` and `undefined`. */
export type Content = string | number | false | undefined | Markup | readonly Content[];

/** A tagged template for HTML. Values stand between elements, or are the whole value of an attribute, within double quotes. */
export function markup(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts, values);
}

/** Writes content as HTML. @param escape for texts between elements; in attributes nothing else than markup has a meaning */
export function render(content: Content, escape: (text: string) => string): string {
  if (typeof content === 'string') return escape(content);
  if (typeof content === 'number') return String(content);
  if (content === undefined || content === false) return '';
  if (!(content instanceof Markup)) return content.reduce((all: string, each) => all + render(each, escape), '');
  const { parts, values } = content;
  let html = parts[0] ?? '';
  for (let at = 0; at < values.length; at += 1) {
    const before = parts[at] ?? '';
    const escapeHere = before.endsWith('<code>') ? forCode(escape) : escape;
    html += render(values[at], before.endsWith('="') ? escapeAttribute : escapeHere);
    html += parts[at + 1] ?? '';
  }
  return html;
}

/** In code GitHub links nothing, and a name is there to be copied: no invisible character may divide it. */
function forCode(escape: (text: string) => string): typeof escape {
  return (text) => escape(text).replaceAll('&#8203;', '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Most texts have none of these: a test is three times as fast as a replacement. */
const MARKUP = /[&<>"'`]/;

/** Escapes a cleaned text for HTML: for the page, and for attributes within double quotes. */
export function escapeAttribute(text: string): string {
  if (!MARKUP.test(text)) return text;
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}

/**
 * Escapes a cleaned text for an HTML element in GitHub's Markdown. A zero-width space breaks `@name`, `#12`, `GH-12` and `:octocat:`:
 * GitHub looks for them after it has resolved entities, and mails drop empty elements. A dollar sign in an element of its own starts no
 * formula. A line break could end the block in which nothing is Markdown.
 */
export function escapeForGithub(text: string): string {
  return escapeAttribute(text)
    .replace(/@|(?<!&)#(?=\d)|\bGH-(?=\d)|:(?=(?:[a-z+-][\w+-]*|100|1234):)/giu, '$&&#8203;')
    .replaceAll('$', () => '<span>$</span>')
    .replace(/\s*[\r\n]\s*/g, ' ');
}

/** Whether there is something to show. */
export function hasContent(content: Content): boolean {
  return content !== '' && content !== false && content !== undefined;
}

/** What is there of some pieces, with a separator between them; empty if nothing is. */
export function join(separator: Content, pieces: readonly Content[]): Content {
  const there = pieces.filter(hasContent);
  if (there.length === 0) return '';
  return there.flatMap((piece, at) => (at === 0 ? [piece] : [separator, piece]));
}

/** Keeps a text on one line. */
export function nowrap(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

/** Words between backticks, such as names of inputs and commands, become code; between two, as in Markdown, they may have backticks. */
export function formatCode(text: string): Content {
  if (!text.includes('`')) return text;
  const parts = text.split(/(`` .+? ``|`[^\s`](?:[^`]*[^\s`])?`)/u);
  return parts.map((part, at) =>
    at % 2 === 1 ? markup`<code>${part.replace(/^`(?:` )?|(?: `)?`$/g, '')}</code>` : part,
  );
}

/** A link, or only the content if there is no address. @param label what a screen reader says in place of the content */
export function link(url: WebAddress | undefined, content: Content, label?: string): Content {
  if (url === undefined) return content;
  if (label === undefined) return markup`<a href="${url}">${content}</a>`;
  return markup`<a href="${url}" aria-label="${label}">${content}</a>`;
}

/** A column of a table. Beside head and cells, GitHub shows only the alignment, and the page only the rest. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Content;
  readonly align?: 'right';
  /** Set if the cell names its row. */
  readonly isHead?: true;
  readonly className?: (row: Row) => string;
}
