export const id = 159;
export const ids = [159];
export const modules = {

/***/ 60159:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  publishReport: () => (/* binding */ publishReport)
});

// UNUSED EXPORTS: artifactName

;// CONCATENATED MODULE: ./build/report/compare-devices.js
/**
 * Says which devices do better and which worse than in an earlier run; `undefined` when there is none that both know. A device that only
 * one of them knows is in no list. One that ran several times passed when it passed each time.
 */
function compareDevices(previous, report) {
    const before = byDevice(previous.devices);
    const now = byDevice(devicesOf(report));
    const known = [...now].flatMap(([key, { name, passed }]) => {
        const earlier = before.get(key);
        return earlier ? [{ name, passed, passedBefore: earlier.passed }] : [];
    });
    if (known.length === 0)
        return undefined;
    const named = (wish) => known.filter(wish).map(({ name }) => name);
    return {
        newlyFailing: named(({ passed, passedBefore }) => !passed && passedBefore),
        fixed: named(({ passed, passedBefore }) => passed && !passedBefore),
        stillFailing: named(({ passed, passedBefore }) => !passed && !passedBefore),
        ...(previous.seconds !== undefined && { secondsBefore: previous.seconds }),
        secondsNow: report.durationSeconds,
        runUrl: previous.runUrl,
    };
}
function* devicesOf({ testsets }) {
    for (const { scenario, suites } of testsets) {
        for (const { device, result } of suites.flatMap(({ testcases }) => testcases)) {
            yield { name: device, passed: result === 'passed', ...(scenario !== undefined && { scenario }) };
        }
    }
}
/** In the order in which they are first named. */
function byDevice(devices) {
    const found = new Map();
    for (const device of devices) {
        const key = `${device.scenario ?? ''} ${device.name}`;
        if (!device.passed || !found.has(key))
            found.set(key, device);
    }
    return found;
}

// EXTERNAL MODULE: ./build/model/report.js
var model_report = __webpack_require__(53938);
// EXTERNAL MODULE: ./build/report/devices.js
var devices = __webpack_require__(51644);
;// CONCATENATED MODULE: ./build/report/data.js


/** Unit tests in one piece of text: few enough that a piece stays small, enough that pieces are few. */
const BATCH = 500;
/**
 * `report.json` in pieces, so that a hundred thousand unit tests never are one string. Names stand as the service gave them;
 * what is not known is `null`; a limit of `any` is that word.
 */
