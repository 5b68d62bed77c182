export const id = 569;
export const ids = [569,762];
export const modules = {

/***/ 63762:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   c: () => (/* binding */ loadClient),
/* harmony export */   createPublisher: () => (/* binding */ createPublisher)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(19473);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var _report_clean_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(92958);



const TRIES = 3;
const BETWEEN_TRIES_MS = 2000;
/** How long an upload may take: a minute, and what a slow line (250 bytes in a millisecond) takes for the files. */
const PATIENCE_MS = 60_000;
const SLOWEST_BYTES_PER_MS = 250;
/** Makes the function that publishes files as a workflow artifact. It never fails: what goes wrong is a result. */
function createPublisher(settings, load = loadClient) {
    return async (parcel) => {
        const why = reasonToSkip(parcel, settings);
        if (why !== undefined)
            return { kind: 'skipped', why };
        try {
            return await publish(await load(), parcel, settings);
        }
        catch (error) {
            return { kind: 'failed', why: reasonOf(error) };
        }
    };
}
/** Loads GitHub's client. */
const loadClient = async () => {
    const { DefaultArtifactClient } = await Promise.all(/* import() */[__webpack_require__.e(351), __webpack_require__.e(645)]).then(__webpack_require__.bind(__webpack_require__, 9645));
    return new DefaultArtifactClient();
};
function reasonToSkip({ files }, { isEnterpriseServer, isOffered }) {
    if (isEnterpriseServer)
        return 'GitHub Enterprise Server has no artifact service that this action can use.';
    if (!isOffered)
        return 'the runner offers no artifact service here.';
    return files.length === 0 ? 'there are no files to publish.' : undefined;
}
async function publish(client, parcel, settings) {
    const patienceMs = PATIENCE_MS + (await bytesOf(parcel.files)) / SLOWEST_BYTES_PER_MS;
    const names = namesFor(parcel.name, settings.run);
    for (const name of names) {
        const upload = await uploadStubbornly(() => uploadInTime(client, { ...parcel, name }, patienceMs, settings), settings);
        if (upload.kind !== 'taken')
            return upload;
    }
    return { kind: 'failed', why: `the names ${names.join(', ')} are taken in this run.` };
}
async function uploadStubbornly(upload, { clock, cancelled }) {
    for (let tries = 1;; tries += 1) {
        const result = await upload();
        if (result.kind !== 'dropped')
            return result;
        if (tries === TRIES || cancelled.aborted)
            return { kind: 'failed', why: result.why };
        await clock.sleep(BETWEEN_TRIES_MS * tries, cancelled);
    }
}
/** The client cannot be stopped and may hang; an upload that is given up is not tried again, or there would be two at once. */
async function uploadInTime(client, parcel, patienceMs, { clock, cancelled, run }) {
    const over = new AbortController();
    const givenUp = clock.sleep(patienceMs, AbortSignal.any([cancelled, over.signal])).then(() => {
        const seconds = Math.round(patienceMs / 1000);
        return {
            kind: 'failed',
            why: cancelled.aborted ? 'the run was cancelled.' : `the upload took longer than ${seconds} s.`,
        };
    });
    try {
        return await Promise.race([upload(client, parcel, run).catch(judge), givenUp]);
    }
    finally {
        over.abort();
    }
}
async function upload(client, { name, files, root, retentionDays }, run) {
    const options = retentionDays === undefined ? {} : { retentionDays };
    const { id, digest = '' } = await client.uploadArtifact(name, [...files], root, options);
    if (id === undefined)
        return { kind: 'failed', why: 'GitHub did not say which artifact it became.' };
    const page = run.url.replace(/\/attempts\/\d+$/, '');
    return { kind: 'published', name, id: `${id}`, url: page === '' ? '' : `${page}/artifacts/${id}`, digest };
}
/** The client's errors carry no codes, only words. It tries again by itself where the service is busy, but not where the line broke. */
function judge(error) {
    const why = reasonOf(error);
    if (why.includes('(409)'))
        return { kind: 'taken' };
    return /Unable to make request|stalled/.test(why) ? { kind: 'dropped', why } : { kind: 'failed', why };
}
/** The name, and where it is taken within the run: with the attempt, and then the job too, behind it. */
function namesFor(wanted, { attempt, job }) {
    const name = spoken(wanted);
    const second = `${name}-${attempt}`;
    return [name, second, ...(job === '' ? [] : [`${second}-${job}`])];
}
/** The client prints the name into the log, where the runner obeys `##[` anywhere in a line. */
function spoken(name) {
    return (0,_report_clean_js__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .TN)(name).replaceAll('##[', '##(');
}
async function bytesOf(files) {
    const sizes = await Promise.all(files.map(async (file) => (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.stat)(file)).size));
    return sizes.reduce((sum, size) => sum + size, 0);
}
/** The first line of the client's words: the others are general advice. */
function reasonOf(error) {
    const [line = ''] = (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error).split('\n');
    return `${line.replace(/[.\s]+$/, '')}.`;
}


/***/ }),

/***/ 2569:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createReceiptStore: () => (/* binding */ createReceiptStore)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(19473);
/* harmony import */ var _fields_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(87939);
/* harmony import */ var _artifact_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(63762);






