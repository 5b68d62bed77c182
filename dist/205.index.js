export const id = 205;
export const ids = [205];
export const modules = {

/***/ 92205:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  findBaseline: () => (/* binding */ findBaseline)
});

// UNUSED EXPORTS: earlierRuns, findWorkflow

// EXTERNAL MODULE: ./build/model/fields.js
var fields = __webpack_require__(72017);
// EXTERNAL MODULE: ./build/runtime/time-limits.js
var time_limits = __webpack_require__(41935);
// EXTERNAL MODULE: ./build/model/report.js
var model_report = __webpack_require__(53938);
;// CONCATENATED MODULE: ./build/github/earlier-report.js


const NOT_PASSED = ['failed', 'error', 'skipped'];
/** Names are shorter in every report of ours, in UTF-16 units. */
const LONGEST_NAME = 1000;
/** Reads the text of a `report.json`; `undefined` when it is none, or of another version. Devices that make no sense are left out. */
function readEarlierReport(text) {
    const report = parse(text);
    if (!(0,fields/* isJsonObject */.O)(report) || report['schema'] !== model_report/* REPORT_SCHEMA */.D)
        return undefined;
    const [run, request, app] = [fieldsIn(report, 'run'), fieldsIn(report, 'request'), fieldsIn(report, 'app')];
    const [osType, projectId, appName] = [nameIn(request, 'osType'), numberIn(request, 'projectId'), nameIn(app, 'name')];
    const seconds = numberIn(report, 'durationSeconds');
    return {
        job: nameIn(run, 'job') ?? '',
        attempt: numberIn(run, 'attempt') ?? 1,
        kind: nameIn(request, 'kind') ?? '',
        ...(osType !== undefined && { osType }),
        ...(projectId !== undefined && { projectId }),
        ...(appName !== undefined && { appName }),
        ...(seconds !== undefined && { seconds }),
        devices: listIn(report, 'testsets').flatMap(devicesOf),
    };
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function devicesOf(testset) {
    const scenario = numberIn(testset, 'scenario');
    const told = listIn(testset, 'suites').flatMap((suite) => listIn(suite, 'devices'));
    return told.flatMap((device) => {
        const [name, result] = [nameIn(device, 'device'), nameIn(device, 'result')];
        if (name === undefined || result === undefined)
            return [];
        const passed = result === 'passed';
        if (!passed && !NOT_PASSED.includes(result))
            return [];
        return [{ name, passed, ...(scenario !== undefined && { scenario }) }];
    });
}
function fieldsIn(from, key) {
    const value = from[key];
    return (0,fields/* isJsonObject */.O)(value) ? value : {};
}
function listIn(from, key) {
    const value = from[key];
    return Array.isArray(value) ? value.filter(fields/* isJsonObject */.O) : [];
}
function nameIn(from, key) {
    const value = from[key];
    return typeof value === 'string' && value.length <= LONGEST_NAME ? value : undefined;
}
/** Nothing that is counted here is below 0. */
function numberIn(from, key) {
    const value = from[key];
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
/**
 * The one of an earlier run's reports that tells of the same job and thing. Nothing says which leg of a matrix a report comes from, so of
 * several that fit, those on the same app and with more of the same scenarios win, and then the last attempt. Where more than one is
 * left it would be a guess, and there is none.
 */
function chooseReport(reports, thing) {
    const fitting = reports.filter((report) => isSameThing(report, thing));
    const alike = most(fitting, ({ appName }) => Number(appName !== undefined && appName === thing.app?.name));
    const nearest = most(alike, (report) => sharedScenarios(report, thing));
    const [only, another] = most(nearest, ({ attempt }) => attempt);
    return another ? undefined : only;
}
function isSameThing(report, thing) {
    const { run, request, scenarios } = thing;
    return (report.devices.length > 0 &&
        report.job === run.job &&
        report.kind === request.kind &&
        report.osType === request.osType &&
        report.projectId === request.projectId &&
        (scenarios.length === 0 || sharedScenarios(report, thing) > 0));
}
function sharedScenarios({ devices }, { scenarios }) {
    const known = new Set(devices.map(({ scenario }) => scenario));
    return scenarios.filter((scenario) => known.has(scenario)).length;
}
/** Those that have the most of something. */
function most(reports, of) {
    const highest = Math.max(...reports.map(of));
    return reports.filter((report) => of(report) === highest);
}

// EXTERNAL MODULE: ./build/github/api/client.js
var client = __webpack_require__(50726);
// EXTERNAL MODULE: ./build/github/read-zip.js + 1 modules
var read_zip = __webpack_require__(31869);
;// CONCATENATED MODULE: ./build/github/earlier-reports.js




/** In bytes, of an artifact and of the report in it: 20 MB are the devices of a hundred thousand unit tests. */
const MOST_BYTES = 20_000_000;
/** A run has one of them for each leg of its matrix. */
const MOST_ARTIFACTS = 20;
/** How artifacts are called that nobody gave a name (docs/design.md, files and names). */
const USUAL_NAME = /^testsets?-\d/;
/**
 * The reports that a run left in its artifacts, as far as they can be read, the latest first.
 *
 * @param artifactName how they may be called beside their usual names
 */
async function reportsOf(api, runId, artifactName, signal) {
    const route = 'GET /repos/{repository}/actions/runs/{run_id}/artifacts';
    const listed = await (0,client/* listAll */._)(api, route, { run_id: runId }, (page) => (0,fields/* isJsonObject */.O)(page) && page['artifacts']);
    if (listed.kind !== 'listed')
        return [];
    const ids = listed.items
        .filter(fields/* isJsonObject */.O)
        .filter((artifact) => isWorthReading(artifact, artifactName))
        .flatMap(({ id }) => (typeof id === 'number' ? id : []))
        .sort((a, b) => b - a);
    const reports = [];
    for (const id of ids.slice(0, MOST_ARTIFACTS)) {
        const report = signal.aborted ? undefined : await reportIn(api, id, signal);
        if (report)
            reports.push(report);
    }
    return reports;
}
function isWorthReading({ name, expired, size_in_bytes: bytes }, artifactName) {
    if (typeof name !== 'string' || expired === true || typeof bytes !== 'number' || bytes > MOST_BYTES)
        return false;
    return USUAL_NAME.test(name) || (artifactName !== undefined && name.startsWith(artifactName));
}
async function reportIn(api, artifactId, signal) {
    const zip = await downloadArtifact(api, artifactId, MOST_BYTES, signal);
    if (!zip)
        return undefined;
    const json = await (0,read_zip/* readFromZip */.O)(zip, 'report.json', MOST_BYTES).catch(() => undefined);
    return json && readEarlierReport(json.toString('utf8'));
}
/** In milliseconds. */
const STALL_MS = 10_000;
/**
 * Downloads the zip of an artifact: GitHub answers with an address in its storage, which knows nothing of our token. What goes wrong is not
 * told, because the address in it is a secret for some minutes.
 */
async function downloadArtifact(api, artifactId, maxBytes, signal) {
    const route = 'GET /repos/{repository}/actions/artifacts/{artifact_id}/zip';
    const reply = await api(route, { artifact_id: artifactId }, 2);
    if (reply.kind !== 'answered' || reply.location === undefined || signal.aborted)
        return undefined;
    return download(reply.location, maxBytes, signal).catch(() => undefined);
}
async function download(address, maxBytes, signal) {
    const { HttpClient } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 22779));
    const client = new HttpClient('run-testset', [], {
        allowRedirects: false,
        allowRetries: false,
        keepAlive: true,
        socketTimeout: STALL_MS,
    });
    const stop = () => {
        client.dispose();
    };
    signal.addEventListener('abort', stop);
    try {
        const { message } = await client.get(address);
        return message.statusCode === 200 ? await gather(message, maxBytes) : undefined;
    }
    finally {
        signal.removeEventListener('abort', stop);
        stop();
    }
}
/** Stops as soon as there is too much, whatever the head said. */
async function gather(chunks, maxBytes) {
    const kept = [];
    let bytes = 0;
    for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > maxBytes)
            return undefined;
        kept.push(chunk);
    }
    return Buffer.concat(kept);
}

