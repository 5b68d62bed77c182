import { messageOf } from '../model/errors.ts';
import { DOCUMENTS, type DocumentKind } from '../model/results.ts';
import type { Results } from '../model/testset.ts';
import { keysOf } from '../model/words.ts';
import { redactJson, type Redact } from '../runtime/redact.ts';
import type { Documents } from '../service/wire.ts';
import { parseJunitXml } from './parse-junit-xml.ts';

/** What was delivered, ready to be judged and saved. */
interface ReadDocuments extends Pick<Results, 'suites' | 'warnings'> {
  /** Absent if no XML was delivered. */
  readonly xml?: Results['xml'];
  /** The documents without secrets. */
  readonly files: ReadonlyMap<DocumentKind, string>;
}

/** Reads the XML, and replaces secrets in every document. A document in which one would stay is not saved, with a warning. */
export function readDocuments(delivered: Documents, testsetId: number, redact: Redact): ReadDocuments {
  const files = new Map<DocumentKind, string>();
  const warnings = new Map<string, string>();
  let found: Partial<ReadXml> & Pick<ReadXml, 'suites'> = { suites: [] };
  for (const kind of keysOf(DOCUMENTS)) {
    const text = delivered[kind];
    if (text === undefined || (kind === 'bare_xml' && found.xml)) continue;
    const clean = DOCUMENTS[kind].isJson ? redactJson(redact(text), redact) : redact(text);
    let hadSecret = clean !== text;
    let hasSecret = false;
    if (kind === 'xml' || kind === 'bare_xml') {
      const read = readXml(text, redact);
      // In a name, a parser makes a space of the line end that divides a secret.
      const again = clean === text ? read : readXml(clean, redact);
      // What is read may not change with the secret, such as `failure`.
      if (kind === 'xml') found = resultsOf(again) === resultsOf(read) ? again : read;
      hadSecret ||= read.hasSecret;
      // Only parsing finds a secret that is divided by markup or encoded twice.
      hasSecret = again.hasSecret;
    }
    const replaced = `The results of testset ${testsetId} held a secret of the inputs; it was replaced by ***.`;
    if (hadSecret) warnings.set('secret', replaced);
    const file = `result.${DOCUMENTS[kind].file}`;
    const unsaved = `${file} of testset ${testsetId} was not saved: it contains a secret of the inputs.`;
    if (hasSecret) warnings.set(`secret in ${file}`, unsaved);
    else files.set(kind, clean);
  }
  const { xml, suites } = found;
  return { xml, suites, files, warnings: [...warnings].map(([topic, sentence]) => ({ topic, sentence })) };
}

function resultsOf({ xml, suites }: Pick<ReadXml, 'xml' | 'suites'>): string {
  return `${xml.state} ${suites.flatMap(({ testcases }) => testcases.map(({ result }) => result)).join()}`;
}

interface ReadXml extends Pick<Results, 'xml' | 'suites'> {
  /** Whether a name or a message contained a secret. */
  readonly hasSecret: boolean;
}

function readXml(text: string, redact: Redact): ReadXml {
  let hasSecret = false;
  const redactText = (decoded: string): string => {
    const clean = redact(decoded);
    hasSecret ||= clean !== decoded;
    return clean;
  };
  try {
    const suites = parseJunitXml(text, redactText);
    return { xml: { state: 'read', why: '' }, suites, hasSecret };
  } catch (error) {
    return { xml: { state: 'unreadable', why: `The XML cannot be read: ${messageOf(error)}.` }, suites: [], hasSecret };
  }
}
