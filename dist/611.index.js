export const id = 611;
export const ids = [611];
export const modules = {

/***/ 51644:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MW: () => (/* binding */ unnamedDevices),
/* harmony export */   Uo: () => (/* binding */ NAME_LIMIT),
/* harmony export */   bG: () => (/* binding */ allUnnamedDevices),
/* harmony export */   bf: () => (/* binding */ deviceRuns),
/* harmony export */   md: () => (/* binding */ worstFirst),
/* harmony export */   n1: () => (/* binding */ splitDevice),
/* harmony export */   oF: () => (/* binding */ deviceSeconds)
/* harmony export */ });
/* harmony import */ var _model_counts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63580);
/* harmony import */ var _model_results_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(71284);
/* harmony import */ var _model_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(70271);



/** Worst first, as people look for it. */
const READING_ORDER = ['failed', 'error', 'skipped', 'passed'];
/**
 * A report is drawn many times, and nobody alters it: its unit tests, of which there may be a hundred thousand, are gathered once. What is
 * found out later makes another report of the same testsets.
 */
const GATHERED = new WeakMap();
/** Every unit test that a document names. */
function deviceRuns({ testsets }) {
    const known = GATHERED.get(testsets) ?? gather(testsets);
    GATHERED.set(testsets, known);
    return known;
}
function gather(testsets) {
    const tests = { all: [], passed: [], notPassed: [] };
    for (const testset of testsets) {
        for (const { testcases } of testset.suites) {
            for (const testcase of testcases) {
                const test = { testset, testcase };
                tests.all.push(test);
                (testcase.result === 'passed' ? tests.passed : tests.notPassed).push(test);
            }
        }
    }
    return tests;
}
/**
 * Failed, error, skipped, passed; then by name, the same on every machine; equal names stay in the order given. Where only the first
 * few are wanted, all the others are not put in order.
 */
function worstFirst(tests, few = Infinity) {
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
const NONE = { stopped: 0, unfinished: 0, notPassed: 0, unclear: 0 };
/**
 * What the documents of a testset leave out. How those unit tests ended is said only where it follows from the counts: where the documents
 * name all that passed, failed or had an error, the rest was stopped or never finished.
 */
function unnamedDevices({ counts, suites, sources }) {
    const delivered = sources.some(({ source, state }) => source !== 'status' && state === 'read');
    const named = (0,_model_results_js__WEBPACK_IMPORTED_MODULE_1__/* .tally */ .N)(suites);
    const missing = counts.total - named.passed - named.notPassed;
    if (!delivered || missing <= 0)
        return NONE;
    if (named.passed !== counts.pass)
        return { ...NONE, unclear: missing };
    const certain = named.notPassed === counts.fail + counts.error && missing === counts.stop + (0,_model_counts_js__WEBPACK_IMPORTED_MODULE_0__/* .unfinishedCount */ .nc)(counts);
    if (!certain)
        return { ...NONE, notPassed: missing };
    return { ...NONE, stopped: counts.stop, unfinished: (0,_model_counts_js__WEBPACK_IMPORTED_MODULE_0__/* .unfinishedCount */ .nc)(counts) };
}
/** The same for all testsets of a report together. */
function allUnnamedDevices({ testsets }) {
    return testsets.map(unnamedDevices).reduce((a, b) => ({
        stopped: a.stopped + b.stopped,
        unfinished: a.unfinished + b.unfinished,
        notPassed: a.notPassed + b.notPassed,
        unclear: a.unclear + b.unclear,
    }), NONE);
}
const SEPARATOR = ' / ';
/** The longest that either part of a device's name is shown, in UTF-16 units. */
const NAME_LIMIT = 200;
/** Splits `LGE Nexus_5X / ANDROID 8.1.0` at its last slash and cleans both parts; without a slash there is no operating system. */
function splitDevice(name) {
    const clean = (0,_model_text_js__WEBPACK_IMPORTED_MODULE_2__/* .cleanText */ .X5)(name, Infinity);
    const at = clean.lastIndexOf(SEPARATOR);
    const device = (0,_model_text_js__WEBPACK_IMPORTED_MODULE_2__/* .truncate */ .xv)(at < 0 ? clean : clean.slice(0, at), NAME_LIMIT);
    const os = at < 0 ? '' : (0,_model_text_js__WEBPACK_IMPORTED_MODULE_2__/* .truncate */ .xv)(clean.slice(at + SEPARATOR.length), NAME_LIMIT);
    return { device: device === '' ? 'unnamed device' : device, os };
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


/***/ }),

