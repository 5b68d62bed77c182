export const id = 880;
export const ids = [880];
export const modules = {

/***/ 50726:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ listAll),
/* harmony export */   x: () => (/* binding */ createApi)
/* harmony export */ });
/* harmony import */ var _runtime_time_limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(41935);
/* harmony import */ var _reply_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(79493);


/** How long one request may take. */
const PATIENCE_MS = 10_000;
/** Between two tries, and half as long again by chance. */
const BETWEEN_TRIES_MS = 1000;
/** If GitHub asks for a longer pause, there is no other try. */
const LONGEST_PAUSE_MS = 10_000;
const REPOSITORY = /^[\w-]+\/[\w.-]+$/;
/** What the client would write to the log by itself. */
const SILENCE = { debug: nothing, info: nothing, warn: nothing, error: nothing };
/** Speaks to GitHub's REST interface for one repository. GitHub's client is loaded with the first request. */
function createApi(settings) {
    const { clock, cancelled, token, repository } = settings;
    let client;
    return async (route, parameters = {}, tries = 1) => {
        const lack = lackOf(token, repository);
        if (lack !== undefined)
            return { kind: 'refused', status: 0, why: lack };
        for (let left = tries - 1;; left -= 1) {
            client ??= connect(settings);
            const reply = await ask(client, addressOf(route, settings), parameters, settings);
            if (reply.kind !== 'dropped' || left === 0 || cancelled.aborted)
                return reply;
            const pauseMs = reply.retryAfterMs ?? BETWEEN_TRIES_MS * (1 + clock.random() / 2);
            if (pauseMs > LONGEST_PAUSE_MS)
                return reply;
            await clock.sleep(pauseMs, cancelled);
        }
    };
}
function lackOf(token, repository) {
    if (token.reveal() === '')
        return 'There is no token: `github-token` is empty.';
    return REPOSITORY.test(repository) ? undefined : 'The runner does not name the repository.';
}
async function connect({ apiUrl, token }) {
    const { getOctokit } = await __webpack_require__.e(/* import() */ 351).then(__webpack_require__.bind(__webpack_require__, 61351));
    return getOctokit(token.reveal(), { baseUrl: apiUrl, log: SILENCE });
}
/** GraphQL stands beside the versions of the REST interface on a server of one's own. */
function addressOf(route, { repository, apiUrl }) {
    return route.replace('{repository}', repository).replace(' /graphql', ` ${apiUrl.replace(/\/v3$/, '')}/graphql`);
}
async function ask(client, route, parameters, patience) {
    const reply = await (0,_runtime_time_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .withTimeout */ .wj)(patience, PATIENCE_MS, async (late) => {
        try {
            const { request } = await client;
            const arrived = await request(route, {
                ...parameters,
                request: { signal: late, redirect: 'manual', log: SILENCE },
            });
            return (0,_reply_js__WEBPACK_IMPORTED_MODULE_0__/* .answered */ .oQ)(arrived.status, arrived.data, arrived.headers.location);
        }
        catch (error) {
            return (0,_reply_js__WEBPACK_IMPORTED_MODULE_0__/* .readError */ .lS)(error);
        }
    });
    return reply ?? (0,_reply_js__WEBPACK_IMPORTED_MODULE_0__/* .unanswered */ .bj)('GitHub did not answer in time');
}
function nothing() {
    // Whatever the client has to say, the reply says it.
}
/** The most that GitHub puts on one page. */
const PAGE_SIZE = 100;
/** Many more than there can be comments on a pull request, which are 2,500. */
const MOST_PAGES = 100;
/**
 * Reads a list to its end.
 *
 * @param itemsIn finds the list in a page; what is none is an empty list
 */
async function listAll(api, route, parameters, itemsIn) {
    const items = [];
    for (let page = 1; page <= MOST_PAGES; page += 1) {
        const reply = await api(route, { ...parameters, per_page: PAGE_SIZE, page }, 2);
        if (reply.kind !== 'answered')
            return reply;
        const found = itemsIn(reply.data);
        if (!Array.isArray(found))
            return { kind: 'dropped', why: 'GitHub sent a list that cannot be read.' };
        for (const item of found)
            items.push(item);
        if (found.length < PAGE_SIZE)
            break;
    }
    return { kind: 'listed', items };
}


/***/ }),

/***/ 79493:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   SP: () => (/* binding */ explainFailure),
/* harmony export */   bj: () => (/* binding */ unanswered),
/* harmony export */   lS: () => (/* binding */ readError),
/* harmony export */   oQ: () => (/* binding */ answered)
/* harmony export */ });
/* unused harmony export isForbidden */
/* harmony import */ var _model_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(12011);
/* harmony import */ var _model_fields_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(72017);
/* harmony import */ var _model_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(70271);



