import markdownIt from 'markdown-it';
import { rehype } from 'rehype';
import rehypeSanitize from 'rehype-sanitize';

import { readHtml, type Page } from './read-html.ts';

const renderer = markdownIt({ html: true, linkify: true });
const plain = rehype().data('settings', { fragment: true }).freeze();
const clean = rehype().data('settings', { fragment: true }).use(rehypeSanitize).freeze();

/** Renders Markdown as GitHub does, and reads the result strictly. */
export function render(markdown: string): Page {
  return readHtml(renderer.render(markdown));
}

/** The rendered HTML, before and after GitHub's allow-list of elements and attributes. */
export function sanitize(markdown: string): { readonly before: string; readonly after: string } {
  const html = renderer.render(markdown);
  return { before: String(plain.processSync(html)), after: String(clean.processSync(html)) };
}

/** What a reader of rendered Markdown sees. */
export function textOf(markdown: string): string {
  return render(markdown).texts.join('').replaceAll('\u200b', '').replaceAll('\u00a0', ' ').trim();
}
