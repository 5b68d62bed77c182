export const id = 638;
export const ids = [638];
export const modules = {

/***/ 93638:
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
function* unitTests(report) {
    for (const testset of report.testsets) {
        for (const suite of testset.suites) {
            for (const testcase of suite.testcases)
                yield { testset, testcase };
        }
    }
}
/** Tells the passed from the rest; both stay in the order given. */
function parted(tests) {
    const passed = [];
    const notPassed = [];
    for (const test of tests)
        (test.testcase.result === 'passed' ? passed : notPassed).push(test);
    return { passed, notPassed };
}
/** Failed, error, skipped, passed; then by name, the same on every machine; equal names stay in the order given. */
function inReadingOrder(tests) {
    return READING_ORDER.flatMap((result) => tests.filter(({ testcase }) => testcase.result === result).sort(byName));
}
/** The first few of tests with one result in reading order, without putting all the others in order. */
function firstByName(tests, few) {
    const kept = tests.slice(0, few).sort(byName);
    for (const test of tests.slice(few)) {
        const last = kept.at(-1);
        if (!last || byName(test, last) >= 0)
            continue;
        kept.push(test);
        kept.sort(byName).pop();
    }
    return kept;
}
function byName(a, b) {
    if (a.testcase.device === b.testcase.device)
        return 0;
    return a.testcase.device < b.testcase.device ? -1 : 1;
}
/** How long the devices were busy, in seconds; absent durations count nothing. */
function deviceSeconds(tests) {
    let sum = 0;
    for (const { testcase } of tests)
        sum += testcase.seconds ?? 0;
    return sum;
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
/** Longer addresses are shown as text: they would fill the report, and no result page has one. */
const LONGEST_ADDRESS = 2000;
/**
 * Escapes a cleaned text for an HTML element in GitHub's Markdown. `@name`, `#12` and `GH-12` are broken by a zero-width space:
 * GitHub looks for them after it has resolved entities and read the markup, so an entity does not help, and in an answer by e-mail
 * empty elements vanish as well. A dollar sign stands in an element of its own, which keeps it from opening a formula.
 */
function html(text) {
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
var words = __webpack_require__(44702);
;// CONCATENATED MODULE: ./build/report/annotations.js




/** The runner keeps ten errors a step; the tenth is the step's last line. */
const MOST = 9;
const TITLE_LIMIT = 80;
/** One for each unit test that did not pass, worst first; nine at most, and when there are more, the ninth says how many. */
function annotations(report) {
    const tests = inReadingOrder(parted(unitTests(report)).notPassed);
    if (tests.length <= MOST)
        return tests.map(annotate);
    const more = tests.length - (MOST - 1);
    const title = `${(0,words/* count */.U9)(more, 'more unit test')} did not pass`;
    return [
        ...tests.slice(0, MOST - 1).map(annotate),
        { title, message: 'report.json among the result files names them all.' },
    ];
}
function annotate({ testset, testcase }) {
    const { device, os } = splitDevice(testcase.device);
    const time = (0,words/* duration */.p0)(testcase.seconds);
    const facts = [
        time === '' ? testcase.result : `${testcase.result} after ${time}`,
        ...(os === '' ? [] : [`on ${os}`]),
        ...(testset.id === undefined ? [] : [`in testset ${testset.id}`]),
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
const ORDINARY = /^[ -~]*$/;
/** How many columns a cleaned text takes in a log of fixed pitch; rare signs may be off by one. */
function displayWidth(text) {
    if (ORDINARY.test(text))
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

// EXTERNAL MODULE: ./build/counts.js
var build_counts = __webpack_require__(28502);
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
/** The same for one unit test. */
const RESULT_ICONS = {
    passed: '✅',
    failed: '❌',
    error: '⛔',
    skipped: '⏭️',
};
/** The heading of every drawing: the outcome and what it means in numbers, `Failed: 3 of 60 devices failed, 1 was stopped`. */
function verdict(report) {
    const words = meaning(report);
    return words === '' ? OUTCOME_WORDS[report.outcome] : `${OUTCOME_WORDS[report.outcome]}: ${words}`;
}
/** All counts in one line, noughts too. */
function totals(report) {
    const { counts } = report;
    const ends = [
        `${(0,words/* grouped */.zD)(counts.pass)} passed`,
        `${(0,words/* grouped */.zD)(counts.fail)} failed`,
        `${(0,words/* grouped */.zD)(counts.error)} with an error`,
        `${(0,words/* grouped */.zD)(counts.stop)} stopped`,
        `${(0,words/* grouped */.zD)((0,build_counts/* unfinished */.M1)(counts))} not finished`,
    ];
    return `${testsCount(report, counts.total)}: ${ends.join(' · ')}`;
}
/** `60 devices`; with several testsets, which may share devices, `60 unit tests`. */
function testsCount(report, number) {
    return (0,words/* count */.U9)(number, report.testsets.length > 1 ? 'unit test' : 'device');
}
function meaning(report) {
    switch (report.outcome) {
        case 'passed':
            return passedWords(report);
        case 'failed':
            return shares(report, notPassedShares(report.counts));
        case 'inconclusive':
            return report.counts.total === 0
                ? 'no unit test is known'
                : `the status counts ${(0,words/* grouped */.zD)(report.counts.pass)} of ${testsCount(report, report.counts.total)} as passed`;
        case 'timed-out':
            return unfinishedWords(report, 'had not finished') || 'a testset was still running';
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
function cancelledWords(report) {
    if (report.testsets.every(({ id }) => id === undefined))
        return 'no testset was started';
    return unfinishedWords(report, 'had not finished') || 'the end was not awaited';
}
function startedWords(report) {
    const verb = (0,build_counts/* unfinished */.M1)(report.counts) === 1 ? 'is still to finish' : 'are still to finish';
    const running = report.testsets.filter(({ status }) => status !== 'Complete').length;
    return (unfinishedWords(report, verb) ||
        (running === 1 ? 'the testset is running' : `${(0,words/* count */.U9)(running, 'testset')} are running`));
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
        .map(({ number, verb }, at) => (at === 0 ? `${(0,words/* grouped */.zD)(number)} of ${total} ${verb}` : `${(0,words/* grouped */.zD)(number)} ${verb}`))
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
    return phrase.replace('$', () => `${(0,words/* grouped */.zD)(alike)} of ${(0,words/* count */.U9)(report.testsets.length, 'testset')}`);
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
    const { passed, notPassed } = parted(unitTests(report));
    const first = inReadingOrder(notPassed).slice(0, MOST_ROWS);
    const shown = [...first, ...firstByName(passed, MOST_ROWS - first.length)];
    const more = passed.length + notPassed.length - shown.length;
    return [
        ...(shown.length === 0 ? [] : table(shown, report.testsets.length > 1)),
        ...(more === 0
            ? []
            : [[{ text: `and ${(0,words/* count */.U9)(more, 'more unit test')}: see the job summary and the result files` }]]),
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
        (0,words/* duration */.p0)(testcase.seconds),
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
    const { id, problem, suites, ...rest } = testset;
    yield unclosed({ id: id ?? null, ...rest, problem: problem ?? null });
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
/** No scenario is run yet, so none is ever named; the field is there because the output promises it. */
function failedDevice({ testset, testcase }) {
    const { device, result, url, seconds } = testcase;
    return { testset: testset.id ?? null, scenario: null, device, result, url: url ?? null, seconds: seconds ?? null };
}

;// CONCATENATED MODULE: ./build/report/fit.js
const BAREST = { passed: false, rows: 0 };
/** From everything, over everything but what passed, to ever fewer of the rest and at last none; `longest` is the longest list. */
function* steps(longest) {
    yield { passed: true, rows: Infinity };
    yield { passed: false, rows: Infinity };
    for (let rows = Math.floor(longest / 2); rows > 0; rows = Math.floor(rows / 2))
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
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

;// CONCATENATED MODULE: ./build/report/markdown/devices.js





/** As many as still fit a screen; more of them are folded. */
const PASSED_IN_SIGHT = 10;
/** What did not pass in the open; what passed folded below it, unless it is all there is and short. */
function* deviceTables(report, tests, detail) {
    const { passed, notPassed } = tests;
    const name = namer(report.testsets.length > 1);
    const heads = [...(report.testsets.length > 1 ? ['Testset'] : []), 'Device', 'OS', 'Result', 'Time'];
    yield* block(devices_table(heads, notPassed.slice(0, detail.rows), name));
    yield* block(leftOut(tests, detail));
    if (!detail.passed)
        return;
    const rows = devices_table(heads, inReadingOrder(passed), name);
    const folded = notPassed.length > 0 || passed.length > PASSED_IN_SIGHT;
    yield* block(folded && passed.length > 0 ? fold(`${(0,words/* count */.U9)(passed.length, 'unit test')} passed`, rows) : rows);
}
function* devices_table(heads, tests, name) {
    if (tests.length === 0)
        return;
    yield '<table>';
    yield headRow(heads);
    for (const test of tests)
        yield row(devices_cells(test, name));
    yield '</table>';
}
function devices_cells(test, name) {
    const { result, seconds } = test.testcase;
    const { os } = splitDevice(test.testcase.device);
    return [...name(test), html(os), `${RESULT_ICONS[result]} ${result}`, (0,words/* duration */.p0)(seconds) || '–'];
}
/** No two links read the same: a device that comes again is numbered, and a screen reader is told the testset where there are several. */
function namer(several) {
    const seen = new Map();
    return ({ testset: { id }, testcase }) => {
        const { device } = splitDevice(testcase.device);
        const key = `${id ?? ''} ${device}`;
        const times = (seen.get(key) ?? 0) + 1;
        seen.set(key, times);
        const text = times === 1 ? device : `${device} (${times})`;
        if (!several)
            return [escape_link(testcase.url, text)];
        return [String(id ?? 'none'), escape_link(testcase.url, text, id === undefined ? text : `${text}, testset ${id}`)];
    };
}
function* fold(title, lines) {
    yield `<details><summary>${title}</summary>`;
    yield* lines;
    yield '</details>';
}
function* leftOut({ passed, notPassed }, detail) {
    const everything = '<code>report.json</code> among the result files names them all.';
    if (notPassed.length > detail.rows) {
        const shown = shownWords(detail.rows);
        yield `<p>${(0,words/* count */.U9)(notPassed.length, 'unit test')} did not pass; ${shown}, for length. ${everything}</p>`;
    }
    if (!detail.passed && passed.length > 0) {
        yield `<p>${(0,words/* count */.U9)(passed.length, 'unit test')} passed and ${passed.length === 1 ? 'is' : 'are'} left out here, for length. ${everything}</p>`;
    }
}
function shownWords(rows) {
    if (rows === 0)
        return 'none is named here';
    return rows === 1 ? 'only the first is named here' : `only the first ${(0,words/* grouped */.zD)(rows)} are named here`;
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
    yield `<li>Ran: ${requestWords(report.request)}</li>`;
    yield `<li>Time: ${timeWords(report)}</li>`;
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
    return `<strong>${html((0,report_clean/* plain */.pj)(name))}</strong>, ${(0,words/* size */.Ej)(bytes)}, ${digest}`;
}
function requestWords(request) {
    if (request.kind === 'attached')
        return 'testsets that existed before this step';
    const os = request.osType === undefined ? '' : ` on ${request.osType}`;
    const limit = request.timeLimitMinutes === undefined ? '' : `, at most ${request.timeLimitMinutes}m on each device`;
    return `automated test <strong>${html((0,report_clean/* plain */.pj)(request.name))}</strong>${os}${limit}`;
}
/** People wait for the slowest device, and pay for all of them: two times that have little to do with each other. */
function timeWords(report) {
    const busy = deviceSeconds(unitTests(report));
    const waited = `${(0,words/* duration */.p0)(report.durationSeconds)} waited`;
    return busy === 0 ? waited : `${waited}, ${(0,words/* duration */.p0)(busy)} on devices in all`;
}

;// CONCATENATED MODULE: ./build/report/markdown/footer.js



const COMMIT_SHOWN = 12;
/** How to come back to what still runs. All of it is our own text, so it can be Markdown and be copied. */
function* attachHelp({ testsets }, { rows }) {
    const running = testsets.filter(({ status }) => status !== 'Complete').flatMap(({ id }) => id ?? []);
    if (running.length === 0)
        return;
    const who = running.length === 1 ? 'A testset' : (0,words/* count */.U9)(running.length, 'testset');
    yield `${who} may still be running. To wait for the results without starting anything again, run the step with \`testset-id\` in place of what to run.`;
    if (running.length > rows)
        yield ' The output `testset-id` of this step names them.\n\n';
    else
        yield `\n\n\`\`\`yaml\ntestset-id: ${running.join(',')}\n\`\`\`\n\n`;
}
/** Small print: testsets, commit, run. */
function* footerLines({ testsets, run }, { rows }) {
    const facts = [
        idWords(testsets.flatMap(({ id }) => id ?? []), rows),
        commitWords(run),
        runWords(run),
    ].filter(Boolean);
    if (facts.length > 0)
        yield `<p><sub>${facts.join(' · ')}</sub></p>`;
}
function idWords(ids, rows) {
    if (ids.length === 0)
        return '';
    if (ids.length > rows)
        return (0,words/* count */.U9)(ids.length, 'testset');
    return `${ids.length === 1 ? 'Testset' : 'Testsets'} ${ids.join(', ')}`;
}
function commitWords({ commit }) {
    return commit === '' ? '' : `commit <code>${html((0,report_clean/* plain */.pj)(commit).slice(0, COMMIT_SHOWN))}</code>`;
}
function runWords({ runNumber, attempt, url }) {
    return runNumber > 0 ? escape_link(url, `run ${runNumber}, attempt ${attempt}`) : '';
}

// EXTERNAL MODULE: ./build/results/document.js
var results_document = __webpack_require__(51656);
;// CONCATENATED MODULE: ./build/report/unnamed.js



/**
 * Sentences about unit tests that the status counts and no document names, empty when there are none. How they ended is said only where it
 * follows from the counts: where the documents name all that passed, failed or had an error, the rest was stopped or never finished.
 */
function unnamed({ counts, suites, witnesses }) {
    const delivered = witnesses.some(({ source, state }) => source !== 'status' && state === 'read');
    const named = (0,results_document/* tally */.N)(suites);
    const missing = counts.total - named.passed - named.notPassed;
    if (!delivered || missing <= 0)
        return [];
    if (named.passed !== counts.pass)
        return [sentence(missing, 'that the status counts')];
    const certain = named.notPassed === counts.fail + counts.error && missing === counts.stop + (0,build_counts/* unfinished */.M1)(counts);
    if (!certain)
        return [sentence(missing, 'that did not pass')];
    return [
        ...(counts.stop === 0 ? [] : [sentence(counts.stop, `${counts.stop === 1 ? 'was' : 'were'} stopped and`)]),
        ...((0,build_counts/* unfinished */.M1)(counts) === 0 ? [] : [sentence((0,build_counts/* unfinished */.M1)(counts), 'did not finish and')]),
    ];
}
function sentence(number, which) {
    return `${(0,words/* count */.U9)(number, 'unit test')} ${which} ${number === 1 ? 'is' : 'are'} not in the result documents.`;
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
        yield `<p>${(0,words/* count */.U9)(left, 'remark')} left out for length.</p>`;
}
/** How many notes there are. */
function noteCount(report) {
    return [...allNotes(report)].length;
}
function* allNotes(report) {
    for (const testset of report.testsets) {
        const whose = report.testsets.length > 1 && testset.id !== undefined ? `Testset ${testset.id}: ` : '';
        for (const note of testsetNotes(testset)) {
            if (!report.sentence.includes(note))
                yield whose + note;
        }
    }
}
function testsetNotes(testset) {
    const { reasons, problem, warnings } = testset;
    const trouble = problem && !reasons.includes(problem.message) ? [`${problem.message} ${problem.hint}`.trim()] : [];
    return [...reasons, ...trouble, ...unnamed(testset), ...warnings.map((warning) => `Warning: ${warning}`)];
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
        yield `<p>${(0,words/* grouped */.zD)(left)} of ${(0,words/* count */.U9)(testsets.length, 'testset')} left out for length.</p>`;
}
function testsetRow({ id, outcome, counts }) {
    const numbers = [counts.total, counts.pass, counts.fail, counts.error, counts.stop, (0,build_counts/* unfinished */.M1)(counts)];
    return row([String(id ?? 'none'), `${OUTCOME_ICONS[outcome]} ${OUTCOME_WORDS[outcome]}`, ...numbers.map(words/* grouped */.zD)]);
}

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
/** Whether all were read, tell the same number of passed, and no document tells of more that did not pass than the status. */
function agree(witnesses) {
    const status = witnesses.find(({ source }) => source === 'status');
    if (!status)
        return witnesses.length === 0;
    return witnesses.every(({ state, passed, notPassed }) => state === 'read' && passed === status.passed && notPassed <= status.notPassed);
}
function* witnessRows({ id, witnesses }, several) {
    for (const witness of witnesses) {
        const { source, state, passed, notPassed } = witness;
        const figures = state === 'read' ? [(0,words/* grouped */.zD)(passed), (0,words/* grouped */.zD)(notPassed)] : ['–', '–'];
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

;// CONCATENATED MODULE: ./build/report/markdown.js










/** The runner drops a whole summary of more than 1 MiB; this leaves room for what other commands of the step add. */
const SUMMARY_LIMIT = 900 * 1024;
/**
 * The job summary: GitHub's Markdown of at most `limitBytes` bytes of UTF-8, drawn with less detail where all of it would not fit.
 * The least that can be drawn takes up to 50,000 bytes, so a smaller limit is not always kept.
 */
function markdownSummary(report, { limitBytes = SUMMARY_LIMIT } = {}) {
    const { passed, notPassed } = parted(unitTests(report));
    const tests = { passed, notPassed: inReadingOrder(notPassed) };
    const longest = Math.max(notPassed.length, report.testsets.length, noteCount(report));
    return fit(steps(longest), (detail) => draw(report, tests, detail), limitBytes);
}
function* draw(report, tests, detail) {
    yield `## ${OUTCOME_ICONS[report.outcome]} ${verdict(report)}\n\n`;
    yield* block(factLines(report));
    yield* block(testsetTable(report, detail));
    yield* block(witnessTable(report, detail));
    yield* deviceTables(report, tests, detail);
    yield* block(noteLines(report, detail));
    yield* attachHelp(report, detail);
    yield* block(footerLines(report, detail));
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
    const { log } = world;
    const warnOf = (what) => (error) => {
        log.warning(`${what}: ${(0,errors/* messageOf */.b)(error)}`);
    };
    setOutputs((0,outputs/* reportOutputs */.r)(report, failedDevices(report)), office);
    tell(report, log, office);
    const summary = markdownSummary(report);
    await writeFiles(report, summary, folder, office).catch(warnOf('Not all result files could be written'));
    if (inputs.jobSummary)
        await office.writeSummary(summary).catch(warnOf('The job summary could not be written'));
    if (inputs.artifact)
        await publishFiles(report, inputs.artifact, folder, world, office);
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
async function writeFiles(report, summary, folder, office) {
    const withSuites = report.testsets.filter(({ suites }) => suites.length > 0);
    if (withSuites.length > 0) {
        const parts = withSuites.map(({ id, suites }) => ({ id, name: report.request.name, suites }));
        office.setOutput('junit-file', await folder.write('junit.xml', junitXml(parts)));
    }
    await folder.write('report.json', reportJson(report));
    await folder.write('summary.md', summary);
    office.setOutput('results-dir', folder.path);
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
