import { webAddress } from '../model/web-address.ts';
import { formatNumber } from '../model/words.ts';

/**
 * Lines as one HTML block of Markdown, ended by a blank line; empty without lines. Inside such a block nothing is read as Markdown, as
 * long as no line is blank: this makes untrusted names harmless.
 */
export function block(lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `${lines.join('\n')}\n\n`;
}

/** The texts that are not empty, HTML, as a block of paragraphs. */
export function paragraphs(texts: readonly string[]): string {
  return block(texts.filter(Boolean).map((text) => `<p>${text}</p>`));
}

/** A column of a table. Texts are HTML. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  /** Left if absent. */
  readonly align?: 'right';
}

/** The lines of a table; none without items. */
export function table<Row>(columns: readonly Column<Row>[], items: readonly Row[]): readonly string[] {
  if (items.length === 0) return [];
  return [`<table>${headRow(columns)}`, ...items.map((item) => row(columns, item)), '</table>'];
}

/** The first row of a table. */
export function headRow<Row>(columns: readonly Column<Row>[]): string {
  // Browsers centre a header that has no alignment.
  return `<tr>${columns.map(({ head, align = 'left' }) => `<th align="${align}">${head}</th>`).join('')}</tr>`;
}

/** Another row of a table. */
export function row<Row>(columns: readonly Column<Row>[], item: Row): string {
  let cells = '';
  for (const { cell, align } of columns) {
    const start = align ? `<td align="${align}">` : '<td>';
    cells += `${start}${cell(item)}</td>`;
  }
  return `<tr>${cells}</tr>`;
}

/** How many items a page leaves out, as a line if there are any; `rest` says where they are, HTML. */
export function moreLine(number: number, rest: string): readonly string[] {
  if (number <= 0) return [];
  return [`<p>… ${formatNumber(number)} more: all are in ${rest}</p>`];
}

/** A list to fold. Texts are HTML. */
interface Folded<Item> {
  readonly title: string;
  readonly begin: string;
  readonly items: readonly Item[];
  readonly render: (item: Item) => string;
  readonly end: string;
}

/** More items make the page slow to open. */
const MAX_FOLDED = 500;

/** The lines of a folded list, with at most 500 items and as many as `limitBytes` bytes allow; none if not even one fits. */
export function fold<Item>(
  { title, begin, items, render, end }: Folded<Item>,
  limitBytes: number,
  rest: string,
): readonly string[] {
  let bytes = Buffer.byteLength(title + begin);
  const lines: string[] = [];
  for (const item of items.slice(0, MAX_FOLDED)) {
    const line = render(item);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > limitBytes) break;
    lines.push(line);
  }
  if (lines.length === 0) return [];
  const more = items.length - lines.length;
  const start = `<details><summary>${title}</summary>`;
  return [start, begin, ...lines, end, ...moreLine(more, rest), '</details>'];
}

/** Keeps a text, already escaped, on one line. */
export function nowrap(text: string): string {
  return text.replaceAll(' ', '&nbsp;');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/**
 * Escapes a cleaned text for an HTML element in GitHub's Markdown. A zero-width space breaks `@name`, `#12`, `GH-12` and `:octocat:`:
 * GitHub looks for them after it has resolved entities, and mails drop empty elements. A dollar sign in an element of its own starts no
 * formula.
 */
export function escapeHtml(text: string): string {
  return escapeAttribute(text)
    .replace(/@|(?<!&)#(?=\d)|\bGH-(?=\d)|:(?=(?:[a-z+-][\w+-]*|100|1234):)/giu, '$&&#8203;')
    .replaceAll('$', () => '<span>$</span>');
}

/** Most texts have none of these: a test is three times as fast as a replacement. */
const MARKUP = /[&<>"'`]/;

/** Escapes a cleaned text for an attribute's value within double quotes. */
export function escapeAttribute(text: string): string {
  if (!MARKUP.test(text)) return text;
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}

/** Escapes a sentence; words between backticks, such as names of inputs and commands, become code. */
export function prose(text: string): string {
  const parts = splitCode(text).map(escapeHtml);
  return parts.map((part, at) => (at % 2 === 1 ? `<code>${part}</code>` : part)).join('');
}

/** Splits a sentence at its words between backticks, which are every second part. A single backtick is a part of the sentence. */
export function splitCode(text: string): readonly string[] {
  return text.split(/`([^\s`](?:[^`]*[^\s`])?)`/u);
}

/**
 * A link to an http(s) page, or only the text if the address is anything else.
 *
 * @param label what a screen reader says in place of the text
 */
export function link(url: string | undefined, text: string, label?: string): string {
  return linkHtml(url, escapeHtml(text), label);
}

/** The same for a text that is HTML already. */
export function linkHtml(url: string | undefined, content: string, label?: string): string {
  const address = webAddress(url);
  if (address === undefined) return content;
  const aria = label === undefined ? '' : ` aria-label="${escapeAttribute(label)}"`;
  return `<a href="${escapeAttribute(address)}"${aria}>${content}</a>`;
}
