import * as v from 'valibot';

import { DAY_MS, lettersOf, MIN_LETTERS } from '../model/quarantine.ts';
import { cleanText } from '../model/text.ts';
import type { Redact } from '../runtime/redact.ts';

const MAX_ENTRIES = 500;
/** In UTF-16 units. */
const MAX_TEXT = 300;
/** An entry that ends later would not be looked at again. */
const MAX_DAYS = 90;
/** From today to the day that messages give as an example. */
const EXAMPLE_DAYS = 30;

const PLACEHOLDER = /^\W*(?:todo|tbd|fixme)\W*$/i;

const KEYS = '`scenario`, `device`, `reason`, `owner` and `expires`';
const SCENARIO = '`scenario` must be a scenario number such as 1041, or a list such as [1041, 1042].';

/** What a quarantine file must hold. @param now decides how late an entry may end */
export function fileSchema(redact: Redact, now: Date) {
  const ordinal = v.pipe(v.number(describeScenario), v.safeInteger(SCENARIO), v.minValue(1, SCENARIO));
  const scenarios = v.pipe(
    v.union([ordinal, v.pipe(v.array(ordinal), v.minLength(1, SCENARIO))], describeScenario),
    v.transform((value) => [value].flat()),
  );
  const anyDevice = 'To quarantine all devices of a scenario, leave `device` out.';
  const device = v.pipe(
    textSchema('device', redact),
    v.check((text) => /[^*\s/]/.test(text), `\`device\` is only *. ${anyDevice}`),
    v.check((text) => !/\.\*|^\/.*\/$/.test(text), '`device` is no regular expression: * alone stands for any text.'),
    v.check((text) => !/[“”„‘’]/.test(text), '`device` has curly quotes. Write the name as the log shows it.'),
    v.check(
      (text) => !text.includes('*') || lettersOf(text).length >= MIN_LETTERS,
      `\`device\` is too short for a pattern: it needs ${MIN_LETTERS} letters or digits beside *.`,
    ),
    v.check((text) => !/^(?:android|ios)\d*$/i.test(lettersOf(text)), '`device` names only a system. Name the device.'),
  );
  const dayIn = (days: number): string => formatDay(new Date(now.getTime() + days * DAY_MS));
  const [last, example] = [dayIn(MAX_DAYS), dayIn(EXAMPLE_DAYS)];
  const date = `\`expires\` must be a day such as ${example}.`;
  const expires = v.pipe(
    v.string(date),
    v.regex(/^\d{4}-\d{2}-\d{2}$/, date),
    v.check(
      isInCalendar,
      ({ input }) => `\`expires\` is ${redact(input)}, which is not in the calendar. Use a day such as ${example}.`,
    ),
    v.check((day) => day <= last, `\`expires\` is more than ${MAX_DAYS} days ahead. Use ${last} at the latest.`),
  );
  const [reason, owner] = [textSchema('reason', redact), textSchema('owner', redact)];
  const fields = { scenario: v.exactOptional(scenarios), device: v.exactOptional(device), reason, owner, expires };
  const entry = v.pipe(
    v.strictObject(fields, (issue) => describeField(issue, redact)),
    v.check(
      (each) => each.scenario !== undefined || each.device !== undefined,
      'An entry needs `scenario` or `device`, or both.',
    ),
    v.transform(({ scenario, ...rest }) => ({ ...rest, scenarios: scenario })),
  );
  const list = 'The file must be a list: each entry begins with a hyphen (-), and no key stands above.';
  return v.pipe(v.array(entry, list), v.maxLength(MAX_ENTRIES, `The file has more than ${MAX_ENTRIES} entries.`));
}

/** A key that is missing, one that is not known, or an entry that is not a mapping. */
function describeField({ received, path }: v.StrictObjectIssue, redact: Redact): string {
  const key = path?.[0].key;
  if (typeof key !== 'string') return `An entry has ${KEYS}.`;
  if (received === 'undefined') return `\`${key}\` is missing.`;
  return `\`${cleanText(redact(key), 60)}\` is not known. An entry has ${KEYS}.`;
}

/** A number in quotes is the most likely mistake. */
function describeScenario({ input }: { readonly input: unknown }): string {
  const quoted = typeof input === 'string' && /^\d{1,15}$/.test(input);
  return quoted ? `${SCENARIO} Remove the quotes: \`scenario: ${input}\`.` : SCENARIO;
}

function textSchema(name: string, redact: Redact) {
  const empty = `\`${name}\` is empty.`;
  const message = `\`${name}\` must be a text of at most ${MAX_TEXT} characters on one line.`;
  return v.pipe(
    v.string(({ input }) => {
      if (input === null) return `${empty} What follows # is a comment.`;
      if (!Array.isArray(input)) return `${message} Put it in quotes.`;
      return name === 'device'
        ? `${message} Write one entry for each.`
        : `${message} Write '${cleanText(redact(input.join(', ')))}'.`;
    }),
    v.trim(),
    v.minLength(1, empty),
    v.check(
      (text) => /[\p{L}\p{N}*]/u.test(text) && !PLACEHOLDER.test(text),
      `\`${name}\` says nothing. Write it out.`,
    ),
    v.check((text) => text.length <= MAX_TEXT && !/\p{Cc}/u.test(text), message),
    v.check((text) => redact(text) === text, `\`${name}\` contains a secret.`),
  );
}

function isInCalendar(date: string): boolean {
  return !Number.isNaN(Date.parse(date)) && formatDay(new Date(date)) === date;
}

/** The day in UTC: `2026-12-15`. */
export function formatDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
