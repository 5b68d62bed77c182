import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { DocumentReader, Reading, Suite } from '../../../src/model/results.ts';
import { createJsonReader } from '../../../src/results/read-json.ts';
import { createXmlReader } from '../../../src/results/read-xml.ts';
import { readCutOff, readEnvelope, readStatus } from '../../../src/service/wire.ts';
import { harmedEnvelope, harmedJson, harmedXml } from './mutations.ts';
import type { HostileProperty } from './property.ts';

type OpenReader = (redact: (text: string) => string) => DocumentReader;

/** What a reading may hand on or keep, for each character that it was given: work is counted, because clocks differ. */
const MOST_PER_CHARACTER = 1;
/** And what it may do besides, such as naming what has no name. */
const MOST_BESIDES = 100;

export const DOCUMENT_PROPERTIES: readonly HostileProperty[] = [
  documentProperty('an XML document', harmedXml, createXmlReader),
  documentProperty('a JSON document', harmedJson, (redact) => createJsonReader(redact, 'everything')),
  documentProperty('a JSON document, of which only the results are wanted,', harmedJson, (redact) =>
    createJsonReader(redact, 'results'),
  ),
  {
    name: 'an answer of the service that came to harm is read or not, and its identifiers are whole',
    check: (runs) => {
      fc.assert(
        fc.property(harmedEnvelope, (text) => {
          const envelope = readEnvelope(text, (said) => said);
          assert(envelope === undefined || Number.isSafeInteger(envelope.code));
          const status = readStatus(envelope?.data ?? {});
          assert(Object.values(status?.counts ?? {}).every((count) => Number.isSafeInteger(count) && count >= 0));
          const { id } = readCutOff(text);
          assert(id === undefined || (Number.isSafeInteger(id) && id > 0 && text.includes(`${id}`)));
        }),
        { numRuns: runs },
      );
    },
  },
];

function documentProperty(what: string, documents: fc.Arbitrary<string>, open: OpenReader): HostileProperty {
  return {
    name: `${what} that came to harm is read or not, in pieces too, with the work that its length is worth`,
    check: (runs) => {
      fc.assert(
        fc.property(documents, fc.array(fc.nat(400), { maxLength: 8 }), (text, sizes) => {
          const { reading, work } = measure(open, [text]);
          const most = MOST_PER_CHARACTER * text.length + MOST_BESIDES;
          assert(work <= most, `${work} characters were handled for ${text.length}`);
          assert(keptBy(reading) <= most, `${keptBy(reading)} characters were kept of ${text.length}`);
          assert.deepEqual(suitesOf(measure(open, inPieces(text, sizes)).reading), suitesOf(reading));
        }),
        { numRuns: runs },
      );
    },
  };
}

/** Reads a document; the work is how many characters were put together and handed to the redaction. */
function measure(open: OpenReader, pieces: readonly string[]): { readonly reading: Reading; readonly work: number } {
  let work = 0;
  const reader = open((text) => {
    work += text.length;
    return text;
  });
  for (const piece of pieces) reader.take(piece);
  return { reading: reader.finish(), work };
}

/** As many pieces as there are sizes, and the rest; a piece ends between whole characters, as its reader is promised. */
function inPieces(text: string, sizes: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const size of sizes) {
    const end = from + size;
    const until = (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
    pieces.push(text.slice(from, until));
    from = Math.min(until, text.length);
  }
  return [...pieces, text.slice(from)];
}

/** What a reading tells; why it tells nothing may be said in other words. */
function suitesOf(reading: Reading): readonly Suite[] | undefined {
  return reading.kind === 'read' ? reading.suites : undefined;
}

/** How many characters a reading keeps; a testcase without any counts as one. */
function keptBy(reading: Reading): number {
  if (reading.kind === 'unreadable') return reading.why.length;
  const testcases = reading.suites.flatMap((suite) => suite.testcases);
  const texts = testcases.flatMap(({ device, url = '', message = '' }) => [device, url, message]);
  return [...texts, ...reading.suites.map(({ name }) => name)].reduce((sum, text) => sum + 1 + text.length, 0);
}
