export const id = 347;
export const ids = [347,762];
export const modules = {

/***/ 63762:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   c: () => (/* binding */ loadClient),
/* harmony export */   createPublisher: () => (/* binding */ createPublisher)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var _model_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(12011);
/* harmony import */ var _model_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(70271);



const TRIES = 3;
const BETWEEN_TRIES_MS = 2000;
/** How long an upload may take: a minute, and what a slow line (250 bytes in a millisecond) takes for the files. */
const PATIENCE_MS = 60_000;
const SLOWEST_BYTES_PER_MS = 250;
/** Makes the function that publishes files as a workflow artifact. It never fails: what goes wrong is a result. */
function createPublisher(settings, load = loadClient) {
    return async (content) => {
        const why = reasonToSkip(content, settings);
        if (why !== undefined)
            return { kind: 'skipped', why };
        try {
            return await publish(await load(), content, settings);
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
async function publish(client, content, settings) {
    const patienceMs = PATIENCE_MS + (await bytesOf(content.files)) / SLOWEST_BYTES_PER_MS;
    const names = namesFor(content.name, settings.run);
    for (const name of names) {
        const upload = await uploadWithRetries(() => uploadInTime(client, { ...content, name }, patienceMs, settings), settings);
        if (upload.kind !== 'taken')
            return upload;
    }
    return { kind: 'failed', why: `the names ${names.join(', ')} are taken in this run.` };
}
async function uploadWithRetries(upload, { clock, cancelled }) {
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
async function uploadInTime(client, content, patienceMs, { clock, cancelled, run }) {
    const done = new AbortController();
    const givenUp = clock.sleep(patienceMs, AbortSignal.any([cancelled, done.signal])).then(() => {
        const seconds = Math.round(patienceMs / 1000);
        return {
            kind: 'failed',
            why: cancelled.aborted ? 'the run was cancelled.' : `the upload took longer than ${seconds} s.`,
        };
    });
    try {
        return await Promise.race([upload(client, content, run).catch(classifyFailure), givenUp]);
    }
    finally {
        done.abort();
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
function classifyFailure(error) {
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
    return (0,_model_text_js__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .TN)(name).replaceAll('##[', '##(');
}
async function bytesOf(files) {
    const sizes = await Promise.all(files.map(async (file) => (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(file)).size));
    return sizes.reduce((sum, size) => sum + size, 0);
}
/** The first line of the client's words: the others are general advice. */
function reasonOf(error) {
    const [line = ''] = (0,_model_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(error).split('\n');
    return `${line.replace(/[.\s]+$/, '')}.`;
}


/***/ }),

/***/ 98722:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ readFromZip)
/* harmony export */ });
/* harmony import */ var node_stream_consumers__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(38321);

/**
 * Reads one file of a zip into memory; `undefined` when there is none of that name, or it has more than `maxBytes`. What is in the zip
 * becomes no path and no file. Throws when the zip is broken, names files outside of itself, or lies about sizes.
 */
async function readFromZip(zip, name, maxBytes) {
    const { fromBufferPromise } = await __webpack_require__.e(/* import() */ 663).then(__webpack_require__.t.bind(__webpack_require__, 20663, 19));
    const archive = await fromBufferPromise(zip);
    for await (const entry of archive.eachEntry()) {
        if (entry.fileName !== name)
            continue;
        if (entry.uncompressedSize > maxBytes)
            return undefined;
        return (0,node_stream_consumers__WEBPACK_IMPORTED_MODULE_0__.buffer)(await archive.openReadStreamPromise(entry));
    }
    return undefined;
}


/***/ }),

/***/ 85347:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createReceiptStore: () => (/* binding */ createReceiptStore)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./build/model/errors.js
var errors = __webpack_require__(12011);
// EXTERNAL MODULE: ./build/github/artifact.js
var artifact = __webpack_require__(63762);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/runtime/limiter.js
var limiter = __webpack_require__(84963);
// EXTERNAL MODULE: ./build/model/fields.js
var fields = __webpack_require__(72017);
;// CONCATENATED MODULE: ./build/create/receipts.js


/** The text of a file of receipts, sealed against whoever may write artifacts, but not create testsets. */
function sealReceipts({ attempt, receipts }, binding) {
    return JSON.stringify({ attempt, receipts, seal: sealOf({ attempt, receipts }, binding) });
}
/** Reads such a text, and believes nothing that its seal does not bear out. @throws an error that says why it cannot be believed */
function unsealReceipts(text, binding) {
    const content = JSON.parse(text);
    const { attempt, receipts, seal } = (0,fields/* isJsonObject */.O)(content) ? content : {};
    if (!isNumber(attempt, 1) || !Array.isArray(receipts) || typeof seal !== 'string') {
        throw new Error('it is no file of receipts');
    }
    const left = { attempt, receipts: receipts.map(readReceipt) };
    if (!isSame(seal, sealOf(left, binding)))
        throw new Error('its seal is not of this run and this access key');
    return left;
}
/** Begins with a word of its own, because the access key seals other texts, too. */
function sealOf({ attempt, receipts }, { run, key, accessKey }) {
    const facts = receipts.map(({ testsetId, scenario, unitTests }) => [testsetId, scenario, unitTests ?? null]);
    const text = JSON.stringify(['receipts', run.repository, run.runId, key, attempt, facts]);
    return (0,external_node_crypto_.createHmac)('sha256', accessKey.reveal()).update(text).digest('hex');
}
function isSame(a, b) {
    const [one, other] = [Buffer.from(a), Buffer.from(b)];
    return one.length === other.length && (0,external_node_crypto_.timingSafeEqual)(one, other);
}
function readReceipt(value) {
    const { testsetId, scenario, unitTests } = (0,fields/* isJsonObject */.O)(value) ? value : {};
    const isKnown = unitTests !== undefined;
    if (!isNumber(testsetId, 1) || !isNumber(scenario, 0) || (isKnown && !isNumber(unitTests, 1))) {
        throw new Error('it holds what is no receipt');
    }
    return { testsetId, scenario, ...(isKnown && { unitTests }) };
}
function isNumber(value, least) {
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}

// EXTERNAL MODULE: ./build/github/read-zip.js
var read_zip = __webpack_require__(98722);
;// CONCATENATED MODULE: ./build/github/receipts/names.js
const PREFIX = 'run-testset-receipt';
/** The file in each artifact. */
const RECEIPT_FILE = 'receipt.json';
/** How an artifact of receipts is called; a name that is taken gets something more behind it. */
function receiptName({ key, attempt, own, number }) {
    return [PREFIX, key, attempt, own, number].join('-');
}
/** The attempt that left receipts under the key, as their artifact's name tells it; `undefined` for anything else. */
function attemptOf(name, key) {
    const beginning = `${PREFIX}-${key}-`;
    const [, attempt] = (name.startsWith(beginning) && /^(\d{1,9})-/.exec(name.slice(beginning.length))) || [];
    return attempt === undefined ? undefined : Number(attempt);
}

;// CONCATENATED MODULE: ./build/github/receipts/find.js







/** In bytes, of an artifact and of the file in it: thousands of testsets need less. */
const MOST_BYTES = 1024 * 1024;
/** So many artifacts are downloaded at once. */
const DOWNLOADS_AT_ONCE = 8;
/** The artifacts in which earlier attempts may have left receipts under the key, by their names. */
function earlierArtifacts(artifacts, { key, attempt, log }) {
    const left = artifacts.filter(({ name }) => attemptOf(name, key) !== undefined);
    const earlier = left.filter(({ name }) => {
        const from = attemptOf(name, key) ?? 0;
        return from >= 1 && from < attempt;
    });
    if (earlier.length < left.length) {
        log.debug(`${left.length - earlier.length} of ${left.length} receipts are of no earlier attempt.`);
    }
    return earlier;
}
/**
 * Reads receipts one by one, and passes over those that cannot be read or believed: a debug line says why of each, and one notice that
 * there are any. Never fails.
 *
 * @param late fails when those that are not read yet are not to be waited for any longer
 */
async function readReceipts(client, artifacts, search, late) {
    const gate = (0,limiter/* createLimiter */.z)(DOWNLOADS_AT_ONCE);
    let passedOver = 0;
    const readings = artifacts.map(async (artifact) => {
        try {
            return await Promise.race([gate(() => readArtifact(client, artifact, search)), late]);
        }
        catch (error) {
            passedOver += 1;
            search.log.debug(`The receipt ${artifact.name} is passed over: ${(0,errors/* messageOf */.bD)(error)}`);
            return [];
        }
    });
    const left = await Promise.all(readings);
    if (passedOver > 0) {
        const some = passedOver === 1 ? 'A receipt' : `${passedOver} receipts`;
        search.log.notice(`${some} of earlier attempts cannot be used. A log with debug logging says why.`);
    }
    return left.flat();
}
async function readArtifact(client, { id, name, size }, search) {
    if (size > MOST_BYTES)
        throw new Error(`it is too large, with ${size} bytes`);
    const left = unsealReceipts(await download(client, id, search.tempDir), search);
    if (left.attempt !== attemptOf(name, search.key))
        throw new Error('its name tells of another attempt');
    return left;
}
/** The zip is not unpacked: whatever is in it becomes no file, and takes no more room than is allowed. */
async function download(client, id, tempDir) {
    const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)(tempDir, 'receipt-'));
    try {
        await client.downloadArtifact(id, { path: folder, skipDecompress: true });
        const [zip = ''] = await (0,promises_.readdir)(folder);
        const path = (0,external_node_path_.join)(folder, zip);
        if ((await (0,promises_.stat)(path)).size > MOST_BYTES)
            throw new Error('it is too large');
        const text = await (0,read_zip/* readFromZip */.O)(await (0,promises_.readFile)(path), RECEIPT_FILE, MOST_BYTES);
        if (!text)
            throw new Error(`it holds no ${RECEIPT_FILE} of a size that can be`);
        return text.toString('utf8');
    }
    finally {
        await (0,promises_.rm)(folder, { recursive: true, force: true });
    }
}

