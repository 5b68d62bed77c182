export const id = 39;
export const ids = [39];
export const modules = {

/***/ 51039:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  collectResults: () => (/* binding */ collectResults)
});

// EXTERNAL MODULE: ./build/errors.js
var errors = __webpack_require__(19473);
// EXTERNAL MODULE: ./build/results/document.js
var results_document = __webpack_require__(51656);
// EXTERNAL MODULE: ./build/grace.js
var build_grace = __webpack_require__(40792);
// EXTERNAL MODULE: ./build/service/codes.js
var codes = __webpack_require__(20474);
// EXTERNAL MODULE: ./build/service/delay.js
var delay = __webpack_require__(58795);
// EXTERNAL MODULE: ./build/service/explain.js
var explain = __webpack_require__(32807);
// EXTERNAL MODULE: ./build/service/reply.js
var service_reply = __webpack_require__(53896);
// EXTERNAL MODULE: ./build/service/retry.js
var retry = __webpack_require__(89830);
;// CONCATENATED MODULE: ./build/results/fetch.js






/** How long results may stay away, and how long asking may fail, in milliseconds (DESIGN §4). */
const NOT_READY_MS = 10 * 60_000;
const FAILING_MS = 15 * 60_000;
/** A complete testset's results are fetched even when its last look was the deadline's, in milliseconds. */
const GRACE_MS = 30_000;
/** Makes a fetcher for one testset; `gate` bounds the requests of all of them together. */
function createFetcher(service, world, gate, testsetId) {
    const what = `the results of testset ${testsetId}`;
    const ask = async (type, untilReady) => {
        const { clock } = world;
        const began = clock.now();
        for (let looks = 0, failures = 0;; looks += 1) {
            const grace = (0,build_grace/* graceAfterDeadline */.p)(world, GRACE_MS);
            const reply = await gate(() => service.result(testsetId, type, grace.signal));
            grace.done();
            if (reply.kind === 'ok' && (!untilReady || isJudgeable(reply.value))) {
                return { kind: 'delivered', delivered: reply.value };
            }
            const failed = reply.kind !== 'ok' && !isNotReady(reply);
            if (!untilReady && !failed)
                return { kind: 'delivered', delivered: {} };
            failures = failed ? failures + 1 : 0;
            const waitMs = Math.max(failed ? (0,retry/* backoffMs */.j)(failures, clock.random()) : 0, pauseOf(reply), (0,delay/* risingMs */.$o)(looks));
            const outOfTime = clock.now() - began >= (failed ? FAILING_MS : NOT_READY_MS);
            const hopeless = reply.kind !== 'ok' && ((0,service_reply/* isDenied */.G)(reply) || (!untilReady && isFinal(reply)));
            if (world.signal.aborted || outOfTime || hopeless)
                return givenUp(world, reply, what);
            world.log.debug(`No results of testset ${testsetId} yet; next look in ${String(Math.round(waitMs / 1000))} s.`);
            await clock.sleep(waitMs, world.signal);
        }
    };
    return { untilReady: (type) => ask(type, true), once: (type) => ask(type, false) };
}
/** A verdict needs one of these; HTML is for people alone. */
function isJudgeable({ xml, bare_xml: bareXml, json }) {
    return [xml, bareXml, json].some((document) => document !== undefined);
}
/** An error code that was given for one document is not going to change. */
function isFinal(reply) {
    return reply.kind === 'code' && reply.envelope.code !== codes/* MAINTENANCE */.Ar;
}
function givenUp(world, reply, what) {
    if (world.signal.aborted && world.signal.reason !== 'deadline')
        return { kind: 'cancelled' };
    if (reply.kind === 'ok')
        return { kind: 'delivered', delivered: reply.value };
    return { kind: 'missing', error: (0,explain/* explain */.WE)(reply, what) };
}
function isNotReady(reply) {
    return reply.kind === 'code' && [codes/* NO_DATA */.V5, codes/* STILL_RUNNING */.rN].includes(reply.envelope.code);
}
function pauseOf(reply) {
    return reply.kind === 'code' || reply.kind === 'status' ? (reply.retryAfterMs ?? 0) : 0;
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

;// CONCATENATED MODULE: ./build/results/told.js
/** How much of a text is kept, in UTF-16 units. */
const KEPT_LENGTH = 1_000;
/** Sorts texts, the more telling first: the first http(s) address is the link, the first of the others the message. */
function readTold(texts) {
    let url;
    let message;
    for (const text of texts) {
        const trimmed = text.trim();
        if (isLink(trimmed))
            url ??= trimmed;
        else if (trimmed !== '')
            message ??= cutText(trimmed);
    }
    return { ...(url !== undefined && { url }), ...(message !== undefined && { message }) };
}
/** At most the first 1,000 UTF-16 units, between whole characters. */
function cutText(text) {
    return text.length > KEPT_LENGTH ? text.slice(0, KEPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '') : text;
}
/** A longer address would be kept in part, and lead elsewhere. */
function isLink(text) {
    return text.length <= KEPT_LENGTH && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

;// CONCATENATED MODULE: ./build/results/draft.js


const UNNAMED = '(unnamed)';
/** The results from best to worst: of several in one testcase the worst counts. */
const BY_WEIGHT = ['passed', 'skipped', 'failed', 'error'];
/** A testcase that passed, until something else is heard. */
function draftTestcase(device, time) {
    const seconds = readSeconds(time);
    return seconds === undefined ? { device, result: 'passed' } : { device, result: 'passed', seconds };
}
/** Takes in one result and its texts, the more telling first; what the worst result says goes before what the others say. */
function takeResult(draft, result, texts) {
    if (BY_WEIGHT.indexOf(result) <= BY_WEIGHT.indexOf(draft.result)) {
        takeTexts(draft, texts);
        return;
    }
    draft.result = result;
    Object.assign(draft, readTold(texts));
}
/** Takes in what is not known yet: a link, a message. */
function takeTexts(draft, texts) {
    const { url, message } = readTold(texts);
    if (url !== undefined)
        draft.url ??= url;
    if (message !== undefined)
        draft.message ??= message;
}
/** A device's or suite's name: trimmed, at most 1,000 UTF-16 units, never empty. */
function readName(value) {
    const text = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
    return text === '' ? UNNAMED : cutText(text);
}

;// CONCATENATED MODULE: ./build/results/unreadable.js
/** Thrown within a reader when the document is of no use. The message completes "it cannot be read: …", without a full stop. */
class Unreadable extends Error {
}
/** Runs a reader, and turns what it throws as {@link Unreadable} into a reading. Anything else that it throws goes on. */
function readingOf(read) {
    try {
        return { kind: 'read', suites: read() };
    }
    catch (error) {
        if (!(error instanceof Unreadable))
            throw error;
        return { kind: 'unreadable', why: error.message };
    }
}

;// CONCATENATED MODULE: ./build/results/assembly.js



/** How deep suites, and elements of XML, may be nested. */
const DEEPEST = 64;
/** How many testcases, and how many suites, one document may hold. */
const MOST = 500_000;
/** Starts with nothing. */
function createAssembly() {
    return { suites: [], open: [], testcase: undefined, testcases: 0 };
}
/** A suite begins. A `wrapper` is the root around suites: it is one itself only when it holds testcases of its own. */
function openSuite(assembly, head, kind) {
    if (assembly.testcase)
        throw new Unreadable('a testcase holds a testsuite');
    if (assembly.open.length >= DEEPEST)
        throw new Unreadable(`testsuites are nested more than ${DEEPEST} deep`);
    const suite = { head, name: readName(head.name), drafts: [], listed: false, testcases: 0, troubles: 0 };
    assembly.open.push(suite);
    if (kind !== 'wrapper')
        list(assembly, suite);
}
/** The innermost suite ends. */
function closeSuite(assembly) {
    const suite = innermost(assembly);
    checkDeclared(suite);
    assembly.open.pop();
    const parent = assembly.open.at(-1);
    if (!parent)
        return;
    parent.testcases += suite.testcases;
    parent.troubles += suite.troubles;
}
/** A testcase of the innermost suite begins. */
function openTestcase(assembly, name, time) {
    if (assembly.testcase)
        throw new Unreadable('a testcase holds another testcase');
    assembly.testcase = addTestcase(assembly, draftTestcase(readName(name), time));
}
/** The open testcase ends. */
function closeTestcase(assembly) {
    assembly.testcase = undefined;
}
/** A result of the open testcase; without one it is trouble of the suite itself, and counts as a testcase named after it. */
function addResult(assembly, result, texts) {
    const suite = innermost(assembly);
    if (result !== 'skipped')
        suite.troubles += 1;
    takeResult(assembly.testcase ?? addTestcase(assembly, draftTestcase(suite.name)), result, texts);
}
/** What the open testcase printed; what a suite printed is passed over. */
function addOutput(assembly, text) {
    if (assembly.testcase)
        takeTexts(assembly.testcase, [text]);
}
/** The suites in document order, when the document is at its end. */
function assembled({ suites }) {
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
function addTestcase(assembly, draft) {
    const suite = innermost(assembly);
    if (assembly.testcases >= MOST)
        throw new Unreadable(`it holds more than ${MOST} testcases`);
    if (!suite.listed)
        list(assembly, suite);
    suite.drafts.push(draft);
    suite.testcases += 1;
    assembly.testcases += 1;
    return draft;
}
/** A suite's place is where it begins; a wrapper's, where its first own testcase is. */
function list({ suites }, suite) {
    if (suites.length >= MOST)
        throw new Unreadable(`it holds more than ${MOST} testsuites`);
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

;// CONCATENATED MODULE: ./build/results/read-json.js


const TROUBLES = [
    ['error', 'error'],
    ['failure', 'failed'],
];
/** Of a testcase only: the `skipped` of a suite is how many it skipped. */
const RESULTS = [...TROUBLES, ['skipped', 'skipped']];
/**
 * Reads JUnit in JSON as the service writes it, as text or parsed: `testsuites` around `testsuite` around `testcase`, each one object or
 * a list of them. The rules are those of the XML. What is not JSON, or of another shape, is unreadable; nothing is thrown.
 */
function readJson(value) {
    return readingOf(() => {
        const root = typeof value === 'string' ? parse(value) : value;
        return isFields(root) ? readRoot(root) : other('the document');
    });
}
function parse(text) {
    const json = text.replace(/^\uFEFF/, '');
    if (json.trim() === '')
        throw new Unreadable('it is empty');
    try {
        return JSON.parse(json);
    }
    catch {
        throw new Unreadable('it is not well-formed JSON');
    }
}
function readRoot(root) {
    const into = createAssembly();
    for (const wrapper of objectsOf(root, 'testsuites'))
        readSuite(into, wrapper, 'wrapper');
    for (const suite of objectsOf(root, 'testsuite'))
        readSuite(into, suite);
    return assembled(into);
}
/** Goes down as far as {@link assembly.openSuite} lets it. */
function readSuite(into, suite, kind) {
    const [name, tests, failures, errors] = ['name', 'tests', 'failures', 'errors'].map((key) => fieldOf(suite, key));
    openSuite(into, { name, tests, failures, errors }, kind);
    readResults(into, suite, TROUBLES);
    for (const testcase of objectsOf(suite, 'testcase'))
        readTestcase(into, testcase);
    for (const inner of objectsOf(suite, 'testsuite'))
        readSuite(into, inner);
    closeSuite(into);
}
function readTestcase(into, testcase) {
    openTestcase(into, fieldOf(testcase, 'name') ?? fieldOf(testcase, 'classname'), fieldOf(testcase, 'time'));
    readResults(into, testcase, RESULTS);
    for (const output of listOf(fieldOf(testcase, 'system-out'))) {
        for (const text of textsOf(output))
            addOutput(into, text);
    }
    closeTestcase(into);
}
function readResults(into, from, fields) {
    for (const [field, result] of fields) {
        for (const told of listOf(fieldOf(from, field))) {
            if (told !== false)
                addResult(into, result, textsOf(told));
        }
    }
}
/** A text, or an object with `message` and `contents`, either a text or a list of texts; what is anything else says nothing. */
function textsOf(told) {
    const parts = isFields(told) ? [fieldOf(told, 'message'), fieldOf(told, 'contents')] : [told];
    return parts.flatMap(listOf).filter((part) => typeof part === 'string');
}
/** One object or a list of them; absent, null and empty text are none. Anything else would be lost silently, and is refused. */
function objectsOf(from, key) {
    const value = fieldOf(from, key);
    if (value === null || value === '')
        return [];
    return listOf(value).map((item) => (isFields(item) ? item : other(key)));
}
function listOf(value) {
    if (value === undefined)
        return [];
    return Array.isArray(value) ? value : [value];
}
function fieldOf(fields, key) {
    return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
function isFields(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function other(what) {
    throw new Unreadable(`${what} is not what JUnit in JSON looks like`);
}

// EXTERNAL MODULE: ./node_modules/saxes/saxes.js
var saxes = __webpack_require__(59800);
;// CONCATENATED MODULE: ./build/results/read-xml.js




/** How much is parsed at a time, in UTF-16 units, so that the parser's own texts stay small. */
const SLICE = 64 * 1024;
/** Elements whose text is wanted, and what they mean; `undefined`: what the testcase printed. */
const TELLING = new Map([
    ['failure', 'failed'],
    ['error', 'error'],
    ['skipped', 'skipped'],
    ['system-out', undefined],
]);
/**
 * Reads a JUnit document: `testsuites`, a `testsuite`, or several of these side by side (the service's bare XML). Element names count
 * without their namespace prefix. Whatever is not well-formed, cut short, or something else than JUnit is unreadable; nothing is thrown.
 */
function readXml(text) {
    const start = text.search(/\S/);
    if (start === -1)
        return { kind: 'unreadable', why: 'it is empty' };
    const sight = createSight(text.startsWith('<?xml', start));
    sight.parser.line += text.slice(0, start).split('\n').length - 1;
    return readingOf(() => {
        feed(sight.parser, text, start);
        return assembled(sight.assembly);
    });
}
function feed(parser, text, start) {
    // The parser misreads a lone surrogate as the first half of a character, and would swallow the markup behind it.
    const whole = text.toWellFormed();
    try {
        for (let at = start; at < whole.length; at += SLICE)
            parser.write(whole.slice(at, at + SLICE));
        parser.close();
    }
    catch (error) {
        throw error instanceof Unreadable ? new Unreadable(`${error.message} (line ${parser.line})`) : error;
    }
}
/** Only a document with a declaration has one root for sure; what has none is read as a fragment. */
function createSight(declared) {
    const sight = {
        parser: new saxes/* SaxesParser */.wT({ xmlns: false, fragment: !declared, position: false }),
        assembly: createAssembly(),
        depth: 0,
        root: undefined,
        telling: undefined,
    };
    const { parser } = sight;
    parser.on('error', ({ message }) => {
        throw new Unreadable(/doctype/i.test(message) ? 'a DOCTYPE is not accepted' : message.replace(/\.$/, '').slice(0, 200));
    });
    parser.on('doctype', () => parser.fail('doctype'));
    parser.on('opentag', (tag) => {
        enter(sight, tag);
    });
    parser.on('closetag', (tag) => {
        leave(sight, tag);
    });
    parser.on('text', (text) => {
        hear(sight, text);
    });
    parser.on('cdata', (text) => {
        hear(sight, text);
    });
    return sight;
}
function enter(sight, { name, attributes }) {
    const local = localName(name);
    if (sight.depth === 0)
        checkRoot(sight, local);
    if (sight.depth >= DEEPEST)
        throw new Unreadable(`elements are nested more than ${DEEPEST} deep`);
    sight.depth += 1;
    if (local === 'testsuites')
        openSuite(sight.assembly, attributes, 'wrapper');
    else if (local === 'testsuite')
        openSuite(sight.assembly, attributes);
    else if (local === 'testcase')
        openTestcase(sight.assembly, attributes.name ?? attributes.classname, attributes.time);
    else if (TELLING.has(local)) {
        tell(sight);
        sight.telling = { result: TELLING.get(local), message: attributes.message ?? '', text: '' };
    }
}
function leave(sight, { name }) {
    const local = localName(name);
    sight.depth -= 1;
    if (local === 'testsuites' || local === 'testsuite')
        closeSuite(sight.assembly);
    else if (local === 'testcase')
        closeTestcase(sight.assembly);
    else if (TELLING.has(local))
        tell(sight);
}
function hear({ depth, telling }, text) {
    if (depth === 0 && text.trim() !== '')
        throw new Unreadable('text stands outside of the root element');
    if (!telling)
        return;
    const heard = telling.text === '' ? text.trimStart() : text;
    telling.text += heard.slice(0, KEPT_LENGTH + 1 - telling.text.length);
}
/** Hands over what the open telling element said. It is over, too, when another one begins within it. */
function tell(sight) {
    const { telling } = sight;
    if (!telling)
        return;
    sight.telling = undefined;
    if (telling.result)
        addResult(sight.assembly, telling.result, [telling.message, telling.text]);
    else
        addOutput(sight.assembly, telling.text);
}
function checkRoot(sight, local) {
    if (local !== 'testsuites' && local !== 'testsuite') {
        throw new Unreadable(`the root element is ${local.slice(0, 40)}, not testsuites or testsuite`);
    }
    if (sight.root === 'testsuites' || (sight.root && local !== sight.root))
        throw new Unreadable('it has more than one root element');
    sight.root = local;
}
function localName(name) {
    return name.slice(name.lastIndexOf(':') + 1);
}

;// CONCATENATED MODULE: ./build/results/collect.js





/** Beyond this many unit tests each document is asked for by itself, so that no two of them are in memory at once. */
const ONE_ANSWER_TESTS = 2_000;
/** Fetches, saves and reads the documents of a complete testset. Nothing is thrown; what went wrong is part of the value. */
async function collectResults(service, world, job) {
    const fetcher = createFetcher(service, world, job.gate, job.testsetId);
    const first = await fetcher.untilReady(job.unitTests > ONE_ANSWER_TESTS ? 'xml' : 'all');
    if (first.kind === 'missing')
        return nothing({ problem: first.error });
    if (first.kind === 'cancelled')
        return nothing({ cancelled: true });
    const shelf = createShelf(fetcher, first.delivered, job);
    const xml = weigh('xml', await shelf.read('xml', readXml));
    const json = weigh('json', await shelf.read('json', readJson), xml.suites === undefined);
    await shelf.keep('html');
    const documents = [xml.witness, json.witness];
    const suites = xml.suites ?? json.suites;
    return {
        documents,
        suites: suites ?? [],
        warnings: [...shelf.warnings(), ...absences(job.testsetId, documents)],
        cancelled: shelf.cancelled(),
    };
}
/** Saves documents; one that cannot be saved is a warning, and read all the same. */
function createSaver(job, warnings) {
    return (kind, text) => job.save(kind, text).catch((error) => {
        warnings.add((0,errors/* messageOf */.b)(error));
    });
}
/** What a reading bears witness to, and its suites, which are let go where they are not wanted. */
function weigh(source, reading, wanted = true) {
    const suites = reading?.kind === 'read' && wanted ? reading.suites : undefined;
    return { witness: witness(source, reading), suites };
}
function createShelf(fetcher, delivered, job) {
    const warnings = new Set();
    const unfetched = new Set();
    let cancelled = false;
    // What has been read is let go, because a hundred thousand unit tests fill each document with tens of megabytes.
    const stock = new Map(Object.entries(delivered));
    const take = (kind) => {
        const document = stock.get(kind);
        stock.delete(kind);
        return cleaned(document);
    };
    const askFor = async (kind) => {
        const fetched = await fetcher.once(kind);
        if (fetched.kind === 'cancelled')
            cancelled = true;
        if (fetched.kind === 'missing') {
            warnings.add(fetched.error.message);
            unfetched.add(kind);
        }
        return fetched.kind === 'delivered' ? cleaned(fetched.delivered[kind]) : undefined;
    };
    const cleaned = (document) => {
        if (document === undefined)
            return undefined;
        const text = typeof document === 'string' ? document : JSON.stringify(document);
        const clean = job.redact(text);
        if (clean !== text) {
            warnings.add(`The results of testset ${job.testsetId} held a secret of the inputs; it was replaced by ***.`);
        }
        return clean;
    };
    const find = async (kind) => {
        const own = take(kind) ?? (await askFor(kind));
        if (own !== undefined || kind !== 'xml')
            return own;
        return take('bare_xml') ?? (await askFor('bare_xml'));
    };
    const save = createSaver(job, warnings);
    return {
        read: async (kind, reader) => {
            const text = await find(kind);
            // What could not be fetched may have told otherwise: it is no absent document.
            if (text === undefined)
                return unfetched.has(kind) ? { kind: 'unreadable', why: 'they could not be fetched' } : undefined;
            await save(kind, text);
            const reading = reader(text);
            if (reading.kind === 'read')
                return reading;
            const again = await askFor(kind);
            if (again === undefined || again === text)
                return reading;
            await save(kind, again);
            return reader(again);
        },
        keep: async (kind) => {
            const text = await find(kind);
            if (text !== undefined)
                await save(kind, text);
        },
        warnings: () => [...warnings],
        cancelled: () => cancelled,
    };
}
function witness(source, reading) {
    if (!reading)
        return { source, state: 'absent', passed: 0, notPassed: 0, why: '' };
    if (reading.kind === 'unreadable')
        return { source, state: 'unreadable', passed: 0, notPassed: 0, why: reading.why };
    return { source, state: 'read', ...(0,results_document/* tally */.N)(reading.suites), why: '' };
}
function absences(testsetId, [xml, json]) {
    if ((xml.state === 'absent') === (json.state === 'absent'))
        return [];
    const [gone, other] = xml.state === 'absent' ? ['XML', 'JSON'] : ['JSON', 'XML'];
    return [`Testset ${testsetId} delivered no ${gone} results; the ${other} stands alone.`];
}
function nothing(what) {
    const documents = [witness('xml', undefined), witness('json', undefined)];
    return { documents, suites: [], warnings: [], cancelled: false, ...what };
}


/***/ }),

/***/ 51656:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ tally)
/* harmony export */ });
/** Counts what a document shows. */
function tally(suites) {
    let passed = 0;
    let notPassed = 0;
    for (const { testcases } of suites) {
        for (const { result } of testcases) {
            if (result === 'passed')
                passed += 1;
            else
                notPassed += 1;
        }
    }
    return { passed, notPassed };
}


/***/ })

};
