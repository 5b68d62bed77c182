import { secretForms } from './secret-forms.ts';

const REPLACEMENT = '***';

/** A shorter secret occurs in too many texts by chance to be replaced inside them (docs/design.md §6). In UTF-16 units. */
const MIN_LENGTH = 6;

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** What must not be shown. Empty values are ignored. */
interface SecretValues {
  readonly secrets: readonly string[];
  /** `user-id:access-key`, as HTTP Basic joins them: only hidden as a whole. */
  readonly pairs?: readonly string[];
}

/** Keeps secrets out of texts. Not for identifiers, counts or paths, which may contain a secret by chance. */
export interface Redactor {
  /** Every form in which a secret may appear, longest first, for the runner to mask; at least 6 characters each. */
  readonly forms: readonly string[];
  /** Returns the text with `***` in place of each form; the same string when there is none. */
  readonly redact: Redact;
  /** Like `redact`, for one whole value: it may also be a short secret. */
  readonly redactField: Redact;
}

/** Creates a redactor, whose time is linear in the text. Each line of a secret is a secret, too. */
export function createRedactor({ secrets, pairs = [] }: SecretValues): Redactor {
  const values = [...secrets, ...pairs].flatMap((value) => [
    value,
    ...value.split(/[\r\n]+/).map((line) => line.trim()),
  ]);
  const long = values.filter((value) => value.length >= MIN_LENGTH);
  const short = new Set(values.filter((value) => value !== '' && value.length < MIN_LENGTH));
  const forms = [...new Set(long.flatMap(secretForms))].sort((a, b) => b.length - a.length);
  const escaped = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const pattern = new RegExp(forms.length === 0 ? '(?!)' : escaped.join('|'), 'g');
  const redact = (text: string): string => text.replace(pattern, REPLACEMENT);
  return { forms, redact, redactField: (text) => (short.has(text.trim()) ? REPLACEMENT : redact(text)) };
}