/***/ 24580:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  X: () => (/* binding */ drawReport)
});

// EXTERNAL MODULE: ./build/report/devices.js
var devices = __webpack_require__(51644);
// EXTERNAL MODULE: ./build/report/source-difference.js
var source_difference = __webpack_require__(43180);
// EXTERNAL MODULE: ./build/report/verdict-words.js
var verdict_words = __webpack_require__(24546);
// EXTERNAL MODULE: ./build/model/words.js
var words = __webpack_require__(45583);
// EXTERNAL MODULE: ./build/report/testset-words.js
var testset_words = __webpack_require__(32423);
// EXTERNAL MODULE: ./build/report/markdown/html.js
var html = __webpack_require__(19248);
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
    yield* (0,html/* block */.om)(deviceTable(report, shown, toRow));
    const hidden = tests.others + testsIn(open.slice(shown.length));
    yield* (0,html/* block */.om)(leftOut(report, { hidden, shown: shown.length, passed: detail.passed ? 0 : passed.length }, rest));
    if (!detail.passed || passed.length === 0)
        return;
    const rows = deviceTable(report, (0,devices/* worstFirst */.md)(passed), toRow);
    const folded = open.length > 0 || passed.length > PASSED_IN_SIGHT;
    yield* (0,html/* block */.om)(folded ? fold(`${(0,verdict_words/* countDevices */.Rh)(report, passed.length)} passed`, rows) : rows);
}
function* leftOut(report, { hidden, shown, passed }, rest) {
    if (hidden + passed === 0)
        return;
    const bad = `${(0,verdict_words/* countDevices */.Rh)(report, hidden, shown > 0 ? 'more' : '')} that did not pass`;
    const good = `${(0,verdict_words/* countDevices */.Rh)(report, passed)} that passed`;
    const who = [...(hidden > 0 ? [bad] : []), ...(passed > 0 ? [good] : [])].join(' and ');
    yield `<p>${who} ${hidden + passed === 1 ? 'is' : 'are'} left out here, for length. ${rest}</p>`;
}
function* fold(title, lines) {
    yield `<details><summary>${title}</summary>`;
    yield* lines;
    yield '</details>';
}
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
    yield (0,html/* headRow */.R4)([...(report.testsets.length > 1 ? ['Testset'] : []), 'Device', 'OS', 'Result', 'Time']);
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
            return (0,html/* row */.nM)(unnamedCells(report, entry));
        const { testset, testcase } = entry;
        const { device, os } = (0,devices/* splitDevice */.n1)(testcase.device);
        const text = numbered(testset.id, device);
        const label = several && testset.id !== undefined ? `${text}, testset ${testset.id}` : undefined;
        return (0,html/* row */.nM)([
            ...(several ? [(0,html/* html */.qy)((0,testset_words/* testsetLabel */.vI)(testset))] : []),
            (0,html/* link */.nf)(testcase.url, text, label),
            (0,html/* html */.qy)(os) || html/* NOT_KNOWN */.gE,
            verdict_words/* RESULT_WORDS */.kC[testcase.result],
            (0,words/* formatDuration */.a3)(testcase.seconds) || html/* NOT_KNOWN */.gE,
        ]);
    };
}
function unnamedCells(report, { ended, number }) {
    return [
        ...(report.testsets.length > 1 ? [html/* NOT_KNOWN */.gE] : []),
        `${(0,verdict_words/* countDevices */.Rh)(report, number)} that no document names`,
        html/* NOT_KNOWN */.gE,
        verdict_words/* RESULT_WORDS */.kC[ended],
        html/* NOT_KNOWN */.gE,
    ];
}
/** The bytes of a row apart from what a document tells. */
const ROW_BYTES = Buffer.byteLength((0,html/* row */.nM)(['<a href=""></a>', '', verdict_words/* RESULT_WORDS */.kC.failed, (0,words/* formatDuration */.a3)(0)]));
/** For about how many of these unit tests a text of so many bytes has room; an estimate from the lengths of names and addresses. */
function roomFor(tests, limitBytes) {
    let left = limitBytes;
    let rows = 0;
    for (const { testcase } of tests) {
        left -= ROW_BYTES + Math.min(testcase.device.length, devices/* NAME_LIMIT */.Uo) + (testcase.url?.length ?? 0);
        if (left < 0)
            break;
        rows += 1;
    }
    return rows;
}

