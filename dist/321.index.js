export const id = 321;
export const ids = [321];
export const modules = {

/***/ 6321:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  readQuarantineFile: () => (/* binding */ readQuarantineFile)
});

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./node_modules/valibot/dist/index.mjs
var dist = __webpack_require__(7934);
// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var yaml_dist = __webpack_require__(8815);
// EXTERNAL MODULE: ./build/model/errors.js
var errors = __webpack_require__(2011);
// EXTERNAL MODULE: ./build/model/run-context.js
var run_context = __webpack_require__(2121);
// EXTERNAL MODULE: ./build/model/text.js
var model_text = __webpack_require__(271);
// EXTERNAL MODULE: ./build/model/words.js
var words = __webpack_require__(5583);
// EXTERNAL MODULE: ./build/model/quarantine.js
var quarantine = __webpack_require__(6836);
;// CONCATENATED MODULE: ./build/inputs/quarantine-rules.js



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
function fileSchema(redact, now) {
    const ordinal = dist/* pipe */.FsL(dist/* number */.aig(describeScenario), dist/* safeInteger */.Y2b(SCENARIO), dist/* minValue */.Wwf(1, SCENARIO));
    const scenarios = dist/* pipe */.FsL(dist/* union */.KCZ([ordinal, dist/* pipe */.FsL(dist/* array */.YOg(ordinal), dist/* minLength */.BpQ(1, SCENARIO))], describeScenario), dist/* transform */.pdi((value) => [value].flat()));
    const anyDevice = 'To quarantine all devices of a scenario, leave `device` out.';
    const device = dist/* pipe */.FsL(textSchema('device', redact), dist/* check */.z6Y((text) => /[^*\s/]/.test(text), `\`device\` is only *. ${anyDevice}`), dist/* check */.z6Y((text) => !/\.\*|^\/.*\/$/.test(text), '`device` is no regular expression: * alone stands for any text.'), dist/* check */.z6Y((text) => !/[“”„‘’]/.test(text), '`device` has curly quotes. Write the name as the log shows it.'), dist/* check */.z6Y((text) => !text.includes('*') || (0,quarantine/* lettersOf */.bi)(text).length >= quarantine/* MIN_LETTERS */.l0, `\`device\` is too short for a pattern: it needs ${quarantine/* MIN_LETTERS */.l0} letters or digits beside *.`), dist/* check */.z6Y((text) => !/^(?:android|ios)\d*$/i.test((0,quarantine/* lettersOf */.bi)(text)), '`device` names only a system. Name the device.'));
    const dayIn = (days) => formatDay(new Date(now.getTime() + days * quarantine/* DAY_MS */.sO));
    const [last, example] = [dayIn(MAX_DAYS), dayIn(EXAMPLE_DAYS)];
    const date = `\`expires\` must be a day such as ${example}.`;
    const expires = dist/* pipe */.FsL(dist/* string */.YjP(date), dist/* regex */.yGV(/^\d{4}-\d{2}-\d{2}$/, date), dist/* check */.z6Y(isInCalendar, ({ input }) => `\`expires\` is ${redact(input)}, which is not in the calendar. Use a day such as ${example}.`), dist/* check */.z6Y((day) => day <= last, `\`expires\` is more than ${MAX_DAYS} days ahead. Use ${last} at the latest.`));
    const [reason, owner] = [textSchema('reason', redact), textSchema('owner', redact)];
    const fields = { scenario: dist/* exactOptional */.yqP(scenarios), device: dist/* exactOptional */.yqP(device), reason, owner, expires };
    const entry = dist/* pipe */.FsL(dist/* strictObject */.rej(fields, (issue) => describeField(issue, redact)), dist/* check */.z6Y((each) => each.scenario !== undefined || each.device !== undefined, 'An entry needs `scenario` or `device`, or both.'), dist/* transform */.pdi(({ scenario, ...rest }) => ({ ...rest, scenarios: scenario })));
    const list = 'The file must be a list: each entry begins with a hyphen (-), and no key stands above.';
    return dist/* pipe */.FsL(dist/* array */.YOg(entry, list), dist/* maxLength */.Ru6(MAX_ENTRIES, `The file has more than ${MAX_ENTRIES} entries.`));
}
/** A key that is missing, one that is not known, or an entry that is not a mapping. */
function describeField({ received, path }, redact) {
    const key = path?.[0].key;
    if (typeof key !== 'string')
        return `An entry has ${KEYS}.`;
    if (received === 'undefined')
        return `\`${key}\` is missing.`;
    return `\`${(0,model_text/* cleanText */.X5)(redact(key), 60)}\` is not known. An entry has ${KEYS}.`;
}
/** A number in quotes is the most likely mistake. */
function describeScenario({ input }) {
    const quoted = typeof input === 'string' && /^\d{1,15}$/.test(input);
    return quoted ? `${SCENARIO} Remove the quotes: \`scenario: ${input}\`.` : SCENARIO;
}
function textSchema(name, redact) {
    const empty = `\`${name}\` is empty.`;
    const message = `\`${name}\` must be a text of at most ${MAX_TEXT} characters on one line.`;
    return dist/* pipe */.FsL(dist/* string */.YjP(({ input }) => {
        if (input === null)
            return `${empty} What follows # is a comment.`;
        if (!Array.isArray(input))
            return `${message} Put it in quotes.`;
        return name === 'device'
            ? `${message} Write one entry for each.`
            : `${message} Write '${(0,model_text/* cleanText */.X5)(redact(input.join(', ')))}'.`;
    }), dist/* trim */.Bqr(), dist/* minLength */.BpQ(1, empty), dist/* check */.z6Y((text) => /[\p{L}\p{N}*]/u.test(text) && !PLACEHOLDER.test(text), `\`${name}\` says nothing. Write it out.`), dist/* check */.z6Y((text) => text.length <= MAX_TEXT && !/\p{Cc}/u.test(text), message), dist/* check */.z6Y((text) => redact(text) === text, `\`${name}\` contains a secret.`));
}
function isInCalendar(date) {
    return !Number.isNaN(Date.parse(date)) && formatDay(new Date(date)) === date;
}
/** The day in UTC: `2026-12-15`. */
function formatDay(time) {
    return time.toISOString().slice(0, 10);
}

