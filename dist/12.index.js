export const id = 12;
export const ids = [12];
export const modules = {

/***/ 3012:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   parseReport: () => (/* binding */ parseReport)
/* harmony export */ });
/* unused harmony export InvalidReport */
/* harmony import */ var valibot__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7934);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2011);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8158);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3938);




/** Texts are shorter in every report of this action, in UTF-16 units. */
const text = valibot__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(), valibot__WEBPACK_IMPORTED_MODULE_2__/* .maxLength */ .Ru6(100_000));
const amount = valibot__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_2__/* .number */ .aig(), valibot__WEBPACK_IMPORTED_MODULE_2__/* .finite */ .E2x(), valibot__WEBPACK_IMPORTED_MODULE_2__/* .minValue */ .Wwf(0));
const whole = valibot__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_2__/* .number */ .aig(), valibot__WEBPACK_IMPORTED_MODULE_2__/* .safeInteger */ .Y2b(), valibot__WEBPACK_IMPORTED_MODULE_2__/* .minValue */ .Wwf(0));
const ordinal = valibot__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(whole, valibot__WEBPACK_IMPORTED_MODULE_2__/* .minValue */ .Wwf(1));
const limit = valibot__WEBPACK_IMPORTED_MODULE_2__/* .union */ .KCZ([
    whole,
    valibot__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz('any'), valibot__WEBPACK_IMPORTED_MODULE_2__/* .transform */ .pdi(() => Infinity)),
]);
const counts = valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ total: whole, pass: whole, fail: whole, error: whole, stop: whole });
const quarantine = valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ reason: text, owner: text, expires: text });
const testcase = valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    device: text,
    result: valibot__WEBPACK_IMPORTED_MODULE_2__/* .picklist */ .KIO(['passed', 'failed', 'error', 'stopped', 'not-passed']),
    url: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(text),
    seconds: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(amount),
    message: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(text),
    failureType: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(text),
    details: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(text),
    excused: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(valibot__WEBPACK_IMPORTED_MODULE_2__/* .picklist */ .KIO(['quarantined', 'flaky', 'not-new'])),
    quarantine: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(quarantine),
});
const suite = valibot__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ name: text, devices: valibot__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(testcase) }), valibot__WEBPACK_IMPORTED_MODULE_2__/* .transform */ .pdi(({ name, devices }) => ({ name, testcases: devices })));
const source = valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    source: valibot__WEBPACK_IMPORTED_MODULE_2__/* .picklist */ .KIO(['status', 'xml', 'bare_xml', 'json']),
    state: valibot__WEBPACK_IMPORTED_MODULE_2__/* .picklist */ .KIO(['read', 'absent', 'unfetched', 'unreadable']),
    passed: whole,
    notPassed: whole,
    why: text,
});
const problem = valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    code: valibot__WEBPACK_IMPORTED_MODULE_2__/* .picklist */ .KIO(_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ERROR_CODES */ .OQ),
    message: text,
    hint: text,
    rejection: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ code: valibot__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(valibot__WEBPACK_IMPORTED_MODULE_2__/* .number */ .aig(), valibot__WEBPACK_IMPORTED_MODULE_2__/* .safeInteger */ .Y2b()), reason: text, message: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(text) })),
});
const testsetFields = valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    id: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(whole),
    scenario: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(whole),
    outcome: valibot__WEBPACK_IMPORTED_MODULE_2__/* .picklist */ .KIO(_outcome_js__WEBPACK_IMPORTED_MODULE_3__/* .OUTCOMES */ .im),
    status: valibot__WEBPACK_IMPORTED_MODULE_2__/* .picklist */ .KIO(['Complete', 'Running', 'Unknown']),
    counts,
    sources: valibot__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(source),
    suites: valibot__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(suite),
    reasons: valibot__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(valibot__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(text, valibot__WEBPACK_IMPORTED_MODULE_2__/* .transform */ .pdi((sentence) => ({ sentence })))),
    devicesDiffer: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(valibot__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz(true)),
    warnings: valibot__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(text),
    problem: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(problem),
    retry: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(ordinal),
    quarantine: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(quarantine),
    passedInAttempt: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(ordinal),
    failedBefore: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ attempt: ordinal, testsetId: ordinal, outcome: valibot__WEBPACK_IMPORTED_MODULE_2__/* .picklist */ .KIO(_outcome_js__WEBPACK_IMPORTED_MODULE_3__/* .OUTCOMES */ .im) })),
});
const testset = valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ ...testsetFields.entries, earlier: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(valibot__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(testsetFields)) });
const history = valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    scenario: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(whole),
    device: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(text),
    results: valibot__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
        run: whole,
        passed: valibot__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(),
        flaky: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(valibot__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz(true)),
        seconds: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(amount),
    })),
});
const report = valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    outcome: valibot__WEBPACK_IMPORTED_MODULE_2__/* .picklist */ .KIO(_outcome_js__WEBPACK_IMPORTED_MODULE_3__/* .OUTCOMES */ .im),
    sentence: text,
    hint: text,
    run: valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
        repository: text,
        workflow: text,
        job: text,
        step: text,
        runId: text,
        runNumber: whole,
        attempt: ordinal,
        commit: text,
        url: text,
    }),
    app: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ name: text, bytes: whole })),
    request: valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
        kind: valibot__WEBPACK_IMPORTED_MODULE_2__/* .picklist */ .KIO(['automated', 'scenario', 'attached']),
        name: text,
        osType: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(valibot__WEBPACK_IMPORTED_MODULE_2__/* .picklist */ .KIO(['ANDROID', 'iOS'])),
        projectId: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(whole),
        timeLimitMinutes: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(whole),
        useVo: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(valibot__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
        callbackOrigin: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(text),
    }),
    resumed: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(valibot__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ testsetId: whole, attempt: ordinal }))),
    rerun: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(valibot__WEBPACK_IMPORTED_MODULE_2__/* .picklist */ .KIO(['resume', 'keep-passed'])),
    testsets: valibot__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(testset),
    notes: valibot__WEBPACK_IMPORTED_MODULE_2__/* .exactOptional */ .yqP(valibot__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(text)),
    counts,
    limits: valibot__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ fail: limit, error: limit, stop: limit }),
    durationSeconds: amount,
    history: valibot__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(history),
});
/** Thrown for a text that is not a report. The message completes "it cannot be used: …", without a full stop. */
class InvalidReport extends Error {
}
/** Reads the text of a `report.json`. @throws InvalidReport */
function parseReport(json) {
    const { schema, ...fields } = parseFields(json);
    if (schema !== _report_js__WEBPACK_IMPORTED_MODULE_1__/* .REPORT_SCHEMA */ .DC)
        throw new InvalidReport('report.json has an unknown schema version');
    const result = valibot__WEBPACK_IMPORTED_MODULE_2__/* .safeParse */ .xLC(report, fields, { abortEarly: true });
    if (result.success)
        return result.output;
    const [issue] = result.issues;
    throw new InvalidReport(`report.json is invalid at ${valibot__WEBPACK_IMPORTED_MODULE_2__/* .getDotPath */ .BuJ(issue) ?? 'its root'}: ${issue.message}`);
}
/** Without fields that are `null`, which `report.json` has for what is not known. */
function parseFields(json) {
    try {
        const value = JSON.parse(json);
        dropNulls(value);
        return typeof value === 'object' && value !== null ? value : {};
    }
    catch {
        throw new InvalidReport('report.json is not JSON');
    }
}
/** Deletes all fields that are `null`: a reviver of `JSON.parse` takes ten times as long. */
function dropNulls(value) {
    if (Array.isArray(value))
        value.forEach(dropNulls);
    else if (typeof value === 'object' && value !== null) {
        for (const [key, field] of Object.entries(value)) {
            if (field === null)
                Reflect.deleteProperty(value, key);
            else
                dropNulls(field);
        }
    }
}


/***/ })

};
