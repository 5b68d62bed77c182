export const id = 573;
export const ids = [573];
export const modules = {

/***/ 2573:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  fetchResults: () => (/* binding */ fetchResults)
});

// EXTERNAL MODULE: ./build/model/errors.js
var errors = __webpack_require__(2011);
// EXTERNAL MODULE: ./build/runtime/time-limits.js
var time_limits = __webpack_require__(1935);
// EXTERNAL MODULE: ./build/model/words.js
var words = __webpack_require__(5583);
// EXTERNAL MODULE: ./build/runtime/runtime.js
var runtime_runtime = __webpack_require__(2639);
// EXTERNAL MODULE: ./build/service/explain.js
var explain = __webpack_require__(2807);
// EXTERNAL MODULE: ./build/service/reply.js
var service_reply = __webpack_require__(3896);
// EXTERNAL MODULE: ./build/service/retry.js
var retry = __webpack_require__(9830);
;// CONCATENATED MODULE: ./build/results/fetch-when-ready.js





/** How long to retry for what the verdict depends on. */
const DEFAULT_RETRIES = { notReadyMs: retry/* MAX_NOT_READY_MS */.Q7, failingMs: retry/* MAX_FAILING_MS */.bi };
/** How often to request after the deadline, in milliseconds: the time left is short. */
const LATE_DELAY_MS = 5_000;
/** Requests a value until it is ready, cannot be had, or the time is over. Never throws. */
async function fetchWhenReady(runtime, options) {
    const { clock, log, signal: deadline } = runtime;
    let failingSince;
    let notReadySince;
    let last;
    for (let polls = 0, failures = 0;; polls += 1) {
        const reply = await options.ask();
        if (reply.kind === 'ok' && options.isEnough(reply.value))
            return { kind: 'fetched', value: reply.value };
        // A request that the end of the time stopped does not say why there is no value; an earlier one does.
        if (!last || !isStopped(reply))
            last = reply;
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
        if (!isOver && !options.signal.aborted) {
            const retryAfterMs = reply.kind === 'ok' ? 0 : (reply.retryAfterMs ?? 0);
            const usualMs = Math.max(failed ? (0,retry/* backoffMs */.jo)(failures, clock.random()) : 0, (0,retry/* increasingDelayMs */.dw)(polls));
            // Until the deadline, the HTTP client applies `Retry-After`, and logs it.
            const waitMs = deadline.aborted ? Math.max(LATE_DELAY_MS, retryAfterMs) : usualMs;
            log.debug(`No ${options.what.replace(/^the /, '')} yet. Retrying in ${(0,words/* formatSeconds */.Xo)(waitMs)}.`);
            // The deadline ends a long wait.
            await clock.sleep(waitMs, deadline.aborted ? options.signal : deadline);
        }
        if ((0,runtime_runtime/* stopReason */.P)(runtime) === 'cancelled')
            return { kind: 'cancelled' };
        if (isOver || options.signal.aborted) {
            if (last.kind === 'ok')
                return { kind: 'fetched', value: last.value };
            return { kind: 'missing', error: (0,explain/* explain */.WE)(last, options.what) };
        }
    }
}
function isStopped(reply) {
    return reply.kind === 'no-response' && reply.error.kind === 'stopped';
}
/** Whether a retry cannot help: wrong credentials, a result that is too large or, if accepted, a rejection. */
function isFinal(failure, { acceptsRejection }) {
    if ((0,service_reply/* isUnauthorized */.Tk)(failure) || (0,service_reply/* isTooLarge */.I9)(failure))
        return true;
    return acceptsRejection && (0,service_reply/* isRejection */.aK)(failure);
}

// EXTERNAL MODULE: ./build/model/report.js
var report = __webpack_require__(3938);
// EXTERNAL MODULE: ./build/model/text.js
var model_text = __webpack_require__(271);
;// CONCATENATED MODULE: ./build/results/compare-devices.js


/**
 * Compares what documents of one testset show: each device has passed equally often in all. Device runs that did not pass may be missing,
 * but not in both of two documents.
 *
 * @returns the first difference, as a sentence
 */
