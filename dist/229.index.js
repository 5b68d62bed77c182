export const id = 229;
export const ids = [229];
export const modules = {

/***/ 21916:
/***/ ((__unused_webpack_module, exports) => {

var __webpack_unused_export__;

__webpack_unused_export__ = true;
exports.Io = __webpack_unused_export__ = void 0;
var peq = new Uint32Array(0x10000);
var myers_32 = function (a, b) {
    var n = a.length;
    var m = b.length;
    var lst = 1 << (n - 1);
    var pv = -1;
    var mv = 0;
    var sc = n;
    var i = n;
    while (i--) {
        peq[a.charCodeAt(i)] |= 1 << i;
    }
    for (i = 0; i < m; i++) {
        var eq = peq[b.charCodeAt(i)];
        var xv = eq | mv;
        eq |= ((eq & pv) + pv) ^ pv;
        mv |= ~(eq | pv);
        pv &= eq;
        if (mv & lst) {
            sc++;
        }
        if (pv & lst) {
            sc--;
        }
        mv = (mv << 1) | 1;
        pv = (pv << 1) | ~(xv | mv);
        mv &= xv;
    }
    i = n;
    while (i--) {
        peq[a.charCodeAt(i)] = 0;
    }
    return sc;
};
var myers_x = function (b, a) {
    var n = a.length;
    var m = b.length;
    var mhc = [];
    var phc = [];
    var hsize = Math.ceil(n / 32);
    var vsize = Math.ceil(m / 32);
    for (var i = 0; i < hsize; i++) {
        phc[i] = -1;
        mhc[i] = 0;
    }
    var j = 0;
    for (; j < vsize - 1; j++) {
        var mv_1 = 0;
        var pv_1 = -1;
        var start_1 = j * 32;
        var vlen_1 = Math.min(32, m) + start_1;
        for (var k = start_1; k < vlen_1; k++) {
            peq[b.charCodeAt(k)] |= 1 << k;
        }
        for (var i = 0; i < n; i++) {
            var eq = peq[a.charCodeAt(i)];
            var pb = (phc[(i / 32) | 0] >>> i) & 1;
            var mb = (mhc[(i / 32) | 0] >>> i) & 1;
            var xv = eq | mv_1;
            var xh = ((((eq | mb) & pv_1) + pv_1) ^ pv_1) | eq | mb;
            var ph = mv_1 | ~(xh | pv_1);
            var mh = pv_1 & xh;
            if ((ph >>> 31) ^ pb) {
                phc[(i / 32) | 0] ^= 1 << i;
            }
            if ((mh >>> 31) ^ mb) {
                mhc[(i / 32) | 0] ^= 1 << i;
            }
            ph = (ph << 1) | pb;
            mh = (mh << 1) | mb;
            pv_1 = mh | ~(xv | ph);
            mv_1 = ph & xv;
        }
        for (var k = start_1; k < vlen_1; k++) {
            peq[b.charCodeAt(k)] = 0;
        }
    }
    var mv = 0;
    var pv = -1;
    var start = j * 32;
    var vlen = Math.min(32, m - start) + start;
    for (var k = start; k < vlen; k++) {
        peq[b.charCodeAt(k)] |= 1 << k;
    }
    var score = m;
    for (var i = 0; i < n; i++) {
        var eq = peq[a.charCodeAt(i)];
        var pb = (phc[(i / 32) | 0] >>> i) & 1;
        var mb = (mhc[(i / 32) | 0] >>> i) & 1;
        var xv = eq | mv;
        var xh = ((((eq | mb) & pv) + pv) ^ pv) | eq | mb;
        var ph = mv | ~(xh | pv);
        var mh = pv & xh;
        score += (ph >>> (m - 1)) & 1;
        score -= (mh >>> (m - 1)) & 1;
        if ((ph >>> 31) ^ pb) {
            phc[(i / 32) | 0] ^= 1 << i;
        }
        if ((mh >>> 31) ^ mb) {
            mhc[(i / 32) | 0] ^= 1 << i;
        }
        ph = (ph << 1) | pb;
        mh = (mh << 1) | mb;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
    }
    for (var k = start; k < vlen; k++) {
        peq[b.charCodeAt(k)] = 0;
    }
    return score;
};
var distance = function (a, b) {
    if (a.length < b.length) {
        var tmp = b;
        b = a;
        a = tmp;
    }
    if (b.length === 0) {
        return a.length;
    }
    if (a.length <= 32) {
        return myers_32(a, b);
    }
    return myers_x(a, b);
};
exports.Io = distance;
var closest = function (str, arr) {
    var min_distance = Infinity;
    var min_index = 0;
    for (var i = 0; i < arr.length; i++) {
        var dist = distance(str, arr[i]);
        if (dist < min_distance) {
            min_distance = dist;
            min_index = i;
        }
    }
    return arr[min_index];
};
__webpack_unused_export__ = closest;


/***/ }),

/***/ 75229:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createScenarioTests: () => (/* binding */ createScenarioTests)
});

