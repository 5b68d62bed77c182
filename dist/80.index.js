export const id = 80;
export const ids = [80];
export const modules = {

/***/ 80878:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ inTime)
/* harmony export */ });
/** A cancelled step is to end within two seconds, and one thing may have to wait for another. */
const GRACE_MS = 800;
/**
 * Does something within `patienceMs`, or within a second of a cancel; `undefined` when it takes longer. The signal is aborted when it
 * is given up, and nobody waits for it any more.
 */
async function inTime({ clock, cancelled }, patienceMs, work) {
    const done = new AbortController();
    const late = new AbortController();
    const givenUp = async () => {
        await clock.sleep(patienceMs, AbortSignal.any([cancelled, done.signal]));
        if (cancelled.aborted)
            await clock.sleep(Math.min(GRACE_MS, patienceMs), done.signal);
        late.abort();
        return undefined;
    };
    try {
        return await Promise.race([work(late.signal), givenUp()]);
    }
    finally {
        done.abort();
    }
}


/***/ }),

/***/ 42080:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  openPlaces: () => (/* binding */ openPlaces)
});

// EXTERNAL MODULE: ./build/github/api/in-time.js
var in_time = __webpack_require__(80878);
// EXTERNAL MODULE: ./build/errors.js
var errors = __webpack_require__(19473);
// EXTERNAL MODULE: ./build/fields.js
var fields = __webpack_require__(87939);
// EXTERNAL MODULE: ./build/report/clean.js
var clean = __webpack_require__(92958);
;// CONCATENATED MODULE: ./build/github/api/reply.js



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
    const response = (0,fields/* isFields */.C)(error) ? error['response'] : undefined;
    const status = (0,fields/* isFields */.C)(response) ? response['status'] : undefined;
    if (!(0,fields/* isFields */.C)(response) || typeof status !== 'number')
        return dropped((0,errors/* messageOf */.bD)(error));
    const headers = (0,fields/* isFields */.C)(response['headers']) ? response['headers'] : {};
    const words = wordsIn(response['data']);
    if (status >= 500 || status === 408)
        return dropped(`GitHub answered ${status}`);
    return isLimit(status, headers, words) ? limited(status, words, headers) : refused(status, words);
}
/** The request was not answered, for a reason that the client gives. */
function dropped(why) {
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
    const words = (0,fields/* isFields */.C)(data) ? data['message'] : undefined;
    return typeof words === 'string' ? words : '';
}
function sentence(words) {
    return `${(0,clean/* plain */.pj)(words, SENTENCE_LIMIT).replace(/[.\s]+$/, '')}.`;
}

;// CONCATENATED MODULE: ./build/github/api/client.js


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
    const reply = await (0,in_time/* inTime */.R)(patience, PATIENCE_MS, async (late) => {
        try {
            const { request } = await client;
            const arrived = await request(route, {
                ...parameters,
                request: { signal: late, redirect: 'manual', log: SILENCE },
            });
            return answered(arrived.status, arrived.data, arrived.headers.location);
        }
        catch (error) {
            return readError(error);
        }
    });
    return reply ?? dropped('GitHub did not answer in time');
}
function nothing() {
    // Whatever the client has to say, the reply says it.
}

;// CONCATENATED MODULE: ./build/github/places.js

/**
 * The places on GitHub where a report is shown beside the job, as far as they are wanted, and the one where an earlier report is found.
 * Each is loaded when it is first used.
 */
function openPlaces(settings) {
    const { world, context, options, reportKey, artifactName } = settings;
    const { clock, cancelled, log } = world;
    const patience = { clock, cancelled };
    const api = createApi({
        ...patience,
        apiUrl: context.apiUrl,
        token: options.token,
        repository: context.run.repository,
    });
    const comment = async (draw) => {
        const { publishComment } = await __webpack_require__.e(/* import() */ 438).then(__webpack_require__.bind(__webpack_require__, 438));
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
    const findPrevious = async ({ run, request, app, testsets }) => {
        const { findPrevious: find } = await __webpack_require__.e(/* import() */ 6).then(__webpack_require__.bind(__webpack_require__, 88006));
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
        const { createCheckRun } = await __webpack_require__.e(/* import() */ 312).then(__webpack_require__.bind(__webpack_require__, 7312));
        return createCheckRun({ ...patience, api, log, context, reportKey });
    };
    return {
        ...(options.checkRun && { checkRun: openedLater(openCheckRun) }),
        ...(options.prComment && { comment }),
        ...(options.compare && { findPrevious }),
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
