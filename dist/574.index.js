export const id = 574;
export const ids = [574];
export const modules = {

/***/ 82574:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  publishComment: () => (/* binding */ publishComment)
});

// UNUSED EXPORTS: findAuthor, pullRequestsOf

// EXTERNAL MODULE: ./build/model/fields.js
var fields = __webpack_require__(72017);
// EXTERNAL MODULE: ./build/github/api/client.js
var client = __webpack_require__(50726);
// EXTERNAL MODULE: ./build/github/api/reply.js
var reply = __webpack_require__(79493);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/github/comment-marker.js

const MARKER = /^<!-- run-testset ([0-9a-f]{32}) run (\d{1,15}) attempt (\d{1,15}) -->/;
/** The marker for what this run tells of `key`, the thing that is run. */
function markerOf({ workflow, job, step, runNumber, attempt }, key) {
    const hash = (0,external_node_crypto_.createHash)('sha256').update(JSON.stringify([workflow, job, step, key]));
    return { topic: hash.digest('hex').slice(0, 32), run: runNumber, attempt };
}
/** An HTML comment, which GitHub keeps and does not show; the first line of a comment. */
function markerText({ topic, run, attempt }) {
    return `<!-- run-testset ${topic} run ${run} attempt ${attempt} -->`;
}
/** Reads the marker that a comment begins with; one in the middle may be somebody's quotation. */
function readMarker(body) {
    const [, topic, run, attempt] = MARKER.exec(body) ?? [];
    return topic === undefined ? undefined : { topic, run: Number(run), attempt: Number(attempt) };
}
/** Negative when `a` is older than `b`, 0 when both tell of the same attempt. */
function compareVersions(a, b) {
    return a.run - b.run || a.attempt - b.attempt;
}

;// CONCATENATED MODULE: ./build/github/comment-thread.js



/** Others may be at work at the same time, so there may be more to do than to write; but not without end. */
const MOST_ROUNDS = 6;
/** From an act to the look at what came of it, and as long again by chance: another run may be in the middle of its own. */
const SETTLE_MS = 1000;
/**
 * Writes the draft, and looks again until there is one comment and it tells of the newest run. GitHub knows no write under a condition,
 * so whoever has looked before a newer run wrote, and writes after it, undoes its work; the second look of the newer run mends that.
 */
async function writeComment(thread, author, draft, { clock, cancelled }) {
    let written;
    let trouble;
    for (let round = 1; round <= MOST_ROUNDS; round += 1) {
        const found = await thread.comments(author, draft.marker.topic);
        if (found.kind !== 'found')
            return written ?? found;
        const act = nextAction(found.comments, draft, written !== undefined);
        if (act.kind === 'none') {
            const [oldest] = found.comments;
            const isOvertaken = oldest !== undefined && compareVersions(oldest.marker, draft.marker) > 0;
            return isOvertaken || !written ? { kind: 'newer' } : written;
        }
        const reply = await thread.act(act);
        if (reply.kind === 'answered' && writes(act, draft))
            written = { kind: 'written', url: urlOf(reply.data) };
        const again = trouble !== undefined;
        trouble = troubleOf(reply, act);
        if (trouble && (again || trouble.kind === 'refused'))
            break;
        if (cancelled.aborted)
            break;
        await clock.sleep(SETTLE_MS * (1 + clock.random()), cancelled);
    }
    return written ?? trouble ?? { kind: 'dropped', why: 'Other runs kept writing at the same time.' };
}
function writes(act, draft) {
    return act.kind !== 'delete' && act.body === draft.body;
}
/** A comment that is gone is no trouble: another run has put things in order, or a person has deleted it. */
function troubleOf(reply, act) {
    if (reply.kind === 'answered')
        return undefined;
    return act.kind !== 'create' && reply.kind === 'refused' && reply.status === 404 ? undefined : reply;
}
/**
 * Decides by what is there. Every run decides alike, so that two at once do not undo each other's work: the oldest comment stays, takes
 * over the newest text, whoever wrote it, and then the others go.
 *
 * @param comments of ours on the topic, oldest first
 * @param written whether the draft has been there: what tells of the same attempt is then left as it is, and what is gone stays so
 */
