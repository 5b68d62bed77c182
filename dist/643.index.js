export const id = 643;
export const ids = [643,24];
export const modules = {

/***/ 48643:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   checkRunText: () => (/* binding */ checkRunText),
/* harmony export */   liveText: () => (/* binding */ liveText)
/* harmony export */ });
/* harmony import */ var _counts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(28502);
/* harmony import */ var _markdown_block_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(61288);
/* harmony import */ var _markdown_draw_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(95997);
/* harmony import */ var _markdown_rest_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(65971);
/* harmony import */ var _testset_label_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(67772);
/* harmony import */ var _verdict_words_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(24546);
/* harmony import */ var _words_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(44702);







/** GitHub takes 65,535 bytes in a field. */
const FIELD_LIMIT = 60_000;
/** As many testsets as are named while they run. */
const MOST_IDS = 20;
/** A report as the output of a check run that is concluded. */
function checkRunText(report) {
    const place = { heading: '', rest: (0,_markdown_rest_js__WEBPACK_IMPORTED_MODULE_2__/* .restInSummary */ .o)(report), limitBytes: FIELD_LIMIT, most: Infinity };
    return { title: (0,_verdict_words_js__WEBPACK_IMPORTED_MODULE_3__/* .verdict */ .WJ)(report), summary: (0,_markdown_draw_js__WEBPACK_IMPORTED_MODULE_1__/* .drawReport */ .X)(report, place) };
}
/** The output of a check run while its testsets run: the counts summed over them, and their identifiers as far as they are known. */
function liveText(counts, testsetIds) {
    const concerned = { counts, testsets: testsetIds };
    const known = counts.total > 0;
    const lines = [known ? (0,_verdict_words_js__WEBPACK_IMPORTED_MODULE_3__/* .totals */ .Sd)(concerned) : 'No count is known yet.', (0,_testset_label_js__WEBPACK_IMPORTED_MODULE_4__/* .testsetsWords */ .nv)(testsetIds, MOST_IDS)];
    const title = known ? [doneWords(concerned), ...troubleWords(counts)].join(', ') : 'Waiting for the first counts';
    return { title, summary: [...(0,_markdown_block_js__WEBPACK_IMPORTED_MODULE_5__/* .block */ .om)(lines.filter(Boolean).map((text) => `<p>${text}</p>`))].join('') };
}
function doneWords(concerned) {
    return `${(0,_words_js__WEBPACK_IMPORTED_MODULE_6__/* .grouped */ .zD)((0,_counts_js__WEBPACK_IMPORTED_MODULE_0__/* .ended */ .v6)(concerned.counts))} of ${(0,_verdict_words_js__WEBPACK_IMPORTED_MODULE_3__/* .testsCount */ .r$)(concerned, concerned.counts.total)} done`;
}
function troubleWords({ fail, error, stop }) {
    return [
        { number: fail, word: 'failed' },
        { number: error, word: 'with an error' },
        { number: stop, word: 'stopped' },
    ].flatMap(({ number, word }) => (number === 0 ? [] : [`${(0,_words_js__WEBPACK_IMPORTED_MODULE_6__/* .grouped */ .zD)(number)} ${word}`]));
}


/***/ }),

/***/ 65971:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   o: () => (/* binding */ restInSummary)
/* harmony export */ });
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9924);

/** Where to look for what a check run or a comment leaves out: a sentence, HTML. */
function restInSummary({ run }) {
    return `See ${(0,_escape_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)(run.url, run.runNumber > 0 ? `the summary of run ${run.runNumber}` : 'the summary of the run')}.`;
}


/***/ })

};