function findDifference(documents) {
    const read = documents.flatMap(({ source, suites }) => suites ? [{ name: report/* SOURCE_NAMES */.tN[source.source], runs: countRuns(suites) }] : []);
    for (const [at, one] of read.entries()) {
        for (const other of read.slice(at + 1)) {
            const difference = compare(one, other);
            if (difference !== undefined)
                return `The results name different devices: ${difference}`;
        }
    }
    return undefined;
}
function countRuns(suites) {
    const runs = new Map();
    for (const { device, result } of suites.flatMap(({ testcases }) => testcases)) {
        // XML cannot contain all characters of JSON, and makes spaces of line ends.
        const name = (0,model_text/* cleanText */.X5)(device.toWellFormed(), Infinity);
        const counts = runs.get(name) ?? { passed: 0, notPassed: 0 };
        counts[result === 'passed' ? 'passed' : 'notPassed'] += 1;
        runs.set(name, counts);
    }
    return runs;
}
function compare(one, other) {
    const passed = ({ runs }, device) => runs.get(device)?.passed ?? 0;
    const devices = [...one.runs.keys(), ...other.runs.keys()];
    const different = devices.find((device) => passed(one, device) !== passed(other, device));
    if (different !== undefined) {
        const [first, second] = [passed(one, different), passed(other, different)];
        return `the ${one.name} shows ${first} passed of ${quote(different)}, the ${other.name} ${second}.`;
    }
    const [first, second] = [findMore(one.runs, other.runs), findMore(other.runs, one.runs)];
    if (first === undefined || second === undefined)
        return undefined;
    return `only the ${one.name} shows that ${quote(first)} did not pass, and only the ${other.name} that ${quote(second)} did not.`;
}
/** A device that did not pass more often in `runs` than in `others`. */
function findMore(runs, others) {
    return [...runs.keys()].find((device) => (runs.get(device)?.notPassed ?? 0) > (others.get(device)?.notPassed ?? 0));
}
function quote(device) {
    return `"${(0,model_text/* cleanText */.X5)(device, 60)}"`;
}

// EXTERNAL MODULE: ./build/model/results.js
var results = __webpack_require__(1284);
// EXTERNAL MODULE: ./build/service/http/network-error.js
var network_error = __webpack_require__(1892);
// EXTERNAL MODULE: ./build/model/fields.js
var model_fields = __webpack_require__(2017);
;// CONCATENATED MODULE: ./build/results/junit-element.js

/** Thrown when a document cannot be used. The message completes "it cannot be read: …". */
class Unreadable extends Error {
}
/** For one document of the service. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ELEMENTS = 500_000;
const MAX_DEPTH = 64;
/** Runs a parser on a document of at most `maxBytes` bytes of UTF-8. Nothing is thrown: a document that breaks the parser is unreadable. */
function parseDocument(text, parse, maxBytes = MAX_BYTES) {
    if (text.trim() === '')
        return { kind: 'unreadable', reason: 'it is empty' };
    if (Buffer.byteLength(text) > maxBytes) {
        return { kind: 'unreadable', reason: `it is larger than ${maxBytes / 1024 / 1024} MiB` };
    }
    try {
        return { kind: 'read', suites: parse(text) };
    }
    catch (error) {
        const reason = error instanceof Unreadable ? error.message : `the parser failed (${(0,errors/* messageOf */.bD)(error)})`;
        return { kind: 'unreadable', reason };
    }
}
/** Stops a parser before a document takes too much memory. @throws Unreadable */
function checkSize(elements, depth) {
    if (depth > MAX_DEPTH)
        throw new Unreadable(`it is nested more than ${MAX_DEPTH} deep`);
    if (elements > MAX_ELEMENTS)
        throw new Unreadable(`it has more than ${MAX_ELEMENTS} elements`);
}
/** Removes a namespace prefix and changes to lower case. */
function localName(name) {
    return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}
/** Whether an element with this name contains testcases. */
function isSuite(name) {
    return name === 'testsuite' || name === 'testsuites';
}

;// CONCATENATED MODULE: ./build/results/testcase.js