// EXTERNAL MODULE: ./build/model/outcome.js
var outcome = __webpack_require__(38158);
// EXTERNAL MODULE: ./build/model/text.js
var model_text = __webpack_require__(70271);
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
    if (report.counts.total > 0)
        yield `<li>${(0,html/* html */.qy)((0,verdict_words/* countsLine */.J7)(report))}</li>`;
    if (report.app)
        yield `<li>App: ${appWords(report.app)}</li>`;
    yield* requestLines(report);
    if (report.resumed)
        yield `<li>${(0,html/* prose */.CS)((0,testset_words/* resumeNotice */.u$)(report.resumed))}</li>`;
    yield* timeLines(report);
    yield '</ul>';
}
function* explanation({ sentence, hint }) {
    for (const text of [sentence, hint].map((words) => (0,model_text/* cleanText */.X5)(words, SENTENCE_LIMIT))) {
        if (text !== '')
            yield `<p>${(0,html/* prose */.CS)(text)}</p>`;
    }
}
function appWords({ name, bytes, sent, sha256 }) {
    const unnamed = sent ? 'sent' : 'not sent';
    const digest = sha256 === undefined ? unnamed : `SHA-256 <code>${(0,html/* html */.qy)((0,model_text/* cleanText */.X5)(sha256).slice(0, DIGEST_SHOWN))}</code>`;
    // An app that was not even opened has no size yet.
    return [`<strong>${(0,html/* html */.qy)((0,model_text/* cleanText */.X5)(name))}</strong>`, ...(bytes > 0 ? [(0,words/* formatSize */.Xq)(bytes)] : []), digest].join(', ');
}
/** What ran, or was to run; nothing of testsets that existed before, when none of them was ever seen. */
function* requestLines(report) {
    const { request, testsets } = report;
    if (request.kind === 'attached' && testsets.every(({ status }) => status === 'Unknown'))
        return;
    const isKnown = testsets.some(({ id }) => id !== undefined);
    yield `<li>${isKnown ? 'Ran' : 'Asked for'}: ${requestWords(report)}</li>`;
}
function requestWords({ request, testsets }) {
    if (request.kind === 'attached')
        return 'testsets that existed before this step';
    const facts = [
        `${request.kind} test <strong>${(0,html/* html */.qy)((0,model_text/* cleanText */.X5)(request.name))}</strong>${request.osType === undefined ? '' : ` on ${request.osType}`}`,
        request.kind === 'scenario' ? scenariosWords(testsets) : '',
        request.timeLimitMinutes === undefined ? '' : `at most ${request.timeLimitMinutes}m on each device`,
    ];
    return facts.filter(Boolean).join(', ');
}
/** One scenario by its name; several are named by the table of testsets. */
function scenariosWords(testsets) {
    const [first] = testsets;
    if (testsets.length > 1)
        return (0,words/* pluralize */.td)(testsets.length, 'scenario');
    return (0,html/* html */.qy)((0,testset_words/* scenarioLabel */.b2)(first?.scenario, first?.scenarioName));
}
/** People wait for the slowest device, and pay for all of them: two times that have little to do with each other. */
function* timeLines(report) {
    if (report.outcome !== 'started' && report.testsets.some(({ id }) => id !== undefined)) {
        yield `<li>Waited: ${(0,words/* formatDuration */.a3)(report.durationSeconds)}</li>`;
    }
    const busy = (0,devices/* deviceSeconds */.oF)(report);
    if (busy > 0)
        yield `<li>Device time: ${(0,words/* formatDuration */.a3)(busy)} in all</li>`;
}
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
    return ` (${(0,html/* link */.nf)(runUrl, 'the earlier run')})`;
}
function nameWords(names, few) {
    const number = `<strong>${(0,words/* formatNumber */.ZV)(names.length)}</strong>`;
    const shown = names.slice(0, few).map((name) => (0,html/* html */.qy)(deviceWords(name)));
    if (shown.length === 0)
        return number;
    const more = names.length - shown.length;
    return `${number} (${shown.join(', ')}${more > 0 ? `, and ${(0,words/* formatNumber */.ZV)(more)} more` : ''})`;
}
function deviceWords(name) {
    const { device, os } = (0,devices/* splitDevice */.n1)(name);
    return os === '' ? device : `${device} / ${os}`;
}
function timeWords({ secondsBefore, secondsNow }) {
    if (secondsBefore === undefined)
        return '';
    const difference = Math.round(secondsNow) - Math.round(secondsBefore);
    const times = `${(0,words/* formatDuration */.a3)(secondsNow)}, before ${(0,words/* formatDuration */.a3)(secondsBefore)}`;
    if (difference === 0)
        return `as long as before, ${(0,words/* formatDuration */.a3)(secondsNow)}`;
    return `${(0,words/* formatDuration */.a3)(Math.abs(difference))} ${difference > 0 ? 'longer' : 'shorter'} (${times})`;
}

