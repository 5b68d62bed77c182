export const id = 477;
export const ids = [477];
export const modules = {

/***/ 45477:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  collectResults: () => (/* binding */ collectResults)
});

// EXTERNAL MODULE: ./build/runtime/time-limits.js
var time_limits = __webpack_require__(41935);
// EXTERNAL MODULE: ./build/results/collected.js
var collected = __webpack_require__(91490);
// EXTERNAL MODULE: ./build/service/error-codes.js
var error_codes = __webpack_require__(25877);
// EXTERNAL MODULE: ./build/model/words.js
var words = __webpack_require__(45583);
// EXTERNAL MODULE: ./build/runtime/runtime.js
var runtime_runtime = __webpack_require__(32639);
// EXTERNAL MODULE: ./build/service/explain.js
var explain = __webpack_require__(32807);
// EXTERNAL MODULE: ./build/service/poll-delay.js
var poll_delay = __webpack_require__(32077);
// EXTERNAL MODULE: ./build/service/reply.js
var service_reply = __webpack_require__(53896);
// EXTERNAL MODULE: ./build/service/retry.js
var retry = __webpack_require__(89830);
;// CONCATENATED MODULE: ./build/service/fetch-when-ready.js






/** How long to retry for what the verdict depends on. */
const DEFAULT_RETRIES = { notReadyMs: retry/* MAX_NOT_READY_MS */.Q7, failingMs: retry/* MAX_FAILING_MS */.bi };
/** Requests a value until it is ready, cannot be had, or the run ends; at the deadline once more. Never throws. */
async function fetchWhenReady(runtime, options) {
    const { clock, log, signal } = runtime;
    let failingSince;
    let notReadySince;
    for (let polls = 0, failures = 0;; polls += 1) {
        const isLast = signal.aborted;
        const reply = await options.ask();
        if (reply.kind === 'ok' && options.isEnough(reply.value))
            return { kind: 'here', value: reply.value };
        const failed = reply.kind !== 'ok' && !(0,service_reply/* isNotReady */.BS)(reply);
        let isOver;
        if (failed) {
            failures += 1;
            failingSince ??= clock.now();
            isOver = isFinal(reply, options) || clock.now() - failingSince >= options.failingMs;
        }
        else {
            failures = 0;
            failingSince = undefined;
            notReadySince ??= clock.now();
            isOver = clock.now() - notReadySince >= options.notReadyMs;
        }
        if ((0,runtime_runtime/* stopReason */.P)(runtime) === 'cancelled')
            return { kind: 'cancelled' };
        if (isLast || isOver) {
            if (reply.kind === 'ok')
                return { kind: 'here', value: reply.value };
            return { kind: 'missing', error: (0,explain/* explain */.WE)(reply, options.what) };
        }
        const retryAfterMs = reply.kind === 'ok' ? 0 : (reply.retryAfterMs ?? 0);
        const waitMs = Math.max(failed ? (0,retry/* backoffMs */.jo)(failures, clock.random()) : 0, retryAfterMs, (0,poll_delay/* increasingDelayMs */.dw)(polls));
        log.debug(`No ${options.what.replace(/^the /, '')} yet. Retrying in ${(0,words/* formatSeconds */.Xo)(waitMs)}.`);
        await clock.sleep(waitMs, signal);
    }
}
/** Whether a retry cannot help: wrong credentials, a result that is too large or, if accepted, a rejection. */
function isFinal(failure, { acceptsRejection }) {
    if ((0,service_reply/* isUnauthorized */.Tk)(failure) || (failure.kind === 'no-response' && failure.error.kind === 'too-large'))
        return true;
    return acceptsRejection && (0,service_reply/* isRejection */.aK)(failure);
}

// EXTERNAL MODULE: ./build/model/errors.js
var errors = __webpack_require__(12011);
// EXTERNAL MODULE: ./build/model/text.js
var model_text = __webpack_require__(70271);
// EXTERNAL MODULE: ./build/service/documents.js
var documents = __webpack_require__(12474);
;// CONCATENATED MODULE: ./build/results/device-texts.js

/** How much of a text is kept, in UTF-16 units. */
const KEPT_LENGTH = 1_000;
/**
 * How much of a text is looked at, so that a secret that lies across the end of what is kept is found as a whole. One unit more is handed
 * to the redaction, to tell it that there was more: what may be half a secret is then left out.
 */
const READ_LENGTH = 8 * KEPT_LENGTH;
/**
 * Sorts texts, the more telling first, into `told`: the first http(s) address is the link, the first of the others the message. What is
 * known already stays.
 */