function* reportJson(report) {
    const { testsets, limits, app, ...rest } = report;
    yield unclosed({ schema: model_report/* REPORT_SCHEMA */.D, ...rest, app: app ?? null, limits: limitWords(limits) });
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
    for (const test of (0,devices/* deviceRuns */.bf)(report).notPassed) {
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

// EXTERNAL MODULE: ./build/report/summary.js
var summary = __webpack_require__(74611);
// EXTERNAL MODULE: ./build/model/results.js
var results = __webpack_require__(71284);
// EXTERNAL MODULE: ./build/model/testset-name.js
var testset_name = __webpack_require__(29612);
;// CONCATENATED MODULE: ./build/report/junit.js


/** What a report's testsets bring into the file: those of which a document was read, each under the name that it was created with. */
function junitParts({ testsets, request: { name }, }) {
    const own = (scenario) => scenario === undefined || testsets.length === 1 ? name : (0,testset_name/* scenarioTestsetName */.GH)(name, scenario);
    return testsets
        .filter(({ suites }) => suites.length > 0)
        .map(({ id, scenario, suites }) => ({ id, scenario, name: own(scenario), suites }));
}
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
    yield `<testsuites ${totals(parts.flatMap(({ suites }) => suites))}>\n`;
    for (const part of parts) {
        for (const suite of part.suites)
            yield* suiteXml(part, suite);
    }
    yield '</testsuites>\n';
}
function* suiteXml(part, suite) {
    const id = part.id === undefined ? '' : ` id="${part.id}"`;
    const name = junit_escape(suite.name);
    yield `  <testsuite${id} name="${name}" ${totals([suite])}>\n`;
    yield properties(part);
    for (const testcase of suite.testcases)
        yield testcaseXml(testcase, name);
    yield '  </testsuite>\n';
}
function properties({ id, name, scenario }) {
    const entries = [];
    if (id !== undefined)
        entries.push(`<property name="testset-id" value="${id}"/>`);
    if (scenario !== undefined)
        entries.push(`<property name="scenario-id" value="${scenario}"/>`);
    if (name !== '')
        entries.push(`<property name="testset-name" value="${junit_escape(name)}"/>`);
    return entries.length === 0 ? '' : `    <properties>${entries.join('')}</properties>\n`;
}
function testcaseXml({ device, result, seconds, url, message }, classname) {
    const time = seconds === undefined ? '' : ` time="${rounded(seconds)}"`;
    const head = `    <testcase name="${junit_escape(device)}" classname="${classname}"${time}`;
    const [first = '', second = ''] = [url, message].filter((text) => text !== undefined).map(junit_escape);
    if (result === 'passed')
        return first === '' ? `${head}/>\n` : `${head}><system-out>${first}</system-out></testcase>\n`;
    return `${head}>${resultXml(ELEMENTS[result], first, second)}</testcase>\n`;
}
function resultXml(element, message, text) {
    const head = message === '' ? `<${element}` : `<${element} message="${message}"`;
    return text === '' ? `${head}/>` : `${head}>${text}</${element}>`;
}
function totals(suites) {
    const { passed, failed, error, skipped } = (0,results/* countResults */.a)(suites);
    let time = 0;
    for (const { testcases } of suites)
        time = testcases.reduce((sum, { seconds = 0 }) => sum + seconds, time);
    const tests = passed + failed + error + skipped;
    return `tests="${tests}" failures="${failed}" errors="${error}" skipped="${skipped}" time="${rounded(time)}"`;
}
/** To the millisecond; never in exponential notation, which few readers of JUnit take. */
function rounded(seconds) {
    return Math.round(seconds * 1000) / 1000;
}
function junit_escape(text) {
    return text.replace(SPECIAL, (character) => REFERENCES[character] ?? '');
}

// EXTERNAL MODULE: ./build/model/words.js
var words = __webpack_require__(45583);
// EXTERNAL MODULE: ./build/publish/outputs.js
var outputs = __webpack_require__(14814);
// EXTERNAL MODULE: ./build/model/errors.js
var errors = __webpack_require__(12011);
;// CONCATENATED MODULE: ./build/publish/report-files.js




/**
 * Writes a report's files, each by itself: one that cannot be written keeps no other from being there. Where there are no results there
 * is no `junit.xml`: that of an earlier step would be taken for this one's.
 *
 * @param platform told where they are, as the outputs `junit-file` and `results-dir`
 * @throws one Error that tells of everything that could not be written
 */
async function writeReportFiles(report, parts, folder, platform) {
    const troubles = [];
    const write = async (name, content) => {
        try {
            return await folder.write(name, content());
        }
        catch (error) {
            troubles.push((0,errors/* messageOf */.bD)(error));
            return '';
        }
    };
    if (parts.length > 0)
        platform.setOutput('junit-file', await write('junit.xml', () => junitXml(parts)));
    else
        await folder.remove('junit.xml').catch((error) => troubles.push((0,errors/* messageOf */.bD)(error)));
    await write('report.json', () => reportJson(report));
    await write('summary.md', () => (0,summary/* summaryMarkdown */.e)(report));
    if (folder.files().length > 0)
        platform.setOutput('results-dir', folder.path);
    if (troubles.length > 0)
        throw new Error([...new Set(troubles)].join(' '));
}

// EXTERNAL MODULE: ./build/model/outcome.js
var outcome = __webpack_require__(38158);
// EXTERNAL MODULE: ./build/model/text.js
var model_text = __webpack_require__(70271);
// EXTERNAL MODULE: ./build/report/markdown/html.js
var html = __webpack_require__(19248);
// EXTERNAL MODULE: ./build/report/testset-words.js
var testset_words = __webpack_require__(32423);
// EXTERNAL MODULE: ./build/report/verdict-words.js
var verdict_words = __webpack_require__(24546);
;// CONCATENATED MODULE: ./build/report/annotations.js








/** The runner keeps ten errors a step; the tenth is the step's last line. */
const MOST_ANNOTATIONS = 9;
const TITLE_LIMIT = 80;
/** One for each unit test that did not pass, worst first; nine at most, and when there are more, the ninth says how many. */
function annotations(report) {
    const { notPassed } = (0,devices/* deviceRuns */.bf)(report);
    const first = (0,devices/* worstFirst */.md)(notPassed, MOST_ANNOTATIONS);
    const unnamed = (0,devices/* allUnnamedDevices */.bG)(report);
    const nameless = unnamed.stopped + unnamed.unfinished + unnamed.notPassed;
    const number = notPassed.length + nameless;
    if (number <= MOST_ANNOTATIONS && nameless === 0)
        return first.map(annotate);
    const named = first.slice(0, MOST_ANNOTATIONS - 1);
    const more = number - named.length;
    const title = `${(0,verdict_words/* countDevices */.Rh)(report, more, named.length > 0 ? 'more' : '')} did not pass`;
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
    const { device, os } = (0,devices/* splitDevice */.n1)(testcase.device);
    const time = (0,words/* formatDuration */.a3)(testcase.seconds);
    const facts = [
        time === '' ? testcase.result : `${testcase.result} after ${time}`,
        ...(os === '' ? [] : [`on ${os}`]),
        ...(testset.id === undefined ? [] : [`in testset ${(0,testset_words/* testsetLabel */.vI)(testset)}`]),
    ];
    const address = (0,html/* webAddress */.Dy)(testcase.url);
    return {
        title: (0,model_text/* cleanText */.X5)(device, TITLE_LIMIT),
        message: facts.join(' ') + (address === undefined ? '' : `: ${address}`),
    };
}

// EXTERNAL MODULE: ./build/report/source-difference.js
var source_difference = __webpack_require__(43180);
;// CONCATENATED MODULE: ./build/report/console.js






const MOST_ROWS = 40;
/** Columns for a name: with all others, a line without its address then fits most windows. */
const NAME_LIMIT = 60;
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
 * The table at the end of the log: a line for each unit test, worst first and 40 at most, then all counts, with a word on what would seem
 * to contradict them. Without any unit test there is no line. A terminal makes the addresses clickable.
 */
function consoleTable(report) {
    const tests = (0,devices/* deviceRuns */.bf)(report).all;
    const shown = (0,devices/* worstFirst */.md)(tests, MOST_ROWS);
    const more = tests.length - shown.length;
    if (tests.length === 0 && report.counts.total === 0)
        return [];
    const note = (0,source_difference/* explainDifference */.L)(report);
    return [
        ...(shown.length === 0 ? [] : table(shown, report.testsets.length > 1)),
        ...(more === 0
            ? []
            : [[{ text: `and ${(0,verdict_words/* countDevices */.Rh)(report, more, 'more')}: see the job summary and the result files` }]]),
        ...(note === undefined ? [] : [[{ text: note }]]),
        [{ text: (0,verdict_words/* countsLine */.J7)(report) }],
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
    const { device, os } = (0,devices/* splitDevice */.n1)(testcase.device);
    const address = (0,html/* webAddress */.Dy)(testcase.url) ?? '';
    return [
        `${SIGNS[testcase.result]} ${testcase.result}`,
        ...(severalTestsets ? [String(testset.id ?? '-')] : []),
        (0,model_text/* cleanText */.X5)(device, NAME_LIMIT),
        (0,model_text/* cleanText */.X5)(os, NAME_LIMIT / 2),
        (0,words/* formatDuration */.a3)(testcase.seconds),
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

;// CONCATENATED MODULE: ./build/publish/log-report.js






/** The table and the warnings for everyone; annotations only where the step is red, because a tolerated failure is none. */
function logReport(report, log, place) {
    for (const line of consoleTable(report))
        log.info(line);
    for (const warning of (0,testset_words/* groupWarnings */.PB)(report.testsets))
        log.warning(warning);
    if ((0,outcome/* isGreen */.gf)(report.outcome)) {
        log.info(report.outcome === 'started' ? startedWords(report) : (0,verdict_words/* verdictTitle */.Sw)(report));
        return;
    }
    for (const annotation of annotations(report))
        place.annotate(annotation);
}
function startedWords({ sentence, testsets }) {
    const ids = testsets.flatMap(({ id }) => id ?? []);
    return `${sentence} A step with testset-id: ${ids.join(',')} brings the results.`;
}
/** Makes the function that keeps trouble with one thing from all the others. */
function warnOnFailure(log) {
    return async (trouble, work) => {
        try {
            return await work();
        }
        catch (error) {
            log.warning(`${trouble}: ${(0,errors/* messageOf */.bD)(error)}`);
            return undefined;
        }
    };
}

;// CONCATENATED MODULE: ./build/publish/publish.js









/**
 * Hands the report to everyone who is waiting for it. The outcome stands already: whatever goes wrong here is a warning, and keeps
 * nothing else from being published.
 *
 * @returns the report with what was found out while it was published
 */
async function publishReport(made, publishing) {
    const { inputs, runtime, platform, settle } = publishing;
    const { log } = runtime;
    const attempt = warnOnFailure(log);
    platform.outcomeIsDecided();
    await attempt('The outputs could not all be set', () => {
        setOutputs((0,outputs/* reportOutputs */.r)(made, failedDevices(made)), platform);
    });
    // A check run that stays in progress would hold a pull request: after a cancel, when there is little time, it goes first.
    const concluded = conclude(made, platform, attempt);
    const report = await log.group('Results', () => keepResults(made, publishing, attempt));
    await log.group('Report', async () => {
        if (inputs.jobSummary)
            await attempt('The job summary could not be written', () => summarize(report, log, platform));
        await attempt('The comment could not be written', () => comment(report, platform));
        await concluded;
        await settle(report);
    });
    // Last, and in no group that could be folded: whoever opens a log looks at its end.
    await attempt('The report could not be written to the log completely', () => {
        logReport(report, log, platform);
    });
    return report;
}
/** The files, and the artifact that holds them; with what an earlier report says of the same devices. */
async function keepResults(made, { inputs, folder, runtime, platform }, attempt) {
    const report = (await attempt('Nothing was compared', () => compare(made, platform))) ?? made;
    await attempt('Not all result files could be written', () => writeReportFiles(report, junitParts(report), folder, platform));
    const files = folder.files().length;
    if (files > 0)
        runtime.log.info(`${(0,words/* pluralize */.td)(files, 'file')} in ${folder.path}`);
    const artifact = await attempt('The artifact could not be published', () => publishFiles(report, inputs.artifact, folder, runtime, platform));
    return artifact ? { ...report, artifact } : report;
}
async function summarize(report, log, platform) {
    await platform.writeSummary((0,summary/* summaryMarkdown */.e)(report));
    log.info('The job summary is written.');
}
async function conclude(report, { checkRun }, attempt) {
    if (!checkRun)
        return;
    await attempt('The check run could not be concluded', async () => {
        const { checkRunText } = await __webpack_require__.e(/* import() */ 24).then(__webpack_require__.bind(__webpack_require__, 48643));
        await checkRun.conclude(report.outcome, checkRunText(report));
    });
}
/** The report with how the devices did before; only where results tell how they do now. */
async function compare(report, { findBaseline }) {
    if (!findBaseline || report.testsets.every(({ suites }) => suites.length === 0))
        return report;
    const previous = await findBaseline(report);
    const comparison = previous && compareDevices(previous, report);
    return comparison ? { ...report, comparison } : report;
}
async function comment(report, platform) {
    if (!platform.comment)
        return;
    const { commentBody } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 74611));
    await platform.comment((marker) => commentBody(report, marker));
}
function setOutputs(outputs, platform) {
    for (const [name, value] of Object.entries(outputs))
        platform.setOutput(name, value);
}
/** The artifact, if there is one now. */
async function publishFiles(report, options, folder, { log }, platform) {
    if (!options)
        return undefined;
    const ids = report.testsets.flatMap(({ id }) => id ?? []);
    const reason = noArtifactBecause(report, ids);
    if (reason !== undefined) {
        log.info(`No artifact: ${reason}.`);
        return undefined;
    }
    const published = await platform.publishArtifact({
        name: options.name ?? artifactName(ids),
        files: folder.files(),
        root: folder.path,
        ...(options.retentionDays === undefined ? {} : { retentionDays: options.retentionDays }),
    });
    if (published.kind === 'skipped')
        log.notice(`No artifact: ${published.why}`);
    if (published.kind === 'failed')
        log.warning(`The artifact could not be published: ${published.why} The files are in ${folder.path}.`);
    if (published.kind !== 'published')
        return undefined;
    const { name, id, url, digest } = published;
    log.info(`Artifact ${name}: ${url}`);
    setOutputs({ 'artifact-id': id, 'artifact-url': url, 'artifact-digest': digest }, platform);
    return { name, url };
}
function noArtifactBecause({ outcome }, ids) {
    if (ids.length === 0)
        return 'there is no testset whose results could go into it';
    if (outcome === 'started')
        return 'the testset has only been started';
    return outcome === 'cancelled' ? 'the run was cancelled; the files stay in the results folder' : undefined;
}
/** `testset-<id>`, or for several `testsets-<first id>-and-<n>-more` (docs/design.md, files and names). */
function artifactName(ids) {
    return ids.length === 1 ? `testset-${ids[0] ?? ''}` : `testsets-${ids[0] ?? ''}-and-${ids.length - 1}-more`;
}


/***/ })

};