// EXTERNAL MODULE: ./build/model/errors.js
var errors = __webpack_require__(12011);
// EXTERNAL MODULE: ./build/runtime/limiter.js
var limiter = __webpack_require__(84963);
// EXTERNAL MODULE: ./build/runtime/log.js
var log = __webpack_require__(35961);
// EXTERNAL MODULE: ./build/model/words.js
var words = __webpack_require__(45583);
// EXTERNAL MODULE: ./build/service/retry-budget.js
var retry_budget = __webpack_require__(53002);
// EXTERNAL MODULE: ./build/model/testset-name.js
var testset_name = __webpack_require__(29612);
// EXTERNAL MODULE: ./node_modules/fastest-levenshtein/mod.js
var mod = __webpack_require__(21916);
// EXTERNAL MODULE: ./build/service/scenario-list.js
var scenario_list = __webpack_require__(70233);
;// CONCATENATED MODULE: ./build/create/choose-scenarios.js




/** Near ones that are named for a scenario that does not exist, and missing ones that are named at all. */
const MOST_NEAR = 3;
const MOST_MISSING = 10;
/**
 * As many jobs as a matrix holds (docs/design.md, limits of GitHub); more testsets than this in one step may be a mistake, so there is a
 * warning.
 */
const MANY = 256;
/**
 * Turns the choice of scenarios into their identifiers before anything is created: numbers are checked against the project's list, `all`
 * and a query are taken from it. Without the list, numbers are believed, with a warning.
 */
async function chooseScenarios(service, runtime, target, maintenanceOver) {
    const { projectId, osType, which } = target;
    const question = { projectId, osType, ...(which.kind === 'query' && { query: which.query }) };
    const failingMs = which.kind === 'ids' ? 0 : scenario_list/* LIST_RETRY_MS */.ZO;
    const listing = await (0,scenario_list/* listScenarios */.qy)(service, runtime, question, { maintenanceOver, failingMs });
    if (listing.kind === 'not-created')
        return listing;
    if (listing.kind === 'listed') {
        const choice = fromList(listing.scenarios, target, (0,scenario_list/* describeQuery */.Qp)(question));
        if (choice.kind === 'chosen' && which.kind !== 'ids')
            warnOfMany(choice.scenarios.length, (0,scenario_list/* describeQuery */.Qp)(question), runtime);
        return choice;
    }
    if (which.kind !== 'ids') {
        return { kind: 'not-created', outcome: listing.refused ? 'refused' : 'not-started', error: listing.error };
    }
    runtime.log.warning(`The scenarios could not be checked before the start. ${listing.error.message}`);
    return { kind: 'chosen', scenarios: which.ids };
}
function fromList(listed, { which }, where) {
    if (which.kind !== 'ids') {
        if (listed.length > 0)
            return { kind: 'chosen', scenarios: listed };
        return notStarted(`There is no scenario ${where}.`);
    }
    const known = new Set(listed);
    const missing = which.ids.filter((id) => !known.has(id));
    if (missing.length === 0)
        return { kind: 'chosen', scenarios: which.ids };
    const named = missing.map((id, at) => (at < MOST_MISSING ? `${id}${nearWords(id, listed)}` : id));
    return notStarted(`scenario-id names what is no scenario ${where}: ${(0,words/* listFirst */.rL)(named, MOST_MISSING)}.`);
}
/** Nobody counts what is chosen by a word, and every testset is paid for. */
function warnOfMany(scenarios, where, { log }) {
    if (scenarios <= MANY)
        return;
    const number = (0,words/* formatNumber */.ZV)(scenarios);
    log.warning(`There are ${number} scenarios ${where}: this step needs ${number} testsets, each of which is paid for. ` +
        'scenario-query and scenario-id choose fewer.');
}
function notStarted(message) {
    const hint = 'Nothing was started. Check os-type, too; the list-scenarios action tells which scenarios there are.';
    return { kind: 'not-created', outcome: 'not-started', error: new errors/* TestsetError */.zS('bad-inputs', message, hint) };
}
/** ` (near: 101, 110)`: those that take the fewest changes of a digit to be it. */
function nearWords(id, listed) {
    const near = listed
        .map((other) => ({ other, changes: (0,mod/* distance */.Io)(`${id}`, `${other}`) }))
        .filter(({ changes }) => changes <= 2)
        .sort((a, b) => a.changes - b.changes || Math.abs(a.other - id) - Math.abs(b.other - id));
    if (near.length === 0)
        return '';
    const named = near.slice(0, MOST_NEAR).map(({ other }) => other);
    return ` (near: ${named.join(', ')})`;
}

