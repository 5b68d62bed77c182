export const id = 716;
export const ids = [716];
export const modules = {

/***/ 16716:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createTestset: () => (/* binding */ createTestset)
});

// UNUSED EXPORTS: earlyEnd

// EXTERNAL MODULE: ./build/errors.js
var errors = __webpack_require__(19473);
// EXTERNAL MODULE: ./build/service/classify.js
var classify = __webpack_require__(38224);
// EXTERNAL MODULE: ./build/service/http/fault.js
var fault = __webpack_require__(38473);
;// CONCATENATED MODULE: ./build/service/held-body.js


/** How long the end of a body is held back at least and at most, in milliseconds (DESIGN §3). */
const MIN_HOLD_MS = 200;
const MAX_HOLD_MS = 5_000;
/** What the machine's own network buffers may hold: bytes that are written but have not left. */
const BUFFERED_BYTES = 4 * 1024 * 1024;
/**
 * Streams a multipart body up to its terminator, waits a moment for trouble to show (an early answer, a reset, a cancel, a changed
 * file), and only then sends the end. Trouble before that is proof that nothing was created.
 */
function holdBack(parts, app, hold) {
    let released = false;
    async function* stream() {
        const began = hold.clock.now();
        if (parts.head.length > 0)
            yield parts.head;
        if (app)
            yield* counted(app.chunks(), hold.onProgress);
        yield parts.tail;
        await hold.clock.sleep(holdMs(parts.bytes, hold.clock.now() - began), hold.signal);
        await refuseIfSpoilt(app, hold.signal);
        released = true;
        yield parts.terminator;
    }
    return {
        contentType: parts.contentType,
        bytes: parts.bytes,
        stream,
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
    try {
        for await (const chunk of chunks) {
            yield chunk;
            sent += chunk.length;
            onProgress?.(sent);
        }
    }
    catch (error) {
        throw error instanceof fault/* Fault */.vC ? error : new fault/* Fault */.vC('source', (0,errors/* messageOf */.b)(error), error);
    }
}
async function refuseIfSpoilt(app, signal) {
    const change = await app?.change();
    if (change !== undefined)
        throw new fault/* Fault */.vC('source', `${change} while it was being sent`);
    if (signal.aborted)
        throw new fault/* Fault */.vC('stopped', 'the request was stopped');
}

// EXTERNAL MODULE: ./build/service/retry.js
var retry = __webpack_require__(89830);
// EXTERNAL MODULE: ./node_modules/form-data/lib/form_data.js
var form_data = __webpack_require__(96454);
;// CONCATENATED MODULE: ./build/service/upload.js

/**
 * Lays out the body of a new testset: `app_file` first, `data` last (wire-notes.md).
 *
 * @param json the `data` part, an object as JSON text
 */
function layOutMultipart(json, app) {
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

;// CONCATENATED MODULE: ./build/service/create.js





/** After the whole body was sent, a called-off create waits this long for its answer, in milliseconds (DESIGN §3). */
const LAST_WORD_MS = 3_000;
/** For how long failures to connect are tried again, in milliseconds; a name that does not exist is given up sooner. */
const CONNECTION_BUDGET_MS = 15 * 60_000;
const NAME_BUDGET_MS = 60_000;
/** How often a create is tried that the service puts off with 425 or 429. */
const LIMIT_TRIES = 4;
/**
 * Creates a testset at most once: another attempt follows only on proof that the one before created nothing.
 * It ends when a testset is known, when it cannot be, when nobody can say, or when `world.signal` aborts.
 */
async function createTestset(service, world, order) {
    const began = world.clock.now();
    let limited = 0;
    for (let failures = 1;; failures += 1) {
        if (world.signal.aborted)
            return (0,classify/* calledOff */.RM)(earlyEnd(world.signal));
        const verdict = (0,classify/* classify */.L8)(await attemptOnce(service, world, order));
        if (verdict.kind !== 'again')
            return verdict;
        if (verdict.because === 'limit')
            limited += 1;
        if (verdict.because === 'maintenance') {
            if (!(await order.maintenanceOver()))
                return givenUp(verdict, failures);
            continue;
        }
        const waitMs = Math.max(verdict.waitMs, (0,retry/* backoffMs */.j)(failures, world.clock.random()));
        const budgetMs = connectionBudget(verdict.error);
        if (limited >= LIMIT_TRIES || world.clock.now() - began + waitMs > budgetMs)
            return givenUp(verdict, failures);
        world.log.info(`${verdict.error.message} Nothing was created. Next try in ${String(Math.ceil(waitMs / 1000))} s.`);
        await world.clock.sleep(waitMs, world.signal);
    }
}
async function attemptOnce(service, { clock, signal, redact }, order) {
    const over = new AbortController();
    const stop = new AbortController();
    const body = holdBack(layOutMultipart(order.json, order.app), order.app, {
        clock,
        signal: AbortSignal.any([signal, stop.signal, over.signal]),
        ...(order.onProgress && { onProgress: order.onProgress }),
    });
    void callOff(signal, over.signal, clock, () => body.released).then(() => {
        stop.abort();
    });
    const exchange = await service.create(body, stop.signal);
    const attempt = { exchange, released: body.released, testsetName: redact(order.testsetName), redact };
    over.abort();
    return signal.aborted ? { ...attempt, calledOff: earlyEnd(signal) } : attempt;
}
/** Resolves when the request is to be ended: at once while nothing can have been created, else after the last word's time. */
async function callOff(signal, over, clock, released) {
    await aborted(AbortSignal.any([signal, over]));
    if (released())
        await clock.sleep(LAST_WORD_MS, over);
}
function aborted(signal) {
    return new Promise((resolve) => {
        if (signal.aborted)
            resolve();
        else
            signal.addEventListener('abort', () => {
                resolve();
            }, { once: true });
    });
}
/** Why a signal that has aborted did so. */
function earlyEnd(signal) {
    return signal.reason === 'deadline' ? 'deadline' : 'cancelled';
}
function connectionBudget(error) {
    const { cause } = error;
    const nameless = typeof cause === 'object' && cause !== null && 'kind' in cause && cause.kind === 'name-not-found';
    return nameless ? NAME_BUDGET_MS : CONNECTION_BUDGET_MS;
}
/** A limit or maintenance that lasted too long is the service's no; anything else never reached it. */
function givenUp({ because, error }, tries) {
    const message = `${error.message} Given up after ${tries} ${tries === 1 ? 'try' : 'tries'}; nothing was created.`;
    const outcome = because === 'connection' ? 'not-started' : 'refused';
    return { kind: 'over', outcome, error: new errors/* TestsetError */.z(error.code, message, error.hint, error.cause) };
}


/***/ })

};
