import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { sanitize } from '../../__tests__/support/render.ts';

const STYLE = fileURLToPath(import.meta.resolve('github-markdown-css/github-markdown.css'));

/**
 * Renders Markdown as a page that looks like a job summary on GitHub, light or dark, with only the elements and attributes that GitHub
 * allows. Headings above it, underlined links, tables and code that can be focused and wrapped logs are as on GitHub, because axe-core checks them.
 */
export async function renderPage(title: string, markdown: string): Promise<string> {
  const style = await readFile(STYLE, 'utf8');
  const body = sanitize(markdown).after.replaceAll(/<(?:table|pre)(?=>)/g, '$& tabindex="0"');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${style}
body { margin: 0; }
@media (prefers-color-scheme: dark) { body { background: #0d1117; } }
.title { position: absolute; left: -10000px; }
.markdown-body { box-sizing: border-box; max-width: 1012px; margin: 0 auto; padding: 32px; }
@media (max-width: 767px) { .markdown-body { padding: 16px; } }
.markdown-body .language-text { white-space: pre-wrap; overflow-wrap: anywhere; }
.markdown-body p a, .markdown-body li a, .markdown-body td a { text-decoration: underline; }
</style>
</head>
<body>
<header class="title"><h1>GitHub</h1><h2>${title}</h2></header>
<main class="markdown-body">
${body}</main>
</body>
</html>
`;
}
