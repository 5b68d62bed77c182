export const id = 643;
export const ids = [643,24];
export const modules = {

/***/ 48643:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   checkRunText: () => (/* binding */ checkRunText),
/* harmony export */   liveText: () => (/* binding */ liveText)
/* harmony export */ });
/* harmony import */ var _model_counts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63580);
/* harmony import */ var _markdown_html_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(19248);
/* harmony import */ var _markdown_draw_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(24580);
/* harmony import */ var _summary_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(74611);
/* harmony import */ var _testset_words_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(32423);
/* harmony import */ var _verdict_words_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(24546);
/* harmony import */ var _model_words_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(45583);







/** GitHub takes 65,535 bytes in a field. */
const FIELD_LIMIT = 60_000;
/** As many testsets as are named while they run. */
const MOST_IDS = 20;
/** A report as the output of a check run that is concluded. */
function checkRunText(report) {
    const place = { heading: '', rest: (0,_summary_js__WEBPACK_IMPORTED_MODULE_3__/* .seeSummary */ .S)(report), limitBytes: FIELD_LIMIT, most: Infinity };
    return { title: (0,_verdict_words_js__WEBPACK_IMPORTED_MODULE_4__/* .verdictTitle */ .Sw)(report), summary: (0,_markdown_draw_js__WEBPACK_IMPORTED_MODULE_2__/* .drawReport */ .X)(report, place) };
}
/** The output of a check run while its testsets run: the counts summed over them, and their identifiers as far as they are known. */
function liveText(counts, testsetIds) {
    const concerned = { counts, testsets: testsetIds };
    const known = counts.total > 0;
    const lines = [known ? (0,_verdict_words_js__WEBPACK_IMPORTED_MODULE_4__/* .countsLine */ .J7)(concerned) : 'No count is known yet.', (0,_testset_words_js__WEBPACK_IMPORTED_MODULE_5__/* .testsetNames */ .Z4)(testsetIds, MOST_IDS)];
    const title = known ? [doneWords(concerned), ...troubleWords(counts)].join(', ') : 'Waiting for the first counts';
    return { title, summary: [...(0,_markdown_html_js__WEBPACK_IMPORTED_MODULE_1__/* .block */ .om)(lines.filter(Boolean).map((text) => `<p>${text}</p>`))].join('') };
}
function doneWords(concerned) {
    return `${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_6__/* .formatNumber */ .ZV)((0,_model_counts_js__WEBPACK_IMPORTED_MODULE_0__/* .endedCount */ .sQ)(concerned.counts))} of ${(0,_verdict_words_js__WEBPACK_IMPORTED_MODULE_4__/* .countDevices */ .Rh)(concerned, concerned.counts.total)} done`;
}
function troubleWords({ fail, error, stop }) {
    return [
        { number: fail, word: 'failed' },
        { number: error, word: 'with an error' },
        { number: stop, word: 'stopped' },
    ].flatMap(({ number, word }) => (number === 0 ? [] : [`${(0,_model_words_js__WEBPACK_IMPORTED_MODULE_6__/* .formatNumber */ .ZV)(number)} ${word}`]));
}


/***/ })

};
