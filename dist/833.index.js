export const id = 833;
export const ids = [833];
export const modules = {

/***/ 16833:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createTestset: () => (/* binding */ createTestset)
});

// EXTERNAL MODULE: ./build/runtime/time-limits.js
var time_limits = __webpack_require__(41935);
// EXTERNAL MODULE: ./build/model/errors.js
var errors = __webpack_require__(12011);
// EXTERNAL MODULE: ./build/runtime/runtime.js
var runtime_runtime = __webpack_require__(32639);
// EXTERNAL MODULE: ./build/service/classify.js
var classify = __webpack_require__(38224);
// EXTERNAL MODULE: ./node_modules/form-data/lib/form_data.js
var form_data = __webpack_require__(96454);
// EXTERNAL MODULE: ./build/service/http/network-error.js
var network_error = __webpack_require__(81892);
;// CONCATENATED MODULE: ./build/service/create-body.js




/** How long the end of a body is held back at least and at most, in milliseconds (docs/design.md §3). */
const MIN_HOLD_MS = 200;
const MAX_HOLD_MS = 5_000;
/** What the machine's own network buffers may hold: bytes that are written but have not left. */
const BUFFERED_BYTES = 4 * 1024 * 1024;
/**
 * Streams a multipart body up to its terminator, waits a moment for trouble to show (an early answer, a reset, a cancel, a changed
 * file), and only then sends the end. Trouble before that is proof that nothing was created.
 */
function holdBodyEnd(parts, app, hold) {
    let released = false;
    const answer = new AbortController();
    async function* stream() {
        const began = hold.clock.now();
        if (parts.head.length > 0)
            yield parts.head;
        if (app)
            yield* counted(app.chunks(), hold.onProgress);
        yield parts.tail;
        const trouble = AbortSignal.any([hold.signal, answer.signal]);
        await hold.clock.sleep(holdMs(parts.bytes, hold.clock.now() - began), trouble);
        // An answer that has begun is read to its end first, however slowly it comes, and then the create is over.
        if (answer.signal.aborted)
            await (0,time_limits/* aborted */.QH)(hold.signal);
        await refuseIfSpoilt(app, hold.signal);
        hold.onRelease?.();
        released = true;
        yield parts.terminator;
    }
    return {
        contentType: parts.contentType,
        bytes: parts.bytes,
        stream,
        responseStarted: () => {
            answer.abort();
        },
        get released() {
            return released;
        },
    };
}
/** Long enough for what is still in the machine's buffers to leave at the rate seen so far, and for an answer to come back. */
function holdMs(bytes, elapsedMs) {
    const drainMs = (Math.min(bytes, BUFFERED_BYTES) / Math.max(1, bytes)) * elapsedMs;
    return Math.min(MAX_HOLD_MS, MIN_HOLD_MS + drainMs);
}
async function* counted(chunks, onProgress) {
    let sent = 0;
    for await (const chunk of readable(chunks)) {
        yield chunk;
        sent += chunk.length;
        onProgress?.(sent);
    }
}
/** The same chunks; what goes wrong with them is a fault of the file, not of the network. */
async function* readable(chunks) {
    try {
        yield* chunks;
    }
    catch (error) {
        throw new network_error/* NetworkError */.Dr('source', (0,errors/* messageOf */.bD)(error), error);
    }
}
async function refuseIfSpoilt(app, signal) {
    const change = await app?.change();
    if (change !== undefined)
        throw new network_error/* NetworkError */.Dr('source', `${change} while it was being sent`);
    if (signal.aborted)
        throw new network_error/* NetworkError */.Dr('stopped', 'the request was stopped');
}
/**
 * Lays out the body of a new testset: `app_file` first, `data` last (docs/design.md, variants).
 *
 * @param json the `data` part, an object as JSON text
 */
function buildMultipart(json, app) {
    const form = new form_data();
    // The library frames an empty file; the real bytes go between the frame's two halves, straight from the disk.
    if (app)
        form.append('app_file', Buffer.alloc(0), { filename: app.name, contentType: 'application/octet-stream' });
    form.append('data', json, { contentType: 'application/json' });
    const frame = form.getBuffer();
    const fileAt = app ? frame.indexOf('\r\n\r\n') + 4 : 0;
    const terminatorAt = frame.lastIndexOf('}');
    return {
        contentType: `multipart/form-data; boundary=${form.getBoundary()}`,
        bytes: frame.length + (app?.bytes ?? 0),
        head: frame.subarray(0, fileAt),
        tail: frame.subarray(fileAt, terminatorAt),
        terminator: frame.subarray(terminatorAt),
    };
}

