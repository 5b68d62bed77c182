import { SaxesParser, type SaxesTagPlain } from 'saxes';

import { UnreadableFile } from './app-contents.ts';
import { readBinaryPropertyList } from './binary-property-list.ts';

/** Most bytes of a property list. An Info.plist has a few kB; the XML reader needs up to 40 bytes of memory for one. */
export const PROPERTY_LIST_LIMIT = 1024 * 1024;

/** Most errors of XML: each takes 3 µs, and 1 MiB may have as many as bytes. */
const MAX_ERRORS = 1000;

/** A property list in the form that this reader does not know, and that a device may read. */
const OLD_STYLE = /^\s*(?:\{|\/[/*])/;

/** By the first two bytes. */
const UTF_16 = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);

/** Reads the dictionaries, lists and texts of a binary or an XML property list. @throws UnreadableFile if it is neither, or damaged */
export function readPropertyList(file: Buffer): unknown {
  if (file.toString('latin1', 0, 6) === 'bplist') return readBinaryPropertyList(file);
  const encoding = UTF_16.get(file.toString('hex', 0, 2));
  const text = new TextDecoder(encoding).decode(file);
  if (OLD_STYLE.test(text)) throw new Error('Old-style property lists are not supported.');
  if (!/^\s*</.test(text)) throw new UnreadableFile('it is not a property list');
  return readXml(text);
}

/** A container that is being read; the last key of a `dict` belongs to its next value. */
interface Container {
  readonly values: unknown[];
  readonly fields: Map<string, unknown> | undefined;
  key: string;
}

function readXml(text: string): unknown {
  const root: Container = { values: [], fields: undefined, key: '' };
  const open: Container[] = [root];
  const parser = new SaxesParser();
  let content = '';
  let errors = 0;
  const addText = (part: string): void => {
    content += part;
  };
  // Apple's reader accepts more than XML allows, such as `--` in a comment. Of a damaged list, no value is left.
  parser.on('error', () => {
    errors += 1;
    if (errors > MAX_ERRORS) throw new Error('its Info.plist has more than 1,000 errors');
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name }: SaxesTagPlain) => {
    content = '';
    if (name === 'dict') open.push({ values: [], fields: new Map(), key: '' });
    if (name === 'array') open.push({ values: [], fields: undefined, key: '' });
  });
  parser.on('closetag', ({ name }: SaxesTagPlain) => {
    const container = open.at(-1) ?? root;
    if (name === 'key') container.key = content;
    else if (name === 'dict' || name === 'array') {
      open.pop();
      const { fields, values } = container;
      addValue(open.at(-1) ?? root, fields ? Object.fromEntries(fields) : values);
    } else if (name !== 'plist') addValue(container, content);
  });
  parser.write(text).close();
  return root.values[0];
}

function addValue(container: Container, value: unknown): void {
  if (container.fields) container.fields.set(container.key, value);
  else container.values.push(value);
}