;// CONCATENATED MODULE: ./build/report/markdown/fit.js
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
            yield `<li>${(0,html/* prose */.CS)((0,model_text/* cleanText */.X5)(note, NOTE_LIMIT))}</li>`;
        yield '</ul>';
    }
    const left = notes.length - rows;
    if (left > 0)
        yield `<p>${(0,words/* pluralize */.td)(left, 'remark')} left out for length.</p>`;
}
/** How many notes there are. */
function noteCount(report) {
    return [...allNotes(report)].length;
}
function* allNotes(report) {
    for (const testset of report.testsets) {
        const whose = report.testsets.length > 1 ? ownerOf(testset) : '';
        for (const note of testsetNotes(report, testset)) {
            if (!report.sentence.includes(note))
                yield whose + note;
        }
    }
}
function ownerOf({ id, scenario }) {
    if (id !== undefined)
        return `Testset ${id}: `;
    return scenario === undefined ? '' : `Scenario ${scenario}: `;
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
    const { unclear } = (0,devices/* unnamedDevices */.MW)(testset);
    const verb = unclear === 1 ? 'is' : 'are';
    return unclear === 0
        ? []
        : [`${(0,verdict_words/* countDevices */.Rh)(report, unclear)} that the status counts ${verb} not in the result documents.`];
}
const COMMIT_SHOWN = 12;
/** How to come back to what still runs. All of it is our own text, so it can be Markdown and be copied. */
function* attachHelp({ testsets }, { rows }) {
    const running = testsets.filter(({ status }) => status === 'Running').flatMap(({ id }) => id ?? []);
    if (running.length === 0)
        return;
    const who = running.length === 1 ? 'A testset' : (0,words/* pluralize */.td)(running.length, 'testset');
    yield `${who} may still be running. To wait for the results without starting anything again, run the step with \`testset-id\` in place of \`app-file\` or the scenarios.`;
    if (running.length > rows)
        yield ' The output `testset-id` of this step names them.\n\n';
    else
        yield `\n\n\`\`\`yaml\ntestset-id: ${running.join(',')}\n\`\`\`\n\n`;
}
/** Small print: testsets, artifact, commit, run. */
function* footerLines({ testsets, artifact, run }, { rows }) {
    const facts = [
        (0,testset_words/* testsetNames */.Z4)(testsets.flatMap(({ id }) => id ?? []), rows),
        artifact ? `artifact ${(0,html/* link */.nf)(artifact.url, (0,model_text/* cleanText */.X5)(artifact.name))}` : '',
        commitWords(run),
        runWords(run),
    ].filter(Boolean);
    if (facts.length > 0)
        yield `<p><sub>${facts.join(' · ')}</sub></p>`;
}
function commitWords({ commit }) {
    return commit === '' ? '' : `commit <code>${(0,html/* html */.qy)((0,model_text/* cleanText */.X5)(commit).slice(0, COMMIT_SHOWN))}</code>`;
}
function runWords({ runNumber, attempt, url }) {
    return runNumber > 0 ? (0,html/* link */.nf)(url, `run ${runNumber}, attempt ${attempt}`) : '';
}

