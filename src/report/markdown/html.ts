/**
 * Lines as one HTML block of Markdown. Within it nothing is read as Markdown as long as no line is blank, which is what keeps
 * names harmless; the blank line after it ends the block. Without lines there is no block.
 */
export function* block(lines: Iterable<string>): Generator<string> {
  let empty = true;
  for (const line of lines) {
    empty = false;
    yield `${line}\n`;
  }
  if (!empty) yield '\n';
}

/** Stands where nothing is known, so that no cell is blank. */
export const NOT_KNOWN = '–';

/** The first row of a table; a column is named once, so a screen reader can tell what a cell is. */
export function headRow(heads: readonly string[]): string {
  return `<tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr>`;
}

/** A row of cells that are HTML already. */
export function row(cells: readonly string[]): string {
  return `<tr><td>${cells.join('</td><td>')}</td></tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Most names are like this: nothing in them needs care, and the test spares them three replacements. */
const ORDINARY = /^[\w .,/()]*$/;

/** Longer addresses are shown as text: they would fill the report, and no result page has one. */
const LONGEST_ADDRESS = 1000;

/**
 * Escapes a cleaned text for an HTML element in GitHub's Markdown. `@name`, `#12`, `GH-12` and the names of pictures such as `:octocat:`
 * are broken by a zero-width space: GitHub looks for them after it has resolved entities and read the markup, so an entity does not help,
 * and in an answer by e-mail empty elements vanish as well. A dollar sign stands in an element of its own, which keeps it from opening a
 * formula.
 */
export function html(text: string): string {
  if (ORDINARY.test(text)) return text;
  return attribute(text)
    .replace(/@|(?<!&)#(?=\d)|\bGH-(?=\d)|:(?=(?:[a-z+-][\w+-]*|100|1234):)/giu, '$&&#8203;')
    .replaceAll('$', () => '<span>$</span>');
}

/** Escapes a cleaned text for an attribute's value within double quotes. */
export function attribute(text: string): string {
  return text.replace(/[&<>"'`]/gu, (character) => ENTITIES[character] ?? '');
}

/** Escapes a sentence of ours or the service's; plain words between backticks, such as names of inputs, become code. */
export function prose(text: string): string {
  return html(text).replace(/&#96;([a-z][a-z0-9.: -]*)&#96;/giu, '<code>$1</code>');
}

/** A link to an http(s) page, or only the text where the address is anything else. Both are escaped here. */
export function link(url: string | undefined, text: string, label?: string): string {
  const address = webAddress(url);
  if (address === undefined) return html(text);
  const spoken = label === undefined ? '' : ` aria-label="${attribute(label)}"`;
  return `<a href="${attribute(address)}"${spoken}>${html(text)}</a>`;
}

/** The address in its normal form, without characters that need care in a log line; `undefined` unless it is http(s) without user info. */
export function webAddress(url: string | undefined): string | undefined {
  if (url === undefined || url.length > LONGEST_ADDRESS) return undefined;
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '')
    return undefined;
  return address.href.length > LONGEST_ADDRESS ? undefined : address.href;
}