/** The elements that say how a testcase or suite ended if it did not pass. */
const RESULTS = new Map([
    ['failure', 'failed'],
    ['error', 'error'],
    ['skipped', 'skipped'],
]);
/** Elements of a testcase or suite that say nothing about its result. */
const OUTPUTS = new Set(['system-out', 'system-err', 'properties']);
/** Earlier runs of a testcase, as Surefire writes them: the testcase passed at last (flaky), or never (rerun). */
const FLAKY = new Set(['flakyfailure', 'flakyerror']);
const RERUNS = new Set(['rerunfailure', 'rerunerror']);
/** What JUnit 5, NUnit, QTest, Maestro, CTest and GoogleTest write as `status` or `result` of what passed. */
const PASSED_WORDS = new Set([
    '',
    'passed',
    'pass',
    'success',
    'successful',
    'succeeded',
    'ok',
    'run',
    'completed',
]);
/** From best to worst: the worst of several results counts. */
const SEVERITY = ['passed', 'unknown', 'skipped', 'failed', 'error'];
/** How much of a name, link or message is kept, in UTF-16 units. */
const MAX_TEXT = 1_000;
/** Reads a testcase with everything in it. @throws Unreadable when it contains another testcase or a suite */
function readTestcase(element, device, redact) {
    const children = (element.children ?? []).map((child) => {
        if ('testcase' in child)
            throw new Unreadable('a testcase contains a testcase');
        if (isSuite(child.name))
            throw new Unreadable('a testcase contains a testsuite');
        return child;
    });
    const results = children.flatMap((child) => {
        const result = RESULTS.get(child.name);
        return result ? [{ result, element: child }] : [];
    });
    results.sort((a, b) => SEVERITY.indexOf(b.result) - SEVERITY.indexOf(a.result));
    const doubt = results.length === 0 ? findDoubt(element, children) : undefined;
    const testcase = {
        device,
        result: results[0]?.result ?? (doubt === undefined ? 'passed' : 'unknown'),
    };
    const seconds = readSeconds(element.attributes['time']);
    if (seconds !== undefined)
        testcase.seconds = seconds;
    if (doubt !== undefined)
        testcase.message = cut(redact(`Not known to have passed: ${doubt}`));
    const outputs = children.filter(({ name }) => name === 'system-out');
    for (const each of [...results.map((result) => result.element), ...outputs])
        addTexts(testcase, each, redact);
    if (results[0])
        addDetails(testcase, results[0].element, redact);
    const skipped = results.filter(({ result }) => result === 'skipped').length;
    const reruns = children.filter(({ name }) => FLAKY.has(name) || RERUNS.has(name)).length;
    const unknown = doubt === undefined ? 0 : 1;
    return { testcase, testcases: 1, failures: results.length - skipped, skipped, unknown, reruns };
}
/** What a testcase has that none which passed is known to have, or lacks; `undefined` if it has passed. */
function findDoubt({ attributes, text }, children) {
    const stranger = children.find((child) => !isKnown(child));
    if (stranger)
        return `<${stranger.name}>`;
    if (!isPassedWord(text))
        return JSON.stringify(text.trim());
    if (children.length === 0 && Object.keys(attributes).length === 0)
        return 'the testcase is empty';
    return findBadAttribute(attributes);
}
/** Surefire writes a rerun beside the failure, so a testcase without one did not pass. Output is only text: in JSON `contents`. */
function isKnown({ name, children = [] }) {
    if (name === 'system-out' || name === 'system-err') {
        return children.every((child) => 'name' in child && child.name === 'contents');
    }
    return OUTPUTS.has(name) || FLAKY.has(name);
}
/** The attribute that does not say that it passed; `undefined` if there is none. */
function findBadAttribute(attributes) {
    const bad = Object.entries(attributes).find(([key, value]) => {
        const name = localName(key);
        if (name === 'status' || name === 'result')
            return !isPassedWord(value);
        return name === 'failed' && ![false, 'false', ''].some((none) => none === value) && readCount(value) !== 0;
    });
    return bad && `${bad[0]} ${JSON.stringify(bad[1])}`;
}
function isPassedWord(value) {
    return typeof value === 'string' && PASSED_WORDS.has(value.trim().toLowerCase());
}
/** Adds an element's message and text: the first http(s) address becomes the link, the first other text the message. */
function addTexts(testcase, { attributes, text, children }, redact) {
    const { message } = attributes;
    for (const each of Array.isArray(message) ? message : [message])
        addText(testcase, each, redact);
    addText(testcase, text, redact);
    // JSON has the text of an element as `contents`.
    for (const child of children ?? [])
        if ('name' in child && child.name === 'contents')
            addText(testcase, child.text, redact);
}
function addText(testcase, value, redact) {
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '')
        return;
    if (isLink(text))
        testcase.url ??= redact(text);
    else
        testcase.message ??= cut(redact(text));
}
/** Adds the type of the worst result, and its text where that is not the message or the link. */
function addDetails(testcase, { attributes, text }, redact) {
    const [type, details] = [attributes['type'], text.trim()];
    if (typeof type === 'string' && type !== '')
        testcase.failureType = cut(redact(type));
    if (details === '' || isLink(details))
        return;
    const shown = cut(redact(details));
    if (shown !== testcase.message)
        testcase.details = shown;
}
/** A longer address would be cut, and lead to another page. */
function isLink(text) {
    return text.length <= MAX_TEXT && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
function cut(text) {
    return (0,model_text/* truncateAtCharacter */.fN)(text, MAX_TEXT);
}
/** The name of a suite or device without one. */
const UNNAMED = '(unnamed)';
/** Reads the name of a suite or device. */
function readName(value, redact) {
    const text = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
    return text === '' ? UNNAMED : cut(redact(text));
}
/** Nothing runs longer than a year: a larger number is not a duration in seconds. */
const MAX_SECONDS = 366 * 24 * 60 * 60;
/** Reads a duration as producers write it: `1828`, `"1828"`, `"1,828.1"`, `" 12 "`; `undefined` for anything else. */
function readSeconds(value) {
    const seconds = readNumber(value);
    return seconds !== undefined && seconds <= MAX_SECONDS ? seconds : undefined;
}
/** Reads a declared number of tests: a whole number from 0. */
function readCount(value) {
    const count = readNumber(value);
    return Number.isInteger(count) ? count : undefined;
}
/** A number from 0, also with an exponent, or with commas between groups of three digits. */
function readNumber(value) {
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
    if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(text))
        return Number(text.replaceAll(',', ''));
    const number = /^\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Infinity;
    return Number.isFinite(number) ? number : undefined;
}

