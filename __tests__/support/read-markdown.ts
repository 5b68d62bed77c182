import markdownIt from 'markdown-it';

/** What a test wants to know of a Markdown document. */
export interface Document {
  /** Where headings can be linked to, as GitHub names them. */
  readonly anchors: readonly string[];
  readonly links: readonly string[];
  /** The contents of fenced blocks, with their language and the heading above them. */
  readonly blocks: readonly { readonly heading: string; readonly language: string; readonly content: string }[];
}

/** Reads a document with a real parser. */
export function readMarkdown(text: string): Document {
  const tokens = markdownIt({ html: true }).parse(text, {});
  const headings = tokens.filter((_, at) => tokens[at - 1]?.type === 'heading_open');
  const headingAbove = (lines: [number, number] | null): string =>
    headings.findLast(({ map }) => (map?.[0] ?? 0) < (lines?.[0] ?? 0))?.content ?? '';
  return {
    anchors: headings.map(({ content }) => anchorOf(content)),
    links: tokens
      .flatMap(({ children }) => children ?? [])
      .filter(({ type }) => type === 'link_open' || type === 'image')
      .map((token) => String(token.attrGet('href') ?? token.attrGet('src'))),
    blocks: tokens
      .filter(({ type }) => type === 'fence')
      .map(({ info, content, map }) => ({ heading: headingAbove(map), language: info.trim(), content })),
  };
}

/** The cells of the first table below a heading, row by row, without its head; no cell may hold a bar. */
export function tableBelow(text: string, heading: string): string[][] {
  const section = text.split(`\n${heading}\n`)[1]?.split(/^#/m)[0] ?? '';
  const [table = ''] = /^\|(?:.*\n\|)*.*$/m.exec(section) ?? [];
  return table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** GitHub's rule: lower case, without punctuation, hyphens for spaces. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}
