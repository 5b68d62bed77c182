import markdownIt from 'markdown-it';

import { readHtml, type Page } from './read-html.ts';

const renderer = markdownIt({ html: true, linkify: true });

/** Renders Markdown with a real renderer, as GitHub would, and reads what comes out strictly. */
export function render(markdown: string): Page {
  return readHtml(renderer.render(markdown));
}