// EXTERNAL MODULE: ./build/model/counts.js
var model_counts = __webpack_require__(63580);
// EXTERNAL MODULE: ./build/model/report.js
var report = __webpack_require__(53938);
;// CONCATENATED MODULE: ./build/report/markdown/testsets.js







const HEADS = ['Testset', 'Outcome', 'Unit tests', 'Passed', 'Failed', 'Error', 'Stopped', 'Not finished'];
/** With several testsets, how each of them went; with one, the heading says it already. */
function* testsetTable({ testsets }, { rows }) {
    if (testsets.length < 2)
        return;
    const left = testsets.length - rows;
    if (rows > 0) {
        yield '<table>';
        yield (0,html/* headRow */.R4)(HEADS);
        for (const testset of testsets.slice(0, rows))
            yield testsetRow(testset);
        yield '</table>';
    }
    if (left > 0)
        yield `<p>${(0,words/* formatNumber */.ZV)(left)} of ${(0,words/* pluralize */.td)(testsets.length, 'testset')} left out for length.</p>`;
}
function testsetRow(testset) {
    const { id, outcome, counts } = testset;
    const numbers = [counts.total, counts.pass, counts.fail, counts.error, counts.stop, (0,model_counts/* unfinishedCount */.nc)(counts)];
    return (0,html/* row */.nM)([
        (0,html/* html */.qy)((0,testset_words/* testsetLabel */.vI)(testset)),
        `${verdict_words/* OUTCOME_ICONS */.sM[outcome]} ${verdict_words/* OUTCOME_WORDS */.nx[outcome]}`,
        // Where there is no testset there is nothing that could be counted.
        ...numbers.map((number) => (id === undefined ? html/* NOT_KNOWN */.gE : (0,words/* formatNumber */.ZV)(number))),
    ]);
}
const SOURCES = { status: 'Status', xml: 'XML', json: 'JSON' };
/** What the status, the XML and the JSON say, side by side, where they do not bear each other out. */
function* sourceTable(report, { rows }) {
    const doubtful = report.testsets.filter(({ status, sources }) => status === 'Complete' && !agree(sources));
    if (doubtful.length === 0 || rows === 0)
        return;
    const several = report.testsets.length > 1;
    yield '<p>What each source of the results says:</p>';
    yield '<table>';
    yield (0,html/* headRow */.R4)([...(several ? ['Testset'] : []), 'Source', 'Passed', 'Not passed', 'Remark']);
    for (const testset of doubtful.slice(0, rows))
        yield* witnessRows(testset, several);
    yield '</table>';
}
/** Whether all were read and bear out the status. */
function agree(sources) {
    const [status, ...documents] = sources;
    if (!status)
        return true;
    return status.source === 'status' && documents.every((document) => (0,report/* agreesWith */.U)(status, document));
}
function* witnessRows({ id, sources }, several) {
    for (const witness of sources) {
        const { source, state, passed, notPassed } = witness;
        const figures = state === 'read' ? [(0,words/* formatNumber */.ZV)(passed), (0,words/* formatNumber */.ZV)(notPassed)] : [html/* NOT_KNOWN */.gE, html/* NOT_KNOWN */.gE];
        yield (0,html/* row */.nM)([...(several ? [String(id ?? 'none')] : []), SOURCES[source], ...figures, remark(witness)]);
    }
}
function remark({ state, why }) {
    switch (state) {
        case 'read':
            return 'read';
        case 'absent':
            return 'not delivered';
        case 'unreadable':
            return (0,html/* html */.qy)(`unreadable: ${(0,model_text/* cleanText */.X5)(why)}`);
    }
}