;// CONCATENATED MODULE: ./build/results/suites.js


const MAX_TESTCASES = 100_000;
/**
 * Adds a complete child. A testcase is read at once, so that its elements can be freed.
 *
 * @throws Unreadable when it contains another testcase or a suite
 */
function addChild(parent, child, redact) {
    const { name, classname } = child.attributes;
    const added = child.name === 'testcase' ? readTestcase(child, readName(name ?? classname, redact), redact) : child;
    if (parent.children)
        parent.children.push(added);
    else
        parent.children = [added];
}
/**
 * Turns the root elements of a document into suites, in document order. Roots are one `testsuites`, or any number of `testsuite`.
 *
 * @param redact replaces secrets in names and messages, before they are cut
 * @throws Unreadable when the document is not JUnit, is too large, or declares more than it shows
 */
function readSuites(roots, redact) {
    for (const { name } of roots) {
        if (!isSuite(name))
            throw new Unreadable(`the root element is ${redact(name).slice(0, 40)}, not testsuites or testsuite`);
        if (name === 'testsuites' && roots.length > 1)
            throw new Unreadable('it has more than one root element');
    }
    const document = { redact, suites: [], testcases: 0 };
    for (const root of roots)
        readSuite(root, document);
    // `testsuites` is a suite itself only when it has testcases of its own.
    const suites = document.suites.filter(({ element, testcases }) => element === 'testsuite' || testcases.length > 0);
    if (suites.length === 0)
        throw new Unreadable('it has no testsuite');
    return suites.map(({ name, testcases }) => ({ name, testcases }));
}
function readSuite(element, document) {
    const name = readName(element.attributes['name'], document.redact);
    const suite = { element: element.name, name, testcases: [] };
    const shown = { testcases: 0, failures: 0, skipped: 0, unknown: 0, reruns: 0 };
    document.suites.push(suite);
    const others = [];
    for (const child of element.children ?? []) {
        if ('testcase' in child)
            addTestcase(child, suite, shown, document);
        else if (isSuite(child.name))
            addShown(shown, readSuite(child, document));
        else if (!OUTPUTS.has(child.name))
            others.push(child);
    }
    // A suite with the status "failed" has usually a testcase that failed.
    const isExplained = shown.failures + shown.skipped + shown.unknown > 0;
    const attributes = { name, ...(!isExplained && element.attributes), time: undefined };
    const own = readTestcase({ name: 'testcase', attributes, children: others, text: element.text }, name, document.redact);
    // What the suite says of itself counts as a testcase with its name, unless it says that it passed.
    if (own.testcase.result !== 'passed')
        addTestcase(own, suite, shown, document);
    checkDeclared(element, name, shown);
    return shown;
}
function addTestcase(read, suite, shown, document) {
    document.testcases += 1;
    if (document.testcases > MAX_TESTCASES)
        throw new Unreadable(`it has more than ${MAX_TESTCASES} testcases`);
    suite.testcases.push(read.testcase);
    addShown(shown, read);
}
function addShown(sum, part) {
    sum.testcases += part.testcases;
    sum.failures += part.failures;
    sum.skipped += part.skipped;
    sum.unknown += part.unknown;
    sum.reruns += part.reruns;
}
/** A suite that declares more than it shows is incomplete. Producers may count each earlier run of a testcase, too. */
function checkDeclared({ attributes }, name, shown) {
    const declared = (key) => readCount(attributes[key]) ?? 0;
    const check = (what, number, found) => {
        const suite = name === UNNAMED ? 'a testsuite' : `the testsuite ${name.slice(0, 60)}`;
        if (number > found)
            throw new Unreadable(`${suite} declares ${number} ${what} but shows ${found}`);
    };
    check('tests', declared('tests'), shown.testcases + shown.reruns);
    // A testcase of which nothing else is known may be any of these.
    const failures = Math.max(declared('failures') + declared('errors'), declared('failed'));
    check('failures and errors', failures, shown.failures + shown.reruns + shown.unknown);
    // `skip` and `ignored` are what nose and others write for `skipped`.
    const skipped = Math.max(...['skipped', 'skip', 'ignored'].map(declared));
    check('skipped and disabled tests', skipped + declared('disabled'), shown.skipped + shown.unknown);
}

