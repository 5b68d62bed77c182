export const id = 222;
export const ids = [222];
export const modules = {

/***/ 222:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createHeldBody: () => (/* binding */ createHeldBody)
/* harmony export */ });
/* harmony import */ var form_data__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6454);
/* harmony import */ var _model_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2011);
/* harmony import */ var _runtime_time_limits_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1935);
/* harmony import */ var _service_http_network_error_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1892);




/** How long the end of the body is held back, in milliseconds (docs/design.md §3). */
const MIN_HOLD_MS = 200;
const MAX_HOLD_MS = 5_000;
/** What the network buffers of this machine may hold: bytes that were written but not sent. */
const BUFFERED_BYTES = 4 * 1024 * 1024;
/**
 * Builds the body of a create, sends all but its end, waits for an early response, a reset, a cancel or a changed file, and then sends the
 * end. Whatever ends the request before that proves that nothing was created.
 * @param signal aborts when the create is stopped or over
 */
function createHeldBody(json, app, clock, signal, onCommit) {
    const { contentType, bytes, head, tail, end } = buildMultipart(json, app);
    let isCommitted = false;
    const response = new AbortController();
    async function* stream() {
        const began = clock.now();
        if (app) {
            yield head;
            yield* readApp(app);
        }
        yield tail;
        await clock.sleep(holdMs(bytes, clock.now() - began), AbortSignal.any([signal, response.signal]));
        // A response that has begun is read completely, however slow it is, and then the create is over.
        if (response.signal.aborted)
            await (0,_runtime_time_limits_js__WEBPACK_IMPORTED_MODULE_2__/* .whenAborted */ .eG)(signal);
        const change = await app?.change();
        if (change !== undefined)
            throw new _service_http_network_error_js__WEBPACK_IMPORTED_MODULE_3__/* .NetworkError */ .Dr('source', `${change} while it was being sent`);
        if (signal.aborted)
            throw (0,_service_http_network_error_js__WEBPACK_IMPORTED_MODULE_3__/* .stoppedRequest */ .f2)();
        onCommit();
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
    const drainMs = Math.min(1, BUFFERED_BYTES / bytes) * elapsedMs;
    return Math.min(MAX_HOLD_MS, MIN_HOLD_MS + drainMs);
}
async function* readApp(app) {
    try {
        yield* app.chunks();
    }
    catch (error) {
        throw new _service_http_network_error_js__WEBPACK_IMPORTED_MODULE_3__/* .NetworkError */ .Dr('source', (0,_model_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(error), error);
    }
}
/** Builds the frame: `app_file` first, `data` last (docs/design.md, variants). */
function buildMultipart(json, app) {
    const form = new form_data__WEBPACK_IMPORTED_MODULE_0__();
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
        // The closing brace of the JSON and the closing boundary. No server can accept the create without it.
        end: frame.subarray(endAt),
    };
}


/***/ })

};