;// CONCATENATED MODULE: ./build/github/receipts/outbox.js






/** Receipts are for the next attempt, and nobody waits for days before running a job again. */
const RETENTION_DAYS = 3;
/**
 * From the first artifact to the second, and at most from one to the next, in milliseconds. The gap grows: the first testsets are soon
 * safe, and yet a step that creates hundreds leaves few artifacts, each of which is ten lines of the log.
 */
const FIRST_GAP_MS = 1_000;
const LARGEST_GAP_MS = 15_000;
/** Stores one artifact at a time, and not too many: what comes meanwhile goes into the next. `own` tells this step from others. */
function createOutbox(settings, own, load) {
    // A receipt matters most when the run is cancelled: then the next attempt adopts. Only `settle` bounds how long it may take.
    const publish = (0,artifact.createPublisher)({ ...settings, cancelled: new AbortController().signal }, load);
    const { clock, log, run } = settings;
    const waiting = new Map();
    const hurry = new AbortController();
    let artifacts = 0;
    let storing;
    const storeAll = async () => {
        for (let [next] = waiting; next; [next] = waiting) {
            const [key, receipts] = next;
            waiting.delete(key);
            artifacts += 1;
            const name = receiptName({ key, attempt: run.attempt, own, number: artifacts });
            await store(publish, settings, { name, key, receipts }).catch((error) => {
                log.debug(`No receipt could be left: ${(0,errors/* messageOf */.bD)(error)}`);
            });
            await clock.sleep(gapMs(artifacts), hurry.signal);
        }
        storing = undefined;
    };
    return {
        leave: (key, receipt) => {
            waiting.set(key, [...(waiting.get(key) ?? []), receipt]);
            storing ??= storeAll();
        },
        empty: async () => {
            hurry.abort();
            await storing;
        },
        wasUsed: () => artifacts > 0,
    };
}
/** The gap behind an artifact, counted from 1, in milliseconds. */
function gapMs(artifact) {
    return Math.min(LARGEST_GAP_MS, FIRST_GAP_MS * 2 ** (artifact - 1));
}
async function store(publish, { accessKey, log, run, tempDir }, { name, key, receipts }) {
    const root = (0,external_node_path_.join)(tempDir, name);
    await (0,promises_.mkdir)(root, { recursive: true });
    const file = (0,external_node_path_.join)(root, RECEIPT_FILE);
    await (0,promises_.writeFile)(file, sealReceipts({ attempt: run.attempt, receipts }, { run, key, accessKey }));
    const published = await publish({ name, files: [file], root, retentionDays: RETENTION_DAYS });
    if (published.kind !== 'published')
        log.debug(`No receipt could be left: ${published.why}`);
}

