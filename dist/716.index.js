export const id = 716;
export const ids = [716];
export const modules = {

/***/ 16716:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createTestset: () => (/* binding */ createTestset)
});

// EXTERNAL MODULE: ./build/aborted.js
var aborted = __webpack_require__(72855);
// EXTERNAL MODULE: ./build/errors.js
var errors = __webpack_require__(19473);
// EXTERNAL MODULE: ./build/world.js
var build_world = __webpack_require__(93920);
// EXTERNAL MODULE: ./build/service/classify.js
var classify = __webpack_require__(38224);
// EXTERNAL MODULE: ./build/service/http/fault.js
var fault = __webpack_require__(38473);
;// CONCATENATED MODULE: ./build/service/held-body.js



/** How long the end of a body is held back at least and at most, in milliseconds (docs/design.md \u00a73). */
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
            await (0,aborted/* aborted */.Q)(hold.signal);
        await refuseIfSpoilt(app, hold.signal);
        hold.onRelease?.();
        released = true;
        yield parts.terminator;
    }
    return {
        contentType: parts.contentType,
        bytes: parts.bytes,
        stream,
        answered: () => {
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
        throw new fault/* Fault */.vC('source', (0,errors/* messageOf */.bD)(error), error);
    }
}
async function refuseIfSpoilt(app, signal) {
    const change = await app?.change();
    if (change !== undefined)
        throw new fault/* Fault */.vC('source', `${change} while it was being sent`);
    if (signal.aborted)
        throw new fault/* Fault */.vC('stopped', 'the request was stopped');
}

// EXTERNAL MODULE: ./build/service/in-seconds.js
var in_seconds = __webpack_require__(14229);
// EXTERNAL MODULE: ./build/service/outage.js
var service_outage = __webpack_require__(96853);
// EXTERNAL MODULE: ./build/service/retry.js
var retry = __webpack_require__(89830);
// EXTERNAL MODULE: ./node_modules/form-data/lib/form_data.js
var form_data = __webpack_require__(96454);
;// CONCATENATED MODULE: ./build/service/upload.js

/**
 * Lays out the body of a new testset: `app_file` first, `data` last (docs/design.md, variants).
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









/** After the whole body was sent, a called-off create waits this long for its answer, in milliseconds (docs/design.md \u00a73). */
const LAST_WORD_MS = 3_000;
/** How often a create is tried that the service puts off with 425 or 429. */
const LIMIT_TRIES = 4;
/**
 * Creates a testset at most once: another attempt follows only on proof that the one before created nothing.
 * It ends when a testset is known, when it cannot be, when nobody can say, or when `world.signal` aborts.
 */
async function createTestset(service, world, wanted) {
    const { outage = (0,service_outage/* createOutage */._)(world.clock), maintenanceOver } = wanted;
    let limited = 0;
    let last;
    for (let tries = 1;; tries += 1) {
        const end = (0,build_world/* earlyEnd */.x)(world);
        if (end)
            return (0,classify/* calledOff */.RM)(end, last);
        const result = await attemptOnce(service, world, wanted);
        if (result.kind !== 'again') {
            outage.ended();
            return result;
        }
        last = result.error;
        wanted.onNothing?.();
        if (result.because === 'maintenance') {
            if (!(await maintenanceOver(result.waitMs)))
                return givenUp(result, tries);
            continue;
        }
        outage.failed(result.because === 'name');
        if (result.because === 'limit')
            limited += 1;
        const waitMs = Math.max(result.waitMs, (0,retry/* backoffMs */.j)(tries, world.clock.random()));
        if (limited >= LIMIT_TRIES || outage.exhausted(waitMs))
            return givenUp(result, tries);
        world.log.info(`${result.error.message} Nothing was created. Next try in ${(0,in_seconds/* inSeconds */.F)(waitMs)}.`);
        await world.clock.sleep(waitMs, world.signal);
    }
}
async function attemptOnce(service, world, wanted) {
    const { clock, signal, redact } = world;
    const done = new AbortController();
    const stop = new AbortController();
    const body = holdBack(layOutMultipart(wanted.json, wanted.app), wanted.app, {
        clock,
        signal: AbortSignal.any([signal, stop.signal, done.signal]),
        ...(wanted.onProgress && { onProgress: wanted.onProgress }),
        ...(wanted.onRelease && { onRelease: wanted.onRelease }),
    });
    void callOff(signal, done.signal, clock, () => body.released).then(() => {
        stop.abort();
    });
    const testsetName = redact(wanted.testsetName);
    try {
        const exchange = await service.create(body, stop.signal);
        const end = (0,build_world/* earlyEnd */.x)(world);
        return (0,classify/* classify */.L8)({ exchange, released: body.released, testsetName, redact, ...(end && { calledOff: end }) });
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
    await (0,aborted/* aborted */.Q)(AbortSignal.any([signal, over]));
    if (released())
        await clock.sleep(LAST_WORD_MS, over);
}
/** A limit or maintenance that lasted too long is the service's no; anything else never reached it. */
function givenUp({ because, error }, tries) {
    const message = `${error.message} Given up after ${tries} ${tries === 1 ? 'try' : 'tries'}; nothing was created.`;
    const outcome = because === 'limit' || because === 'maintenance' ? 'refused' : 'not-started';
    return { kind: 'no-testset', outcome, error: new errors/* TestsetError */.zS(error.code, message, error.hint, error.cause) };
}


/***/ })

};