;// CONCATENATED MODULE: ./build/report/markdown/draw.js









/** Draws a report as GitHub's Markdown, with less detail where all of it would be more than the place allows. */
function drawReport(report, place) {
    const { passed, notPassed } = (0,devices/* deviceRuns */.bf)(report);
    const { limitBytes, most } = place;
    const capacity = roomFor(notPassed.concat(passed), limitBytes);
    const first = (0,devices/* worstFirst */.md)(notPassed, Math.min(capacity, most));
    const tests = {
        passed,
        notPassed: first,
        others: notPassed.length - first.length,
        unnamed: (0,devices/* allUnnamedDevices */.bG)(report),
    };
    const longest = Math.max(notPassed.length, report.testsets.length, noteCount(report));
    const details = steps({ passed: passed.length, notPassed: notPassed.length, longest, capacity, most });
    return fit(details, (detail) => draw(report, tests, detail, place), limitBytes);
}
function* draw(report, tests, detail, { heading, rest }) {
    if (heading !== '')
        yield `${heading} ${verdict_words/* OUTCOME_ICONS */.sM[report.outcome]} ${(0,verdict_words/* verdictTitle */.Sw)(report)}\n\n`;
    yield* (0,html/* block */.om)(factLines(report));
    yield* (0,html/* block */.om)(comparisonLines(report, detail));
    yield* (0,html/* block */.om)(testsetTable(report, detail));
    yield* (0,html/* block */.om)(sourceTable(report, detail));
    yield* (0,html/* block */.om)(kindNoteLines(report));
    yield* deviceTables(report, tests, detail, rest);
    yield* (0,html/* block */.om)(noteLines(report, detail));
    yield* attachHelp(report, detail);
    yield* (0,html/* block */.om)(footerLines(report, detail));
}
/** Above the devices, where a reader who has seen the heading would wonder. */
function* kindNoteLines(report) {
    const note = (0,source_difference/* explainDifference */.L)(report);
    if (note !== undefined)
        yield `<p>${note}</p>`;
}


/***/ }),

/***/ 43180:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ explainDifference)
/* harmony export */ });
/* harmony import */ var _model_results_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(71284);
/* harmony import */ var _testset_words_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(32423);
/* harmony import */ var _model_words_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(45583);



/** As many testsets as are named. */
const MOST_NAMED = 5;
/**
 * Explains a table of devices that would contradict the counts beside it: the service's documents may call errors what its status counts as
 * failed. A sentence for all testsets together; `undefined` where there is nothing to explain.
 */
function explainDifference({ testsets }) {
    const concerned = testsets.filter(differs);
    const [status, documents] = [sum(concerned.map(statusKinds)), sum(concerned.map(documentKinds))];
    // Also where one testset's difference makes up for another's: the sums agree, and so does the table.
    if (status.failed === documents.failed)
        return undefined;
    const ids = concerned.flatMap(({ id }) => id ?? []);
    const where = testsets.length > 1 ? ` of ${(0,_testset_words_js__WEBPACK_IMPORTED_MODULE_0__/* .testsetNames */ .Z4)(ids, MOST_NAMED).replace(/^T/, 't')}` : '';
    return (`The status${where}, which decides, counts ${words(status)}; ` +
        `the result documents, and so the table, show ${words(documents)}.`);
}
/** Whether status and documents mean the same unit tests by other words; a number that differs is a matter of the sources. */
function differs(testset) {
    const [status, documents] = [statusKinds(testset), documentKinds(testset)];
    return status.failed + status.error === documents.failed + documents.error && status.failed !== documents.failed;
}
function statusKinds({ counts }) {
    return { failed: counts.fail, error: counts.error };
}
function documentKinds({ suites }) {
    const { failed, error } = (0,_model_results_js__WEBPACK_IMPORTED_MODULE_1__/* .countResults */ .a)(suites);
    return { failed, error };
}
function sum(all) {
    return all.reduce((a, b) => ({ failed: a.failed + b.failed, error: a.error + b.error }), { failed: 0, error: 0 });
}
function words({ failed, error }) {
    return `${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_2__/* .formatNumber */ .ZV)(failed)} failed and ${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_2__/* .formatNumber */ .ZV)(error)} with an error`;
}