;// CONCATENATED MODULE: ./build/github/compare.js




/** Comparing is a courtesy: the step does not wait long for it. */
const PATIENCE_MS = 30_000;
/** How many runs of a branch are looked into: some leave no report, as when they were cancelled. */
const MOST_RUNS = 5;
/**
 * The latest earlier run of the same workflow that left a report of the same job and thing. `undefined` when there is none, or the token
 * may not look for it (`actions: read`): nothing but the comparison is lost then, so only a debug log tells.
 */
async function findBaseline(settings, thing) {
    const { cancelled, log } = settings;
    if (cancelled.aborted)
        return undefined;
    const found = await (0,time_limits/* withTimeout */.wj)(settings, PATIENCE_MS, (late) => search(settings, thing, late));
    if (found?.kind === 'found')
        return found.previous;
    log.debug(`No comparison with an earlier run: ${found?.why ?? 'it took too long.'}`);
    return undefined;
}
async function search(settings, thing, late) {
    const { api, branches, artifactName } = settings;
    const workflow = await findWorkflow(api, thing.run);
    if (workflow.kind !== 'workflow')
        return workflow;
    for (const branch of new Set(branches.filter(Boolean))) {
        const found = await earlierRuns(api, workflow.id, branch, thing.run);
        if (found.kind !== 'found')
            return found;
        for (const { id, url } of found.runs.slice(0, MOST_RUNS)) {
            if (late.aborted)
                break;
            const report = chooseReport(await reportsOf(api, id, artifactName, late), thing);
            if (report)
                return { kind: 'found', previous: previousReport(report, url) };
        }
    }
    return { kind: 'none', why: 'none left a report of the same job and thing.' };
}
function previousReport({ seconds, devices }, runUrl) {
    return { runUrl, devices, ...(seconds !== undefined && { seconds }) };
}
/** Asks which workflow this run is of: names of workflows may repeat. */
async function findWorkflow(api, { runId }) {
    const reply = await api('GET /repos/{repository}/actions/runs/{run_id}', { run_id: runId }, 2);
    if (reply.kind !== 'answered')
        return reply;
    const id = (0,fields/* isJsonObject */.O)(reply.data) ? reply.data['workflow_id'] : undefined;
    if (typeof id !== 'number')
        return { kind: 'dropped', why: 'GitHub did not say which workflow this is.' };
    return { kind: 'workflow', id };
}
/**
 * The workflow's latest runs for pushes to a branch, started before this one. A pull request's run is none of them, though its head may
 * be called like the branch, in a fork of anybody.
 */
async function earlierRuns(api, workflowId, branch, { repository, runNumber }) {
    const wish = { workflow_id: workflowId, branch, status: 'completed', exclude_pull_requests: true, per_page: 30 };
    const reply = await api('GET /repos/{repository}/actions/workflows/{workflow_id}/runs', wish, 2);
    if (reply.kind !== 'answered')
        return reply;
    const listed = (0,fields/* isJsonObject */.O)(reply.data) ? reply.data['workflow_runs'] : undefined;
    const runs = (Array.isArray(listed) ? listed : [])
        .filter(fields/* isJsonObject */.O)
        .filter((run) => isOwn(run, repository) && Number(run['run_number']) < runNumber)
        .flatMap(({ id, html_url: url }) => (typeof id === 'number' && typeof url === 'string' ? { id, url } : []));
    return { kind: 'found', runs };
}
function isOwn({ event, head_repository: head }, repository) {
    const name = (0,fields/* isJsonObject */.O)(head) ? head['full_name'] : undefined;
    const isHome = typeof name === 'string' && name.toLowerCase() === repository.toLowerCase();
    return isHome && typeof event === 'string' && !event.startsWith('pull_request');
}


/***/ })

};
