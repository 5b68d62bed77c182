import { secretForms } from './secret-forms.ts';

const SHOWN = '***';

/** docs/design.md §6: what is shorter stands in too many innocent texts to be replaced inside them. In UTF-16 units. */
const SHORTEST = 6;

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** What must not be seen. Empty values are passed over. */
export interface SecretValues {
  readonly secrets: readonly string[];
  /** `user-id:access-key`, as the Basic scheme joins them: only hidden as a whole. */
  readonly pairs?: readonly string[];
}

/** Keeps secrets out of texts. Not for identifiers, counts or paths: a secret may by chance look like one. */
export interface Redactor {
  /** Every form in which a secret may appear, longest first, for the runner to mask; none is under 6 characters. */
  readonly forms: readonly string[];
  /** The text with `***` for each form; the very same text when there is none. */
  readonly redact: Redact;
  /** Like `redact`, for a text that is one whole value of a document: it may be a short secret too. */
  readonly redactField: Redact;
  /** Like `redact`, for a text that comes in pieces; what lies across two of them is found as well. */
  readonly redactPieces: () => TextRedaction;
}

/** The redaction of one text that comes in pieces. */
export interface TextRedaction {
  /** What of the text so far can be shown by now; the rest comes with a later piece, or at the end. */
  take(piece: string): string;
  /** The rest. */
  end(): string;
  /** Whether anything was replaced so far. */
  readonly found: boolean;
}

/** Makes a redactor; its time is linear in the text, whatever the number of secrets. */
export function createRedactor({ secrets, pairs = [] }: SecretValues): Redactor {
  const values = [...secrets, ...pairs].flatMap((value) => [value, ...linesOf(value)]);
  const long = values.filter((value) => value.length >= SHORTEST);
  const short = new Set(values.filter((value) => value !== '' && value.length < SHORTEST));
  // No form is shorter than the value itself.
  const forms = [...new Set(long.flatMap(secretForms))].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(forms.length === 0 ? '(?!)' : forms.map(asPattern).join('|'), 'g');
  const redact = (text: string): string => text.replace(pattern, SHOWN);
  return {
    forms,
    redact,
    redactField: (text) => (short.has(text.trim()) ? SHOWN : redact(text)),
    redactPieces: () => redactPieces(pattern, forms[0]?.length ?? 0),
  };
}

/** @param longest of what `pattern` can match, in UTF-16 units: so much of the end is kept back until more is known. */
function redactPieces(pattern: RegExp, longest: number): TextRedaction {
  let kept = '';
  let found = false;
  const release = (text: string, decided: number): string => {
    const shown: string[] = [];
    let from = 0;
    for (const match of text.matchAll(pattern)) {
      if (match.index >= decided) break;
      shown.push(text.slice(from, match.index), SHOWN);
      from = match.index + match[0].length;
      found = true;
    }
    const until = Math.max(from, splitsCharacter(text, decided) ? decided - 1 : decided);
    kept = text.slice(until);
    return `${shown.join('')}${text.slice(from, until)}`;
  };
  return {
    take: (piece) => {
      const text = kept + piece;
      // A match that begins before this point lies within the text as a whole, and so is the longest there can be.
      return release(text, Math.max(0, text.length - Math.max(0, longest - 1)));
    },
    end: () => release(kept, kept.length),
    get found() {
      return found;
    },
  };
}

/** Whether a cut at this place would leave half a character on either side. */
function splitsCharacter(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** A value of several lines may be shown line by line, and with another indent. */
function linesOf(value: string): string[] {
  return value.split(/[\r\n]+/).map((line) => line.trim());
}

function asPattern(form: string): string {
  return form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