/***/ }),

/***/ 74611:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ seeSummary),
/* harmony export */   commentBody: () => (/* binding */ commentBody),
/* harmony export */   e: () => (/* binding */ summaryMarkdown)
/* harmony export */ });
/* harmony import */ var _markdown_draw_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(24580);
/* harmony import */ var _markdown_html_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(19248);


/** The runner drops a whole summary of more than 1 MiB; this leaves room for what other commands of the step add. */
const SUMMARY_LIMIT = 900 * 1024;
/** The job summary: GitHub's Markdown of at most 900 KiB, drawn with less detail where all of it would not fit. */
function summaryMarkdown(report) {
    return (0,_markdown_draw_js__WEBPACK_IMPORTED_MODULE_0__/* .drawReport */ .X)(report, {
        heading: '##',
        rest: '<code>report.json</code> among the result files names them all.',
        limitBytes: SUMMARY_LIMIT,
        most: Infinity,
    });
}
/** GitHub takes 65,536 characters in a comment; bytes are never fewer than characters. */
const COMMENT_LIMIT = 60_000;
/** In all tables together: a conversation is no place for long ones. */
const MOST_ROWS = 20;
/**
 * A report as a pull request comment: GitHub's Markdown of at most 60,000 characters.
 *
 * @param marker a whole HTML comment of one line, by which the comment is found again; it is the first line, as it is
 */
function commentBody(report, marker) {
    const begin = `${marker}\n\n`;
    const body = (0,_markdown_draw_js__WEBPACK_IMPORTED_MODULE_0__/* .drawReport */ .X)(report, {
        heading: '###',
        rest: seeSummary(report),
        limitBytes: COMMENT_LIMIT - Buffer.byteLength(begin),
        most: report.testsets.length > 1 ? MOST_ROWS / 2 : MOST_ROWS,
    });
    return begin + body;
}
/** Where to look for what a check run or a comment leaves out: a sentence, HTML. */
function seeSummary({ run }) {
    return `See ${(0,_markdown_html_js__WEBPACK_IMPORTED_MODULE_1__/* .link */ .nf)(run.url, run.runNumber > 0 ? `the summary of run ${run.runNumber}` : 'the summary of the run')}.`;
}


/***/ }),

