import markdownIt from 'markdown-it';
import { rehype } from 'rehype';

interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Node[];
}

type Around = readonly [before: string, after: string];

const every = (names: string, around: Around): Record<string, Around> =>
  Object.fromEntries(names.split(' ').map((name) => [name, around]));

/** What is put around the content of an element. */
const AROUND: Readonly<Record<string, Around>> = {
  ...every('p tr pre dd div section ul dl table form header label button output title', ['\n', '\n']),
  ...every('b span small', [' ', ' ']),
  ...every('td th', ['', ' | ']),
  ...{ a: ['[', ']'], dt: ['\n', ': '], option: ['', ' / '], br: ['\n', ''] },
  ...{
    li: ['\n- ', '\n'],
    summary: ['\n▸ ', '\n'],
    h1: ['\n\n# ', '\n'],
    h2: ['\n\n## ', '\n'],
    h3: ['\n\n### ', '\n'],
  },
  dd: ['', '\n'],
};

/** Begins a line whose blanks are kept. */
const KEPT = '\u0001';

/** The text of Markdown as GitHub shows it. */
export function visibleMarkdown(markdown: string): string {
  return visibleText(markdownIt({ html: true }).render(markdown));
}

/**
 * What a reader of a page sees, folded parts too: a line for each block and row, links in brackets, and in braces what only a screen
 * reader says.
 */
export function visibleText(html: string): string {
  const lines = textOf(rehype().parse(html) as Node)
    .replaceAll('\u200b', '')
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.replace(/[ |/]+$/, ''))
    .map((line) => (line.startsWith(KEPT) ? line.slice(1) : line.replaceAll(/ +/g, ' ').trim()));
  const text = lines.join('\n');
  return text
    .replaceAll(/\n+/g, '\n')
    .replaceAll(/\n(?=#)/g, '\n\n')
    .trim();
}

function textOf({ type, tagName = '', value = '', properties = {}, children = [] }: Node, isKept = false): string {
  if (type === 'text') return isKept ? value.trimEnd().replaceAll(/^/gm, `${KEPT}    `) : value.replaceAll(/\s+/g, ' ');
  if (tagName === 'script' || tagName === 'style') return '';
  const [before, after] = AROUND[tagName] ?? ['', ''];
  const content = children.map((child) => textOf(child, isKept || tagName === 'pre')).join('');
  const label = properties['ariaLabel'];
  return `${before}${content}${after}${typeof label === 'string' ? `{${label}}` : ''}`;
}
