export const id = 937;
export const ids = [937];
export const modules = {

/***/ 3937:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createTestset: () => (/* binding */ createTestset)
});

// EXTERNAL MODULE: ./build/model/errors.js
var errors = __webpack_require__(2011);
// EXTERNAL MODULE: ./build/model/words.js
var words = __webpack_require__(5583);
// EXTERNAL MODULE: ./build/runtime/runtime.js
var runtime_runtime = __webpack_require__(2639);
// EXTERNAL MODULE: ./build/runtime/time-limits.js
var time_limits = __webpack_require__(1935);
// EXTERNAL MODULE: ./build/create/classify.js
var classify = __webpack_require__(4943);
// EXTERNAL MODULE: ./node_modules/form-data/lib/form_data.js
var form_data = __webpack_require__(6454);
// EXTERNAL MODULE: ./build/service/http/network-error.js
var network_error = __webpack_require__(1892);
;// CONCATENATED MODULE: ./build/create/create-body.js




/** How long the end of the body is held back, in milliseconds (docs/design.md §3). */
const MIN_HOLD_MS = 200;
const MAX_HOLD_MS = 5_000;
/** What the network buffers of this machine may hold: bytes that were written but not sent. */
const BUFFERED_BYTES = 4 * 1024 * 1024;
/**
 * Builds the body of a create, sends all but its end, waits for an early response, a reset, a cancel or a changed file, and then sends the
 * end. Whatever ends the request before that proves that nothing was created.
 *
 * @param json the `data` part, an object as JSON text
 */
function createHeldBody(json, app, options) {
    const { clock, signal, onProgress, onCommit } = options;
    const { contentType, bytes, head, tail, end } = buildMultipart(json, app);
    let isCommitted = false;
    const response = new AbortController();
    async function* stream() {
        const began = clock.now();
        if (head.length > 0)
            yield head;
        if (app)
            yield* readApp(app, onProgress);
        yield tail;
        await clock.sleep(holdMs(bytes, clock.now() - began), AbortSignal.any([signal, response.signal]));
        // A response that has begun is read completely, however slow it is, and then the create is over.
        if (response.signal.aborted)
            await (0,time_limits/* whenAborted */.eG)(signal);
        const change = await app?.change();
        if (change !== undefined)
            throw new network_error/* NetworkError */.Dr('source', `${change} while it was being sent`);
        if (signal.aborted)
            throw (0,network_error/* stoppedRequest */.f2)();
        onCommit?.();
        isCommitted = true;
        yield end;
    }
    return {
        contentType,
        bytes,
        stream,
        responseStarted: () => {
            response.abort();
        },
        get isCommitted() {
            return isCommitted;
        },
    };
}
/** Enough time for the buffered bytes to leave at the rate seen so far, and for a response to arrive. */
function holdMs(bytes, elapsedMs) {
    const drainMs = (Math.min(bytes, BUFFERED_BYTES) / Math.max(1, bytes)) * elapsedMs;
    return Math.min(MAX_HOLD_MS, MIN_HOLD_MS + drainMs);
}
async function* readApp(app, onProgress) {
    let sent = 0;
    try {
        for await (const chunk of app.chunks()) {
            yield chunk;
            sent += chunk.length;
            onProgress?.(sent);
        }
    }
    catch (error) {
        throw new network_error/* NetworkError */.Dr('source', (0,errors/* messageOf */.bD)(error), error);
    }
}
/** Builds the frame: `app_file` first, `data` last (docs/design.md, variants). */
function buildMultipart(json, app) {
    const form = new form_data();
    // The library frames an empty file; the content is read from the disk and sent between the two halves of the frame.
    if (app)
        form.append('app_file', Buffer.alloc(0), { filename: app.name, contentType: 'application/octet-stream' });
    form.append('data', json, { contentType: 'application/json' });
    const frame = form.getBuffer();
    const fileAt = app ? frame.indexOf('\r\n\r\n') + 4 : 0;
    const endAt = frame.lastIndexOf('}');
    return {
        contentType: `multipart/form-data; boundary=${form.getBoundary()}`,
        bytes: frame.length + (app?.bytes ?? 0),
        head: frame.subarray(0, fileAt),
        tail: frame.subarray(fileAt, endAt),
        end: frame.subarray(endAt),
    };
}

