import { SaxesParser, type SaxesTagPlain } from 'saxes';

import type { Redact } from '../runtime/redact.ts';
import { READ_LENGTH } from './device-texts.ts';
import type { DocumentReader, Reading, TestResult } from '../model/results.ts';
import * as suites from './suite-builder.ts';
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
interface ParserState {
  readonly parser: SaxesParser<{ xmlns: false; fragment: boolean; position: false }>;
  readonly builder: suites.SuiteBuilder;
  readonly redact: Redact;
  depth: number;
  /** Local name of the first root element. */
  root: string | undefined;
  /** The open telling element. */
  telling: { readonly result: TestResult | undefined; readonly message: string; text: string } | undefined;
}

/**
 * Reads a JUnit document: `testsuites`, a `testsuite`, or several of these side by side (the service's bare XML). Element names count
 * without their namespace prefix, in any case. Whatever is not well-formed, cut short, or something else than JUnit is unreadable;
 * nothing is thrown.
 */
export function createXmlReader(redact: Redact): DocumentReader {
  let beginning = '';
  let blankLines = 0;
  let state: ParserState | undefined;
  let trouble: Reading | undefined;

  const attempt = (work: () => void): void => {
    if (trouble) return;
    try {
      work();
    } catch (error) {
      trouble = unreadable(state && error instanceof Unreadable ? withLine(error, state) : error);
    }
  };
  const begin = (text: string): ParserState => {
    state = createState(text.startsWith(DECLARATION), redact);
    state.parser.line += blankLines;
    feed(state, text);
    return state;
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
        if (state) feed(state, piece);
        else gather(piece);
      });
    },
    finish: () => {
      if (!state && beginning === '') return { kind: 'unreadable', why: 'it is empty' };
      attempt(() => (state ?? begin(beginning)).parser.close());
      return trouble ?? readingOf(() => suites.builtSuites(state?.builder ?? suites.createSuiteBuilder(redact)));
    },
  };
}

/** The same for a text that is there as a whole. */
export function readXml(text: string, redact: Redact): Reading {
  const reader = createXmlReader(redact);
  reader.take(text);
  return reader.finish();
}

function feed({ parser }: ParserState, piece: string): void {
  // The parser misreads a lone surrogate as the first half of a character, and would swallow the markup behind it.
  const whole = piece.toWellFormed();
  for (let at = 0; at < whole.length; at += SLICE) parser.write(whole.slice(at, at + SLICE));
}

function withLine({ message }: Unreadable, { parser }: ParserState): Unreadable {
  return new Unreadable(`${message} (line ${parser.line})`);
}

/** Only a document with a declaration has one root for sure; what has none is read as a fragment. */
function createState(declared: boolean, redact: Redact): ParserState {
  const state: ParserState = {
    parser: new SaxesParser({ xmlns: false, fragment: !declared, position: false }),
    builder: suites.createSuiteBuilder(redact),
    redact,
    depth: 0,
    root: undefined,
    telling: undefined,
  };
  const { parser } = state;
  parser.on('error', ({ message }) => {
    const why = /doctype/i.test(message) ? 'a DOCTYPE is not accepted' : redact(message).replace(/\.$/, '');
    throw new Unreadable(why.slice(0, 200));
  });
  parser.on('doctype', () => parser.fail('doctype'));
  parser.on('opentag', (tag) => {
    onOpenTag(state, tag);
  });
  parser.on('closetag', (tag) => {
    onCloseTag(state, tag);
  });
  parser.on('text', (text) => {
    onText(state, text);
  });
  parser.on('cdata', (text) => {
    onText(state, text);
  });
  return state;
}

function onOpenTag(state: ParserState, { name, attributes }: SaxesTagPlain): void {
  const local = suites.localName(name);
  if (state.depth === 0) checkRoot(state, local);
  if (state.depth >= suites.DEEPEST) throw new Unreadable(`elements are nested more than ${suites.DEEPEST} deep`);
  state.depth += 1;
  if (local === 'testsuites') suites.openSuite(state.builder, attributes, 'wrapper');
  else if (local === 'testsuite') suites.openSuite(state.builder, attributes);
  else if (local === 'testcase')
    suites.openTestcase(state.builder, attributes.name ?? attributes.classname, attributes.time);
  else if (TELLING.has(local)) {
    endTelling(state);
    state.telling = { result: TELLING.get(local), message: attributes.message ?? '', text: '' };
  }
}

function onCloseTag(state: ParserState, { name }: SaxesTagPlain): void {
  const local = suites.localName(name);
  state.depth -= 1;
  if (local === 'testsuites' || local === 'testsuite') suites.closeSuite(state.builder);
  else if (local === 'testcase') suites.closeTestcase(state.builder);
  else if (TELLING.has(local)) endTelling(state);
}

function onText({ depth, telling }: ParserState, text: string): void {
  if (depth === 0 && text.trim() !== '') throw new Unreadable('text stands outside of the root element');
  if (!telling) return;
  const heard = telling.text === '' ? text.trimStart() : text;
  telling.text += heard.slice(0, READ_LENGTH + 1 - telling.text.length);
}

/** Hands over what the open telling element said. It is over, too, when another one begins within it. */
function endTelling(state: ParserState): void {
  const { telling } = state;
  if (!telling) return;
  state.telling = undefined;
  if (telling.result) suites.addResult(state.builder, telling.result, [telling.message, telling.text]);
  else suites.addOutput(state.builder, telling.text);
}

function checkRoot(state: ParserState, local: string): void {
  if (local !== 'testsuites' && local !== 'testsuite') {
    throw new Unreadable(`the root element is ${state.redact(local).slice(0, 40)}, not testsuites or testsuite`);
  }
  if (state.root === 'testsuites' || (state.root && local !== state.root))
    throw new Unreadable('it has more than one root element');
  state.root = local;
}