;// CONCATENATED MODULE: ./build/results/parse-junit-json.js




/** Reads JUnit in JSON as the service writes it: `testsuites`, `testsuite` and `testcase`, each an object or a list of them. */
function parseJunitJson(text, redact) {
    return parseDocument(text, (content) => readSuites(parseElements(content, redact), redact));
}
function parseElements(content, redact) {
    let root;
    try {
        root = JSON.parse(content.trim());
    }
    catch {
        throw new Unreadable('it is not well-formed JSON');
    }
    if (!(0,model_fields/* isJsonObject */.OW)(root))
        throw new Unreadable('it is not a JSON object');
    let elements = 0;
    const toElement = (name, fields, depth) => {
        elements += 1;
        checkSize(elements, depth);
        const element = { name, attributes: fields, text: '' };
        const addField = (child, value) => {
            if (Array.isArray(value)) {
                for (const item of value.flat(Infinity))
                    addField(child, item);
            }
            else if ((0,model_fields/* isJsonObject */.OW)(value)) {
                addChild(element, toElement(child, value, depth + 1), redact);
            }
            else if (isElement(name, child, value)) {
                addChild(element, { name: child, attributes: {}, text: typeof value === 'string' ? value : '' }, redact);
            }
        };
        for (const key in fields)
            addField(localName(key), fields[key]);
        return element;
    };
    const { children = [] } = toElement('', root, 0);
    return children.map((child) => {
        if ('testcase' in child)
            throw new Unreadable('the root element is testcase, not testsuites or testsuite');
        return child;
    });
}
/** Attributes of a testcase. In JSON they look like elements: a field with another name is an element. */
const ATTRIBUTES = new Set([
    ...['name', 'classname', 'class', 'time', 'duration', 'timestamp', 'file', 'line', 'id', 'assertions'],
    ...['status', 'result', 'failed'],
]);
/** Whether a field that is not an object stands for an element; else it is an attribute. @throws Unreadable for a testcase */
function isElement(parent, name, value) {
    if (name === 'testcase' || isSuite(name)) {
        if (value === null || value === '')
            return false;
        throw new Unreadable(`a ${name} is not an object`);
    }
    if (parent === 'testcase')
        return !ATTRIBUTES.has(name) && !(RESULTS.has(name) && value === false);
    // A suite's `skipped` is a count.
    if (isSuite(parent))
        return name === 'contents' || ((name === 'error' || name === 'failure') && value !== false);
    return name === 'contents' || parent === 'system-out' || parent === 'system-err';
}

