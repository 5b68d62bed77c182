import markdownIt from 'markdown-it';

import { readHtml } from '../../__tests__/support/read-html.ts';
import { displayWidth } from '../../src/report/console.ts';

const BLOCK = /<(h2|p|pre|summary|li|tr)\b[^>]*>([^]*?)<\/\1>/g;
const CELL = /<t[hd]\b[^>]*>([^]*?)<\/t[hd]>/g;

/** A job summary as text for a terminal: what is folded stays folded. */
export function summaryText(markdown: string): string {
  const html = markdownIt({ html: true }).render(markdown);
  const lines: string[] = [];
  let rows: string[][] = [];
  const endTable = (): void => {
    if (rows.length > 0) lines.push(alignColumns(rows), '');
    rows = [];
  };
  for (const [, tag = '', content = ''] of html
    .replaceAll(/<\/summary>[^]*?<\/details>/g, '</summary>')
    .matchAll(BLOCK)) {
    if (tag === 'tr') {
      rows.push([...content.matchAll(CELL)].map(([, cell = '']) => plainText(cell)));
      continue;
    }
    endTable();
    lines.push(`${tag === 'summary' ? '▸ ' : ''}${plainText(content)}`, '');
  }
  endTable();
  return lines.join('\n').trimEnd();
}

function plainText(html: string): string {
  const { texts } = readHtml(html.replaceAll(/<br>\n?/g, '\n'));
  // A zero-width space keeps GitHub from making a link of `#42`.
  return texts.join('').replaceAll('\u200b', '').trim();
}

function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
  const pad = (cell: string, column: number): string => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell));
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
