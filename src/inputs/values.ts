import type { Callback, ScenarioChoice } from '../model/inputs.ts';
import { Secret } from '../model/secret.ts';
import { formatNumber, joinPieces, listAll } from '../model/words.ts';

/** Reads the text of an input; `quote` shows a part of it in a message. @throws WrongInput */
export type Read<T> = (text: string, quote: (value: string) => string) => T;

/** The text is no value of the input. */
export class WrongInput extends Error {
  /** What is wrong, as in `is 151 characters long`; absent: the message shows the text. */
  readonly what?: string;

  /** @param allowed what to set instead, in whole sentences */
  constructor(allowed: string, what?: string) {
    super(allowed);
    this.what = what;
  }
}

function wrong(allowed: string, what?: string): never {
  throw new WrongInput(allowed, what);
}

/** Text that is no left-over of a mistake. */
export const text: Read<string> = (text) => {
  const [, , advice] = findLeftOver(text);
  return advice === undefined ? text : wrong(advice);
};

/** A value that is never shown. */
export function secret(read: Read<string>): Read<Secret> {
  return (text, quote) => new Secret(read(text, quote));
}

/** The same of at most `limit` UTF-16 units, which no message repeats. */
export function shortText(limit: number): Read<string> {
  return (given, quote) =>
    given.length > limit ? wrong(`Use at most ${limit}.`, `is ${given.length} characters long`) : text(given, quote);
}

/** One of a few words, in any letter case. @param meanings what each word stands for */
export function word<const T>(meanings: Readonly<Record<string, T>>): Read<T> {
  return (text) => {
    const found = Object.entries(meanings).find(([each]) => each.toLowerCase() === text.toLowerCase());
    return found ? found[1] : wrong(`Use ${listAll(Object.keys(meanings), 'or')}.`);
  };
}

/** Parses decimal digits as a safe integer; `NaN` for anything else, such as a sign or an exponent. */
function parseWhole(text: string): number {
  const number = Number(text);
  return /^[0-9]+$/.test(text) && Number.isSafeInteger(number) ? number : NaN;
}

/** A whole number within a range, both ends included. @param unit what it counts */
export function whole(min: number, max: number, unit: string): Read<number> {
  return (text) => {
    const number = parseWhole(text);
    return number >= min && number <= max ? number : wrong(`Use a whole number of ${unit} from ${min} to ${max}.`);
  };
}

/** The number of a project. */
export const project: Read<number> = (text) =>
  parseWhole(text) || wrong('Use the number of your project, such as 509.');

/** How many devices may fail: a number, or `Infinity` for `any`. */
export const limit: Read<number> = (text) => {
  const number = text.toLowerCase() === 'any' ? Infinity : parseWhole(text);
  return Number.isNaN(number) ? wrong('Use a whole number, 0 or more, or `any`.') : number;
};

/** Most testsets or scenarios that an input may list (benchmarks/scenarios.ts). */
const MAX_IDENTIFIERS = 1_000;