;// CONCATENATED MODULE: ./build/inputs/quarantine-file.js










const MAX_BYTES = 256 * 1024;
/** Most errors of the file in a message. */
const MAX_FAULTS = 10;
/** What to do about errors of the YAML reader, in the words of such a file. */
const SYNTAX_ADVICE = {
    MULTILINE_IMPLICIT_KEY: 'Write a key, a colon and a blank, as in `reason: It crashes`. A comment begins with #.',
    BLOCK_AS_IMPLICIT_KEY: 'Put a blank after the hyphen of an entry, and a text with `: ` in quotes.',
    MISSING_CHAR: 'Begin the keys of an entry in the same column, close each quote, and begin a comment with #.',
    UNEXPECTED_TOKEN: 'Indent with spaces, and put nothing after the closing quote.',
    BAD_SCALAR_START: 'Put a text that begins with a sign such as @ in quotes.',
    DUPLICATE_KEY: 'An entry has this key twice.',
    MULTIPLE_DOCS: 'Remove the line ---: the file is one list.',
};
const USUAL_SPACES = 'Write usual spaces: this line has others, such as no-break spaces.';
const NO_ALIASES = 'Aliases (*) are not allowed. Write the value out; put a text that begins with * in quotes.';
const MISSING_ADVICE = 'Write a path from the workspace, not an address, with / and without *, check its letter case, and that actions/checkout ran before.';
/**
 * Reads the file that `quarantine-file` names: a YAML list of entries, none of which may contain a secret. It must be in the workspace, also
 * after links are followed. `undefined` if anything is wrong.
 */
