import { messageOf } from '../model/errors.ts';
import { DOCUMENTS, type DocumentKind } from '../model/results.ts';
import type { Results } from '../model/testset.ts';
import { keysOf } from '../model/words.ts';
import type { Redact } from '../runtime/redact.ts';
import type { Documents } from '../service/wire.ts';
import { parseJunitXml } from './parse-junit-xml.ts';

/** What was delivered, ready to be judged and saved. */
interface ReadDocuments extends Pick<Results, 'suites'> {
  /** Absent if no XML was delivered. */
  readonly xml?: Results['xml'];
  /** The documents without secrets. */
  readonly files: ReadonlyMap<DocumentKind, string>;
  readonly warnings: readonly string[];
}

/** Reads the XML, and replaces secrets in every document. A document in which one would stay is not saved, with a warning. */
export function readDocuments(delivered: Documents, testsetId: number, redact: Redact): ReadDocuments {
  const files = new Map<DocumentKind, string>();
  const warnings = new Set<string>();
  let found: Pick<ReadDocuments, 'xml' | 'suites'> = { suites: [] };
  for (const kind of keysOf(DOCUMENTS)) {
    const text = delivered[kind];
    if (text === undefined || (kind === 'bare_xml' && found.xml)) continue;
    const clean = kind === 'json' ? redactJson(redact(text), redact) : redact(text);
    let hadSecret = clean !== text;
    let hasSecret = false;
    if (kind === 'xml' || kind === 'bare_xml') {
      const { hasSecret: isParsed, ...read } = readXml(text, redact);
      if (kind === 'xml') found = read;
      hadSecret ||= isParsed;
      // Only parsing finds a secret that is divided by markup or encoded twice.
      hasSecret = isParsed && readXml(clean, redact).hasSecret;
    }
    if (hadSecret) {
      warnings.add(`The results of testset ${testsetId} held a secret of the inputs; it was replaced by ***.`);
    }
    const file = `result.${DOCUMENTS[kind].file}`;
    if (hasSecret) warnings.add(`${file} of testset ${testsetId} was not saved: it contains a secret of the inputs.`);
    else files.set(kind, clean);
  }
  return { ...found, files, warnings: [...warnings] };
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

/** Replaces secrets that JSON escapes in part: the raw text does not show them. */
function redactJson(text: string, redact: Redact): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/gs, (token) => {
    if (!token.includes('\\')) return token;
    try {
      const decoded = JSON.parse(token) as string;
      const clean = redact(decoded);
      return clean === decoded ? token : JSON.stringify(clean);
    } catch {
      return token;
    }
  });
}