function takeTexts(told, texts, redact) {
    for (const text of texts) {
        const trimmed = text.trim();
        if (trimmed === '')
            continue;
        if (isLink(trimmed))
            told.url ??= redact(trimmed);
        else
            told.message ??= cutText(redact(trimmed.slice(0, READ_LENGTH + 1)));
    }
}
/** At most the first 1,000 UTF-16 units, between whole characters. */
function cutText(text) {
    return (0,model_text/* truncateAtCharacter */.fN)(text, KEPT_LENGTH);
}
/** A longer address would be kept in part, and lead elsewhere. */
function isLink(text) {
    return text.length <= KEPT_LENGTH && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

// EXTERNAL MODULE: ./build/model/fields.js
var fields = __webpack_require__(72017);
// EXTERNAL MODULE: ./build/service/divert.js
var divert = __webpack_require__(26734);
;// CONCATENATED MODULE: ./build/results/unreadable.js

/** Thrown within a reader when the document is of no use. The message completes "it cannot be read: …", without a full stop. */
class Unreadable extends Error {
}
/** Runs a reader, and turns what it throws into a reading: no document, however odd, takes the verdict of others with it. */
function readingOf(read) {
    try {
        return { kind: 'read', suites: read() };
    }
    catch (error) {
        return unreadable(error);
    }
}
/** The reading of a document in which something was met that cannot be read. */
function unreadable(error) {
    return {
        kind: 'unreadable',
        why: error instanceof Unreadable ? error.message : `it breaks the reader (${(0,errors/* messageOf */.bD)(error)})`,
    };
}

;// CONCATENATED MODULE: ./build/results/json-builder.js

/** How deep objects and lists may be nested. */
const DEEPEST = 256;
/** How many values it may hold; an object or a list weighs as much as a few. */
const MOST_VALUES = 10_000_000;
const CONTAINER_WEIGHT = 4;
/**
 * What objects inherit, so that no name has a meaning of its own: nothing. (Without any prototype the engine takes twice as long for
 * each.)
 */
const INHERITED = Object.freeze({ __proto__: null });
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS = new Map([
    ['true', true],
    ['false', false],
    ['null', null],
]);
/** Makes a builder of one value. @param reduce what becomes of each object */
function createJsonBuilder(reduce) {
    const open = [];
    let expected = 'value';
    let result;
    let weight = 0;
    const put = (value) => {
        if (expected !== 'value' && expected !== 'first value')
            throw malformed();
        weight += 1;
        if (weight > MOST_VALUES)
            throw new Unreadable('it holds too many values');
        const parent = open.at(-1);
        if (parent?.fields)
            setOnce(parent.fields, parent.key, value);
        else if (parent)
            parent.items.push(value);
        else
            result = value;
        expected = parent ? 'next' : 'nothing';
    };
    const begin = (fields) => {
        if (expected !== 'value' && expected !== 'first value')
            throw malformed();
        if (open.length >= DEEPEST)
            throw new Unreadable(`it is nested more than ${DEEPEST} deep`);
        weight += CONTAINER_WEIGHT;
        const parent = open.at(-1);
        open.push({ fields, items: [], under: parent?.fields ? parent.key : (parent?.under ?? ''), key: '' });
        expected = fields ? 'first key' : 'first value';
    };
    const end = (ofObject) => {
        const closed = open.pop();
        const atEnd = expected === 'next' || expected === (ofObject ? 'first key' : 'first value');
        if (!closed || !atEnd || Boolean(closed.fields) !== ofObject)
            throw malformed();
        expected = 'value';
        put(closed.fields ? reduce(closed.under, closed.fields) : closed.items);
    };
    return {
        text: (text) => {
            const parent = open.at(-1);
            if (parent && (expected === 'key' || expected === 'first key')) {
                parent.key = text;
                expected = 'colon';
            }
            else
                put(text);
        },
        word: (word) => {
            put(json_builder_valueOf(word));
        },
        sign: (sign) => {
            if (sign === '{')
                begin({ __proto__: INHERITED });
            else if (sign === '[')
                begin(undefined);
            else if (sign === '}')
                end(true);
            else if (sign === ']')
                end(false);
            else if (sign === ':' && expected === 'colon')
                expected = 'value';
            else if (sign === ',' && expected === 'next')
                expected = open.at(-1)?.fields ? 'key' : 'value';
            else
                throw malformed();
        },
        result: () => {
            if (expected !== 'nothing')
                throw malformed();
            return result;
        },
    };
}
function setOnce(fields, key, value) {
    if (Object.hasOwn(fields, key))
        throw new Unreadable('a field stands twice');
    fields[key] = value;
}
function json_builder_valueOf(word) {
    if (NUMBER.test(word))
        return Number(word);
    if (!WORDS.has(word))
        throw malformed();
    return WORDS.get(word);
}
/** What is thrown for what is not JSON. */
function malformed() {
    return new Unreadable('it is not well-formed JSON');
}

;// CONCATENATED MODULE: ./build/results/json-stream.js



/** How long one text or number may be, in UTF-16 units. */
const LONGEST_TEXT = 4 * 1024 * 1024;
const SIGNS = new Set('{}[]:,');
const SPACE = new Set(' \n\r\t');
/** What stands alone between texts: everything up to a space, a sign of structure or a quote. */
const WORD = /[^\s"{}[\]:,]*/y;
/** Makes a reader of one JSON text. A field that stands twice is refused: it would be two truths. */
function createJsonStream(reduce) {
    const builder = createJsonBuilder(reduce);
    /** What is not whole yet, in the pieces in which it came. */
    let rest = [];
    let length = 0;
    /** Whether none of it needs its escapes undone. */
    let isPlain = true;
    return {
        take: (piece) => {
            const searched = length;
            rest.push(piece);
            length += piece.length;
            isPlain &&= (0,divert/* isPlainJson */.Rg)(piece);
            // An open text waits for a quote that may end it: to put it together for each piece would take its length squared.
            if (rest[0]?.startsWith('"') !== true || piece.includes('"')) {
                const text = rest.join('');
                // What is left over begins with what is not whole: its end is looked for only in what is new.
                const left = text.slice(read(text, builder, { searched, isPlain, isLast: false }));
                if (left.length < text.length)
                    isPlain ||= (0,divert/* isPlainJson */.Rg)(left);
                rest = [left];
                length = left.length;
            }
            if (length > LONGEST_TEXT)
                throw new Unreadable(`a text in it is longer than ${LONGEST_TEXT} characters`);
        },
        finish: () => {
            const text = rest.join('');
            if (read(text, builder, { searched: 0, isPlain, isLast: true }) < text.length)
                throw malformed();
            return builder.result();
        },
    };
}
/** Reads as much of a text as is whole; gives back from where on it is not. Only at the very end is a number whole that ends there. */
function read(text, into, { searched, isPlain, isLast }) {
    let at = 0;
    while (at < text.length) {
        const sign = text.charAt(at);
        if (sign === '"') {
            const close = (0,divert/* closingQuote */.m2)(text, at + 1, searched);
            if (close === -1)
                return at;
            const raw = text.slice(at + 1, close);
            into.text(isPlain ? raw : textIn(raw));
            at = close + 1;
        }
        else if (SIGNS.has(sign)) {
            into.sign(sign);
            at += 1;
        }
        else if (SPACE.has(sign))
            at += 1;
        else {
            const word = wordAt(text, at);
            if (at + word.length === text.length && !isLast)
                return at;
            into.word(word);
            at += word.length;
        }
    }
    return at;
}
function textIn(raw) {
    const text = (0,divert/* unescapeJson */.j8)(raw);
    if (text === undefined)
        throw malformed();
    return text;
}
function wordAt(text, at) {
    WORD.lastIndex = at;
    const [word = ''] = WORD.exec(text) ?? [];
    if (word === '' || word.length > LONGEST_TEXT)
        throw malformed();
    return word;
}

;// CONCATENATED MODULE: ./build/results/seconds.js
/** A plain number, also with an exponent, or with commas between groups of three digits. */
const PLAIN = /^\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/;
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
/** A leap year: nothing runs longer, so what claims to is nonsense. */
const LONGEST_SECONDS = 366 * 24 * 60 * 60;
/**
 * Reads a duration in seconds as producers write it: `1828`, `"1828"`, `"1,828.1"`, `" 12 "`. Undefined for what is absent,
 * negative, longer than a year, or no number.
 */
function readSeconds(value) {
    const seconds = readNumber(value);
    return seconds !== undefined && seconds <= LONGEST_SECONDS ? seconds : undefined;
}
/** Reads how many tests, failures or errors a suite declares: a whole number, 0 or more; undefined for anything else. */
function readCount(value) {
    const count = readNumber(value);
    return Number.isInteger(count) ? count : undefined;
}
function readNumber(value) {
    const number = typeof value === 'string' ? parseNumber(value.trim()) : value;
    return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? Math.abs(number) : undefined;
}
function parseNumber(text) {
    if (PLAIN.test(text))
        return Number(text);
    return GROUPED.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

;// CONCATENATED MODULE: ./build/results/testcase-draft.js


/** What stands where a document gives no name. */
const UNNAMED = '(unnamed)';
/** The results from best to worst: of several in one testcase the worst counts. */
const BY_WEIGHT = ['passed', 'skipped', 'failed', 'error'];
/** A testcase that passed, until something else is heard. */
function draftTestcase(device, time) {
    const seconds = readSeconds(time);
    return seconds === undefined ? { device, result: 'passed' } : { device, result: 'passed', seconds };
}
/** Takes in one result and its texts, the more telling first; what the worst result says goes before what the others say. */
function takeResult(draft, result, texts, redact) {
    if (BY_WEIGHT.indexOf(result) <= BY_WEIGHT.indexOf(draft.result)) {
        takeTexts(draft, texts, redact);
        return;
    }
    const told = {};
    takeTexts(told, texts, redact);
    Object.assign(draft, told, { result });
}
/** A device's or suite's name: trimmed, at most 1,000 UTF-16 units, never empty. */
function readName(value, redact) {
    const text = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
    return text === '' ? UNNAMED : cutText(redact(text.slice(0, READ_LENGTH + 1)));
}

;// CONCATENATED MODULE: ./build/results/suite-builder.js




/** How deep suites, and elements of XML, may be nested. */
const suite_builder_DEEPEST = 64;
/** How many testcases, and how many suites, one document may hold. */
const MOST_ELEMENTS = 500_000;
/** Starts with nothing. */
function createSuiteBuilder(redact) {
    return { redact, suites: [], open: [], testcase: undefined, testcases: 0 };
}
/** A suite begins. A `wrapper` is the root around suites: it is one itself only when it holds testcases of its own. */
function openSuite(builder, head, kind) {
    if (builder.testcase)
        throw new Unreadable('a testcase holds a testsuite');
    if (builder.open.length >= suite_builder_DEEPEST)
        throw new Unreadable(`testsuites are nested more than ${suite_builder_DEEPEST} deep`);
    const suite = {
        head,
        name: readName(head.name, builder.redact),
        drafts: [],
        listed: false,
        testcases: 0,
        troubles: 0,
    };
    builder.open.push(suite);
    if (kind !== 'wrapper')
        list(builder, suite);
}
/** The innermost suite ends. */
function closeSuite(builder) {
    const suite = innermost(builder);
    checkDeclared(suite);
    builder.open.pop();
    const parent = builder.open.at(-1);
    if (!parent)
        return;
    parent.testcases += suite.testcases;
    parent.troubles += suite.troubles;
}
/** A testcase of the innermost suite begins. */
function openTestcase(builder, name, time) {
    if (builder.testcase)
        throw new Unreadable('a testcase holds another testcase');
    builder.testcase = addTestcase(builder, draftTestcase(readName(name, builder.redact), time));
}
/** A testcase of the innermost suite that was read by itself; `troubles` is how many times `failure` and `error` were met in it. */
function takeTestcase(builder, draft, troubles) {
    addTestcase(builder, draft);
    innermost(builder).troubles += troubles;
}
/** The open testcase ends. */
function closeTestcase(builder) {
    builder.testcase = undefined;
}
/** A result of the open testcase; without one it is trouble of the suite itself, and counts as a testcase named after it. */
function addResult(builder, result, texts) {
    const suite = innermost(builder);
    if (result !== 'skipped')
        suite.troubles += 1;
    takeResult(builder.testcase ?? addTestcase(builder, draftTestcase(suite.name)), result, texts, builder.redact);
}
/** What the open testcase printed; what a suite printed is passed over. */
function addOutput(builder, text) {
    if (builder.testcase)
        takeTexts(builder.testcase, [text], builder.redact);
}
/** The suites in document order, when the document is at its end. */
function builtSuites({ suites }) {
    if (suites.length === 0)
        throw new Unreadable('it holds no testsuite');
    return suites;
}
function innermost({ open }) {
    const suite = open.at(-1);
    if (!suite)
        throw new Unreadable('a result stands outside of any testsuite');
    return suite;
}
function addTestcase(builder, draft) {
    const suite = innermost(builder);
    if (builder.testcases >= MOST_ELEMENTS)
        throw new Unreadable(`it holds more than ${MOST_ELEMENTS} testcases`);
    if (!suite.listed)
        list(builder, suite);
    suite.drafts.push(draft);
    suite.testcases += 1;
    builder.testcases += 1;
    return draft;
}
/** A suite's place is where it begins; a wrapper's, where its first own testcase is. */
function list({ suites }, suite) {
    if (suites.length >= MOST_ELEMENTS)
        throw new Unreadable(`it holds more than ${MOST_ELEMENTS} testsuites`);
    suites.push({ name: suite.name, testcases: suite.drafts });
    suite.listed = true;
}
/** Nothing short is ever green: a suite that declares more than it shows has lost something on its way. */
function checkDeclared({ head, testcases, troubles }) {
    const tests = readCount(head.tests) ?? 0;
    if (tests > testcases)
        throw new Unreadable(`a testsuite declares ${tests} tests but holds ${testcases}`);
    const declared = (readCount(head.failures) ?? 0) + (readCount(head.errors) ?? 0);
    if (declared > troubles) {
        throw new Unreadable(`a testsuite counts ${declared} as failures and errors but shows ${troubles}`);
    }
}
/** As nearly all of them are called: to look a name up is cheaper than to make it anew. */
const LOCAL_NAMES = new Set([
    'testsuites',
    'testsuite',
    'testcase',
    'name',
    'time',
    'system-out',
    'error',
    'failure',
    'skipped',
]);
/** The name of an element, or of a field of JSON, without its prefix, in lower case: `FAILURE` is a failure, too. */
function localName(name) {
    if (LOCAL_NAMES.has(name))
        return name;
    return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

;// CONCATENATED MODULE: ./build/results/read-json.js






/** Fields of a testcase that mean a result, as they are called or, by some producers, might be; without prefix, in lower case. */
const RESULTS = new Map([
    ['error', 'error'],
    ['errors', 'error'],
    ['failure', 'failed'],
    ['failures', 'failed'],
    ['skipped', 'skipped'],
]);
/** Of a suite only these: its `errors`, `failures` and `skipped` are how many there were. */
const SUITE_RESULTS = ['error', 'failure'];
/** A testcase that has been read, in the place of the object that it was. */
class ReadTestcase {
    draft;
    troubles;
    constructor(draft, troubles) {
        this.draft = draft;
        this.troubles = troubles;
    }
}
/**
 * Reads JUnit in JSON as the service writes it, `testsuites` around `testsuite` around `testcase`, each one object or
 * a list of them. The rules are those of the XML. What is not JSON, or of another shape, is unreadable; nothing is thrown.
 */
function createJsonReader(redact, depth) {
    const readOne = depth === 'everything' ? readTestcase : readResult;
    let testcases = 0;
    const stream = createJsonStream((key, object) => {
        if (key !== 'testcase')
            return object;
        testcases += 1;
        return readOne(object, redact);
    });
    let blank = true;
    let trouble;
    return {
        take: (piece) => {
            if (trouble)
                return;
            try {
                const text = blank ? piece.replace(/^[\uFEFF\s]+/, '') : piece;
                blank &&= text === '';
                stream.take(text);
            }
            catch (error) {
                trouble = unreadable(error);
            }
        },
        finish: () => {
            if (blank)
                return { kind: 'unreadable', why: 'it is empty' };
            return trouble ?? readingOf(() => readRoot(stream.finish(), testcases, redact));
        },
    };
}
/** The same for a text that is there as a whole. */
function readJson(text, redact, depth = 'everything') {
    const reader = createJsonReader(redact, depth);
    reader.take(text);
    return reader.finish();
}
/** @param testcases how many were read, wherever they stand: one that stands where none is looked for would be lost silently */
function readRoot(root, testcases, redact) {
    if (!(0,fields/* isJsonObject */.O)(root))
        return notJunit('the document');
    if (countPlaced(root, ['testsuites', 'testsuite']) < testcases)
        throw new Unreadable('a testcase stands where none belongs');
    const into = createSuiteBuilder(redact);
    for (const wrapper of objectsOf(root, 'testsuites'))
        readSuite(into, wrapper, 'wrapper');
    for (const suite of objectsOf(root, 'testsuite'))
        readSuite(into, suite);
    return builtSuites(into);
}
/** Goes down as far as {@link suites.openSuite} lets it. */
function readSuite(into, suite, kind) {
    const [name, tests, failures, errors] = ['name', 'tests', 'failures', 'errors'].map((key) => fieldOf(suite, key));
    openSuite(into, { name, tests, failures, errors }, kind);
    for (const field of SUITE_RESULTS) {
        for (const told of resultsOf(fieldOf(suite, field), false)) {
            addResult(into, RESULTS.get(field) ?? 'error', textsOf(told));
        }
    }
    for (const testcase of itemsOf(suite, 'testcase')) {
        if (!(testcase instanceof ReadTestcase))
            return notJunit('testcase');
        takeTestcase(into, testcase.draft, testcase.troubles);
    }
    for (const inner of objectsOf(suite, 'testsuite'))
        readSuite(into, inner);
    closeSuite(into);
}
function readTestcase(testcase, redact) {
    const draft = draftTestcase(readName(testcase['name'] ?? testcase['classname'], redact), testcase['time']);
    const troubles = forEachResult(testcase, (result, told) => {
        takeResult(draft, result, textsOf(told), redact);
    });
    for (const output of listOf(testcase['system-out']))
        takeTexts(draft, textsOf(output), redact);
    return new ReadTestcase(draft, troubles);
}
const NAMELESS = BY_WEIGHT.map((result) => ({ device: UNNAMED, result }));
function readResult(testcase) {
    let worst = 0;
    const troubles = forEachResult(testcase, (result) => {
        worst = Math.max(worst, BY_WEIGHT.indexOf(result));
    });
    return new ReadTestcase(NAMELESS[worst] ?? draftTestcase(UNNAMED), troubles);
}
/** How many testcases stand where they are looked for. */
function countPlaced(value, places = ['testcase', 'testsuite']) {
    if (value instanceof ReadTestcase)
        return 1;
    let testcases = 0;
    if ((0,fields/* isJsonObject */.O)(value))
        for (const place of places)
            testcases += countPlaced(fieldOf(value, place));
    else if (Array.isArray(value))
        for (const item of value)
            testcases += countPlaced(item);
    return testcases;
}
/** Meets every result of a testcase; says how many of them are failures and errors. */
function forEachResult(testcase, meet) {
    let troubles = 0;
    for (const key in testcase) {
        const name = localName(key);
        const result = RESULTS.get(name);
        if (!result)
            continue;
        for (const told of resultsOf(testcase[key], name.endsWith('s'))) {
            if (result !== 'skipped')
                troubles += 1;
            meet(result, told);
        }
    }
    return troubles;
}
/** What a field says of results: `false` means no result, and so does 0 where the field may be a count. */
function resultsOf(value, maybeCount) {
    return listOf(value).filter((told) => told !== false && !(maybeCount && typeof told !== 'object' && Number(told) === 0));
}
/** A text, or an object with `message` and `contents`, either a text or a list of texts; what is anything else says nothing. */
function textsOf(told) {
    const parts = (0,fields/* isJsonObject */.O)(told) ? [fieldOf(told, 'message'), fieldOf(told, 'contents')] : [told];
    return parts.flatMap(listOf).filter((part) => typeof part === 'string');
}
/** One object or a list of them. Anything else would be lost silently, and is refused. */
function objectsOf(from, key) {
    return itemsOf(from, key).map((item) => ((0,fields/* isJsonObject */.O)(item) ? item : notJunit(key)));
}
/** One or a list of them; absent, null and empty text are none. */
function itemsOf(from, key) {
    const value = fieldOf(from, key);
    return value === null || value === '' ? [] : listOf(value);
}
function listOf(value) {
    if (value === undefined)
        return [];
    return Array.isArray(value) ? value : [value];
}
function fieldOf(fields, key) {
    return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
function notJunit(what) {
    throw new Unreadable(`${what} is not what JUnit in JSON looks like`);
}

// EXTERNAL MODULE: ./node_modules/saxes/saxes.js
var saxes = __webpack_require__(59800);
;// CONCATENATED MODULE: ./build/results/read-xml.js




/** How much is parsed at a time, in UTF-16 units, so that the parser's own texts stay small. */
const SLICE = 64 * 1024;
const DECLARATION = '<?xml';
/** Elements whose text is wanted, and what they mean; `undefined`: what the testcase printed. */
const TELLING = new Map([
    ['failure', 'failed'],
    ['error', 'error'],
    ['skipped', 'skipped'],
    ['system-out', undefined],
]);
/**
 * Reads a JUnit document: `testsuites`, a `testsuite`, or several of these side by side (the service's bare XML). Element names count
 * without their namespace prefix, in any case. Whatever is not well-formed, cut short, or something else than JUnit is unreadable;
 * nothing is thrown.
 */
function createXmlReader(redact) {
    let beginning = '';
    let blankLines = 0;
    let state;
    let trouble;
    const attempt = (work) => {
        if (trouble)
            return;
        try {
            work();
        }
        catch (error) {
            trouble = unreadable(state && error instanceof Unreadable ? withLine(error, state) : error);
        }
    };
    const begin = (text) => {
        state = createState(text.startsWith(DECLARATION), redact);
        state.parser.line += blankLines;
        feed(state, text);
        return state;
    };
    /** The first characters decide how the rest is read, so they are gathered, without the space before them. */
    const gather = (piece) => {
        const text = beginning + piece;
        beginning = text.trimStart();
        blankLines += text.slice(0, text.length - beginning.length).split('\n').length - 1;
        if (beginning.length >= DECLARATION.length)
            begin(beginning);
    };
    return {
        take: (piece) => {
            attempt(() => {
                if (state)
                    feed(state, piece);
                else
                    gather(piece);
            });
        },
        finish: () => {
            if (!state && beginning === '')
                return { kind: 'unreadable', why: 'it is empty' };
            attempt(() => (state ?? begin(beginning)).parser.close());
            return trouble ?? readingOf(() => builtSuites(state?.builder ?? createSuiteBuilder(redact)));
        },
    };
}
/** The same for a text that is there as a whole. */
function readXml(text, redact) {
    const reader = createXmlReader(redact);
    reader.take(text);
    return reader.finish();
}
function feed({ parser }, piece) {
    // The parser misreads a lone surrogate as the first half of a character, and would swallow the markup behind it.
    const whole = piece.toWellFormed();
    for (let at = 0; at < whole.length; at += SLICE)
        parser.write(whole.slice(at, at + SLICE));
}
function withLine({ message }, { parser }) {
    return new Unreadable(`${message} (line ${parser.line})`);
}
/** Only a document with a declaration has one root for sure; what has none is read as a fragment. */
function createState(declared, redact) {
    const state = {
        parser: new saxes/* SaxesParser */.wT({ xmlns: false, fragment: !declared, position: false }),
        builder: createSuiteBuilder(redact),
        redact,
        depth: 0,
        root: undefined,
        telling: undefined,
    };
    const { parser } = state;
    parser.on('error', ({ message }) => {
        const why = /doctype/i.test(message) ? 'a DOCTYPE is not accepted' : redact(message).replace(/\.$/, '');
        throw new Unreadable(why.slice(0, 200));
    });
    parser.on('doctype', () => parser.fail('doctype'));
    parser.on('opentag', (tag) => {
        onOpenTag(state, tag);
    });
    parser.on('closetag', (tag) => {
        onCloseTag(state, tag);
    });
    parser.on('text', (text) => {
        onText(state, text);
    });
    parser.on('cdata', (text) => {
        onText(state, text);
    });
    return state;
}
function onOpenTag(state, { name, attributes }) {
    const local = localName(name);
    if (state.depth === 0)
        checkRoot(state, local);
    if (state.depth >= suite_builder_DEEPEST)
        throw new Unreadable(`elements are nested more than ${suite_builder_DEEPEST} deep`);
    state.depth += 1;
    if (local === 'testsuites')
        openSuite(state.builder, attributes, 'wrapper');
    else if (local === 'testsuite')
        openSuite(state.builder, attributes);
    else if (local === 'testcase')
        openTestcase(state.builder, attributes.name ?? attributes.classname, attributes.time);
    else if (TELLING.has(local)) {
        endTelling(state);
        state.telling = { result: TELLING.get(local), message: attributes.message ?? '', text: '' };
    }
}
function onCloseTag(state, { name }) {
    const local = localName(name);
    state.depth -= 1;
    if (local === 'testsuites' || local === 'testsuite')
        closeSuite(state.builder);
    else if (local === 'testcase')
        closeTestcase(state.builder);
    else if (TELLING.has(local))
        endTelling(state);
}
function onText({ depth, telling }, text) {
    if (depth === 0 && text.trim() !== '')
        throw new Unreadable('text stands outside of the root element');
    if (!telling)
        return;
    const heard = telling.text === '' ? text.trimStart() : text;
    telling.text += heard.slice(0, READ_LENGTH + 1 - telling.text.length);
}
/** Hands over what the open telling element said. It is over, too, when another one begins within it. */
function endTelling(state) {
    const { telling } = state;
    if (!telling)
        return;
    state.telling = undefined;
    if (telling.result)
        addResult(state.builder, telling.result, [telling.message, telling.text]);
    else
        addOutput(state.builder, telling.text);
}
function checkRoot(state, local) {
    if (local !== 'testsuites' && local !== 'testsuite') {
        throw new Unreadable(`the root element is ${state.redact(local).slice(0, 40)}, not testsuites or testsuite`);
    }
    if (state.root === 'testsuites' || (state.root && local !== state.root))
        throw new Unreadable('it has more than one root element');
    state.root = local;
}

;// CONCATENATED MODULE: ./build/results/intake.js






/** Makes ready for one answer. @param depth how much of JSON is to be known; of XML it is everything */
function openIntake(tools, depth) {
    const incoming = new Map();
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
            const arrived = documents/* DOCUMENT_KINDS */.q.map((kind) => [kind, incoming.get(kind)?.finish()]);
            return new Map(arrived.flatMap(([kind, document]) => (document ? [[kind, document]] : [])));
        },
        drop: async () => {
            const dropped = [...incoming.values()];
            incoming.clear();
            for (const document of dropped)
                await document.drop();
        },
    };
}
function openDocument(kind, tools, depth) {
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
            if (blank)
                return undefined;
            const reading = reader?.finish();
            const rest = clean.end();
            if (clean.found)
                tools.onSecret();
            return { reading, keep: () => file.keep(rest) };
        },
        drop: () => file.drop(),
    };
}
/** Most texts are like this: what is seen of them is what they hold. */
const ORDINARY = /^(?:[!-~]| (?! ))*$/;
/** Redacts what a reader puts together, also where characters that nobody sees keep a secret apart, or the end is cut off. */
function redactorOf({ redact, redactPieces, onSecret }) {
    return (text) => {
        const clean = text.length > READ_LENGTH ? redactPieces().take(text.slice(0, READ_LENGTH)) : redact(text);
        const visible = ORDINARY.test(clean) ? clean : (0,model_text/* oneLine */.TN)(clean);
        const safe = visible === clean || redact(visible) === visible ? clean : redact(visible);
        if (safe !== text.slice(0, safe.length))
            onSecret();
        return safe;
    };
}
function readerOf(kind, redact, depth) {
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
/** A file that is begun with its first text. What cannot be written is told once, and read all the same. */
function openFile(kind, { beginFile, onUnsaved }) {
    let file;
    let over = false;
    const drop = async () => {
        if (!over)
            await file?.drop();
        over = true;
    };
    const attempt = async (work) => {
        if (over)
            return;
        await work().catch(async (error) => {
            await drop();
            onUnsaved((0,errors/* messageOf */.bD)(error));
        });
    };
    const write = (text) => attempt(async () => {
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

;// CONCATENATED MODULE: ./build/results/document-source.js



/** Makes ready to ask. @param signal ends every request */
function createDocumentSource(service, runtime, job, signal) {
    const warnings = new Set();
    const warn = (text) => void warnings.add(text);
    const intakes = createIntakes(intakeTools(runtime, job, warn));
    const ask = async (type, intake) => {
        const reply = await service.result(job.testsetId, type, intake, signal);
        if (reply.kind !== 'ok')
            return reply;
        return reply.value.complete ? { kind: 'ok', value: intake.finish() } : NOT_COMPLETE;
    };
    const askInTurn = (types, depth) => {
        const open = intakes.inTurn(depth);
        const next = turns(types);
        return async () => ask(next(), await open());
    };
    const what = `the results of testset ${job.testsetId}`;
    const patience = { ...DEFAULT_RETRIES, ...(job.notReadyMs !== undefined && { notReadyMs: job.notReadyMs }) };
    return {
        untilReady: (types) => fetchWhenReady(runtime, {
            what,
            ...patience,
            ask: askInTurn(types, 'everything'),
            isEnough: isJudgeable,
            acceptsRejection: false,
        }),
        // HTML is for people: the verdict does not wait for it.
        again: (kind, depth) => fetchWhenReady(runtime, {
            what,
            ...(kind === 'html' ? { notReadyMs: 0, failingMs: 0 } : patience),
            ask: askInTurn([kind], depth),
            isEnough: () => true,
            acceptsRejection: true,
        }),
        warn,
        warnings: () => [...warnings],
        tidy: intakes.drop,
    };
}
/** Gives one after the other, and begins again behind the last. */
function turns(all) {
    let given = 0;
    return () => {
        given += 1;
        return all[(given - 1) % all.length] ?? all[0];
    };
}
function intakeTools(runtime, { testsetId, folder }, warn) {
    let unsaved = false;
    return {
        redact: runtime.redact,
        redactPieces: runtime.redactPieces,
        beginFile: (kind) => folder.beginResult(testsetId, kind),
        onUnsaved: (reason) => {
            // What keeps one file from being written keeps the others, too.
            if (!unsaved)
                warn(reason);
            unsaved = true;
        },
        onSecret: () => {
            warn(`The results of testset ${testsetId} held a secret of the inputs; it was replaced by ***.`);
        },
    };
}
/** Every answer is taken in by itself; what an earlier look at the same thing brought was not enough, and is let go. */
function createIntakes(tools) {
    const open = new Set();
    const letGo = async (intake) => {
        open.delete(intake);
        await intake.drop();
    };
    return {
        inTurn: (depth) => {
            let last;
            return async () => {
                if (last)
                    await letGo(last);
                last = openIntake(tools, depth);
                open.add(last);
                return last;
            };
        },
        drop: async () => {
            for (const intake of [...open])
                await letGo(intake);
        },
    };
}
/** The service's own word that there is more to come is worth as much as its code for it. */
const NOT_COMPLETE = {
    kind: 'code',
    status: 200,
    envelope: { code: error_codes/* STILL_RUNNING */.rN, message: '', reason: 'the results are not complete', data: {} },
};
/** A verdict needs one of these; HTML is for people alone. */
function isJudgeable(arrivals) {
    return ['xml', 'bare_xml', 'json'].some((kind) => arrivals.has(kind));
}

;// CONCATENATED MODULE: ./build/results/find-document.js
/** Looks for a document among what was delivered; what is missing is asked for by its own name. */
async function findDocument(source, delivered, kind, depth) {
    const document = delivered.get(kind);
    return document ? { kind: 'delivered', document } : askFor(source, kind, depth);
}
/** Finds, saves and reads a document; one that cannot be read is asked for once more, and the second one is believed. */
async function readDocument(source, delivered, kind, depth) {
    const found = await findDocument(source, delivered, kind, depth);
    if (found.kind !== 'delivered')
        return found;
    const first = await saveAndRead(found.document);
    if (first.kind === 'read')
        return { kind: 'delivered', reading: first };
    const again = await askFor(source, kind, depth);
    const reading = again.kind === 'delivered' ? await saveAndRead(again.document) : first;
    return { kind: 'delivered', reading };
}
/** The XML, or the bare XML in its place. */
async function readEitherXml(source, delivered) {
    const xml = await readDocument(source, delivered, 'xml', 'everything');
    if (xml.kind === 'delivered' || xml.kind === 'cancelled')
        return xml;
    const bare = await readDocument(source, delivered, 'bare_xml', 'everything');
    return bare.kind === 'absent' ? xml : bare;
}
async function askFor(source, kind, depth) {
    const fetched = await source.again(kind, depth);
    if (fetched.kind === 'cancelled')
        return { kind: 'cancelled' };
    if (fetched.kind === 'missing') {
        source.warn(fetched.error.message);
        return { kind: 'unfetched' };
    }
    const document = fetched.value.get(kind);
    return document ? { kind: 'delivered', document } : { kind: 'absent' };
}
async function saveAndRead(document) {
    await document.keep();
    return document.reading ?? { kind: 'unreadable', why: 'it is for people alone' };
}

;// CONCATENATED MODULE: ./build/results/collect.js




/** All that is asked for at the deadline, or was being asked for then, may take so much longer, in milliseconds. */
const EXTRA_MS = 30_000;
/** Beyond this many unit tests each document is asked for by itself, so that no two of them are in memory at once. */
const ONE_ANSWER_TESTS = 2_000;
/** Fetches, saves and reads the documents of a complete testset. Nothing is thrown; what went wrong is part of the value. */
async function collectResults(service, runtime, job) {
    return (0,time_limits/* withExtraTime */.AR)(runtime, EXTRA_MS, (signal) => collect(createDocumentSource(service, runtime, job, signal), job));
}
async function collect(source, job) {
    try {
        const first = await source.untilReady(job.unitTests > ONE_ANSWER_TESTS ? ['xml', 'json'] : ['all']);
        if (first.kind === 'missing')
            return (0,collected/* nothingCollected */.P)({ problem: first.error });
        if (first.kind === 'cancelled')
            return (0,collected/* nothingCollected */.P)({ cancelled: true });
        const xml = testimonyOf('xml', await readEitherXml(source, first.value));
        const json = xml.suites
            ? { ...testimonyOf('json', await readDocument(source, first.value, 'json', 'results')), suites: undefined }
            : testimonyOf('json', await readDocument(source, first.value, 'json', 'everything'));
        // For people alone: neither its absence nor a cancel undoes what the others have told.
        const html = await findDocument(source, first.value, 'html', 'everything');
        if (html.kind === 'delivered')
            await html.document.keep();
        const documents = [xml.witness, json.witness];
        return {
            documents,
            suites: xml.suites ?? json.suites ?? [],
            warnings: [...source.warnings(), ...absences(job.testsetId, documents)],
            cancelled: xml.cancelled || json.cancelled,
        };
    }
    finally {
        await source.tidy();
    }
}
/** What could not be fetched may have told otherwise: it is no absent document. */
const UNFETCHED = { kind: 'unreadable', why: 'they could not be fetched' };
function testimonyOf(source, found) {
    const reading = found.kind === 'delivered' ? found.reading : found.kind === 'absent' ? undefined : UNFETCHED;
    return {
        witness: (0,collected/* witnessed */.H)(source, reading),
        suites: reading?.kind === 'read' ? reading.suites : undefined,
        cancelled: found.kind === 'cancelled',
    };
}
function absences(testsetId, [xml, json]) {
    if ((xml.state === 'absent') === (json.state === 'absent'))
        return [];
    const [gone, other] = xml.state === 'absent' ? ['XML', 'JSON'] : ['JSON', 'XML'];
    return [`Testset ${testsetId} delivered no ${gone} results; the ${other} stands alone.`];
}


/***/ })

};
