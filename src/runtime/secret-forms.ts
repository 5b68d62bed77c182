/** Returns the value, then the usual encodings of it. */
export function secretForms(value: string): string[] {
  const text = value.toWellFormed();
  return [value, ...base64Forms(text), ...addressForms(text), ...jsonForms(text), ...markupForms(text)];
}

/** Returns the value with every character escaped, as some encoders of JSON, XML, HTML and addresses do. */
export function escapedForms(value: string): string[] {
  const text = value.toWellFormed();
  const json = text.replace(/[^]/g, unicodeEscape);
  const percent = Buffer.from(text).toString('hex').replace(/../g, '%$&');
  return [
    json,
    json.replace(/[A-F]/g, (digit) => digit.toLowerCase()),
    percent,
    percent.toUpperCase(),
    ...REFERENCES.map((write) => text.replace(/[^]/gu, write)),
  ];
}

/** Both alphabets, with and without padding, and the digits that stay the same inside a longer text. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  const plain = bytes.toString('base64').replace(/=+$/, '');
  const padding = '='.repeat(-plain.length & 3);
  const forms = [plain + padding, plain, ...[0, 1, 2].map((offset) => base64Core(bytes, offset))];
  return forms.flatMap((form) => [form, form.replaceAll('/', '\\/'), form.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** The base64 digits that depend only on `bytes` when `offset` other bytes (modulo 3) come before them. */
function base64Core(bytes: Buffer, offset: number): string {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  return digits.slice(first, end);
}

/** Encodings for URLs and forms; some encoders write hexadecimal digits in lower case. */
function addressForms(text: string): string[] {
  const component = encodeURIComponent(text);
  const strict = component.replace(/[!'()*]/g, (character) => `%${hex(character)}`);
  const form = new URLSearchParams([['', text]]).toString().slice(1);
  const path = strict.replaceAll('%2F', '/');
  // The signs that encoders of a segment of a path keep.
  const segment = strict.replace(/%(?:24|26|2B|3A|3D|40)/g, decodeURIComponent);
  const forms = [component, strict, path, segment, encodeURI(text), form, form.replaceAll('+', '%20')];
  return forms.flatMap((each) => [each, each.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())]);
}

/** JSON without the quotes: plain, ASCII only, with escaped slashes, and safe for HTML. */
function jsonForms(text: string): string[] {
  const plain = JSON.stringify(text).slice(1, -1);
  const forms = [
    plain,
    plain.replaceAll('/', '\\/'),
    plain.replace(/[<>&'=]/g, unicodeEscape),
    plain.replaceAll('\\"', '"').replace(/[<>&'+`"]/g, unicodeEscape),
  ];
  const ascii = forms.map((form) => form.replace(/[^\x20-\x7e]/g, unicodeEscape));
  const lower = [...forms, ...ascii].map((form) => form.replace(/\\u[0-9A-F]{4}/g, (code) => code.toLowerCase()));
  return [...forms, ...ascii, ...lower];
}

function unicodeEscape(unit: string): string {
  return `\\u${hex(unit).padStart(4, '0')}`;
}

/** Text or attribute of XML or HTML: encoders differ in what they escape, and in how they write a quote. */
function markupForms(text: string): string[] {
  const basic = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quotes = ['"', '&quot;', '&#34;', '&#x22;', '&#034;'];
  const apostrophes = ["'", '&apos;', '&#39;', '&#x27;', '&#039;'];
  const named = quotes.flatMap((quote) =>
    apostrophes.map((apostrophe) => basic.replaceAll('"', quote).replaceAll("'", apostrophe)),
  );
  const forms = REFERENCES.flatMap((write) => [
    text.replace(/[&<>"']/g, write),
    text.replace(/[^\x20-\x7e]|[&<>"']/gu, write),
    ...named.map((form) => form.replace(/[^\x20-\x7e]/gu, write)),
  ]);
  return [
    ...named,
    ...forms,
    ...named.flatMap((form) => ESCAPED_BY_TEMPLATES.map((set) => form.replace(set, hexReference))),
    // As Go's html/template writes it.
    ...named.map((form) => form.replaceAll('+', '&#43;')),
  ];
}

/** What template engines also escape: Handlebars, Mustache, and the encoder of .NET. */
const ESCAPED_BY_TEMPLATES = [/[`=]/g, /[`=/]/g, /[`+]/g];

function hexReference(character: string): string {
  return `&#x${hex(character)};`;
}

/** Character references as encoders write them. */
const REFERENCES: readonly ((character: string) => string)[] = [
  (character) => `&#${codePoint(character)};`,
  hexReference,
  (character) => `&#x${hex(character).toLowerCase()};`,
];

function hex(character: string): string {
  return codePoint(character).toString(16).toUpperCase();
}

function codePoint(character: string): number {
  return Number(character.codePointAt(0));
}