// EXTERNAL MODULE: ./build/service/retry.js
var retry = __webpack_require__(9830);
;// CONCATENATED MODULE: ./build/create/create-testset.js







/** How long a stopped create waits for its response after the whole body was sent, in milliseconds (docs/design.md §3). */
const LAST_RESPONSE_MS = 3_000;
/** How often a create is tried that the service delays with 425 or 429 (`limit`), or whose upload a proxy ends with 408 (`slow`). */
const MAX_TRIES = { limit: 4, slow: 3 };
/** Creates a testset at most once: it retries only when the attempt before is known to have created nothing. */
async function createTestset(service, runtime, options) {
    const { retryBudget, waitOutMaintenance } = options;
    const triesFor = new Map();
    let lastError;
    for (let tries = 1;; tries += 1) {
        const stopped = (0,runtime_runtime/* stopReason */.P)(runtime);
        if (stopped)
            return (0,classify/* stoppedCreate */.Ao)(stopped, lastError);
        const result = await tryCreate(service, runtime, options, lastError);
        if (result.kind !== 'retry') {
            if (result.kind === 'created' || result.outcome === 'refused')
                retryBudget.reset();
            return result;
        }
        const { reason, error } = result;
        lastError = (0,retry/* addPause */.q3)(error, result.waitMs);
        options.onNotCreated?.();
        if (reason === 'maintenance') {
            if (!(await waitOutMaintenance(result.waitMs)))
                return giveUp(reason, lastError, tries);
            retryBudget.reset();
            continue;
        }
        retryBudget.recordFailure(reason === 'name');
        const triesBefore = triesFor.get(reason) ?? 0;
        triesFor.set(reason, triesBefore + 1);
        const waitMs = Math.max(result.waitMs, (0,retry/* backoffMs */.jo)(tries, runtime.clock.random()));
        const isLast = triesBefore + 1 >= (MAX_TRIES[reason] ?? Infinity);
        if (isLast || retryBudget.isExhausted(waitMs))
            return giveUp(reason, lastError, tries);
        runtime.log.info(`${error.message} No testset was created. ${(0,retry/* describeRetry */.eV)(waitMs, runtime)}`);
        if (waitMs >= runtime.timeLeftMs())
            return (0,classify/* stoppedCreate */.Ao)('deadline', lastError);
        await runtime.clock.sleep(waitMs, runtime.signal);
    }
}
async function tryCreate(service, runtime, options, lastError) {
    const { clock, signal, redact } = runtime;
    const done = new AbortController();
    const stop = new AbortController();
    const body = createHeldBody(options.json, options.app, {
        clock,
        signal: AbortSignal.any([signal, stop.signal, done.signal]),
        onProgress: options.onProgress,
        onCommit: options.onCommit,
    });
    void (0,time_limits/* whenAborted */.eG)(AbortSignal.any([signal, done.signal])).then(async () => {
        if (body.isCommitted)
            await clock.sleep(LAST_RESPONSE_MS, done.signal);
        stop.abort();
    });
    const testsetName = redact(options.testsetName);
    try {
        const credentialsAccepted = service.hasAcceptedCredentials();
        const result = await service.create(body, stop.signal);
        const stopped = (0,runtime_runtime/* stopReason */.P)(runtime);
        return (0,classify/* classifyAttempt */.eG)({
            result,
            isCommitted: body.isCommitted,
            testsetName,
            redact,
            credentialsAccepted,
            ...(stopped && { stopped }),
            ...(lastError && { lastError }),
        });
    }
    catch (error) {
        if (!body.isCommitted)
            throw error;
        // A bug of this action: a testset may exist all the same.
        const message = `This action failed after it sent the create: ${(0,errors/* messageOf */.bD)(error)}.`;
        return (0,classify/* unknownStart */.zu)({ testsetName }, { message, cause: error });
    }
    finally {
        done.abort();
    }
}
function giveUp(reason, error, tries) {
    const message = `${error.message} Gave up after ${(0,words/* pluralize */.td)(tries, 'try', 'tries')}.`;
    const outcome = reason === 'limit' || reason === 'maintenance' ? 'refused' : 'not-started';
    // Where the service refused, the report says so itself.
    const hint = outcome === 'refused' ? error.hint : `${classify/* NO_TESTSET */.bp} ${error.hint}`;
    return { kind: 'failed', outcome, error: error.rephrase(message, hint) };
}


/***/ })

};
