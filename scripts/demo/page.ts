import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import markdownIt from 'markdown-it';

const STYLE = fileURLToPath(import.meta.resolve('github-markdown-css/github-markdown.css'));

/** Draws Markdown as a page that looks like a job summary on GitHub, in light or dark as the reader has it; it needs no network. */
export async function drawPage(title: string, markdown: string): Promise<string> {
  const style = await readFile(STYLE, 'utf8');
  const body = markdownIt({ html: true, linkify: true }).render(markdown);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${style}
.markdown-body { box-sizing: border-box; max-width: 1012px; margin: 0 auto; padding: 32px; }
</style>
</head>
<body class="markdown-body">
${body}</body>
</html>
`;
}
