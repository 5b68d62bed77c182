import { SaxesParser } from 'saxes';

import type { Suite } from '../model/results.ts';
import { withoutStop } from '../model/text.ts';
import type { Redact } from '../runtime/redact.ts';
import {
  checkSize,
  createElement,
  isSuite,
  localName,
  parseDocument,
  Unreadable,
  type Element,
} from './junit-element.ts';
import { addChild, readSuites } from './suites.ts';
import { RESULTS } from './testcase.ts';

/**
 * Reads a JUnit document: `testsuites`, a `testsuite`, or, without an XML declaration, several of these (bare XML). Element names count
 * in any case and with any namespace prefix. A document that is not well-formed or has a DOCTYPE is unreadable.
 *
 * @throws Unreadable
 */
export function parseJunitXml(text: string, redact: Redact): readonly Suite[] {
  return parseDocument(text, (content) => readSuites(parseElements(content, redact), redact));
}

function parseElements(content: string, redact: Redact): readonly Element[] {
  // The parser misreads a lone surrogate as half of a character, and would skip the markup behind it.
  const text = content.trimStart().toWellFormed();
  const parser = new SaxesParser({ fragment: !text.startsWith('<?xml'), position: false });
  parser.line += content.slice(0, content.length - content.trimStart().length).split('\n').length - 1;
  const fail = (reason: string): never => {
    throw new Unreadable(`${reason} (line ${parser.line})`);
  };
  const roots: Element[] = [];
  const open: Element[] = [];
  let elements = 0;
  const addText = (piece: string): void => {
    const element = open.at(-1);
    if (!element && piece.trim() !== '') fail('there is text outside of the root element');
    if (element && hasText(element.name, piece)) element.text += piece;
  };

  const failOnDoctype = (): never => fail('a DOCTYPE is not allowed');
  parser.on('error', ({ message }) =>
    message.includes('doctype') ? failOnDoctype() : fail(withoutStop(redact(message)).slice(0, 200)),
  );
  parser.on('doctype', failOnDoctype);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    checkSize(elements, open.length + 1);
    open.push(createElement(localName(name), attributes));
  });
  parser.on('closetag', () => {
    const element = open.pop();
    const parent = open.at(-1);
    if (element && parent) addChild(parent, element, redact);
    else if (element) roots.push(element);
  });

  parser.write(text).close();
  return roots;
}

/** Whether a text of an element says something: between testcases it is only white space. */
function hasText(name: string, text: string): boolean {
  if (name === 'testcase' || isSuite(name)) return text.trim() !== '';
  return name === 'system-out' || RESULTS.has(name);
}
