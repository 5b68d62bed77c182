export const id = 554;
export const ids = [554];
export const modules = {

/***/ 17554:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   commentBody: () => (/* binding */ commentBody)
/* harmony export */ });
/* harmony import */ var _markdown_draw_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(95997);
/* harmony import */ var _markdown_rest_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(65971);


/** GitHub takes 65,536 characters in a comment; bytes are never fewer than characters. */
const COMMENT_LIMIT = 60_000;
/** In all tables together: a conversation is no place for long ones. */
const MOST_ROWS = 20;
/**
 * A report as a pull request comment: GitHub's Markdown of at most 60,000 characters.
 *
 * @param marker a whole HTML comment of one line, by which the comment is found again; it is the first line, as it is
 */
function commentBody(report, marker) {
    const begin = `${marker}\n\n`;
    const body = (0,_markdown_draw_js__WEBPACK_IMPORTED_MODULE_0__/* .drawReport */ .X)(report, {
        heading: '###',
        rest: (0,_markdown_rest_js__WEBPACK_IMPORTED_MODULE_1__/* .restInSummary */ .o)(report),
        limitBytes: COMMENT_LIMIT - Buffer.byteLength(begin),
        most: report.testsets.length > 1 ? MOST_ROWS / 2 : MOST_ROWS,
    });
    return begin + body;
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