// EXTERNAL MODULE: ./node_modules/saxes/saxes.js
var saxes = __webpack_require__(9800);
;// CONCATENATED MODULE: ./build/results/parse-junit-xml.js




/**
 * Reads a JUnit document: `testsuites`, a `testsuite`, or, without an XML declaration, several of these (bare XML). Element names count
 * in any case and with any namespace prefix. A document that is not well-formed or has a DOCTYPE is unreadable.
 *
 * @param maxBytes default: 16 MiB
 */
function parseJunitXml(text, redact, maxBytes) {
    return parseDocument(text, (content) => readSuites(parse_junit_xml_parseElements(content, redact), redact), maxBytes);
}
function parse_junit_xml_parseElements(content, redact) {
    // The parser misreads a lone surrogate as half of a character, and would skip the markup behind it.
    const text = content.trimStart().toWellFormed();
    const parser = new saxes.SaxesParser({ fragment: !text.startsWith('<?xml'), position: false });
    parser.line += content.slice(0, content.length - content.trimStart().length).split('\n').length - 1;
    const fail = (reason) => {
        throw new Unreadable(`${reason} (line ${parser.line})`);
    };
    const roots = [];
    const open = [];
    let elements = 0;
    const addText = (piece) => {
        const element = open.at(-1);
        if (!element && piece.trim() !== '')
            fail('there is text outside of the root element');
        if (element && hasText(element.name, piece))
            element.text += piece;
    };
    const failOnDoctype = () => fail('a DOCTYPE is not allowed');
    parser.on('error', ({ message }) => message.includes('doctype') ? failOnDoctype() : fail(redact(message).replace(/\.$/, '').slice(0, 200)));
    parser.on('doctype', failOnDoctype);
    parser.on('text', addText);
    parser.on('cdata', addText);
    parser.on('opentag', ({ name, attributes }) => {
        const element = { name: localName(name), attributes, text: '' };
        elements += 1;
        checkSize(elements, open.length + 1);
        open.push(element);
    });
    parser.on('closetag', () => {
        const element = open.pop();
        const parent = open.at(-1);
        if (element && parent)
            addChild(parent, element, redact);
        else if (element)
            roots.push(element);
    });
    parser.write(text).close();
    return roots;
}
/** Whether a text of an element says something: between testcases it is only white space. */
function hasText(name, text) {
    if (name === 'testcase' || isSuite(name))
        return text.trim() !== '';
    return name === 'system-out' || RESULTS.has(name);
}

;// CONCATENATED MODULE: ./build/results/result-documents.js








/** Reads a document that was delivered, else requests it. One that cannot be read is requested once more. */
async function readDocument(context, kind, delivered, isSaved = true) {
    const text = delivered[kind] ?? (await fetchText(context, kind));
    if (typeof text !== 'string')
        return unread(kind, text);
    const first = await saveAndParse(context, kind, text, isSaved);
    if (first.source.state === 'read')
        return first;
    const again = await fetchText(context, kind);
    if (typeof again === 'string')
        return saveAndParse(context, kind, again, isSaved);
    return again.isCancelled ? unread(kind, again) : first;
}
/** A document without device runs. */
function unread(source, { state, reason = '', ...cancelled }) {
    return { source: { source, state, passed: 0, notPassed: 0, why: reason }, ...cancelled };
}
/** HTML is only for people: the verdict does not wait for it. */
async function saveHtml(context, { html }) {
    const text = html ?? (await fetchText(context, 'html'));
    if (typeof text !== 'string')
        return;
    const { redact } = context.runtime;
    const file = redactFile(context, text);
    if (redactVisible(file, redact) === file)
        await save(context, 'html', file);
    else
        warnOfUnsaved(context, 'html');
}
/** After so many failed requests for all documents at once, each is requested by itself: one of them may be the reason. */
const MAX_FAILURES_OF_ALL = 2;
/**
 * Requests the results until they contain something to judge by: right after `Complete` that may take some minutes.
 *
 * @param isLarge whether one response could be too large for all documents
 */
