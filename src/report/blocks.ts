import { formatNumber } from '../model/words.ts';
import { escapeForGithub, hasContent, markup, render, type Column, type Content } from './markup.ts';

/** A heading of Markdown, ended by a blank line. Words of the service in it may hold Markdown's punctuation, or an address. */
export function headingLine(level: 2 | 3, { icon, heading }: Readonly<Record<'icon' | 'heading', string>>): string {
  const escaped = escapeForGithub(heading)
    .replace(/[\\*_[\]~|!]/g, '\\$&')
    .replace(/\/(?=\/)|\bwww(?=\.)/gi, '$&&#8203;');
  return `${'#'.repeat(level)} ${icon} ${escaped}\n\n`;
}

/** Lines as one HTML block of GitHub's Markdown, in which nothing is read as Markdown as long as no line is blank. */
export function block(lines: readonly Content[]): string {
  if (lines.length === 0) return '';
  return `${lines.map((line) => render(line, escapeForGithub)).join('\n')}\n\n`;
}

/** The texts that are not empty, as a block of paragraphs. */
export function paragraphs(texts: readonly Content[]): string {
  return block(texts.filter(hasContent).map((text) => markup`<p>${text}</p>`));
}

/** The lines of a table; none without items. */
export function table<Row>(columns: readonly Column<Row>[], items: readonly Row[]): readonly Content[] {
  if (items.length === 0) return [];
  return [markup`<table>${headRow(columns)}`, ...items.map((item) => row(columns, item)), markup`</table>`];
}

/** The first row of a table. */
export function headRow<Row>(columns: readonly Column<Row>[]): Content {
  // Browsers centre a header that has no alignment.
  return markup`<tr>${columns.map(({ head, align = 'left' }) => markup`<th align="${align}">${head}</th>`)}</tr>`;
}

/** Another row of a table. */
export function row<Row>(columns: readonly Column<Row>[], item: Row): Content {
  const cells = columns.map(({ cell, align }) =>
    align ? markup`<td align="${align}">${cell(item)}</td>` : markup`<td>${cell(item)}</td>`,
  );
  return markup`<tr>${cells}</tr>`;
}

/** How many items a page leaves out, as a line if there are any; `rest` says where they are. */
export function moreLine(number: number, rest: Content): readonly Content[] {
  if (number <= 0) return [];
  return [markup`<p>… ${formatNumber(number)} more: all are in ${rest}</p>`];
}

interface Folded<Item> extends Record<'title' | 'begin' | 'end', Content> {
  readonly items: readonly Item[];
  readonly render: (item: Item) => Content;
}

/** More items make the page slow to open. */
const MAX_FOLDED = 500;

/** The lines of a folded list, with at most 500 items and as many as `limitBytes` bytes allow; none if not even one fits. */
export function fold<Item>(
  { title, begin, items, render: renderItem, end }: Folded<Item>,
  limitBytes: number,
  rest: Content,
): readonly Content[] {
  const measure = (content: Content): number => Buffer.byteLength(render(content, escapeForGithub));
  let bytes = measure([title, begin]);
  const lines: Content[] = [];
  for (const item of items.slice(0, MAX_FOLDED)) {
    const line = renderItem(item);
    bytes += measure(line) + 1;
    if (bytes > limitBytes) break;
    lines.push(line);
  }
  if (lines.length === 0) return [];
  const start = markup`<details><summary>${title}</summary>`;
  return [start, begin, ...lines, end, ...moreLine(items.length - lines.length, rest), markup`</details>`];
}
