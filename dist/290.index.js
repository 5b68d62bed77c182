export const id = 290;
export const ids = [290];
export const modules = {

/***/ 31290:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  publishReport: () => (/* binding */ publishReport)
});

// UNUSED EXPORTS: artifactName

// EXTERNAL MODULE: ./build/errors.js
var errors = __webpack_require__(19473);
// EXTERNAL MODULE: ./build/outcome.js
var outcome = __webpack_require__(97072);
// EXTERNAL MODULE: ./build/outputs.js
var outputs = __webpack_require__(30214);
// EXTERNAL MODULE: ./build/report/clean.js
var report_clean = __webpack_require__(92958);
;// CONCATENATED MODULE: ./build/report/device.js

const SEPARATOR = ' / ';
/** The longest that either part of a device's name is shown, in UTF-16 units. */
const NAME_LIMIT = 200;
/** Worst first, as people look for it. */
const READING_ORDER = ['failed', 'error', 'skipped', 'passed'];
/** Splits `LGE Nexus_5X / ANDROID 8.1.0` at its last slash and cleans both parts; without a slash there is no operating system. */
function splitDevice(name) {
    const clean = (0,report_clean/* plain */.pj)(name, Infinity);
    const at = clean.lastIndexOf(SEPARATOR);
    const device = (0,report_clean/* cut */.Jj)(at < 0 ? clean : clean.slice(0, at), NAME_LIMIT);
    const os = at < 0 ? '' : (0,report_clean/* cut */.Jj)(clean.slice(at + SEPARATOR.length), NAME_LIMIT);
    return { device: device === '' ? 'unnamed device' : device, os };
}
/** Every unit test that a document names, in document order. */
function unitTests(report) {
    return report.testsets.flatMap((testset) => testset.suites.flatMap(({ testcases }) => testcases.map((testcase) => ({ testset, testcase }))));
}
/** Tells the passed from the rest; both stay in the order given. */
function parted(tests) {
    const passed = [];
    const notPassed = [];
    for (const test of tests)
        (test.testcase.result === 'passed' ? passed : notPassed).push(test);
    return { passed, notPassed };
}
/**
 * Failed, error, skipped, passed; then by name, the same on every machine; equal names stay in the order given. Where only the first
 * few are wanted, all the others are not put in order.
 */
