export const id = 704;
export const ids = [704];
export const modules = {

/***/ 6704:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   parseQuarantine: () => (/* binding */ parseQuarantine)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8815);
/* harmony import */ var valibot__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7934);
/* harmony import */ var _model_quarantine_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6836);
/* harmony import */ var _model_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(271);
/* harmony import */ var _runtime_redact_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9737);





/** An entry with a later end is not looked at again. */
const MAX_DAYS = 90;
const MAX_ENTRIES = 500;
/** In UTF-16 units. */
const TEXT_LIMIT = 300;
const KEYS = '`scenario`, `device`, `reason`, `owner` and `expires`';
const SCENARIO = '`scenario` must be a scenario number, or a list of such numbers.';
const SYNTAX_HINT = 'Indent with spaces, and put a text with `: ` or `#`, or one that begins with @, in quotes.';
/**
 * Parses a quarantine file: a YAML list of entries, none of which may contain a secret.
 *
 * @param now limits how late an entry may end
 */
function parseQuarantine(text, now, redact) {
    const lines = new yaml__WEBPACK_IMPORTED_MODULE_0__/* .LineCounter */ .HN();
    const document = (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .parseDocument */ .Tp)(text.replace(/^\ufeff/, ''), { lineCounter: lines });
    // Only the first error of the syntax: others follow from it.
    const faults = document.errors.slice(0, 1).map(({ message, pos }) => ({
        line: lines.linePos(pos[0]).line,
        message: `${(0,_model_text_js__WEBPACK_IMPORTED_MODULE_2__/* .cleanText */ .X5)((0,_runtime_redact_js__WEBPACK_IMPORTED_MODULE_1__/* .redactVisible */ .kM)(message, redact).split(/ at line |;/)[0] ?? '')}. ${SYNTAX_HINT}`,
    }));
    // No alias is resolved: a few lines could stand for millions.
    (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .visit */ .YR)(document, {
        Alias: (_, { range }) => {
            const message = 'Aliases (*) are not allowed. Write the value out; put a text that begins with * in quotes.';
            faults.push({ line: lines.linePos(range?.[0] ?? 0).line, message });
        },
    });
    if (faults.length > 0)
        return { entries: [], faults };
    const lineOf = (path) => lines.linePos(startOf(document, path)).line;
    const content = document.toJS() ?? [];
    const result = valibot__WEBPACK_IMPORTED_MODULE_3__/* .safeParse */ .xLC(fileSchema(now, redact), content, { abortPipeEarly: true });
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
function startOf(document, path) {
    const node = document.getIn(path, true);
    if ((0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isNode */ .Ll)(node))
        return node.range?.[0] ?? 0;
    return path.length === 0 ? 0 : startOf(document, path.slice(0, -1));
}
function fileSchema(now, redact) {
    const ordinal = valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_3__/* .number */ .aig(SCENARIO), valibot__WEBPACK_IMPORTED_MODULE_3__/* .safeInteger */ .Y2b(SCENARIO), valibot__WEBPACK_IMPORTED_MODULE_3__/* .minValue */ .Wwf(1, SCENARIO));
    const scenarios = valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_3__/* .union */ .KCZ([ordinal, valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_3__/* .array */ .YOg(ordinal), valibot__WEBPACK_IMPORTED_MODULE_3__/* .minLength */ .BpQ(1, SCENARIO))], SCENARIO), valibot__WEBPACK_IMPORTED_MODULE_3__/* .transform */ .pdi((value) => [value].flat()));
    const anyDevice = 'To quarantine all devices of a scenario, leave `device` out.';
    const device = valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(textSchema('device', redact), valibot__WEBPACK_IMPORTED_MODULE_3__/* .check */ .z6Y((text) => /[^*\s/]/.test(text), `\`device\` is only *. ${anyDevice}`));
    const last = (0,_model_quarantine_js__WEBPACK_IMPORTED_MODULE_4__/* .formatDay */ .im)((0,_model_quarantine_js__WEBPACK_IMPORTED_MODULE_4__/* .addDays */ .fi)(now, MAX_DAYS));
    const date = '`expires` must be a day such as 2026-12-15.';
    const expires = valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(date), valibot__WEBPACK_IMPORTED_MODULE_3__/* .check */ .z6Y(isDay, date), valibot__WEBPACK_IMPORTED_MODULE_3__/* .check */ .z6Y((day) => day <= last, `\`expires\` is more than ${MAX_DAYS} days ahead. Use ${last} at the latest.`));
    const fields = {
        scenario: valibot__WEBPACK_IMPORTED_MODULE_3__/* .exactOptional */ .yqP(scenarios),
        device: valibot__WEBPACK_IMPORTED_MODULE_3__/* .exactOptional */ .yqP(device),
        reason: textSchema('reason', redact),
        owner: textSchema('owner', redact),
        expires,
    };
    const entry = valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_3__/* .strictObject */ .rej(fields, (issue) => describeField(issue, redact)), valibot__WEBPACK_IMPORTED_MODULE_3__/* .check */ .z6Y((each) => each.scenario !== undefined || each.device !== undefined, 'An entry needs `scenario` or `device`, or both.'), valibot__WEBPACK_IMPORTED_MODULE_3__/* .transform */ .pdi(({ scenario, ...rest }) => ({ ...rest, scenarios: scenario })));
    const list = 'The file must be a list: each entry begins with a hyphen (-).';
    return valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_3__/* .array */ .YOg(entry, list), valibot__WEBPACK_IMPORTED_MODULE_3__/* .maxLength */ .Ru6(MAX_ENTRIES, `The file has more than ${MAX_ENTRIES} entries.`));
}
/** A key that is missing, one that is not known, or an entry that is no mapping. */
function describeField({ received, path }, redact) {
    const key = path?.[0].key;
    if (typeof key !== 'string')
        return `An entry has ${KEYS}.`;
    return received === 'undefined'
        ? `\`${key}\` is missing.`
        : `\`${(0,_model_text_js__WEBPACK_IMPORTED_MODULE_2__/* .cleanText */ .X5)((0,_runtime_redact_js__WEBPACK_IMPORTED_MODULE_1__/* .redactVisible */ .kM)(key, redact), 60)}\` is not known. An entry has ${KEYS}.`;
}
function textSchema(name, redact) {
    const message = `\`${name}\` must be a text of at most ${TEXT_LIMIT} characters on one line.`;
    return valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(message), valibot__WEBPACK_IMPORTED_MODULE_3__/* .trim */ .Bqr(), valibot__WEBPACK_IMPORTED_MODULE_3__/* .check */ .z6Y((text) => text !== '' && text.length <= TEXT_LIMIT && !/\p{Cc}/u.test(text), message), valibot__WEBPACK_IMPORTED_MODULE_3__/* .check */ .z6Y((text) => (0,_runtime_redact_js__WEBPACK_IMPORTED_MODULE_1__/* .redactVisible */ .kM)(text, redact) === text, `\`${name}\` contains a secret.`));
}
function isDay(text) {
    const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
    return !Number.isNaN(time) && (0,_model_quarantine_js__WEBPACK_IMPORTED_MODULE_4__/* .formatDay */ .im)(new Date(time)) === text;
}


/***/ })

};