;// CONCATENATED MODULE: ./build/github/receipts/store.js





/** So long may looking for receipts take, or tidying them up at the end, in milliseconds; less after a cancel. */
const PATIENCE_MS = 30_000;
const CANCELLED_MS = 1_500;
/** Keeps receipts as small artifacts of the workflow run. */
function createReceiptStore(settings, load = artifact/* loadClient */.c) {
    const own = (0,external_node_crypto_.randomUUID)().slice(0, 8);
    const found = new Set();
    const outbox = createOutbox(settings, own, load);
    return {
        find: async (key) => {
            const client = await load();
            const patience = startPatience(settings, 'looking for receipts took too long.');
            try {
                const { artifacts } = await Promise.race([client.listArtifacts(), patience.late]);
                const search = { ...settings, key, attempt: settings.run.attempt };
                const earlier = earlierArtifacts(artifacts, search);
                for (const { name } of earlier)
                    found.add(name);
                return await readReceipts(client, earlier, search, patience.late);
            }
            finally {
                patience.stop();
            }
        },
        leave: outbox.leave,
        settle: async (takeBack) => {
            const patience = startPatience(settings, 'it took too long.');
            const settling = async () => {
                await outbox.empty();
                if (!takeBack || (!outbox.wasUsed() && found.size === 0))
                    return;
                // What was stored though its upload seemed to fail is known by its name alone.
                await removeArtifacts(await load(), (name) => found.has(name) || name.includes(`-${own}-`));
            };
            try {
                await Promise.race([settling(), patience.late]);
            }
            catch (error) {
                if (takeBack)
                    settings.log.warning(notTakenBack((0,errors/* messageOf */.bD)(error)));
            }
            finally {
                patience.stop();
            }
        },
    };
}
async function removeArtifacts(client, isMeant) {
    const { artifacts } = await client.listArtifacts();
    const meant = artifacts.filter(({ name }) => isMeant(name));
    for (const { name } of meant)
        await client.deleteArtifact(name).catch(bearGone);
}
/** Another step that resumed the same testset may have been quicker. */
function bearGone(error) {
    if (!(error instanceof Error) || error.name !== 'ArtifactNotFoundError')
        throw error;
}
function notTakenBack(why) {
    const advice = 'Set `resume: false` if this job is run again, or it takes up this finished testset.';
    return `The receipt for the testset could not be taken back: ${why.replace(/\.$/, '')}. ${advice}`;
}
/** The client cannot be stopped, and may hang: `late` fails with `why` when nobody is to wait for it any longer. */
function startPatience({ clock, cancelled }, why) {
    const done = new AbortController();
    const wait = async () => {
        await clock.sleep(PATIENCE_MS, AbortSignal.any([cancelled, done.signal]));
        if (cancelled.aborted)
            await clock.sleep(CANCELLED_MS, done.signal);
        throw new Error(why);
    };
    const late = wait();
    late.catch(() => undefined);
    return {
        late,
        stop: () => {
            done.abort();
        },
    };
}


/***/ })

};
