import { SaxesParser } from 'saxes';

import { isJsonObject } from '../model/fields.ts';
import type { Redact } from '../runtime/redact.ts';

/**
 * Writes a document again with every decoded text redacted. For documents in which a secret is visible only after decoding, because it
 * is divided by CDATA sections or encoded twice.
 *
 * @param text as delivered
 * @throws if the document is not well-formed
 */
export function rewriteDocument(kind: 'xml' | 'json', text: string, redact: Redact): string {
  return kind === 'json' ? rewriteJson(text, redact) : rewriteXml(text, redact);
}

function rewriteJson(text: string, redact: Redact): string {
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (isJsonObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, field]) => [redact(key), rewrite(field)]));
    }
    if (typeof value === 'string') return redact(value);
    // A number can be written in another way than it was delivered.
    const written = String(value);
    return redact(written) === written ? value : redact(written);
  };
  return JSON.stringify(rewrite(JSON.parse(text)));
}

function rewriteXml(text: string, redact: Redact): string {
  const parser = new SaxesParser({ xmlns: false, fragment: !text.trimStart().startsWith('<?xml'), position: false });
  const written: string[] = [];
  let pending = '';
  const addText = (piece: string): void => {
    pending += piece;
  };
  const add = (markup: string): void => {
    written.push(escapeXml(redact(pending)), markup);
    pending = '';
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(redact(value))}"`);
    add(`<${name}${list.join('')}>`);
  });
  parser.on('closetag', ({ name }) => {
    add(`</${name}>`);
  });
  parser.write(text.trimStart().toWellFormed()).close();
  add('');
  return written.join('');
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
