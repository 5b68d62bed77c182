export const id = 762;
export const ids = [762];
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


/***/ })

};