// EXTERNAL MODULE: ./build/create/early-outputs.js
var early_outputs = __webpack_require__(26413);
// EXTERNAL MODULE: ./build/create/request.js
var request = __webpack_require__(13632);
;// CONCATENATED MODULE: ./build/create/scenario-tests.js










/** So many testsets are created at once. */
const CREATES_AT_ONCE = 5;
/**
 * Creates a testset for each scenario, each at most once. One that goes wrong does not stop the others, unless the credentials are not
 * accepted. None of the promises fails.
 */
async function createScenarioTests({ service, runtime, platform, adoption }, target) {
    const maintenanceOver = (0,retry_budget/* createMaintenanceWait */.L)(service, runtime, target.projectId);
    const choice = await chooseScenarios(service, runtime, target, maintenanceOver);
    if (choice.kind === 'not-created')
        return choice;
    const { scenarios } = choice;
    const requestFor = (scenario) => {
        // Redacted before it is cut: half a secret is none that anybody would find.
        const name = runtime.redact(target.testsetName);
        const testsetName = scenarios.length > 1 ? (0,testset_name/* scenarioTestsetName */.GH)(name, scenario) : target.testsetName;
        return (0,request/* scenarioRequest */.mE)({ ...target, testsetName }, scenario);
    };
    const found = adoption.mayFind
        ? await adoption.find({ request: requestFor(scenarios[0] ?? 0) })
        : new Map();
    const create = createCreator(service, runtime, maintenanceOver);
    const limited = (0,limiter/* createLimiter */.z)(CREATES_AT_ONCE);
    const outputs = (0,early_outputs/* createEarlyOutputs */.M)(platform, scenarios.length);
    const testsets = scenarios.map((scenario) => {
        const own = outputs();
        const earlier = found.get(scenario);
        const creation = earlier ? Promise.resolve(earlier.creation) : limited(() => create(requestFor(scenario), own));
        void creation.then((known) => {
            own.ended(known);
            if (known.kind === 'created' && !earlier) {
                adoption.created(Promise.resolve({ request: requestFor(scenario) }), known);
            }
        });
        return { scenario, creation, existed: earlier !== undefined };
    });
    const resumed = scenarios.flatMap((scenario) => found.get(scenario)?.resumed ?? []);
    const [created, each] = [scenarios.length - resumed.length, scenarios.length > 1 ? ', one for each scenario' : ''];
    runtime.log.info(`${(0,words/* pluralize */.td)(created, 'testset')} to create${each}.`);
    return { kind: 'begun', testsets, resumed };
}
/** What the creates of a step share: an retryBudget, and that they are over when the credentials are not accepted. */
function createCreator(service, runtime, maintenanceOver) {
    const retryBudget = (0,retry_budget/* createRetryBudget */.C)(runtime.clock);
    const loggedCauses = new Set();
    let denied;
    return async (request, outputs) => {
        if (denied)
            return denied;
        const { createTestset } = await Promise.all(/* import() */[__webpack_require__.e(454), __webpack_require__.e(833)]).then(__webpack_require__.bind(__webpack_require__, 16833));
        const creating = createTestset(service, runtime, {
            json: JSON.stringify(request),
            testsetName: request.testset_name,
            onBodyEnd: outputs.mayExist,
            onNotCreated: outputs.cameToNothing,
            maintenanceOver,
            retryBudget,
        });
        const creation = await creating.catch(broken);
        if (creation.kind === 'created')
            return creation;
        if (creation.error.code === 'credentials')
            denied = creation;
        if (!loggedCauses.has(creation.error.message))
            (0,log/* logCause */.k)(runtime.log, creation.error);
        loggedCauses.add(creation.error.message);
        return creation;
    };
}
/** What nobody foresaw ends this create; what the others bring must not be lost with it. */
function broken(error) {
    const hint = 'Nothing was created for this scenario. Run the step again.';
    return {
        kind: 'not-created',
        outcome: 'not-started',
        error: new errors/* TestsetError */.zS('unexpected', `${(0,errors/* messageOf */.bD)(error)}.`, hint, error),
    };
}


/***/ })

};
