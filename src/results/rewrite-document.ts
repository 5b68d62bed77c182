import { SaxesParser } from 'saxes';

import type { Redact } from '../runtime/redact.ts';

/**
 * Writes a document again with every decoded text redacted. For documents in which a secret is visible only after decoding, because it
 * is divided by CDATA sections or encoded twice.
 *
 * @param text a document that was parsed before
 */
export function rewriteDocument(kind: 'xml' | 'json', text: string, redact: Redact): string {
  return kind === 'json' ? rewriteJson(text, redact) : rewriteXml(text, redact);
}

function rewriteJson(text: string, redact: Redact): string {
  return JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
    typeof value === 'string' ? redact(value) : value,
  );
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
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
