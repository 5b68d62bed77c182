import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { ParseResult } from '../../../src/model/results.ts';
import { parseJunitJson } from '../../../src/results/parse-junit-json.ts';
import { parseJunitXml } from '../../../src/results/parse-junit-xml.ts';
import { readCreateReply, readEnvelope, readStatus } from '../../../src/service/wire.ts';
import { harmedEnvelope, harmedJson, harmedXml } from './mutations.ts';
import type { HostileProperty } from './property.ts';

type Parse = (text: string, redact: (text: string) => string) => ParseResult;

/** Work and results may grow by this much for each character of a document. Work is counted, because clocks differ. */
const MAX_PER_CHARACTER = 3;
/** What may come on top, such as a name for what has none. */
const MAX_EXTRA = 100;

export const DOCUMENT_PROPERTIES: readonly HostileProperty[] = [
  documentProperty('an XML document', harmedXml, parseJunitXml),
  documentProperty('a JSON document', harmedJson, parseJunitJson),
  {
    name: 'a damaged response of the service is read or not, and its identifiers are whole',
    check: (runs) => {
      fc.assert(
        fc.property(harmedEnvelope, (text) => {
          const envelope = readEnvelope(text, (said) => said);
          assert(envelope === undefined || Number.isSafeInteger(envelope.code));
          const status = readStatus(envelope?.data ?? {});
          assert(Object.values(status?.counts ?? {}).every((count) => Number.isSafeInteger(count) && count >= 0));
          const { id } = readCreateReply(text, (said) => said);
          assert(id === undefined || (Number.isSafeInteger(id) && id > 0 && text.includes(`${id}`)));
        }),
        { numRuns: runs },
      );
    },
  },
];

function documentProperty(what: string, documents: fc.Arbitrary<string>, parse: Parse): HostileProperty {
  return {
    name: `${what} that is damaged is read or not, and takes no more work than its length explains`,
    check: (runs) => {
      fc.assert(
        fc.property(documents, (text) => {
          let work = 0;
          const result = parse(text, (decoded) => {
            work += decoded.length;
            return decoded;
          });
          const limit = MAX_PER_CHARACTER * text.length + MAX_EXTRA;
          assert(work <= limit, `${work} characters were handled for ${text.length}`);
          assert(sizeOf(result) <= limit, `${sizeOf(result)} characters were kept of ${text.length}`);
        }),
        { numRuns: runs },
      );
    },
  };
}

/** How many characters a result keeps; a testcase without any counts as one. */
function sizeOf(result: ParseResult): number {
  if ('reason' in result) return result.reason.length;
  const texts = result.suites.flatMap(({ name, testcases }) => [
    name,
    ...testcases.flatMap(({ device, url, message, details, failureType }) => [
      device,
      url,
      message,
      details,
      failureType,
    ]),
  ]);
  return texts.reduce((sum, text = '') => sum + 1 + text.length, 0);
}
