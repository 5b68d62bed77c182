import { SaxesParser, type SaxesTagPlain } from 'saxes';

import type { Redact } from '../secrets/redact.ts';
import { READ_LENGTH } from './device-texts.ts';
import type { DocumentReader, Reading, TestResult } from './document.ts';
import * as assembly from './suite-builder.ts';
import { readingOf, unreadable, Unreadable } from './unreadable.ts';

/** How much is parsed at a time, in UTF-16 units, so that the parser's own texts stay small. */
const SLICE = 64 * 1024;

const DECLARATION = '<?xml';

/** Elements whose text is wanted, and what they mean; `undefined`: what the testcase printed. */
const TELLING: ReadonlyMap<string, TestResult | undefined> = new Map([
  ['failure', 'failed'],
  ['error', 'error'],
  ['skipped', 'skipped'],
  ['system-out', undefined],
]);

/** The state of one reading. */
interface Sight {
  readonly parser: SaxesParser<{ xmlns: false; fragment: boolean; position: false }>;
  readonly assembly: assembly.SuiteBuilder;
  readonly redact: Redact;
  depth: number;
  /** Local name of the first root element. */
  root: string | undefined;
  /** The open telling element. */
  telling: { readonly result: TestResult | undefined; readonly message: string; text: string } | undefined;
}

/**
 * Reads a JUnit document: `testsuites`, a `testsuite`, or several of these side by side (the service's bare XML). Element names count
 * without their namespace prefix, in any case. Whatever is not well-formed, cut short, or something else than JUnit is unreadable; nothing is thrown.
 */
export function createXmlReader(redact: Redact): DocumentReader {
  let beginning = '';
  let blankLines = 0;
  let sight: Sight | undefined;
  let trouble: Reading | undefined;

  const attempt = (work: () => void): void => {
    if (trouble) return;
    try {
      work();
    } catch (error) {
      trouble = unreadable(sight && error instanceof Unreadable ? withLine(error, sight) : error);
    }
  };
  const begin = (text: string): Sight => {
    sight = createSight(text.startsWith(DECLARATION), redact);
    sight.parser.line += blankLines;
    feed(sight, text);
    return sight;
  };
  /** The first characters decide how the rest is read, so they are gathered, without the space before them. */
  const gather = (piece: string): void => {
    const text = beginning + piece;
    beginning = text.trimStart();
    blankLines += text.slice(0, text.length - beginning.length).split('\n').length - 1;
    if (beginning.length >= DECLARATION.length) begin(beginning);
  };

  return {
    take: (piece) => {
      attempt(() => {
        if (sight) feed(sight, piece);
        else gather(piece);
      });
    },
    finish: () => {
      if (!sight && beginning === '') return { kind: 'unreadable', why: 'it is empty' };
      attempt(() => (sight ?? begin(beginning)).parser.close());
      return trouble ?? readingOf(() => assembly.builtSuites(sight?.assembly ?? assembly.createSuiteBuilder(redact)));
    },
  };
}

/** The same for a text that is there as a whole. */
export function readXml(text: string, redact: Redact): Reading {
  const reader = createXmlReader(redact);
  reader.take(text);
  return reader.finish();
}

function feed({ parser }: Sight, piece: string): void {
  // The parser misreads a lone surrogate as the first half of a character, and would swallow the markup behind it.
  const whole = piece.toWellFormed();
  for (let at = 0; at < whole.length; at += SLICE) parser.write(whole.slice(at, at + SLICE));
}

function withLine({ message }: Unreadable, { parser }: Sight): Unreadable {
  return new Unreadable(`${message} (line ${parser.line})`);
}

/** Only a document with a declaration has one root for sure; what has none is read as a fragment. */
function createSight(declared: boolean, redact: Redact): Sight {
  const sight: Sight = {
    parser: new SaxesParser({ xmlns: false, fragment: !declared, position: false }),
    assembly: assembly.createSuiteBuilder(redact),
    redact,
    depth: 0,
    root: undefined,
    telling: undefined,
  };
  const { parser } = sight;
  parser.on('error', ({ message }) => {
    const why = /doctype/i.test(message) ? 'a DOCTYPE is not accepted' : redact(message).replace(/\.$/, '');
    throw new Unreadable(why.slice(0, 200));
  });
  parser.on('doctype', () => parser.fail('doctype'));
  parser.on('opentag', (tag) => {
    enter(sight, tag);
  });
  parser.on('closetag', (tag) => {
    leave(sight, tag);
  });
  parser.on('text', (text) => {
    hear(sight, text);
  });
  parser.on('cdata', (text) => {
    hear(sight, text);
  });
  return sight;
}

function enter(sight: Sight, { name, attributes }: SaxesTagPlain): void {
  const local = localName(name);
  if (sight.depth === 0) checkRoot(sight, local);
  if (sight.depth >= assembly.DEEPEST) throw new Unreadable(`elements are nested more than ${assembly.DEEPEST} deep`);
  sight.depth += 1;
  if (local === 'testsuites') assembly.openSuite(sight.assembly, attributes, 'wrapper');
  else if (local === 'testsuite') assembly.openSuite(sight.assembly, attributes);
  else if (local === 'testcase')
    assembly.openTestcase(sight.assembly, attributes.name ?? attributes.classname, attributes.time);
  else if (TELLING.has(local)) {
    tell(sight);
    sight.telling = { result: TELLING.get(local), message: attributes.message ?? '', text: '' };
  }
}

function leave(sight: Sight, { name }: SaxesTagPlain): void {
  const local = localName(name);
  sight.depth -= 1;
  if (local === 'testsuites' || local === 'testsuite') assembly.closeSuite(sight.assembly);
  else if (local === 'testcase') assembly.closeTestcase(sight.assembly);
  else if (TELLING.has(local)) tell(sight);
}

function hear({ depth, telling }: Sight, text: string): void {
  if (depth === 0 && text.trim() !== '') throw new Unreadable('text stands outside of the root element');
  if (!telling) return;
  const heard = telling.text === '' ? text.trimStart() : text;
  telling.text += heard.slice(0, READ_LENGTH + 1 - telling.text.length);
}

/** Hands over what the open telling element said. It is over, too, when another one begins within it. */
function tell(sight: Sight): void {
  const { telling } = sight;
  if (!telling) return;
  sight.telling = undefined;
  if (telling.result) assembly.addResult(sight.assembly, telling.result, [telling.message, telling.text]);
  else assembly.addOutput(sight.assembly, telling.text);
}

function checkRoot(sight: Sight, local: string): void {
  if (local !== 'testsuites' && local !== 'testsuite') {
    throw new Unreadable(`the root element is ${sight.redact(local).slice(0, 40)}, not testsuites or testsuite`);
  }
  if (sight.root === 'testsuites' || (sight.root && local !== sight.root))
    throw new Unreadable('it has more than one root element');
  sight.root = local;
}

/** Without its prefix, in lower case: a failure that somebody shouts is one all the same. */
function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}
