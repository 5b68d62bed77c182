export const id = 418;
export const ids = [418];
export const modules = {

/***/ 96418:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createCheckRun: () => (/* binding */ createCheckRun)
/* harmony export */ });
/* unused harmony export createRecord */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var _model_fields_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(72017);
/* harmony import */ var _model_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(70271);
/* harmony import */ var _api_reply_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(79493);




/** The words of GitHub for our outcomes (docs/design.md, outcomes). */
const CONCLUSIONS = {
    passed: 'success',
    started: 'neutral',
    cancelled: 'cancelled',
    'timed-out': 'timed_out',
    failed: 'failure',
    inconclusive: 'failure',
    'not-started': 'failure',
    refused: 'failure',
    'unknown-start': 'failure',
};
/** From one update to the next. */
const GAP_MS = 10_000;
/** Between the two tries to conclude. */
const BETWEEN_TRIES_MS = 1000;
/** Makes a check run that is created with its first text. */
function createCheckRun(settings) {
    const { api, clock, cancelled, log, context } = settings;
    const write = createRecord(api, settings);
    const done = new AbortController();
    let wanted;
    let shown;
    let showing;
    let givenUp = false;
    const giveUp = (trouble) => {
        givenUp = true;
        log.warning(`The check run could not be written: ${(0,_api_reply_js__WEBPACK_IMPORTED_MODULE_1__/* .explainFailure */ .SP)(trouble, 'checks: write', context)}`);
    };
    const show = async (text) => {
        const reply = await write({ output: text });
        if (reply.kind === 'answered')
            shown = text;
        if (reply.kind === 'refused')
            giveUp(reply);
        if (reply.kind !== 'dropped')
            return GAP_MS;
        log.debug(`The check run was not updated: ${reply.why}`);
        wanted ??= text;
        return Math.max(GAP_MS, reply.retryAfterMs ?? 0);
    };
    /** The only one that sends updates, so that there are never two at once: the latest text each time, until there is no other. */
    const keepShowing = async () => {
        while (wanted && !givenUp && !done.signal.aborted) {
            const text = wanted;
            wanted = undefined;
            if (!isSame(text, shown))
                await clock.sleep(await show(text), done.signal);
        }
    };
    return {
        update: (text) => {
            if (isSame(text, wanted ?? shown))
                return;
            wanted = text;
            showing ??= keepShowing().finally(() => {
                showing = undefined;
            });
        },
        conclude: async (outcome, text) => {
            done.abort();
            await showing;
            if (givenUp)
                return;
            const last = { status: 'completed', conclusion: CONCLUSIONS[outcome], output: text };
            let reply = await write(last);
            if (reply.kind === 'dropped' && !cancelled.aborted) {
                await clock.sleep(Math.min(GAP_MS, reply.retryAfterMs ?? BETWEEN_TRIES_MS), cancelled);
                reply = await write(last);
            }
            if (reply.kind !== 'answered')
                giveUp(reply);
        },
    };
}
function isSame(a, b) {
    return a.title === b?.title && a.summary === b.summary;
}
/** In UTF-16 units; longer names help nobody. */
const NAME_LIMIT = 200;
/**
 * The check run on GitHub. Whether a create that was not answered was done cannot be known, so the next write looks for it first: a check
 * run that stays in progress would hold a pull request for ever.
 */
function createRecord(api, { context: { run, headSha }, reportKey }) {
    const name = (0,_model_text_js__WEBPACK_IMPORTED_MODULE_2__/* .cleanText */ .X5)([run.workflow, run.job, reportKey].filter(Boolean).join(' / '), NAME_LIMIT);
    // The legs of a matrix may share everything else, and must not take each other's check run for their own.
    const externalId = `run-testset ${run.runId}.${run.attempt} ${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)()}`;
    let id;
    let doubtful = false;
    const create = async (fields) => {
        const reply = await api('POST /repos/{repository}/check-runs', {
            name,
            head_sha: headSha,
            external_id: externalId,
            status: 'in_progress',
            ...(run.url !== '' && { details_url: run.url }),
            ...fields,
        });
        id = reply.kind === 'answered' ? idOf(reply.data) : undefined;
        doubtful = id === undefined;
        return reply;
    };
    return async (fields) => {
        if (doubtful) {
            const named = { ref: headSha, check_name: name, filter: 'all', per_page: 100 };
            const reply = await api('GET /repos/{repository}/commits/{ref}/check-runs', named);
            if (reply.kind !== 'answered')
                return reply;
            id = idOf(checkRunsIn(reply.data).find((one) => (0,_model_fields_js__WEBPACK_IMPORTED_MODULE_3__/* .isJsonObject */ .O)(one) && one['external_id'] === externalId));
        }
        if (id === undefined)
            return create(fields);
        doubtful = false;
        return api('PATCH /repos/{repository}/check-runs/{check_run_id}', { check_run_id: id, ...fields });
    };
}
function checkRunsIn(data) {
    const listed = (0,_model_fields_js__WEBPACK_IMPORTED_MODULE_3__/* .isJsonObject */ .O)(data) ? data['check_runs'] : undefined;
    return Array.isArray(listed) ? listed : [];
}
function idOf(checkRun) {
    const id = (0,_model_fields_js__WEBPACK_IMPORTED_MODULE_3__/* .isJsonObject */ .O)(checkRun) ? checkRun['id'] : undefined;
    return typeof id === 'number' ? id : undefined;
}


/***/ })

};
