import { messageOf } from '../model/errors.ts';
import { oneLine } from '../model/text.ts';
import type { Redact, TextRedaction } from '../runtime/redact.ts';
import { DOCUMENT_KINDS, type DocumentKind, type DocumentSink } from '../service/documents.ts';
import { READ_LENGTH } from './device-texts.ts';
import type { DocumentReader, Reading } from '../model/results.ts';
import { createJsonReader, type Depth } from './read-json.ts';
import { createXmlReader } from './read-xml.ts';
import type { Replacement } from './replace-file.ts';
import type { ResultFile } from './results-folder.ts';

/** What taking in documents needs. */
export interface IntakeTools {
  readonly redact: Redact;
  readonly redactPieces: () => TextRedaction;
  /** Begins a document's file. */
  readonly beginFile: (kind: ResultFile) => Promise<Replacement>;
  /** Told what could not be saved. */
  readonly onUnsaved: (reason: string) => void;
  /** Told that a secret was met and replaced. */
  readonly onSecret: () => void;
}

/** One document that has arrived as a whole, and is not blank. */
export interface Arrived {
  /** What it tells; HTML, which is for people, tells nothing. */
  readonly reading: Reading | undefined;
  /** Puts its file into place. Never fails. */
  keep(): Promise<void>;
}

/** The documents of one answer. Each one is read, and written to a file, while it comes. */
export interface Intake extends DocumentSink {
  /** What has arrived, when the answer turned out to be good. */
  finish(): ArrivedDocuments;
  /** Forgets whatever was not kept. Never fails. */
  drop(): Promise<void>;
}

/** The documents that have arrived, by kind. */
export type ArrivedDocuments = ReadonlyMap<DocumentKind, Arrived>;

interface Incoming {
  take(piece: string): Promise<void>;
  finish(): Arrived | undefined;
  drop(): Promise<void>;
}

/** Makes ready for one answer. @param depth how much of JSON is to be known; of XML it is everything */
export function openIntake(tools: IntakeTools, depth: Depth): Intake {
  const incoming = new Map<DocumentKind, Incoming>();
  return {
    begin: async (kind) => {
      await incoming.get(kind)?.drop();
      incoming.set(kind, openDocument(kind, tools, depth));
    },
    take: async (kind, piece) => incoming.get(kind)?.take(piece),
    forget: async (kind) => {
      await incoming.get(kind)?.drop();
      incoming.delete(kind);
    },
    finish: () => {
      const arrived = DOCUMENT_KINDS.map((kind) => [kind, incoming.get(kind)?.finish()] as const);
      return new Map(arrived.flatMap(([kind, document]) => (document ? [[kind, document]] : [])));
    },
    drop: async () => {
      const dropped = [...incoming.values()];
      incoming.clear();
      for (const document of dropped) await document.drop();
    },
  };
}

function openDocument(kind: DocumentKind, tools: IntakeTools, depth: Depth): Incoming {
  const redact = redactorOf(tools);
  const reader = readerOf(kind, redact, depth);
  const clean = tools.redactPieces();
  const file = openFile(kind === 'bare_xml' ? 'xml' : kind, tools);
  let blank = true;
  return {
    take: async (piece) => {
      blank &&= piece.trim() === '';
      reader?.take(piece);
      await file.write(clean.take(piece));
    },
    finish: () => {
      if (blank) return undefined;
      const reading = reader?.finish();
      const rest = clean.end();
      if (clean.found) tools.onSecret();
      return { reading, keep: () => file.keep(rest) };
    },
    drop: () => file.drop(),
  };
}

/** Most texts are like this: what is seen of them is what they hold. */
const ORDINARY = /^(?:[!-~]| (?! ))*$/;

/** Redacts what a reader puts together, also where characters that nobody sees keep a secret apart, or the end is cut off. */
function redactorOf({ redact, redactPieces, onSecret }: IntakeTools): Redact {
  return (text) => {
    const clean = text.length > READ_LENGTH ? redactPieces().take(text.slice(0, READ_LENGTH)) : redact(text);
    const visible = ORDINARY.test(clean) ? clean : oneLine(clean);
    const safe = visible === clean || redact(visible) === visible ? clean : redact(visible);
    if (safe !== text.slice(0, safe.length)) onSecret();
    return safe;
  };
}

function readerOf(kind: DocumentKind, redact: Redact, depth: Depth): DocumentReader | undefined {
  switch (kind) {
    case 'html':
      return undefined;
    case 'json':
      return createJsonReader(redact, depth);
    case 'xml':
    case 'bare_xml':
      return createXmlReader(redact);
  }
}

/** A file that may or may not be kept. None of its functions fails. */
interface DocumentFile {
  write(text: string): Promise<void>;
  keep(rest: string): Promise<void>;
  drop(): Promise<void>;
}

/** A file that is begun with its first text. What cannot be written is told once, and read all the same. */
function openFile(kind: ResultFile, { beginFile, onUnsaved }: IntakeTools): DocumentFile {
  let file: Replacement | undefined;
  let over = false;
  const drop = async (): Promise<void> => {
    if (!over) await file?.drop();
    over = true;
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (over) return;
    await work().catch(async (error: unknown) => {
      await drop();
      onUnsaved(messageOf(error));
    });
  };
  const write = (text: string): Promise<void> =>
    attempt(async () => {
      file ??= await beginFile(kind);
      await file.write(text);
    });
  return {
    write,
    keep: async (rest) => {
      await write(rest);
      await attempt(async () => file?.keep());
      over = true;
    },
    drop,
  };
}
