import { TextDecoder } from 'node:util';

/** How far into a file its XML declaration is looked for, in bytes. */
const DECLARATION_BYTES = 256;
const DECLARED_ENCODING = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;

/** First bytes that give the encoding away: byte order marks, then the `<` of a document without one. */
const SIGNATURES: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0x3c, 0x00], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
];

/**
 * Turns a document into text: by its byte order mark, else by the encoding that its XML declaration names, else as UTF-8. The mark is
 * dropped; bytes that the encoding does not have become U+FFFD. Nothing is thrown.
 */
export function decode(document: string | Uint8Array): string {
  if (typeof document === 'string') return document.replace(/^\uFEFF/, '');
  return decoderFor(signedEncoding(document) ?? declaredEncoding(document)).decode(document);
}

function signedEncoding(bytes: Uint8Array): string | undefined {
  return SIGNATURES.find(([signature]) => signature.every((byte, at) => bytes[at] === byte))?.[1];
}

function declaredEncoding(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  const declared = DECLARED_ENCODING.exec(head)?.[1] ?? 'utf-8';
  // A declaration that can be read byte by byte stands in no UTF-16 file, whatever it says.
  return /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder('utf-8');
  }
}