// EXTERNAL MODULE: ./build/model/words.js
var words = __webpack_require__(45583);
// EXTERNAL MODULE: ./build/service/retry-budget.js
var retry_budget = __webpack_require__(53002);
// EXTERNAL MODULE: ./build/service/retry.js
var retry = __webpack_require__(89830);
;// CONCATENATED MODULE: ./build/service/create.js









/** After the whole body was sent, a called-off create waits this long for its answer, in milliseconds (docs/design.md §3). */
const LAST_WORD_MS = 3_000;
/** How often a create is tried that the service puts off with 425 or 429. */
const LIMIT_TRIES = 4;
/**
 * Creates a testset at most once: another attempt follows only on proof that the one before created nothing.
 * It ends when a testset is known, when it cannot be, when nobody can say, or when `runtime.signal` aborts.
 */
async function createTestset(service, runtime, wanted) {
    const { retryBudget = (0,retry_budget/* createRetryBudget */.C)(runtime.clock), maintenanceOver } = wanted;
    let limited = 0;
    let last;
    for (let tries = 1;; tries += 1) {
        const end = (0,runtime_runtime/* stopReason */.P)(runtime);
        if (end)
            return (0,classify/* stoppedCreate */.Ao)(end, last);
        const result = await attemptOnce(service, runtime, wanted);
        if (result.kind !== 'again') {
            retryBudget.reset();
            return result;
        }
        last = result.error;
        wanted.onNotCreated?.();
        if (result.because === 'maintenance') {
            if (!(await maintenanceOver(result.waitMs)))
                return givenUp(result, tries);
            continue;
        }
        retryBudget.recordFailure(result.because === 'name');
        if (result.because === 'limit')
            limited += 1;
        const waitMs = Math.max(result.waitMs, (0,retry/* backoffMs */.j)(tries, runtime.clock.random()));
        if (limited >= LIMIT_TRIES || retryBudget.isExhausted(waitMs))
            return givenUp(result, tries);
        runtime.log.info(`${result.error.message} Nothing was created. Next try in ${(0,words/* formatSeconds */.Xo)(waitMs)}.`);
        await runtime.clock.sleep(waitMs, runtime.signal);
    }
}
async function attemptOnce(service, runtime, wanted) {
    const { clock, signal, redact } = runtime;
    const done = new AbortController();
    const stop = new AbortController();
    const body = holdBodyEnd(buildMultipart(wanted.json, wanted.app), wanted.app, {
        clock,
        signal: AbortSignal.any([signal, stop.signal, done.signal]),
        ...(wanted.onProgress && { onProgress: wanted.onProgress }),
        ...(wanted.onBodyEnd && { onRelease: wanted.onBodyEnd }),
    });
    void callOff(signal, done.signal, clock, () => body.released).then(() => {
        stop.abort();
    });
    const testsetName = redact(wanted.testsetName);
    try {
        const result = await service.create(body, stop.signal);
        const end = (0,runtime_runtime/* stopReason */.P)(runtime);
        return (0,classify/* classifyAttempt */.eG)({ result, released: body.released, testsetName, redact, ...(end && { stopped: end }) });
    }
    catch (error) {
        // Whatever broke here, the truth about the testset depends on nothing but whether the body's end has left.
        if (!body.released)
            throw error;
        return (0,classify/* unknownStart */.zu)({ testsetName }, `The create was sent, and then this action failed: ${(0,errors/* messageOf */.bD)(error)}.`, error);
    }
    finally {
        done.abort();
    }
}
/** Resolves when the request is to be ended: at once while nothing can have been created, else after the last word's time. */
async function callOff(signal, over, clock, released) {
    await (0,time_limits/* aborted */.QH)(AbortSignal.any([signal, over]));
    if (released())
        await clock.sleep(LAST_WORD_MS, over);
}
/** A limit or maintenance that lasted too long is the service's no; anything else never reached it. */
function givenUp({ because, error }, tries) {
    const message = `${error.message} Given up after ${tries} ${tries === 1 ? 'try' : 'tries'}; nothing was created.`;
    const outcome = because === 'limit' || because === 'maintenance' ? 'refused' : 'not-started';
    return { kind: 'not-created', outcome, error: new errors/* TestsetError */.zS(error.code, message, error.hint, error.cause) };
}


/***/ })

};