async function readQuarantineFile(reader, context) {
    const given = reader.value('quarantine-file');
    if (given === undefined)
        return undefined;
    const file = await readText(context.workspace, given);
    if ('text' in file)
        return readEntries(reader, file, context);
    const { reason, advice = 'Use a YAML file of at most 256 KiB in the workspace.' } = file;
    reader.error('quarantine-file', `\`quarantine-file\` ${reason}: ${reader.quote(given)}. ${advice}`);
    return undefined;
}
/** @returns the file, or the `reason` why it is not used, which completes "`quarantine-file` …" */
async function readText(workspace, given) {
    try {
        const file = await (0,promises_.realpath)((0,external_node_path_.resolve)(workspace, given));
        const path = (0,run_context/* pathWithin */.R)(await (0,promises_.realpath)(workspace), file);
        if (path === undefined)
            return { reason: 'is outside of the workspace' };
        const stats = await (0,promises_.stat)(file);
        if (!stats.isFile())
            return { reason: 'is not a file' };
        if (stats.size > MAX_BYTES)
            return { reason: 'is larger than 256 KiB' };
        const bytes = await (0,promises_.readFile)(file);
        if (!(0,external_node_buffer_.isUtf8)(bytes))
            return { reason: 'is not in UTF-8', advice: 'Save it as UTF-8.' };
        return { path, text: bytes.toString() };
    }
    catch (error) {
        if ((0,errors/* codeOf */.$N)(error) === 'ENOENT')
            return { reason: 'does not exist', advice: MISSING_ADVICE };
        return { reason: `cannot be read (${(0,errors/* fileError */.Sd)(error)})` };
    }
}
function readEntries(reader, { path, text }, { redact, now }) {
    if (text.trim() === '')
        reader.warn(`\`quarantine-file\` is an empty file: ${reader.quote(path)}. Write [] in it if that is meant.`);
    const warnOfComment = (line) => {
        reader.warn(`\`quarantine-file\`, line ${line}: what follows # is a comment in YAML. Put the text in quotes.`);
    };
    const { entries, faults } = parseEntries(text, redact, now, warnOfComment);
    for (const { line, message } of faults.slice(0, MAX_FAULTS))
        reader.error('quarantine-file', `\`quarantine-file\`, line ${line}: ${message}`, undefined, { file: path, line });
    const more = faults.length - MAX_FAULTS;
    if (more > 0)
        reader.error('quarantine-file', `\`quarantine-file\` has ${(0,words/* pluralize */.td)(more, 'more error')}.`);
    if (faults.length > 0)
        return undefined;
    const today = formatDay(now);
    const isExpired = ({ expires }) => expires < today;
    return { path, entries: entries.filter((entry) => !isExpired(entry)), expired: entries.filter(isExpired) };
}
function parseEntries(text, redact, now, warnOfComment) {
    const lines = new yaml_dist/* LineCounter */.HN();
    const lineAt = (offset = 0) => lines.linePos(offset).line;
    const document = (0,yaml_dist/* parseDocument */.Tp)(text.replace(/^\ufeff/, ''), { lineCounter: lines });
    // Only the first error of the syntax: others follow from it.
    const faults = document.errors.slice(0, 1).map(({ message, pos, code }) => {
        const line = lineAt(pos[0]);
        const said = (0,model_text/* cleanText */.X5)(redact(message).split(' at line ')[0] ?? '');
        const written = text.split('\n')[line - 1] ?? '';
        const advice = /(?! )\p{Zs}/u.test(written) ? USUAL_SPACES : (SYNTAX_ADVICE[code] ?? `${said}.`);
        // A secret of several lines would not be found in one.
        const shown = redact(text) === text ? `: "${(0,model_text/* cleanText */.X5)(written, 60)}"` : '';
        return { line, message: `This is not YAML${shown}. ${advice}` };
    });
    // No alias is resolved: a few lines could stand for millions.
    (0,yaml_dist/* visit */.YR)(document, {
        // As in `reason: see #123`; a comment of a user has a blank behind its sign.
        Scalar: (_, { comment, range }) => {
            if (/^\S/.test(comment ?? ''))
                warnOfComment(lineAt(range?.[0]));
        },
        Alias: (_, { range }) => {
            faults.push({ line: lineAt(range?.[0]), message: NO_ALIASES });
        },
    });
    if (faults.length > 0)
        return { entries: [], faults };
    const content = readContent(document);
    const result = dist/* safeParse */.xLC(fileSchema(redact, now), content, { abortPipeEarly: true });
    const lineOf = (path) => lineAt(startOf(document, path));
    if (result.success)
        return { entries: result.output.map((entry, at) => ({ ...entry, line: lineOf([at]) })), faults };
    const found = result.issues.map(({ path = [], message }) => ({ line: lineOf(path.map(({ key }) => key)), message }));
    return { entries: [], faults: found.sort((a, b) => a.line - b.line) };
}
/** The content; `undefined` if the library cannot convert it, such as a merge key (`<<`) of a number. */
function readContent(document) {
    try {
        return document.toJS() ?? [];
    }
    catch {
        return undefined;
    }
}
/** Where a value begins; of one that is missing, where its entry begins. */
function startOf(document, path) {
    const node = document.getIn(path, true);
    if ((0,yaml_dist/* isNode */.Ll)(node))
        return node.range?.[0] ?? 0;
    return path.length === 0 ? 0 : startOf(document, path.slice(0, -1));
}


/***/ })

};