function nextAction(comments, draft, written) {
    const [oldest, ...others] = comments;
    if (!oldest)
        return written ? { kind: 'none' } : { kind: 'create', body: draft.body };
    const newest = comments.reduce((best, one) => (compareVersions(one.marker, best.marker) > 0 ? one : best));
    const ahead = compareVersions(draft.marker, newest.marker);
    if (ahead > 0 || (ahead === 0 && !written))
        return { kind: 'update', id: oldest.id, body: draft.body };
    if (newest !== oldest)
        return { kind: 'update', id: oldest.id, body: newest.body };
    const surplus = others.at(-1);
    return surplus ? { kind: 'delete', id: surplus.id } : { kind: 'none' };
}
const COMMENTS = '/repos/{repository}/issues/{issue_number}/comments';
const COMMENT = '/repos/{repository}/issues/comments/{comment_id}';
/** Opens the conversation of a pull request. */
function openThread(api, pullRequest) {
    const conversation = { issue_number: pullRequest };
    return {
        comments: async (author, topic) => {
            const listed = await (0,client/* listAll */._)(api, `GET ${COMMENTS}`, conversation, (page) => page);
            if (listed.kind !== 'listed')
                return listed;
            const comments = listed.items
                .flatMap((item) => readComment(item, author) ?? [])
                .filter(({ marker }) => marker.topic === topic)
                .sort((a, b) => a.id - b.id);
            return { kind: 'found', comments };
        },
        act: (act) => {
            switch (act.kind) {
                case 'create':
                    return api(`POST ${COMMENTS}`, { ...conversation, body: act.body });
                case 'update':
                    return api(`PATCH ${COMMENT}`, { comment_id: act.id, body: act.body }, 2);
                case 'delete':
                    return api(`DELETE ${COMMENT}`, { comment_id: act.id }, 2);
            }
        },
    };
}
/** The address of a comment as GitHub tells it; empty where it does not. */
function urlOf(comment) {
    const url = (0,fields/* isJsonObject */.O)(comment) ? comment['html_url'] : undefined;
    return typeof url === 'string' ? url : '';
}
function readComment(item, author) {
    if (!(0,fields/* isJsonObject */.O)(item) || !(0,fields/* isJsonObject */.O)(item['user']) || item['user']['login'] !== author)
        return undefined;
    const { id, body } = item;
    if (typeof id !== 'number' || typeof body !== 'string')
        return undefined;
    const marker = readMarker(body);
    return marker && { id, body, marker };
}

;// CONCATENATED MODULE: ./build/github/comment.js





/**
 * Writes a comment into the event's pull request, or into those of the commit, and into the same comment in later runs. Whatever goes
 * wrong between us and GitHub is a result.
 *
 * @param key what is run, the same from run to run; each workflow, job and key has a comment of its own
 * @param draw makes the text; the marker that it is given is the text's beginning
 */
async function publishComment(settings, key, draw) {
    const { api, context, pullRequest } = settings;
    const failed = (trouble) => ({
        kind: 'failed',
        why: (0,reply/* explainFailure */.SP)(trouble, 'pull-requests: write', context),
    });
    const found = pullRequest === undefined ? await pullRequestsOf(api, context.headSha) : only(pullRequest);
    if (found.kind !== 'found')
        return failed(found);
    if (found.numbers.length === 0)
        return { kind: 'skipped', why: 'the commit belongs to no open pull request.' };
    const author = await findAuthor(api);
    if (typeof author !== 'string')
        return failed(author);
    const marker = markerOf(context.run, key);
    const draft = { marker, body: draw(markerText(marker)) };
    const urls = [];
    let trouble;
    for (const number of found.numbers) {
        const result = await writeComment(openThread(api, number), author, draft, settings);
        if (result.kind === 'refused' || result.kind === 'dropped')
            trouble ??= result;
        if (result.kind === 'written')
            urls.push(result.url);
    }
    if (trouble)
        return failed(trouble);
    if (urls.length > 0)
        return { kind: 'published', urls };
    return { kind: 'skipped', why: 'a newer run has told its result already.' };
}
function only(pullRequest) {
    return { kind: 'found', numbers: [pullRequest] };
}
/** Who writes with the token of a workflow. */
const WORKFLOW = 'github-actions[bot]';
/**
 * The login under which a token writes. GraphQL tells it for tokens of every kind, where `GET /user` refuses those of apps; a server that
 * does not tell is asked with a workflow's token, as nearly all are.
 */
async function findAuthor(api) {
    const reply = await api('POST /graphql', { query: 'query { viewer { login } }' }, 2);
    if (reply.kind === 'dropped')
        return reply;
    const data = reply.kind === 'answered' && (0,fields/* isJsonObject */.O)(reply.data) ? reply.data['data'] : undefined;
    const viewer = (0,fields/* isJsonObject */.O)(data) ? data['viewer'] : undefined;
    const login = (0,fields/* isJsonObject */.O)(viewer) ? viewer['login'] : undefined;
    return typeof login === 'string' ? login : WORKFLOW;
}
/**
 * The open pull requests that a commit belongs to. Where it is the last commit of some, only those: others are built upon them, and are
 * tested by themselves.
 */
async function pullRequestsOf(api, commit) {
    const route = 'GET /repos/{repository}/commits/{commit_sha}/pulls';
    const listed = await (0,client/* listAll */._)(api, route, { commit_sha: commit }, (page) => page);
    if (listed.kind !== 'listed')
        return listed;
    const open = listed.items.filter(fields/* isJsonObject */.O).filter(({ state }) => state === 'open');
    const ending = open.filter((pullRequest) => headOf(pullRequest) === commit);
    const numbers = (ending.length > 0 ? ending : open).flatMap(({ number }) => typeof number === 'number' ? number : []);
    return { kind: 'found', numbers };
}
function headOf({ head }) {
    return (0,fields/* isJsonObject */.O)(head) ? head['sha'] : undefined;
}


/***/ })

};