async function fetchFirst(context, isLarge) {
    let failuresOfAll = isLarge ? MAX_FAILURES_OF_ALL : 0;
    let next = 'xml';
    const ask = async () => {
        if (failuresOfAll >= MAX_FAILURES_OF_ALL) {
            const type = next;
            next = type === 'xml' ? 'json' : 'xml';
            const reply = await request(context, type);
            // Without XML the verdict is not green, but the JSON still shows the devices.
            return type === 'xml' && reply.kind !== 'ok' && (0,service_reply/* isTooLarge */.I9)(reply) ? ask() : reply;
        }
        const reply = await request(context, 'all');
        if (reply.kind === 'ok' || (0,service_reply/* isNotReady */.BS)(reply))
            return reply;
        failuresOfAll += (0,service_reply/* isTooLarge */.I9)(reply) ? MAX_FAILURES_OF_ALL : 1;
        return (0,service_reply/* isTooLarge */.I9)(reply) ? ask() : reply;
    };
    return fetchWhenReady(context.runtime, {
        what: `the results of testset ${context.job.testsetId}`,
        ...context.retries,
        signal: context.signal,
        ask,
        isEnough: ({ xml, bare_xml: bareXml, json }) => (xml ?? bareXml ?? json) !== undefined,
        acceptsRejection: false,
    });
}
/** A document that is larger than the action reads was delivered: requesting it again does not help. `undefined` for other errors. */
function tooLarge({ cause }) {
    const isTooLargeToRead = cause instanceof network_error/* NetworkError */.Dr && cause.kind === 'too-large';
    return isTooLargeToRead ? { state: 'unreadable', reason: cause.message } : undefined;
}
/** Requests one document by its own name; a rejection is final. */
async function fetchText(context, kind) {
    const fetched = await fetchWhenReady(context.runtime, {
        what: `the results of testset ${context.job.testsetId}`,
        ...(kind === 'html' ? { notReadyMs: 0, failingMs: 0 } : context.retries),
        signal: context.signal,
        ask: () => request(context, kind),
        isEnough: () => true,
        acceptsRejection: true,
    });
    if (fetched.kind === 'cancelled')
        return { state: 'absent', isCancelled: true };
    if (fetched.kind === 'missing') {
        context.warnings.add(fetched.error.message);
        // It may contradict the others, so it does not count as absent.
        return tooLarge(fetched.error) ?? { state: 'unfetched' };
    }
    return fetched.value[kind] ?? { state: 'absent' };
}
function request({ service, job, signal }, type) {
    return service.result({ id: job.testsetId, since: job.since }, type, signal);
}
async function saveAndParse(context, kind, text, isSaved) {
    const { redact } = context.runtime;
    const { result, hasSecret } = parse(kind, text, redact);
    if (hasSecret)
        warnOfSecret(context);
    const document = readSource(kind, result);
    if (!isSaved)
        return document;
    const name = kind === 'json' ? 'json' : 'xml';
    const file = redactFile(context, text);
    if (!hasSecret || !parse(kind, file, redact).hasSecret)
        await save(context, name, file);
    // Only decoding finds it, because it is divided by markup or encoded twice.
    else
        warnOfUnsaved(context, name);
    return document;
}
function readSource(source, result) {
    if (result.kind === 'unreadable')
        return unread(source, { state: 'unreadable', reason: result.reason });
    const { suites } = result;
    return { source: { source, state: 'read', ...(0,results/* countPassed */.o)(suites), why: '' }, suites };
}
function parse(kind, text, redact) {
    let hasSecret = false;
    const redactText = (decoded) => {
        const clean = redactVisible(decoded, redact);
        hasSecret ||= clean !== decoded;
        return clean;
    };
    const result = kind === 'json' ? parseJunitJson(text, redactText) : parseJunitXml(text, redactText);
    return { result, hasSecret };
}
/** Also finds a secret with invisible characters in it, which are removed where names and messages are shown. */
function redactVisible(text, redact) {
    const clean = redact(text);
    const visible = (0,model_text/* oneLine */.TN)(clean);
    return visible === clean || redact(visible) === visible ? clean : redact(visible);
}
function redactFile(context, text) {
    const clean = context.runtime.redact(text);
    if (clean !== text)
        warnOfSecret(context);
    return clean;
}
function warnOfSecret({ job, warnings }) {
    warnings.add(`The results of testset ${job.testsetId} held a secret of the inputs; it was replaced by ***.`);
}
function warnOfUnsaved({ job, warnings }, kind) {
    warnings.add(`result.${kind} of testset ${job.testsetId} was not saved: it contains a secret of the inputs.`);
}
/** A file that cannot be saved does not change the verdict. The others fail for the same reason, so one warning is enough. */
async function save(context, kind, text) {
    try {
        await context.job.folder.writeResult(context.job.testsetId, kind, text);
    }
    catch (error) {
        if (!context.unsaved)
            context.warnings.add((0,errors/* messageOf */.bD)(error));
        context.unsaved = true;
    }
}