/***/ 24546:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J7: () => (/* binding */ countsLine),
/* harmony export */   Rh: () => (/* binding */ countDevices),
/* harmony export */   Sw: () => (/* binding */ verdictTitle),
/* harmony export */   kC: () => (/* binding */ RESULT_WORDS),
/* harmony export */   nx: () => (/* binding */ OUTCOME_WORDS),
/* harmony export */   sM: () => (/* binding */ OUTCOME_ICONS)
/* harmony export */ });
/* harmony import */ var _model_counts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63580);
/* harmony import */ var _model_words_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(45583);


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
function verdictTitle(report) {
    const words = meaning(report);
    return words === '' ? OUTCOME_WORDS[report.outcome] : `${OUTCOME_WORDS[report.outcome]}: ${words}`;
}
/** All counts in one line, zeros included. */
function countsLine(concerned) {
    const { counts } = concerned;
    const ends = [
        `${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_1__/* .formatNumber */ .ZV)(counts.pass)} passed`,
        `${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_1__/* .formatNumber */ .ZV)(counts.fail)} failed`,
        `${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_1__/* .formatNumber */ .ZV)(counts.error)} with an error`,
        `${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_1__/* .formatNumber */ .ZV)(counts.stop)} stopped`,
        `${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_1__/* .formatNumber */ .ZV)((0,_model_counts_js__WEBPACK_IMPORTED_MODULE_0__/* .unfinishedCount */ .nc)(counts))} not finished`,
    ];
    return `${countDevices(concerned, counts.total)}: ${ends.join(' · ')}`;
}
/** `60 devices`, or with a word before the thing `3 more devices`; with several testsets, which may share devices, `60 unit tests`. */
function countDevices({ testsets }, number, before = '') {
    return (0,_model_words_js__WEBPACK_IMPORTED_MODULE_1__/* .pluralize */ .td)(number, `${before} ${testsets.length > 1 ? 'unit test' : 'device'}`.trimStart());
}
function meaning(report) {
    switch (report.outcome) {
        case 'passed':
            return passedWords(report);
        case 'failed':
            return shares(report, notPassedShares(report.counts));
        case 'inconclusive':
            if (report.counts.total > 0 && report.counts.pass === 0) {
                return `none of ${countDevices(report, report.counts.total)} passed`;
            }
            return report.counts.total === 0
                ? `no ${report.testsets.length > 1 ? 'unit test' : 'device'} is known`
                : `the status counts ${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_1__/* .formatNumber */ .ZV)(report.counts.pass)} of ${countDevices(report, report.counts.total)} as passed`;
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
    return unfinishedWords(report, 'had not finished') || 'the step did not wait for the end';
}
function startedWords(report) {
    const verb = (0,_model_counts_js__WEBPACK_IMPORTED_MODULE_0__/* .unfinishedCount */ .nc)(report.counts) === 1 ? 'is still to finish' : 'are still to finish';
    const running = report.testsets.filter(({ status }) => status === 'Running').length;
    const words = running === 1 ? 'a testset is running' : `${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_1__/* .pluralize */ .td)(running, 'testset')} are running`;
    return unfinishedWords(report, verb) || (running === 0 ? 'this step does not wait for the end' : words);
}
function notPassedShares(counts) {
    return [
        { number: counts.fail, verb: 'failed' },
        { number: counts.error, verb: 'had an error' },
        { number: counts.stop, verb: counts.stop === 1 ? 'was stopped' : 'were stopped' },
        { number: (0,_model_counts_js__WEBPACK_IMPORTED_MODULE_0__/* .unfinishedCount */ .nc)(counts), verb: 'did not finish' },
    ].filter(({ number }) => number > 0);
}
/** `3 of 60 devices failed, 1 had an error`: the first tells of how many. Empty without shares. */
function shares(report, list) {
    const total = countDevices(report, report.counts.total);
    return list
        .map(({ number, verb }, at) => at === 0 ? `${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_1__/* .formatNumber */ .ZV)(number)} of ${total} ${verb}` : `${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_1__/* .formatNumber */ .ZV)(number)} ${verb}`)
        .join(', ');
}
function unfinishedWords(report, verb) {
    const number = (0,_model_counts_js__WEBPACK_IMPORTED_MODULE_0__/* .unfinishedCount */ .nc)(report.counts);
    return number === 0 ? '' : shares(report, [{ number, verb }]);
}
/** Fills `2 of 3 testsets`, those that share the report's outcome, in for the dollar sign; empty when there is but one. */
function ofSeveral(report, phrase) {
    if (report.testsets.length < 2)
        return '';
    const alike = report.testsets.filter(({ outcome }) => outcome === report.outcome).length;
    return phrase.replace('$', () => `${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_1__/* .formatNumber */ .ZV)(alike)} of ${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_1__/* .pluralize */ .td)(report.testsets.length, 'testset')}`);
}


/***/ })

};
