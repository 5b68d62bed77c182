import { isNode, LineCounter, parseDocument, visit, type Document } from 'yaml';
import * as v from 'valibot';

import { addDays, formatDay, type PlacedEntry } from '../model/quarantine.ts';
import { cleanText } from '../model/text.ts';
import { redactVisible, type Redact } from '../runtime/redact.ts';

/** An entry with a later end is not looked at again. */
const MAX_DAYS = 90;
const MAX_ENTRIES = 500;
/** In UTF-16 units. */
const TEXT_LIMIT = 300;

const KEYS = '`scenario`, `device`, `reason`, `owner` and `expires`';
const SCENARIO = '`scenario` must be a scenario number, or a list of such numbers.';

const SYNTAX_HINT = 'Indent with spaces, and put a text with `: ` or `#`, or one that begins with @, in quotes.';

/** Something that is wrong with a quarantine file. */
interface FileFault {
  /** From 1. */
  readonly line: number;
  /** A sentence. */
  readonly message: string;
}

/** What a quarantine file holds, and everything that is wrong with it. */
interface ParsedQuarantine {
  readonly entries: readonly PlacedEntry[];
  readonly faults: readonly FileFault[];
}

/**
 * Parses a quarantine file: a YAML list of entries, none of which may contain a secret.
 *
 * @param now limits how late an entry may end
 */
export function parseQuarantine(text: string, now: Date, redact: Redact): ParsedQuarantine {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\ufeff/, ''), { lineCounter: lines });
  // Only the first error of the syntax: others follow from it.
  const faults: FileFault[] = document.errors.slice(0, 1).map(({ message, pos }) => ({
    line: lines.linePos(pos[0]).line,
    message: `${cleanText(redactVisible(message, redact).split(/ at line |;/)[0] ?? '')}. ${SYNTAX_HINT}`,
  }));
  // No alias is resolved: a few lines could stand for millions.
  visit(document, {
    Alias: (_, { range }) => {
      const message = 'Aliases (*) are not allowed. Write the value out; put a text that begins with * in quotes.';
      faults.push({ line: lines.linePos(range?.[0] ?? 0).line, message });
    },
  });
  if (faults.length > 0) return { entries: [], faults };
  const lineOf = (path: readonly unknown[]): number => lines.linePos(startOf(document, path)).line;
  const content: unknown = document.toJS() ?? [];
  const result = v.safeParse(fileSchema(now, redact), content, { abortPipeEarly: true });
  if (result.success) {
    return { entries: result.output.map((entry, at) => ({ ...entry, line: lineOf([at]) })), faults };
  }
  const found = result.issues.map((issue) => ({
    line: lineOf((issue.path ?? []).map(({ key }) => key)),
    message: issue.message,
  }));
  return { entries: [], faults: found.sort((a, b) => a.line - b.line) };
}

/** Where a value begins; of one that is missing, where its entry begins. */
function startOf(document: Document, path: readonly unknown[]): number {
  const node = document.getIn(path, true);
  if (isNode(node)) return node.range?.[0] ?? 0;
  return path.length === 0 ? 0 : startOf(document, path.slice(0, -1));
}

function fileSchema(now: Date, redact: Redact) {
  const ordinal = v.pipe(v.number(SCENARIO), v.safeInteger(SCENARIO), v.minValue(1, SCENARIO));
  const scenarios = v.pipe(
    v.union([ordinal, v.pipe(v.array(ordinal), v.minLength(1, SCENARIO))], SCENARIO),
    v.transform((value) => [value].flat()),
  );
  const anyDevice = 'To quarantine all devices of a scenario, leave `device` out.';
  const device = v.pipe(
    textSchema('device', redact),
    v.check((text) => /[^*\s/]/.test(text), `\`device\` is only *. ${anyDevice}`),
  );
  const last = formatDay(addDays(now, MAX_DAYS));
  const date = '`expires` must be a day such as 2026-12-15.';
  const expires = v.pipe(
    v.string(date),
    v.check(isDay, date),
    v.check((day) => day <= last, `\`expires\` is more than ${MAX_DAYS} days ahead. Use ${last} at the latest.`),
  );
  const fields = {
    scenario: v.exactOptional(scenarios),
    device: v.exactOptional(device),
    reason: textSchema('reason', redact),
    owner: textSchema('owner', redact),
    expires,
  };
  const entry = v.pipe(
    v.strictObject(fields, (issue) => describeField(issue, redact)),
    v.check(
      (each) => each.scenario !== undefined || each.device !== undefined,
      'An entry needs `scenario` or `device`, or both.',
    ),
    v.transform(({ scenario, ...rest }) => ({ ...rest, scenarios: scenario })),
  );
  const list = 'The file must be a list: each entry begins with a hyphen (-).';
  return v.pipe(v.array(entry, list), v.maxLength(MAX_ENTRIES, `The file has more than ${MAX_ENTRIES} entries.`));
}

/** A key that is missing, one that is not known, or an entry that is no mapping. */
function describeField({ received, path }: v.StrictObjectIssue, redact: Redact): string {
  const key = path?.[0].key;
  if (typeof key !== 'string') return `An entry has ${KEYS}.`;
  return received === 'undefined'
    ? `\`${key}\` is missing.`
    : `\`${cleanText(redactVisible(key, redact), 60)}\` is not known. An entry has ${KEYS}.`;
}

function textSchema(name: string, redact: Redact) {
  const message = `\`${name}\` must be a text of at most ${TEXT_LIMIT} characters on one line.`;
  return v.pipe(
    v.string(message),
    v.trim(),
    v.check((text) => text !== '' && text.length <= TEXT_LIMIT && !/\p{Cc}/u.test(text), message),
    v.check((text) => redactVisible(text, redact) === text, `\`${name}\` contains a secret.`),
  );
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && formatDay(new Date(time)) === text;
}
