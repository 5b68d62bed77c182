export const id = 166;
export const ids = [166];
export const modules = {

/***/ 7166:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   parseReport: () => (/* binding */ parseReport)
/* harmony export */ });
/* harmony import */ var valibot__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7934);
/* harmony import */ var _model_outcome_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8158);
/* harmony import */ var _model_report_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3938);
/* harmony import */ var _model_results_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1284);
/* harmony import */ var _model_verdict_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(543);
/* harmony import */ var _model_words_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5583);






/** Texts are shorter in every report of this action, in UTF-16 units. */
const text = valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(), valibot__WEBPACK_IMPORTED_MODULE_3__/* .maxLength */ .Ru6(100_000));
const seconds = valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_3__/* .number */ .aig(), valibot__WEBPACK_IMPORTED_MODULE_3__/* .minValue */ .Wwf(0), valibot__WEBPACK_IMPORTED_MODULE_3__/* .maxValue */ .cGV(_model_results_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_SECONDS */ .Hg));
const whole = valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_3__/* .number */ .aig(), valibot__WEBPACK_IMPORTED_MODULE_3__/* .safeInteger */ .Y2b(), valibot__WEBPACK_IMPORTED_MODULE_3__/* .minValue */ .Wwf(0));
function list(item) {
    return valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_3__/* .array */ .YOg(item), valibot__WEBPACK_IMPORTED_MODULE_3__/* .readonly */ .tBZ());
}
/** What is not known is absent or `null`. */
function optional(field) {
    return valibot__WEBPACK_IMPORTED_MODULE_3__/* .nullish */ .cl6(field, () => undefined);
}
const device = valibot__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({
    device: text,
    result: valibot__WEBPACK_IMPORTED_MODULE_3__/* .picklist */ .KIO((0,_model_words_js__WEBPACK_IMPORTED_MODULE_4__/* .keysOf */ .YD)(_model_verdict_js__WEBPACK_IMPORTED_MODULE_2__/* .DEVICE_LABELS */ .ZX)),
    seconds: optional(seconds),
    excused: optional(valibot__WEBPACK_IMPORTED_MODULE_3__/* .picklist */ .KIO((0,_model_words_js__WEBPACK_IMPORTED_MODULE_4__/* .keysOf */ .YD)(_model_verdict_js__WEBPACK_IMPORTED_MODULE_2__/* .EXCUSES */ .PF))),
});
const testset = valibot__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({
    scenario: optional(whole),
    outcome: valibot__WEBPACK_IMPORTED_MODULE_3__/* .picklist */ .KIO(_model_outcome_js__WEBPACK_IMPORTED_MODULE_5__/* .OUTCOMES */ .im),
    suites: list(valibot__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({ devices: list(device) })),
    earlier: optional(list(valibot__WEBPACK_IMPORTED_MODULE_3__/* .unknown */ .L5J())),
});
const history = valibot__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({
    scenario: optional(whole),
    device: optional(text),
    results: list(valibot__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({ run: whole, passed: valibot__WEBPACK_IMPORTED_MODULE_3__/* .boolean */ .zMY(), flaky: optional(valibot__WEBPACK_IMPORTED_MODULE_3__/* .literal */ .euz(true)), seconds: optional(seconds) })),
});
const report = valibot__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({
    schema: valibot__WEBPACK_IMPORTED_MODULE_3__/* .literal */ .euz(_model_report_js__WEBPACK_IMPORTED_MODULE_0__/* .REPORT_SCHEMA */ .DC),
    run: valibot__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({
        repository: text,
        runId: text,
        commit: text,
        job: text,
        step: text,
        matrix: valibot__WEBPACK_IMPORTED_MODULE_3__/* .optional */ .lqM(valibot__WEBPACK_IMPORTED_MODULE_3__/* .unknown */ .L5J()),
        jobName: optional(text),
        inputs: optional(list(text)),
        attempt: valibot__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(whole, valibot__WEBPACK_IMPORTED_MODULE_3__/* .minValue */ .Wwf(1)),
    }),
    // An app that is stored in the project has neither.
    app: optional(valibot__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({ name: optional(text), bytes: optional(whole) })),
    request: valibot__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({
        kind: valibot__WEBPACK_IMPORTED_MODULE_3__/* .picklist */ .KIO(['automated', 'scenario', 'attached']),
        osType: optional(valibot__WEBPACK_IMPORTED_MODULE_3__/* .picklist */ .KIO(['ANDROID', 'iOS'])),
        projectId: optional(whole),
    }),
    resumed: optional(list(valibot__WEBPACK_IMPORTED_MODULE_3__/* .unknown */ .L5J())),
    testsets: list(testset),
    durationSeconds: seconds,
    history: list(history),
});
/** Reads the text of a `report.json`; `undefined` if it is not one, or of another version. Other fields are not checked. */
function parseReport(json) {
    try {
        const result = valibot__WEBPACK_IMPORTED_MODULE_3__/* .safeParse */ .xLC(report, JSON.parse(json), { abortEarly: true });
        return result.success ? result.output : undefined;
    }
    catch {
        return undefined;
    }
}


/***/ })

};