function inReadingOrder(tests, few = Infinity) {
    let first = [];
    for (const result of READING_ORDER) {
        if (first.length >= few)
            break;
        const alike = tests.filter(({ testcase }) => testcase.result === result);
        first = first.concat(firstByName(alike, few - first.length));
    }
    return first;
}
function firstByName(tests, few) {
    const kept = tests.slice(0, few).sort(byName);
    for (let at = few; at < tests.length; at += 1) {
        const [test, last] = [tests[at], kept.at(-1)];
        if (!test || !last || byName(test, last) >= 0)
            continue;
        kept.pop();
        kept.splice(placeOf(test, kept), 0, test);
    }
    return kept;
}
/** Where a test belongs among others that are in order: behind its equals. */
function placeOf(test, ordered) {
    let [from, to] = [0, ordered.length];
    while (from < to) {
        const middle = Math.floor((from + to) / 2);
        const other = ordered[middle];
        if (other && byName(other, test) <= 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}
function byName(a, b) {
    if (a.testcase.device === b.testcase.device)
        return 0;
    return a.testcase.device < b.testcase.device ? -1 : 1;
}
/** How long the devices were busy, in seconds; absent durations count nothing. */
function deviceSeconds({ testsets }) {
    let total = 0;
    for (const { suites } of testsets) {
        for (const { testcases } of suites)
            total = testcases.reduce((sum, { seconds = 0 }) => sum + seconds, total);
    }
    return total;
}

;// CONCATENATED MODULE: ./build/report/escape.js
const ENTITIES = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
    '`': '&#96;',
};
/** Most names are like this: nothing in them needs care, and the test spares them three replacements. */
const ORDINARY = /^[\w .,:/()]*$/;
/** Longer addresses are shown as text: they would fill the report, and no result page has one. */
const LONGEST_ADDRESS = 1000;
/**
 * Escapes a cleaned text for an HTML element in GitHub's Markdown. `@name`, `#12` and `GH-12` are broken by a zero-width space:
 * GitHub looks for them after it has resolved entities and read the markup, so an entity does not help, and in an answer by e-mail
 * empty elements vanish as well. A dollar sign stands in an element of its own, which keeps it from opening a formula.
 */
function html(text) {
    if (ORDINARY.test(text))
        return text;
    return attribute(text)
        .replace(/@|(?<!&)#(?=\d)|\bGH-(?=\d)/giu, '$&&#8203;')
        .replaceAll('$', () => '<span>$</span>');
}
/** Escapes a cleaned text for an attribute's value within double quotes. */
function attribute(text) {
    return text.replace(/[&<>"'`]/gu, (character) => ENTITIES[character] ?? '');
}
/** Escapes a sentence of ours or the service's; plain words between backticks, such as names of inputs, become code. */
function prose(text) {
    return html(text).replace(/&#96;([a-z][a-z0-9.: -]*)&#96;/giu, '<code>$1</code>');
}
/** A link to an http(s) page, or only the text where the address is anything else. Both are escaped here. */
function escape_link(url, text, label) {
    const address = webAddress(url);
    if (address === undefined)
        return html(text);
    const spoken = label === undefined ? '' : ` aria-label="${attribute(label)}"`;
    return `<a href="${attribute(address)}"${spoken}>${html(text)}</a>`;
}
/** The address in its normal form, without characters that need care in a log line; `undefined` unless it is http(s) without user info. */
function webAddress(url) {
    if (url === undefined || url.length > LONGEST_ADDRESS)
        return undefined;
    const address = URL.parse(url);
    if (!address || !/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '')
        return undefined;
    return address.href.length > LONGEST_ADDRESS ? undefined : address.href;
}

// EXTERNAL MODULE: ./build/report/words.js
var report_words = __webpack_require__(44702);
;// CONCATENATED MODULE: ./build/report/testset-label.js


const SCENARIO_LIMIT = 60;
/** What a testset is called where there are several: `251929`, `251929 · scenario 12`, `251929 · Log in (scenario 12)`. Hostile to markup. */
function testsetLabel({ id, scenario, scenarioName }) {
    return [String(id ?? 'none'), scenarioWords(scenario, scenarioName)].filter(Boolean).join(' · ');
}
/** `Log in (scenario 12)`, or as much of it as is known; empty for an automated test. Hostile to markup. */
function scenarioWords(scenario, name = '') {
    if (scenario === undefined)
        return '';
    const shown = (0,report_clean/* plain */.pj)(name, SCENARIO_LIMIT);
    return shown === '' ? `scenario ${scenario}` : `${shown} (scenario ${scenario})`;
}
/** `Testset 5`, `Testsets 5, 6`, or `21 testsets` where more than `most` would have to be named; empty without any. */
function testsetsWords(ids, most) {
    if (ids.length === 0)
        return '';
    if (ids.length > most)
        return (0,report_words/* count */.U9)(ids.length, 'testset');
    return `${ids.length === 1 ? 'Testset' : 'Testsets'} ${ids.join(', ')}`;
}

// EXTERNAL MODULE: ./build/counts.js
var build_counts = __webpack_require__(28502);
// EXTERNAL MODULE: ./build/results/document.js
var results_document = __webpack_require__(51656);
;// CONCATENATED MODULE: ./build/report/unnamed.js


const NONE = { stopped: 0, unfinished: 0, notPassed: 0, unclear: 0 };
/**
 * What the documents of a testset leave out. How those unit tests ended is said only where it follows from the counts: where the documents
 * name all that passed, failed or had an error, the rest was stopped or never finished.
 */
function unnamed({ counts, suites, witnesses }) {
    const delivered = witnesses.some(({ source, state }) => source !== 'status' && state === 'read');
    const named = (0,results_document/* tally */.N)(suites);
    const missing = counts.total - named.passed - named.notPassed;
    if (!delivered || missing <= 0)
        return NONE;
    if (named.passed !== counts.pass)
        return { ...NONE, unclear: missing };
    const certain = named.notPassed === counts.fail + counts.error && missing === counts.stop + (0,build_counts/* unfinished */.M1)(counts);
    if (!certain)
        return { ...NONE, notPassed: missing };
    return { ...NONE, stopped: counts.stop, unfinished: (0,build_counts/* unfinished */.M1)(counts) };
}
/** The same for all testsets of a report together. */
function allUnnamed({ testsets }) {
    return testsets.map(unnamed).reduce((a, b) => ({
        stopped: a.stopped + b.stopped,
        unfinished: a.unfinished + b.unfinished,
        notPassed: a.notPassed + b.notPassed,
        unclear: a.unclear + b.unclear,
    }), NONE);
}

;// CONCATENATED MODULE: ./build/report/verdict-words.js


/** The outcome as a reader sees it, without what it means. */
const OUTCOME_WORDS = {
    'unknown-start': 'Unknown start',
    refused: 'Refused',
    'not-started': 'Not started',
    cancelled: 'Cancelled',
    'timed-out': 'Timed out',
    inconclusive: 'Inconclusive',
    failed: 'Failed',
    started: 'Started',
    passed: 'Passed',
};
/** Signs that differ in shape, for those who do not see colours; a word always stands beside them. */
const OUTCOME_ICONS = {
    'unknown-start': '⚠️',
    refused: '✋',
    'not-started': '🚫',
    cancelled: '⏹️',
    'timed-out': '⌛',
    inconclusive: '❓',
    failed: '❌',
    started: '▶️',
    passed: '✅',
};
/** How one unit test ended, as the tables show it: a sign and a word. The last three are only counted, in no document. */
const RESULT_WORDS = {
    passed: '✅ passed',
    failed: '❌ failed',
    error: '⛔ error',
    skipped: '⏭️ skipped',
    stopped: '⏹️ stopped',
    unfinished: '⌛ not finished',
    notPassed: '❔ not passed',
};
/** The heading of every drawing: the outcome and what it means in numbers, `Failed: 3 of 60 devices failed, 1 was stopped`. */
function verdict(report) {
    const words = meaning(report);
    return words === '' ? OUTCOME_WORDS[report.outcome] : `${OUTCOME_WORDS[report.outcome]}: ${words}`;
}
/** All counts in one line, noughts too. */
function totals(concerned) {
    const { counts } = concerned;
    const ends = [
        `${(0,report_words/* grouped */.zD)(counts.pass)} passed`,
        `${(0,report_words/* grouped */.zD)(counts.fail)} failed`,
        `${(0,report_words/* grouped */.zD)(counts.error)} with an error`,
        `${(0,report_words/* grouped */.zD)(counts.stop)} stopped`,
        `${(0,report_words/* grouped */.zD)((0,build_counts/* unfinished */.M1)(counts))} not finished`,
    ];
    return `${testsCount(concerned, counts.total)}: ${ends.join(' · ')}`;
}
/** `60 devices`, or with a word before the thing `3 more devices`; with several testsets, which may share devices, `60 unit tests`. */
function testsCount({ testsets }, number, before = '') {
    return (0,report_words/* count */.U9)(number, `${before} ${testsets.length > 1 ? 'unit test' : 'device'}`.trimStart());
}
function meaning(report) {
    switch (report.outcome) {
        case 'passed':
            return passedWords(report);
        case 'failed':
            return shares(report, notPassedShares(report.counts));
        case 'inconclusive':
            return report.counts.total === 0
                ? `no ${report.testsets.length > 1 ? 'unit test' : 'device'} is known`
                : `the status counts ${(0,report_words/* grouped */.zD)(report.counts.pass)} of ${testsCount(report, report.counts.total)} as passed`;
        case 'timed-out':
            return unfinishedWords(report, 'had not finished') || timedOutWords(report);
        case 'cancelled':
            return cancelledWords(report);
        case 'started':
            return startedWords(report);
        case 'refused':
            return `the service said no${ofSeveral(report, ' to $')}`;
        case 'unknown-start':
            return `${ofSeveral(report, '$') || 'a testset'} may or may not have been created`;
        case 'not-started':
            return ofSeveral(report, '$ could not be started') || 'no testset was created';
    }
}
function passedWords(report) {
    const tolerated = notPassedShares(report.counts);
    const words = shares(report, [{ number: report.counts.pass, verb: 'passed' }, ...tolerated]);
    return tolerated.length === 0 ? words : `${words}, within the limits`;
}
function timedOutWords(report) {
    const heard = report.testsets.some(({ status }) => status !== 'Unknown');
    return heard ? 'a testset was still running' : 'no status was ever heard';
}
function cancelledWords(report) {
    if (report.testsets.every(({ id }) => id === undefined))
        return 'no testset was started';
    return unfinishedWords(report, 'had not finished') || 'the end was not awaited';
}
function startedWords(report) {
    const verb = (0,build_counts/* unfinished */.M1)(report.counts) === 1 ? 'is still to finish' : 'are still to finish';
    const running = report.testsets.filter(({ status }) => status === 'Running').length;
    const words = running === 1 ? 'a testset is running' : `${(0,report_words/* count */.U9)(running, 'testset')} are running`;
    return unfinishedWords(report, verb) || (running === 0 ? 'the end is not awaited' : words);
}
function notPassedShares(counts) {
    return [
        { number: counts.fail, verb: 'failed' },
        { number: counts.error, verb: 'had an error' },
        { number: counts.stop, verb: counts.stop === 1 ? 'was stopped' : 'were stopped' },
        { number: (0,build_counts/* unfinished */.M1)(counts), verb: 'did not finish' },
    ].filter(({ number }) => number > 0);
}
/** `3 of 60 devices failed, 1 had an error`: the first tells of how many. Empty without shares. */
function shares(report, list) {
    const total = testsCount(report, report.counts.total);
    return list
        .map(({ number, verb }, at) => (at === 0 ? `${(0,report_words/* grouped */.zD)(number)} of ${total} ${verb}` : `${(0,report_words/* grouped */.zD)(number)} ${verb}`))
        .join(', ');
}
function unfinishedWords(report, verb) {
    const number = (0,build_counts/* unfinished */.M1)(report.counts);
    return number === 0 ? '' : shares(report, [{ number, verb }]);
}
/** Fills `2 of 3 testsets`, those that share the report's outcome, in for the dollar sign; empty when there is but one. */
function ofSeveral(report, phrase) {
    if (report.testsets.length < 2)
        return '';
    const alike = report.testsets.filter(({ outcome }) => outcome === report.outcome).length;
    return phrase.replace('$', () => `${(0,report_words/* grouped */.zD)(alike)} of ${(0,report_words/* count */.U9)(report.testsets.length, 'testset')}`);
}

;// CONCATENATED MODULE: ./build/report/annotations.js







/** The runner keeps ten errors a step; the tenth is the step's last line. */
const MOST = 9;
const TITLE_LIMIT = 80;
/** One for each unit test that did not pass, worst first; nine at most, and when there are more, the ninth says how many. */
function annotations(report) {
    const { notPassed } = parted(unitTests(report));
    const first = inReadingOrder(notPassed, MOST);
    const unnamed = allUnnamed(report);
    const nameless = unnamed.stopped + unnamed.unfinished + unnamed.notPassed;
    const number = notPassed.length + nameless;
    if (number <= MOST && nameless === 0)
        return first.map(annotate);
    const named = first.slice(0, MOST - 1);
    const more = number - named.length;
    const title = `${testsCount(report, more, named.length > 0 ? 'more' : '')} did not pass`;
    return [...named.map(annotate), { title, message: whereNamed(more - nameless, nameless) }];
}
function whereNamed(named, nameless) {
    const where = 'report.json among the result files names';
    if (nameless === 0)
        return `${where} them all.`;
    if (named > 0)
        return `${where} ${named} of them; no result document has the others.`;
    return `No result document names ${nameless === 1 ? 'it' : 'them'}.`;
}
function annotate({ testset, testcase }) {
    const { device, os } = splitDevice(testcase.device);
    const time = (0,report_words/* duration */.p0)(testcase.seconds);
    const facts = [
        time === '' ? testcase.result : `${testcase.result} after ${time}`,
        ...(os === '' ? [] : [`on ${os}`]),
        ...(testset.id === undefined ? [] : [`in testset ${testsetLabel(testset)}`]),
    ];
    const address = webAddress(testcase.url);
    return {
        title: (0,report_clean/* plain */.pj)(device, TITLE_LIMIT),
        message: facts.join(' ') + (address === undefined ? '' : `: ${address}`),
    };
}

;// CONCATENATED MODULE: ./build/report/display-width.js
/** Signs that terminals and the log set two columns wide: East Asian letters and signs, and emoji. */
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
/** Half-width Katakana and Hangul take one column although their script is wide. */
const HALF_WIDTH = /[\uff61-\uffdc]/u;
/** Marks that stand on the sign before them, and the later parts of a Hangul syllable written in parts. */
const NO_WIDTH = /[\p{Mn}\p{Me}\u1160-\u11ff\u{1f3fb}-\u{1f3ff}]/u;
const display_width_ORDINARY = /^[ -~]*$/;
/** How many columns a cleaned text takes in a log of fixed pitch; rare signs may be off by one. */
function displayWidth(text) {
    if (display_width_ORDINARY.test(text))
        return text.length;
    let width = 0;
    for (const sign of text)
        width += signWidth(sign);
    return width;
}
function signWidth(sign) {
    if (NO_WIDTH.test(sign))
        return 0;
    return WIDE.test(sign) && !HALF_WIDTH.test(sign) ? 2 : 1;
}
/** Fills up with spaces to `width` columns; a longer text stays as it is. */
function padded(text, width) {
    return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

;// CONCATENATED MODULE: ./build/report/console.js






const MOST_ROWS = 50;
/** Columns for a name: with all others, a line without its address then fits most windows. */
const console_NAME_LIMIT = 60;
/** Signs of one column, so that the table stays straight in every font; the word stands beside them. */
const SIGNS = { passed: '✓', failed: '✗', error: '!', skipped: '-' };
const COLOURS = {
    passed: 'green',
    failed: 'red',
    error: 'red',
    skipped: 'yellow',
};
/** Longer addresses are left out: a line holds 500 characters, and half an address is of no use. */
const ADDRESS_LIMIT = 250;
/**
 * The table at the end of the log: a line for each unit test, worst first and 50 at most, then all counts. A terminal makes the
 * addresses clickable.
 */
function consoleTable(report) {
    const tests = unitTests(report);
    const shown = inReadingOrder(tests, MOST_ROWS);
    const more = tests.length - shown.length;
    return [
        ...(shown.length === 0 ? [] : table(shown, report.testsets.length > 1)),
        ...(more === 0
            ? []
            : [[{ text: `and ${testsCount(report, more, 'more')}: see the job summary and the result files` }]]),
        [{ text: totals(report) }],
    ];
}
function table(tests, severalTestsets) {
    const heads = ['Result', ...(severalTestsets ? ['Testset'] : []), 'Device', 'OS', 'Time', 'Page'];
    const rows = tests.map((test) => cells(test, severalTestsets));
    const widths = heads.map((head, column) => rows.reduce((widest, row) => Math.max(widest, displayWidth(row[column] ?? '')), head.length));
    return [
        aligned(heads, widths).map((text) => ({ text, colour: 'grey' })),
        ...tests.map(({ testcase }, at) => colourFirst(aligned(rows[at] ?? [], widths), COLOURS[testcase.result])),
    ];
}
function cells({ testset, testcase }, severalTestsets) {
    const { device, os } = splitDevice(testcase.device);
    const address = webAddress(testcase.url) ?? '';
    return [
        `${SIGNS[testcase.result]} ${testcase.result}`,
        ...(severalTestsets ? [String(testset.id ?? '-')] : []),
        (0,report_clean/* plain */.pj)(device, console_NAME_LIMIT),
        (0,report_clean/* plain */.pj)(os, console_NAME_LIMIT / 2),
        (0,report_words/* duration */.p0)(testcase.seconds),
        address.length > ADDRESS_LIMIT ? '' : address,
    ];
}
/** Every cell but the last is filled up, and one column more, so that two stand between it and the next. */
function aligned(row, widths) {
    return row.map((cell, column) => (column === row.length - 1 ? cell : padded(cell, (widths[column] ?? 0) + 1)));
}
function colourFirst(row, colour) {
    return row.map((text, column) => (column === 0 ? { text, colour } : { text }));
}

;// CONCATENATED MODULE: ./build/report/data.js

/** The version of the shape of `report.json`; it rises when a reader of the old shape would go wrong. */
const SCHEMA = 1;
/** Unit tests in one piece of text: few enough that a piece stays small, enough that pieces are few. */
const BATCH = 500;
/**
 * `report.json` in pieces, so that a hundred thousand unit tests never are one string. Names stand as the service gave them;
 * what is not known is `null`; a limit of `any` is that word.
 */
function* reportJson(report) {
    const { testsets, limits, app, ...rest } = report;
    yield unclosed({ schema: SCHEMA, ...rest, app: app ?? null, limits: limitWords(limits) });
    yield ',\n"testsets":[';
    for (const [at, testset] of testsets.entries()) {
        yield at === 0 ? '\n' : ',\n';
        yield* testsetJson(testset);
    }
    yield '\n]}\n';
}
function* testsetJson(testset) {
    const { id, scenario, problem, suites, ...rest } = testset;
    yield unclosed({ id: id ?? null, scenario: scenario ?? null, ...rest, problem: problem ?? null });
    yield ',"suites":[';
    for (const [at, suite] of suites.entries()) {
        yield `${at === 0 ? '\n' : ',\n'}${unclosed({ name: suite.name })},"devices":[`;
        yield* devicesJson(suite.testcases);
        yield ']}';
    }
    yield ']}';
}
function* devicesJson(testcases) {
    for (let start = 0; start < testcases.length; start += BATCH) {
        const batch = testcases.slice(start, start + BATCH).map((testcase) => JSON.stringify(deviceFacts(testcase)));
        yield `${start === 0 ? '\n' : ',\n'}${batch.join(',\n')}`;
    }
}
/** The field of every device is there, known or not, so that a reader need not ask twice. */
function deviceFacts({ device, result, url, seconds, message }) {
    return { device, result, url: url ?? null, seconds: seconds ?? null, message: message ?? null };
}
function limitWords(limits) {
    const word = (limit) => (limit === Infinity ? 'any' : limit);
    return { fail: word(limits.fail), error: word(limits.error), stop: word(limits.stop) };
}
/** JSON of an object that is not empty, without its last brace, so that more fields can follow. */
function unclosed(value) {
    return JSON.stringify(value).slice(0, -1);
}
/**
 * The `failed-devices` output: a JSON array of what did not pass, in document order, dropped from the end so that it has at most
 * `limitBytes` bytes of UTF-8.
 */
function failedDevices(report, limitBytes = 500_000) {
    const kept = [];
    let bytes = '[]'.length;
    for (const test of parted(unitTests(report)).notPassed) {
        const entry = JSON.stringify(failedDevice(test));
        bytes += Buffer.byteLength(entry) + (kept.length === 0 ? 0 : 1);
        if (bytes > limitBytes)
            break;
        kept.push(entry);
    }
    return `[${kept.join(',')}]`;
}
function failedDevice({ testset, testcase }) {
    const { device, result, url, seconds } = testcase;
    return {
        testset: testset.id ?? null,
        scenario: testset.scenario ?? null,
        device,
        result,
        url: url ?? null,
        seconds: seconds ?? null,
    };
}

;// CONCATENATED MODULE: ./build/report/fit.js
const BAREST = { passed: false, rows: 0 };
/** How much of the estimated room is for unit tests; the rest is for the words around them. */
const SHARE = 7 / 8;
/**
 * From everything, over everything but what passed, to ever fewer of the rest and at last none. What cannot have room is not
 * tried.
 */
function* steps({ passed, notPassed, longest, capacity, most }) {
    const whole = passed + notPassed <= Math.min(capacity, most);
    const roomy = notPassed <= capacity;
    if (whole)
        yield { passed: true, rows: most };
    if (roomy && (passed > 0 || !whole))
        yield { passed: false, rows: most };
    const begin = roomy ? Math.min(longest, most) / 2 : Math.min(capacity * SHARE, most);
    for (let rows = Math.floor(begin); rows > 0; rows = Math.floor(rows / 2))
        yield { passed: false, rows };
    yield BAREST;
}
/**
 * Draws with less and less detail until the text has at most `limitBytes` bytes of UTF-8. A drawing is given up as soon as it is
 * too long, so that a large report costs little more than what is shown of it. The barest one is taken whatever its length.
 */
function fit(details, draw, limitBytes) {
    for (const detail of details) {
        const text = joinWithin(draw(detail), limitBytes);
        if (text !== undefined)
            return text;
    }
    return [...draw(BAREST)].join('');
}
function joinWithin(pieces, limitBytes) {
    const kept = [];
    let bytes = 0;
    for (const piece of pieces) {
        bytes += Buffer.byteLength(piece);
        if (bytes > limitBytes)
            return undefined;
        kept.push(piece);
    }
    return kept.join('');
}

;// CONCATENATED MODULE: ./build/report/markdown/block.js
/**
 * Lines as one HTML block of Markdown. Within it nothing is read as Markdown as long as no line is blank, which is what keeps
 * names harmless; the blank line after it ends the block. Without lines there is no block.
 */
function* block(lines) {
    let empty = true;
    for (const line of lines) {
        empty = false;
        yield `${line}\n`;
    }
    if (!empty)
        yield '\n';
}
/** The first row of a table; a column is named once, so a screen reader can tell what a cell is. */
function headRow(heads) {
    return `<tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr>`;
}
/** A row of cells that are HTML already. */
function row(cells) {
    return `<tr><td>${cells.join('</td><td>')}</td></tr>`;
}

;// CONCATENATED MODULE: ./build/report/markdown/comparison.js



/** More names than this are only counted: the table has what fails now, and the earlier report the rest. */
const MOST_NAMES = 20;
/** What is different from the run before: devices, and how long it took. */
function* comparisonLines({ comparison }, { rows }) {
    if (!comparison)
        return;
    const few = Math.min(rows, MOST_NAMES);
    yield `<p><strong>Compared with before</strong>${beforeWords(comparison)}</p>`;
    yield '<ul>';
    yield `<li>🔺 Newly failing: ${nameWords(comparison.newlyFailing, few)}</li>`;
    yield `<li>➖ Still failing: ${nameWords(comparison.stillFailing, few)}</li>`;
    yield `<li>✅ Fixed: ${nameWords(comparison.fixed, few)}</li>`;
    const time = timeWords(comparison);
    if (time !== '')
        yield `<li>Waited: ${time}</li>`;
    yield '</ul>';
}
function beforeWords({ runUrl }) {
    return runUrl === undefined ? '' : ` (${escape_link(runUrl, 'the earlier run')})`;
}
function nameWords(names, few) {
    const number = `<strong>${(0,report_words/* grouped */.zD)(names.length)}</strong>`;
    const shown = names.slice(0, few).map((name) => html(deviceWords(name)));
    if (shown.length === 0)
        return number;
    const more = names.length - shown.length;
    return `${number} (${shown.join(', ')}${more > 0 ? `, and ${(0,report_words/* grouped */.zD)(more)} more` : ''})`;
}
function deviceWords(name) {
    const { device, os } = splitDevice(name);
    return os === '' ? device : `${device} / ${os}`;
}
function timeWords({ secondsBefore, secondsNow }) {
    if (secondsBefore === undefined || secondsNow === undefined)
        return '';
    const difference = Math.round(secondsNow) - Math.round(secondsBefore);
    const times = `${(0,report_words/* duration */.p0)(secondsNow)}, before ${(0,report_words/* duration */.p0)(secondsBefore)}`;
    if (difference === 0)
        return `as long as before, ${(0,report_words/* duration */.p0)(secondsNow)}`;
    return `${(0,report_words/* duration */.p0)(Math.abs(difference))} ${difference > 0 ? 'longer' : 'shorter'} (${times})`;
}

;// CONCATENATED MODULE: ./build/report/markdown/device-rows.js






/** Stands where nothing is known, so that no cell is blank. */
const NOT_KNOWN = '–';
/** The entries for unit tests that did not pass, of which `tests` are in reading order: failed, error, stopped, skipped. */
function openEntries(tests, unnamed) {
    const unnamedTests = ['stopped', 'unfinished', 'notPassed']
        .map((ended) => ({ ended, number: unnamed[ended] }))
        .filter(({ number }) => number > 0);
    const skipped = tests.findIndex(({ testcase }) => testcase.result === 'skipped');
    const worse = skipped < 0 ? tests.length : skipped;
    return [...tests.slice(0, worse), ...unnamedTests, ...tests.slice(worse)];
}
/** How many unit tests did not pass that these entries stand for. */
function testsIn(entries) {
    return entries.reduce((sum, entry) => sum + ('number' in entry ? entry.number : 1), 0);
}
/** A table of entries, line by line; without entries there is none. `toRow` comes from `rowDrawer`. */
function* deviceTable(report, entries, toRow) {
    if (entries.length === 0)
        return;
    yield '<table>';
    yield headRow([...(report.testsets.length > 1 ? ['Testset'] : []), 'Device', 'OS', 'Result', 'Time']);
    for (const entry of entries)
        yield toRow(entry);
    yield '</table>';
}
/**
 * Draws rows so that no two links among all of them read the same: a device that comes again is numbered, and a screen reader is told the
 * testset where there are several.
 */
function rowDrawer(report) {
    const several = report.testsets.length > 1;
    const seen = new Map();
    const numbered = (testsetId, device) => {
        const here = seen.get(testsetId) ?? new Map();
        const times = (here.get(device) ?? 0) + 1;
        seen.set(testsetId, here.set(device, times));
        return times === 1 ? device : `${device} (${times})`;
    };
    return (entry) => {
        if ('number' in entry)
            return row(unnamedCells(report, entry));
        const { testset, testcase } = entry;
        const { device, os } = splitDevice(testcase.device);
        const text = numbered(testset.id, device);
        const label = several && testset.id !== undefined ? `${text}, testset ${testset.id}` : undefined;
        return row([
            ...(several ? [html(testsetLabel(testset))] : []),
            escape_link(testcase.url, text, label),
            html(os) || NOT_KNOWN,
            RESULT_WORDS[testcase.result],
            (0,report_words/* duration */.p0)(testcase.seconds) || NOT_KNOWN,
        ]);
    };
}
function unnamedCells(report, { ended, number }) {
    return [
        ...(report.testsets.length > 1 ? [NOT_KNOWN] : []),
        `${testsCount(report, number)} that no document names`,
        NOT_KNOWN,
        RESULT_WORDS[ended],
        NOT_KNOWN,
    ];
}
/** The bytes of a row apart from what a document tells. */
const ROW_BYTES = Buffer.byteLength(row(['<a href=""></a>', '', RESULT_WORDS.failed, (0,report_words/* duration */.p0)(0)]));
/** For about how many of these unit tests a text of so many bytes has room; an estimate from the lengths of names and addresses. */
function roomFor(tests, limitBytes) {
    let left = limitBytes;
    let rows = 0;
    for (const { testcase } of tests) {
        left -= ROW_BYTES + Math.min(testcase.device.length, NAME_LIMIT) + (testcase.url?.length ?? 0);
        if (left < 0)
            break;
        rows += 1;
    }
    return rows;
}

;// CONCATENATED MODULE: ./build/report/markdown/devices.js




/** As many as still fit a screen; more of them are folded. */
const PASSED_IN_SIGHT = 10;
/**
 * What did not pass in the open; what passed folded below it, unless it is all there is and short.
 *
 * @param rest says where to look for what is left out; HTML
 */
function* deviceTables(report, tests, detail, rest) {
    const { notPassed, unnamed, passed } = tests;
    const toRow = rowDrawer(report);
    const open = openEntries(notPassed, unnamed);
    const shown = open.slice(0, detail.rows);
    yield* block(deviceTable(report, shown, toRow));
    const hidden = tests.others + testsIn(open.slice(shown.length));
    yield* block(leftOut(report, { hidden, shown: shown.length, passed: detail.passed ? 0 : passed.length }, rest));
    if (!detail.passed || passed.length === 0)
        return;
    const rows = deviceTable(report, inReadingOrder(passed), toRow);
    const folded = open.length > 0 || passed.length > PASSED_IN_SIGHT;
    yield* block(folded ? fold(`${testsCount(report, passed.length)} passed`, rows) : rows);
}
function* leftOut(report, { hidden, shown, passed }, rest) {
    if (hidden + passed === 0)
        return;
    const bad = `${testsCount(report, hidden, shown > 0 ? 'more' : '')} that did not pass`;
    const good = `${testsCount(report, passed)} that passed`;
    const who = [...(hidden > 0 ? [bad] : []), ...(passed > 0 ? [good] : [])].join(' and ');
    yield `<p>${who} ${hidden + passed === 1 ? 'is' : 'are'} left out here, for length. ${rest}</p>`;
}
function* fold(title, lines) {
    yield `<details><summary>${title}</summary>`;
    yield* lines;
    yield '</details>';
}

;// CONCATENATED MODULE: ./build/report/markdown/facts.js







/** A sentence says what the service said, too; more of it than this helps nobody. */
const SENTENCE_LIMIT = 1000;
/** How much of a digest is enough to compare it by eye. */
const DIGEST_SHOWN = 12;
/** Below the heading: why the step is red and what to do, then the totals, the app, what ran, and the times. */
function* factLines(report) {
    if (!(0,outcome/* isGreen */.gf)(report.outcome))
        yield* explanation(report);
    yield '<ul>';
    yield `<li>${html(totals(report))}</li>`;
    if (report.app)
        yield `<li>App: ${appWords(report.app)}</li>`;
    yield `<li>Ran: ${requestWords(report)}</li>`;
    yield* timeLines(report);
    yield '</ul>';
}
function* explanation({ sentence, hint }) {
    for (const text of [sentence, hint].map((words) => (0,report_clean/* plain */.pj)(words, SENTENCE_LIMIT))) {
        if (text !== '')
            yield `<p>${prose(text)}</p>`;
    }
}
function appWords({ name, bytes, sha256 }) {
    const digest = sha256 === undefined ? 'not sent' : `SHA-256 <code>${html((0,report_clean/* plain */.pj)(sha256).slice(0, DIGEST_SHOWN))}</code>`;
    return `<strong>${html((0,report_clean/* plain */.pj)(name))}</strong>, ${(0,report_words/* size */.Ej)(bytes)}, ${digest}`;
}
function requestWords({ request, testsets }) {
    if (request.kind === 'attached')
        return 'testsets that existed before this step';
    const facts = [
        `${request.kind} test <strong>${html((0,report_clean/* plain */.pj)(request.name))}</strong>${request.osType === undefined ? '' : ` on ${request.osType}`}`,
        request.kind === 'scenario' ? scenariosWords(testsets) : '',
        request.timeLimitMinutes === undefined ? '' : `at most ${request.timeLimitMinutes}m on each device`,
    ];
    return facts.filter(Boolean).join(', ');
}
/** One scenario by its name; several are named by the table of testsets. */
function scenariosWords(testsets) {
    const [first] = testsets;
    if (testsets.length > 1)
        return (0,report_words/* count */.U9)(testsets.length, 'scenario');
    return html(scenarioWords(first?.scenario, first?.scenarioName));
}
/** People wait for the slowest device, and pay for all of them: two times that have little to do with each other. */
function* timeLines(report) {
    yield `<li>Waited: ${(0,report_words/* duration */.p0)(report.durationSeconds)}</li>`;
    const busy = deviceSeconds(report);
    if (busy > 0)
        yield `<li>Device time: ${(0,report_words/* duration */.p0)(busy)} in all</li>`;
}

;// CONCATENATED MODULE: ./build/report/markdown/footer.js




const COMMIT_SHOWN = 12;
/** How to come back to what still runs. All of it is our own text, so it can be Markdown and be copied. */
function* attachHelp({ testsets }, { rows }) {
    const running = testsets.filter(({ status }) => status === 'Running').flatMap(({ id }) => id ?? []);
    if (running.length === 0)
        return;
    const who = running.length === 1 ? 'A testset' : (0,report_words/* count */.U9)(running.length, 'testset');
    yield `${who} may still be running. To wait for the results without starting anything again, run the step with \`testset-id\` in place of what to run.`;
    if (running.length > rows)
        yield ' The output `testset-id` of this step names them.\n\n';
    else
        yield `\n\n\`\`\`yaml\ntestset-id: ${running.join(',')}\n\`\`\`\n\n`;
}
/** Small print: testsets, artifact, commit, run. */
function* footerLines({ testsets, artifact, run }, { rows }) {
    const facts = [
        testsetsWords(testsets.flatMap(({ id }) => id ?? []), rows),
        artifact ? `artifact ${escape_link(artifact.url, (0,report_clean/* plain */.pj)(artifact.name))}` : '',
        commitWords(run),
        runWords(run),
    ].filter(Boolean);
    if (facts.length > 0)
        yield `<p><sub>${facts.join(' · ')}</sub></p>`;
}
function commitWords({ commit }) {
    return commit === '' ? '' : `commit <code>${html((0,report_clean/* plain */.pj)(commit).slice(0, COMMIT_SHOWN))}</code>`;
}
function runWords({ runNumber, attempt, url }) {
    return runNumber > 0 ? escape_link(url, `run ${runNumber}, attempt ${attempt}`) : '';
}

;// CONCATENATED MODULE: ./build/report/markdown/notes.js





const NOTE_LIMIT = 1000;
/** What else there is to say, as a list: reasons beyond the sentence above, unit tests without a name, warnings. */
function* noteLines(report, { rows }) {
    const notes = [...allNotes(report)];
    if (notes.length === 0)
        return;
    if (rows > 0) {
        yield '<ul>';
        for (const note of notes.slice(0, rows))
            yield `<li>${prose((0,report_clean/* plain */.pj)(note, NOTE_LIMIT))}</li>`;
        yield '</ul>';
    }
    const left = notes.length - rows;
    if (left > 0)
        yield `<p>${(0,report_words/* count */.U9)(left, 'remark')} left out for length.</p>`;
}
/** How many notes there are. */
function noteCount(report) {
    return [...allNotes(report)].length;
}
function* allNotes(report) {
    for (const testset of report.testsets) {
        const whose = report.testsets.length > 1 && testset.id !== undefined ? `Testset ${testset.id}: ` : '';
        for (const note of testsetNotes(report, testset)) {
            if (!report.sentence.includes(note))
                yield whose + note;
        }
    }
}
function testsetNotes(report, testset) {
    const { reasons, problem, warnings } = testset;
    const trouble = problem && !reasons.includes(problem.message) ? [`${problem.message} ${problem.hint}`.trim()] : [];
    return [
        ...reasons,
        ...trouble,
        ...unclearNotes(report, testset),
        ...warnings.map((warning) => `Warning: ${warning}`),
    ];
}
function unclearNotes(report, testset) {
    const { unclear } = unnamed(testset);
    const verb = unclear === 1 ? 'is' : 'are';
    return unclear === 0
        ? []
        : [`${testsCount(report, unclear)} that the status counts ${verb} not in the result documents.`];
}

;// CONCATENATED MODULE: ./build/report/markdown/testsets.js






const HEADS = ['Testset', 'Outcome', 'Unit tests', 'Passed', 'Failed', 'Error', 'Stopped', 'Not finished'];
/** With several testsets, how each of them went; with one, the heading says it already. */
function* testsetTable({ testsets }, { rows }) {
    if (testsets.length < 2)
        return;
    const left = testsets.length - rows;
    if (rows > 0) {
        yield '<table>';
        yield headRow(HEADS);
        for (const testset of testsets.slice(0, rows))
            yield testsetRow(testset);
        yield '</table>';
    }
    if (left > 0)
        yield `<p>${(0,report_words/* grouped */.zD)(left)} of ${(0,report_words/* count */.U9)(testsets.length, 'testset')} left out for length.</p>`;
}
function testsetRow(testset) {
    const { outcome, counts } = testset;
    const numbers = [counts.total, counts.pass, counts.fail, counts.error, counts.stop, (0,build_counts/* unfinished */.M1)(counts)];
    return row([
        html(testsetLabel(testset)),
        `${OUTCOME_ICONS[outcome]} ${OUTCOME_WORDS[outcome]}`,
        ...numbers.map(report_words/* grouped */.zD),
    ]);
}

// EXTERNAL MODULE: ./build/report/witness.js
var witness = __webpack_require__(79260);
;// CONCATENATED MODULE: ./build/report/markdown/witnesses.js





const SOURCES = { status: 'Status', xml: 'XML', json: 'JSON' };
/** What the status, the XML and the JSON say, side by side, where they do not bear each other out. */
function* witnessTable(report, { rows }) {
    const doubtful = report.testsets.filter(({ status, witnesses }) => status === 'Complete' && !agree(witnesses));
    if (doubtful.length === 0 || rows === 0)
        return;
    const several = report.testsets.length > 1;
    yield '<p>What each source of the results says:</p>';
    yield '<table>';
    yield headRow([...(several ? ['Testset'] : []), 'Source', 'Passed', 'Not passed', 'Remark']);
    for (const testset of doubtful.slice(0, rows))
        yield* witnessRows(testset, several);
    yield '</table>';
}
/** Whether all were read and bear out the status. */
function agree(witnesses) {
    const [status, ...documents] = witnesses;
    if (!status)
        return true;
    return status.source === 'status' && documents.every((document) => (0,witness/* bearsOut */.o)(status, document));
}
function* witnessRows({ id, witnesses }, several) {
    for (const witness of witnesses) {
        const { source, state, passed, notPassed } = witness;
        const figures = state === 'read' ? [(0,report_words/* grouped */.zD)(passed), (0,report_words/* grouped */.zD)(notPassed)] : ['–', '–'];
        yield row([...(several ? [String(id ?? 'none')] : []), SOURCES[source], ...figures, remark(witness)]);
    }
}
function remark({ state, why }) {
    switch (state) {
        case 'read':
            return 'read';
        case 'absent':
            return 'not delivered';
        case 'unreadable':
            return html(`unreadable: ${(0,report_clean/* plain */.pj)(why)}`);
    }
}

;// CONCATENATED MODULE: ./build/report/markdown/draw.js













/** Draws a report as GitHub's Markdown, with less detail where all of it would be more than the place allows. */
function drawReport(report, place) {
    const { passed, notPassed } = parted(unitTests(report));
    const { limitBytes, most } = place;
    const capacity = roomFor(notPassed.concat(passed), limitBytes);
    const first = inReadingOrder(notPassed, Math.min(capacity, most));
    const tests = {
        passed,
        notPassed: first,
        others: notPassed.length - first.length,
        unnamed: allUnnamed(report),
    };
    const longest = Math.max(notPassed.length, report.testsets.length, noteCount(report));
    const details = steps({ passed: passed.length, notPassed: notPassed.length, longest, capacity, most });
    return fit(details, (detail) => draw(report, tests, detail, place), limitBytes);
}
function* draw(report, tests, detail, { heading, rest }) {
    if (heading !== '')
        yield `${heading} ${OUTCOME_ICONS[report.outcome]} ${verdict(report)}\n\n`;
    yield* block(factLines(report));
    yield* block(comparisonLines(report, detail));
    yield* block(testsetTable(report, detail));
    yield* block(witnessTable(report, detail));
    yield* deviceTables(report, tests, detail, rest);
    yield* block(noteLines(report, detail));
    yield* attachHelp(report, detail);
    yield* block(footerLines(report, detail));
}

;// CONCATENATED MODULE: ./build/report/markdown.js

/** The runner drops a whole summary of more than 1 MiB; this leaves room for what other commands of the step add. */
const SUMMARY_LIMIT = 900 * 1024;
/** The job summary: GitHub's Markdown of at most 900 KiB, drawn with less detail where all of it would not fit. */
function markdownSummary(report) {
    return drawReport(report, {
        heading: '##',
        rest: '<code>report.json</code> among the result files names them all.',
        limitBytes: SUMMARY_LIMIT,
        most: Infinity,
    });
}

;// CONCATENATED MODULE: ./build/results/junit-file.js
/** The elements for what did not pass. */
const ELEMENTS = { failed: 'failure', error: 'error', skipped: 'skipped' };
/** What XML 1.0 cannot carry, lone surrogates among it, and what must be written in another way. */
const SPECIAL = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]|[&<>"\t\n\r]/gu;
const REFERENCES = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\t': '&#9;',
    '\n': '&#10;',
    '\r': '&#13;',
};
/**
 * Writes every testset's suites into one well-formed JUnit document, piece by piece, so that it is never in memory as a whole. Characters
 * that XML cannot carry are left out.
 */
function* junitXml(parts) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n';
    yield `<testsuites ${junit_file_totals(parts.flatMap(({ suites }) => suites))}>\n`;
    for (const part of parts) {
        for (const suite of part.suites)
            yield* suiteXml(part, suite);
    }
    yield '</testsuites>\n';
}
function* suiteXml(part, suite) {
    const id = part.id === undefined ? '' : ` id="${part.id}"`;
    const name = junit_file_escape(suite.name);
    yield `  <testsuite${id} name="${name}" ${junit_file_totals([suite])}>\n`;
    yield properties(part);
    for (const testcase of suite.testcases)
        yield testcaseXml(testcase, name);
    yield '  </testsuite>\n';
}
function properties({ id, name }) {
    const entries = [];
    if (id !== undefined)
        entries.push(`<property name="testset-id" value="${id}"/>`);
    if (name !== '')
        entries.push(`<property name="testset-name" value="${junit_file_escape(name)}"/>`);
    return entries.length === 0 ? '' : `    <properties>${entries.join('')}</properties>\n`;
}
function testcaseXml({ device, result, seconds, url, message }, classname) {
    const time = seconds === undefined ? '' : ` time="${rounded(seconds)}"`;
    const head = `    <testcase name="${junit_file_escape(device)}" classname="${classname}"${time}`;
    const [first = '', second = ''] = [url, message].filter((text) => text !== undefined).map(junit_file_escape);
    if (result === 'passed')
        return first === '' ? `${head}/>\n` : `${head}><system-out>${first}</system-out></testcase>\n`;
    return `${head}>${resultXml(ELEMENTS[result], first, second)}</testcase>\n`;
}
function resultXml(element, message, text) {
    const head = message === '' ? `<${element}` : `<${element} message="${message}"`;
    return text === '' ? `${head}/>` : `${head}>${text}</${element}>`;
}
function junit_file_totals(suites) {
    const counts = { passed: 0, failed: 0, error: 0, skipped: 0 };
    let tests = 0;
    let time = 0;
    for (const { testcases } of suites) {
        for (const { result, seconds = 0 } of testcases) {
            counts[result] += 1;
            tests += 1;
            time += seconds;
        }
    }
    const { failed, error, skipped } = counts;
    return `tests="${tests}" failures="${failed}" errors="${error}" skipped="${skipped}" time="${rounded(time)}"`;
}
/** To the millisecond; never in exponential notation, which few readers of JUnit take. */
function rounded(seconds) {
    return Math.round(seconds * 1000) / 1000;
}
function junit_file_escape(text) {
    return text.replace(SPECIAL, (character) => REFERENCES[character] ?? '');
}

;// CONCATENATED MODULE: ./build/publish.js








/**
 * Hands the report to everyone who is waiting for it. The outcome stands already: whatever goes wrong here is a warning, and keeps
 * nothing else from being published.
 */
async function publishReport(report, inputs, folder, world, office) {
    const attempt = attempter(world.log);
    await attempt('The outputs could not all be set', () => {
        setOutputs((0,outputs/* reportOutputs */.r)(report, failedDevices(report)), office);
    });
    await attempt('The log does not tell everything', () => {
        tell(report, world.log, office);
    });
    const summary = await attempt('The summary could not be drawn', () => markdownSummary(report));
    await attempt('Not all result files could be written', () => writeFiles(report, summary, folder, office));
    if (inputs.jobSummary && summary !== undefined) {
        await attempt('The job summary could not be written', () => office.writeSummary(summary));
    }
    const wish = inputs.artifact;
    if (wish)
        await attempt('The artifact could not be published', () => publishFiles(report, wish, folder, world, office));
}
function attempter(log) {
    return async (trouble, work) => {
        try {
            return await work();
        }
        catch (error) {
            log.warning(`${trouble}: ${(0,errors/* messageOf */.b)(error)}`);
            return undefined;
        }
    };
}
/** The table and the warnings for everyone; annotations only where the step is red, because a tolerated failure is none. */
function tell(report, log, office) {
    for (const line of consoleTable(report))
        log.info(line);
    for (const warning of report.testsets.flatMap(({ warnings }) => warnings))
        log.warning(warning);
    if ((0,outcome/* isGreen */.gf)(report.outcome))
        return;
    for (const annotation of annotations(report))
        office.annotate(annotation);
}
function setOutputs(outputs, office) {
    for (const [name, value] of Object.entries(outputs))
        office.setOutput(name, value);
}
/** Each file by itself: one that cannot be written keeps no other from being there. One warning tells of all. */
async function writeFiles(report, summary, folder, office) {
    const troubles = [];
    const write = async (name, content) => {
        try {
            return await folder.write(name, content());
        }
        catch (error) {
            troubles.push((0,errors/* messageOf */.b)(error));
            return '';
        }
    };
    const withSuites = report.testsets.filter(({ suites }) => suites.length > 0);
    const parts = withSuites.map(({ id, suites }) => ({ id, name: report.request.name, suites }));
    if (parts.length > 0)
        office.setOutput('junit-file', await write('junit.xml', () => junitXml(parts)));
    await write('report.json', () => reportJson(report));
    if (summary !== undefined)
        await write('summary.md', () => summary);
    if (folder.files().length > 0)
        office.setOutput('results-dir', folder.path);
    if (troubles.length > 0)
        throw new Error(troubles.join(' '));
}
async function publishFiles(report, wish, folder, world, office) {
    const ids = report.testsets.flatMap(({ id }) => id ?? []);
    const reason = noArtifactBecause(report, ids);
    if (reason !== undefined) {
        world.log.info(`No artifact: ${reason}.`);
        return;
    }
    const published = await office.publishArtifact({
        name: wish.name ?? artifactName(ids),
        files: folder.files(),
        root: folder.path,
        ...(wish.retentionDays === undefined ? {} : { retentionDays: wish.retentionDays }),
    });
    if (published.kind === 'skipped')
        world.log.notice(`No artifact: ${published.why}`);
    if (published.kind === 'failed')
        world.log.warning(`The artifact could not be published: ${published.why} The files are in ${folder.path}.`);
    if (published.kind === 'published') {
        world.log.info(`Artifact ${published.name}: ${published.url}`);
        setOutputs({ 'artifact-id': published.id, 'artifact-url': published.url, 'artifact-digest': published.digest }, office);
    }
}
function noArtifactBecause({ outcome }, ids) {
    if (ids.length === 0)
        return 'there is no testset whose results could go into it';
    if (outcome === 'started')
        return 'the testset has only been started';
    return outcome === 'cancelled' ? 'the run was cancelled; the files stay in the results folder' : undefined;
}
/** `testset-<id>`, or for several `testsets-<first id>-and-<n>-more` (CONTRACT). */
function artifactName(ids) {
    return ids.length === 1 ? `testset-${ids[0] ?? ''}` : `testsets-${ids[0] ?? ''}-and-${ids.length - 1}-more`;
}


/***/ })

};