/** Positive numbers, separated by commas or white space, also as a JSON list; each once, in the order given. */
function identifiers(kind: string, alternative = '', ifEmpty = ''): Read<readonly number[]> {
  const most = formatNumber(MAX_IDENTIFIERS);
  const allowed = `Use 1 to ${most} ${kind} numbers, separated by commas, spaces or new lines${alternative}.`;
  return (text) => {
    const [, list = text] = /^\[(.*)\]$/s.exec(text) ?? [];
    const words = (list === text ? text : list.replaceAll('"', '')).split(/[\s,]/).filter((each) => each !== '');
    const found = [...new Set(words.map(parseWhole))];
    if (words.length === 0 && list !== text) wrong(allowed, `is an empty list${ifEmpty}`);
    if (/^-\s/.test(text)) wrong('Remove the dashes.', 'has a dash before each number');
    if (/^https?:/i.test(text)) {
      const [, number] = new RegExp(`${kind}\\D{0,5}(\\d+)`, 'i').exec(text.replace(/^https?:\/*[^/?#]*/i, '')) ?? [];
      wrong(number === undefined ? `Use the ${kind} number alone.` : `Use the number alone: ${number}.`);
    }
    if (/\d[ \t]*(?:[-–]|\.{2,3})[ \t]*\d/.test(text)) wrong('Use a list of numbers, not a range.');
    if (/\d\s+#/.test(text))
      wrong('Remove it: in a value of several lines YAML has no comments.', 'contains a comment');
    if (text.includes('{')) wrong(allowed, 'contains JSON objects');
    if (found.length === 0 || !found.every((number) => number > 0)) wrong(allowed);
    if (found.length > MAX_IDENTIFIERS) wrong(allowed, `has ${formatNumber(found.length)} different numbers`);
    return found;
  };
}

/** The numbers of testsets. */
export const testsets = identifiers('testset');

const readScenarioIds = identifiers('scenario', ', or `all`', ', as from list-scenarios if it finds none');

/** The numbers of scenarios, or all of them. */
export const scenarios: Read<ScenarioChoice> = (text, quote) => {
  if (text.toLowerCase() === 'all') return { kind: 'all' };
  if (/^\p{L}[^[{]*$/u.test(text) && !/^https?:/i.test(text) && findLeftOver(text).length === 0) {
    const [, name = text, number] = /^(.+?)\s*\((\d+)\)$/.exec(text) ?? [];
    const byName = `To run scenarios by name, use \`scenario-query: ${quote(name).slice(1, -1)}\`.`;
    wrong(joinPieces(' ', [number && `Use the number alone: ${number}.`, byName]));
  }
  return { kind: 'ids', ids: readScenarioIds(text, quote) };
};

/** Longer than the name of any scenario. */
const QUERY_LIMIT = 200;

/** Text that the names of scenarios contain. */
export const query: Read<string> = (given, quote) => {
  if (given.length <= QUERY_LIMIT && !/\p{Cc}/u.test(given)) return text(given, quote);
  return wrong(`Use part of a scenario name: one line, at most ${QUERY_LIMIT} characters.`);
};

/** JSON, as `toJSON` writes it; of a job without a matrix it is null. */
export const json: Read<string> = (text) => {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return wrong('Leave it out, or in a called workflow use `${{ toJSON(inputs) }}`.');
  }
};

/** Longest address that the service accepts (docs/design.md, service §8), in UTF-16 units. */
const CALLBACK_LIMIT = 250;

/** In the text of several addresses. */
const SEVERAL = /[,;\s]\s*https?:/i;

/** The address may hold a secret, so the message does not show it. */
export const callback: Read<Callback> = (text) => {
  if (SEVERAL.test(text.split('?', 1).join())) wrong('Use one.', 'has several addresses');
  if (text.length <= CALLBACK_LIMIT && /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text))
    return { url: new Secret(text), origin: new URL(text).origin };
  const allowed = `Use an http:// or https:// address of at most ${CALLBACK_LIMIT} characters.`;
  return wrong(allowed, `is not a valid address (${text.length} characters)`);
};

/** Longer values would make the search for secrets in texts slow. In UTF-16 units. */
const CREDENTIAL_LIMIT = 1000;

const USE_EXPRESSION =
  'Use an expression, such as `${{ env.NAME }}` or `${{ secrets.NAME }}`; a secret itself holds the plain value.';
const LEFT_OVERS: readonly (readonly [pattern: RegExp, what: string, advice: string])[] = [
  [/^\$(?:[A-Z_][A-Z_\d]*|\{[A-Z_\d]+\}.*)$/s, 'is the name of a shell variable, not its value', USE_EXPRESSION],
  // With a blank in it, without its $ or one of its braces, or without both.
  [
    /^\$ ?\{ ?\{|^(?:\$\{.*\}|\{\{.*\}\})$|^(?:secrets\.\w+|(?:vars|env)\.[A-Z_\d]+|(?:steps|needs)\.[\w-]+\.outputs\.[\w-]+)$/s,
    'is the text of an expression, not its value',
    USE_EXPRESSION,
  ],
  [
    /^(?:Array|(?:\[object )?Object\]?|null|undefined)$/,
    'is what an expression makes of a list, an object or nothing',
    'Use a property of it, or `toJSON`.',
  ],
  [/^\*{3}$/, 'is masked, as in a log', 'Use the value itself.'],
];

/** What a mistake left in place of a value: a pattern, what it is, and what to do; nothing in another text. */
export function findLeftOver(text: string): (typeof LEFT_OVERS)[number] | readonly [] {
  return LEFT_OVERS.find(([pattern]) => pattern.test(text)) ?? [];
}

/** One line, neither in quotes nor a header. */
export const credential: Read<string> = (text, quote) => {
  if (/[\p{Cc}\p{Cf}]/u.test(text)) wrong('Use one plain line.', 'contains line breaks or invisible characters');
  if (/^(["']).*\1$|^[“„‘].*[”“’]$/.test(text)) wrong('', 'is in quotes');
  if (/^(?:Basic|Bearer) |^[A-Z]+(?:_[A-Z]+)+=|^\{.*\}$/.test(text))
    wrong('Use the value alone.', 'is a header, a line of an .env file or JSON');
  return shortText(CREDENTIAL_LIMIT)(text, quote);
};

/** A credential that can stand before the colon of HTTP Basic. */
export const userId: Read<string> = (text, quote) =>
  text.includes(':') ? wrong('Use the user id alone.', 'contains a colon') : credential(text, quote);

/** Whether an address is one of the machine itself. */
export function isLoopback(url: URL | string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}

/** The address of the service. No message shows user info, query and fragment, which may hold secrets. */
export const address: Read<URL> = (text, quote) => {
  if (SEVERAL.test(text)) wrong('Use one. For several services, use a step for each.', 'has several addresses');
  if (!/^https?:\/\//i.test(text) || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) {
    const start = text.replace(/[?#].*$/s, '').replace(/\/openapi\/v2.*$/is, '');
    // A key by mistake, or a password, is not shown.
    const isShown = /[.:/]/.test(start) && !/@|%40/i.test(text);
    const isHost = isShown && /^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:\/\S*)?$/i.test(start);
    const use = isHost
      ? quote(`https://${start}`)
      : 'the address of the test service, such as https://testset.example.com';
    wrong(`Use ${use}.`, `is ${isShown ? quote(start) : 'not an address'}`);
  }
  if (/^https?:\/\/[^/]*@/i.test(text))
    wrong('Remove them, and use `user-id` and `access-key`.', 'contains a user name or a password');
  const [before = ''] = text.split(/[?#]/);
  if (before !== text)
    wrong('Use the address of the service without them.', `contains \`?\` or \`#\` after ${quote(before)}`);
  const url = new URL(text);
  if (url.protocol === 'http:' && !isLoopback(url))
    wrong('Use https://. Only localhost, 127.0.0.1 and [::1] may have http://.');
  const root = text.replace(/\/openapi\/v2(?:\/testset)?\/*$/i, '');
  if (root !== text) wrong(`Use ${quote(root)}.`, 'contains /openapi/v2. The action adds that itself');
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
};
