import { secretForms } from './secret-forms.ts';

const SHOWN = '***';

/** DESIGN §5: what is shorter stands in too many innocent texts to be replaced inside them. In UTF-16 units. */
const SHORTEST = 6;

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
  readonly redact: (text: string) => string;
  /** Like `redact`, for a text that is one whole value of a document: it may be a short secret too. */
  readonly redactField: (text: string) => string;
  /** Whether `redact` would change the text. */
  readonly found: (text: string) => boolean;
}

/** Makes a redactor; its time is linear in the text, whatever the number of secrets. */
export function createRedactor({ secrets, pairs = [] }: SecretValues): Redactor {
  const values = [...secrets, ...pairs].flatMap((value) => [value, ...linesOf(value)]);
  const long = values.filter((value) => value.length >= SHORTEST);
  const short = new Set(values.filter((value) => value !== '' && value.length < SHORTEST));
  const forms = [...new Set(long.flatMap(secretForms))]
    .filter((form) => form.length >= SHORTEST)
    .sort((a, b) => b.length - a.length);
  const pattern = new RegExp(forms.length === 0 ? '(?!)' : forms.map(asPattern).join('|'), 'g');
  const redact = (text: string): string => text.replace(pattern, SHOWN);
  return {
    forms,
    redact,
    redactField: (text) => (short.has(text.trim()) ? SHOWN : redact(text)),
    found: (text) => text.search(pattern) !== -1,
  };
}

/** A value of several lines may be shown line by line, and with another indent. */
function linesOf(value: string): string[] {
  return value.split(/[\r\n]+/).map((line) => line.trim());
}

function asPattern(form: string): string {
  return form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