/** A sentence of somebody else, in UTF-16 units. */
const SENTENCE_LIMIT = 300;
/** What GitHub answered without an error. Only a redirect to a download is expected. */
function answered(status, data, location) {
    if (status >= 300 && status !== 302)
        return refused(status, 'moved');
    return { kind: 'answered', data, ...(typeof location === 'string' && { location }) };
}
/** What the client's error means: it carries the response, where there was one. */
function readError(error) {
    const response = (0,_model_fields_js__WEBPACK_IMPORTED_MODULE_1__/* .isJsonObject */ .O)(error) ? error['response'] : undefined;
    const status = (0,_model_fields_js__WEBPACK_IMPORTED_MODULE_1__/* .isJsonObject */ .O)(response) ? response['status'] : undefined;
    if (!(0,_model_fields_js__WEBPACK_IMPORTED_MODULE_1__/* .isJsonObject */ .O)(response) || typeof status !== 'number')
        return unanswered((0,_model_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error));
    const headers = (0,_model_fields_js__WEBPACK_IMPORTED_MODULE_1__/* .isJsonObject */ .O)(response['headers']) ? response['headers'] : {};
    const words = wordsIn(response['data']);
    if (status >= 500 || status === 408)
        return unanswered(`GitHub answered ${status}`);
    return isLimit(status, headers, words) ? limited(status, words, headers) : refused(status, words);
}
/** The request was not answered, for a reason that the client gives. */
function unanswered(why) {
    return { kind: 'dropped', why: sentence(why) };
}
function refused(status, words) {
    return { kind: 'refused', status, why: sentence(`GitHub answered ${status}${words === '' ? '' : `: ${words}`}`) };
}
function limited(status, words, headers) {
    const seconds = Number(headers['retry-after']);
    return {
        kind: 'dropped',
        why: sentence(`GitHub answered ${status}: ${words === '' ? 'too many requests' : words}`),
        ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
    };
}
/** GitHub tells of its limits with 429, or with 403 like a missing permission. */
function isLimit(status, headers, words) {
    if (status === 429)
        return true;
    if (status !== 403)
        return false;
    return headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0' || /rate limit/i.test(words);
}
function wordsIn(data) {
    const words = (0,_model_fields_js__WEBPACK_IMPORTED_MODULE_1__/* .isJsonObject */ .O)(data) ? data['message'] : undefined;
    return typeof words === 'string' ? words : '';
}
function sentence(words) {
    return `${(0,_model_text_js__WEBPACK_IMPORTED_MODULE_2__/* .cleanText */ .X5)(words, SENTENCE_LIMIT).replace(/[.\s]+$/, '')}.`;
}
/** Whether GitHub refused because the token may not do that: it says so, or hides that there is anything. */
function isForbidden(trouble) {
    if (trouble.kind !== 'refused')
        return false;
    return trouble.status === 404 || (trouble.status === 403 && /not accessible/i.test(trouble.why));
}
/** Why something could not be done and, where a permission is missing, what to add to the job: one line. */
function explainFailure(trouble, permission, { isFork, eventName }) {
    if (!isForbidden(trouble))
        return trouble.why;
    if (isFork && eventName === 'pull_request') {
        return `${trouble.why} The token of a pull request from a fork can only read; the job summary tells the same.`;
    }
    return `${trouble.why} The token lacks a permission; add this to the job: permissions: { contents: read, ${permission} }`;
}


/***/ }),

/***/ 42880:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   openGitHubServices: () => (/* binding */ openGitHubServices)
/* harmony export */ });
/* harmony import */ var _api_client_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(50726);

/**
 * The places on GitHub where a report is shown beside the job, as far as they are wanted, and the one where an earlier report is found.
 * Each is loaded when it is first used.
 */
function openGitHubServices(settings) {
    const { runtime, context, options, reportKey, artifactName } = settings;
    const { clock, cancelled, log } = runtime;
    const patience = { clock, cancelled };
    const api = (0,_api_client_js__WEBPACK_IMPORTED_MODULE_0__/* .createApi */ .x)({
        ...patience,
        apiUrl: context.apiUrl,
        token: options.token,
        repository: context.run.repository,
    });
    const comment = async (draw) => {
        const { publishComment } = await __webpack_require__.e(/* import() */ 574).then(__webpack_require__.bind(__webpack_require__, 82574));
        const { pullRequest } = context;
        const place = { ...patience, api, context, ...(pullRequest !== undefined && { pullRequest }) };
        const commented = await publishComment(place, reportKey, draw);
        if (commented.kind === 'published')
            log.info(`Comment: ${commented.urls.filter(Boolean).join(' ')}`);
        if (commented.kind === 'skipped')
            log.info(`No comment: ${commented.why}`);
        if (commented.kind === 'failed')
            log.warning(`The comment could not be written: ${commented.why}`);
    };
    const findBaseline = async ({ run, request, app, testsets }) => {
        const { findBaseline: find } = await __webpack_require__.e(/* import() */ 205).then(__webpack_require__.bind(__webpack_require__, 92205));
        const scenarios = testsets.flatMap(({ scenario }) => scenario ?? []);
        const where = {
            ...patience,
            api,
            log,
            branches: context.branches,
            ...(artifactName !== undefined && { artifactName }),
        };
        return find(where, { run, request, scenarios, ...(app && { app }) });
    };
    const openCheckRun = async () => {
        const { createCheckRun } = await __webpack_require__.e(/* import() */ 418).then(__webpack_require__.bind(__webpack_require__, 96418));
        return createCheckRun({ ...patience, api, log, context, reportKey });
    };
    return {
        ...(options.checkRun && { checkRun: openedLater(openCheckRun) }),
        ...(options.prComment && { comment }),
        ...(options.compare && { findBaseline }),
    };
}
/** A check run whose code is loaded when it is first used. */
function openedLater(open) {
    let opened;
    return {
        update: (text) => {
            opened ??= open();
            void opened.then((checkRun) => {
                checkRun.update(text);
            }, 
            // The conclusion fails alike, and tells.
            () => undefined);
        },
        conclude: async (outcome, text) => {
            opened ??= open();
            await (await opened).conclude(outcome, text);
        },
    };
}


/***/ })

};