const PREFIX = 'run-testset-receipt';
const FILE = 'receipt.json';
/** Receipts are for the next attempt, and nobody waits for days before running a job again. */
const RETENTION_DAYS = 3;
/** From one artifact to the next, in milliseconds: a step may create hundreds of testsets, and each artifact is ten lines of the log. */
const GAP_MS = 15_000;
/** So long may looking for receipts take, or tidying them up at the end, in milliseconds; less after a cancel. */
const PATIENCE_MS = 30_000;
const CANCELLED_MS = 1_500;
/** Keeps receipts as small artifacts of the workflow run. */
function createReceiptStore(settings, load = _artifact_js__WEBPACK_IMPORTED_MODULE_4__/* .loadClient */ .c) {
    const { clock, log, run } = settings;
    // A receipt matters most when the run is cancelled: then the next attempt adopts. Only `settle` bounds how long it may take.
    const publish = (0,_artifact_js__WEBPACK_IMPORTED_MODULE_4__.createPublisher)({ ...settings, cancelled: new AbortController().signal }, load);
    const own = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)().slice(0, 8);
    let count = 0;
    const nameOf = (key, number) => [PREFIX, key, run.attempt, own, number].join('-');
    const found = new Set();
    const waiting = new Map();
    let storing;
    const hurry = new AbortController();
    /** One artifact at a time, and not too many: what comes meanwhile goes into the next. */
    const storeAll = async () => {
        for (let [next] = waiting; next; [next] = waiting) {
            const [key, receipts] = next;
            waiting.delete(key);
            count += 1;
            await store(publish, settings, nameOf(key, count), receipts).catch((error) => {
                log.debug(`No receipt could be left: ${(0,_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .messageOf */ .bD)(error)}`);
            });
            await clock.sleep(GAP_MS, hurry.signal);
        }
    };
    return {
        find: async (key) => {
            const client = await load();
            return inTime(settings, 'the list of artifacts took too long', async () => {
                const { artifacts } = await client.listArtifacts();
                const left = artifacts.filter(({ name }) => name.startsWith(`${PREFIX}-${key}-`));
                for (const { name } of left)
                    found.add(name);
                return Promise.all(left.map(({ id }) => download(client, id, settings.tempDir)));
            });
        },
        leave: (key, receipt) => {
            waiting.set(key, [...(waiting.get(key) ?? []), receipt]);
            storing ??= storeAll().finally(() => {
                storing = undefined;
            });
        },
        settle: async (takeBack) => {
            try {
                await inTime(settings, 'it took too long', async () => {
                    hurry.abort();
                    await storing;
                    if (!takeBack || (count === 0 && found.size === 0))
                        return;
                    const client = await load();
                    // What was stored though its upload seemed to fail is known by its name alone.
                    const { artifacts } = await client.listArtifacts();
                    const ours = artifacts.filter(({ name }) => found.has(name) || name.includes(`-${own}-`));
                    for (const { name } of ours)
                        await client.deleteArtifact(name).catch(bearGone);
                });
            }
            catch (error) {
                if (takeBack)
                    log.warning(notTakenBack((0,_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .messageOf */ .bD)(error)));
            }
        },
    };
}
/** Puts receipts into an artifact of the given name. */
async function store(publish, { log, run, tempDir }, name, receipts) {
    const root = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(tempDir, name);
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.mkdir)(root, { recursive: true });
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(root, FILE);
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.writeFile)(file, JSON.stringify({ attempt: run.attempt, receipts }));
    const published = await publish({ name, files: [file], root, retentionDays: RETENTION_DAYS });
    if (published.kind !== 'published')
        log.debug(`No receipt could be left: ${published.why}`);
}
/** Another step that adopted the same testset may have been quicker. */
function bearGone(error) {
    if (!(error instanceof Error) || error.name !== 'ArtifactNotFoundError')
        throw error;
}
function notTakenBack(why) {
    const advice = 'Set `adopt: false` if this job is run again, or it takes up this finished testset.';
    return `The receipt for the testset could not be taken back: ${why.replace(/\.$/, '')}. ${advice}`;
}
async function download(client, id, tempDir) {
    const { downloadPath } = await client.downloadArtifact(id, { path: (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(tempDir, `${PREFIX}-${id}`) });
    const content = JSON.parse(await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readFile)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(downloadPath ?? '', FILE), 'utf8'));
    const { attempt, receipts } = (0,_fields_js__WEBPACK_IMPORTED_MODULE_5__/* .isFields */ .C)(content) ? content : {};
    return {
        attempt: isWhole(attempt) ? attempt : 0,
        receipts: (Array.isArray(receipts) ? receipts : []).filter(isReceipt),
    };
}
function isReceipt(value) {
    return (0,_fields_js__WEBPACK_IMPORTED_MODULE_5__/* .isFields */ .C)(value) && isWhole(value['testsetId']) && value['testsetId'] > 0 && isWhole(value['scenario']);
}
function isWhole(value) {
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
/** The client cannot be stopped, and may hang. */
async function inTime({ clock, cancelled }, why, work) {
    const over = new AbortController();
    const late = async () => {
        await clock.sleep(PATIENCE_MS, AbortSignal.any([cancelled, over.signal]));
        if (!over.signal.aborted)
            await clock.sleep(CANCELLED_MS, over.signal);
        throw new Error(`${why}.`);
    };
    try {
        return await Promise.race([work(), late()]);
    }
    finally {
        over.abort();
    }
}


/***/ })

};
