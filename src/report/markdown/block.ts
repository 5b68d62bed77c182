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