;// CONCATENATED MODULE: ./build/results/fetch-results.js





/** How much longer requests for results may take after the deadline, in milliseconds. */
const EXTRA_MS = 30_000;
/** With more devices than this, one response could be too large to hold all documents. */
const MAX_DEVICES_IN_ONE_RESPONSE = 2_000;
/** Fetches, saves and reads the documents of a complete testset. Nothing is thrown: `problem` and `warnings` say what went wrong. */
async function fetchResults(service, runtime, job) {
    const warnings = new Set();
    const retries = { ...DEFAULT_RETRIES, ...(job.notReadyMs !== undefined && { notReadyMs: job.notReadyMs }) };
    const fetching = (0,time_limits/* withExtraTime */.AR)(runtime, EXTRA_MS, (signal) => fetchDocuments({ service, runtime, job, retries, signal, warnings, unsaved: false }));
    return fetching.catch((error) => {
        const message = `Fetching the results failed unexpectedly: ${(0,errors/* messageOf */.bD)(error)}.`;
        return withoutResults({
            problem: new errors/* TestsetError */.zS({
                code: 'unexpected',
                message,
                hint: 'Look at the testset in the service.',
                cause: error,
            }),
        });
    });
}
async function fetchDocuments(context) {
    const { testsetId, devices } = context.job;
    const first = await fetchFirst(context, devices > MAX_DEVICES_IN_ONE_RESPONSE);
    if (first.kind === 'missing')
        return withoutResults({ problem: first.error });
    if (first.kind === 'cancelled')
        return withoutResults({ cancelled: true });
    const delivered = first.value;
    const xml = await readDocument(context, 'xml', delivered);
    const hasXml = isDelivered(xml.source) || xml.isCancelled === true;
    // Bare XML takes the place of XML that is absent; beside XML it is one more source.
    const needsBare = !hasXml || delivered.bare_xml !== undefined;
    const bare = needsBare ? await readDocument(context, 'bare_xml', delivered, !hasXml) : NO_BARE_XML;
    const hasBare = bare.source.state !== 'absent';
    const json = await readDocument(context, 'json', delivered);
    await saveHtml(context, delivered);
    const bareAsXml = { ...bare, source: { ...bare.source, source: 'xml' } };
    const all = [!hasXml && hasBare ? bareAsXml : xml, json, ...(hasXml && hasBare ? [bare] : [])];
    const documents = all.map(({ source }) => source);
    return {
        documents,
        suites: all.find(({ suites }) => suites)?.suites ?? [],
        difference: findDifference(all),
        warnings: [...context.warnings, ...absentWarnings(testsetId, documents)],
        cancelled: [xml, bare, json].some(({ isCancelled }) => isCancelled),
    };
}
const NO_BARE_XML = unread('bare_xml', { state: 'absent' });
function withoutResults(reason) {
    const state = ('problem' in reason && tooLarge(reason.problem)) || { state: 'absent' };
    const documents = [unread('xml', state).source, unread('json', state).source];
    return { documents, suites: [], warnings: [], cancelled: false, ...reason };
}
function absentWarnings(testsetId, documents) {
    const [absent, others] = [
        documents.find(({ state }) => state === 'absent'),
        documents.filter(({ state }) => state !== 'absent'),
    ];
    if (!absent || others.length === 0)
        return [];
    const [gone, other] = absent.source === 'xml' ? ['XML', 'JSON'] : ['JSON', 'XML'];
    const note = others.some(({ state }) => state === 'read') ? ` Only the ${other} was compared with the status.` : '';
    return [`Testset ${testsetId} delivered no ${gone} results.${note}`];
}
function isDelivered({ state }) {
    return state === 'read' || state === 'unreadable';
}


/***/ })

};
