import { messageOf } from '../model/errors.ts';
import { DOCUMENTS, type DocumentKind, type XmlState } from '../model/results.ts';
import type { Results, Warning } from '../model/testset.ts';
import { withoutStop } from '../model/text.ts';
import { formatSeconds, keysOf, pluralize } from '../model/words.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { withTimeout } from '../runtime/time-limits.ts';
import type { Service } from '../service/client.ts';
import { FAILURES } from '../service/failures.ts';
import type { ServiceReply } from '../service/reply.ts';
import {
  backoffMs,
  createFailureTimer,
  increasingDelayMs,
  MAX_FAILING_MS,
  MAX_NOT_READY_MS,
  MIN_DELAY_MS,
} from '../service/retry.ts';
import type { Documents } from '../service/wire.ts';
import { readDocuments } from './read-documents.ts';
import type { ResultsFolder } from './results-folder.ts';

/** What to fetch. */
interface FetchJob {
  readonly testsetId: number;
  readonly folder: Pick<ResultsFolder, 'writeResult'>;
  /** Number of devices; above 2,000 only the XML is requested. */
  readonly devices: number;
  /** How long to retry; default: 10 minutes while results are not ready, 15 while requests fail. */
  readonly times?: Partial<RetryTimes>;
  /** Whether an earlier reading stays, with its files, if this one brings nothing. */
  readonly isAgain?: boolean;
}

/** How long to retry, in milliseconds; 0: not at all. */
export interface RetryTimes {
  /** While documents are not ready or not enough. */
  readonly notReadyMs: number;
  readonly failingMs: number;
}

/** Each request is sent once: the caller asks again. */
export const NO_RETRY: RetryTimes = { notReadyMs: 0, failingMs: 0 };

/** How much longer requests for results may take after the deadline, in milliseconds. */
const EXTRA_MS = 30_000;

/** With more devices than this, one response could be too large to hold all documents. */
const MAX_DEVICES_IN_ONE_RESPONSE = 2_000;

/** After so many failed requests for all documents at once, only the XML is requested: another one may be the reason. */
const MAX_FAILURES_OF_ALL = 2;

/** Results often come a few seconds after `Complete`: then the log says nothing. */
const TRIES_WITHOUT_LINE = 2;

type Reply = ServiceReply<Documents>;

/** Fetches and saves the documents of a complete testset, and reads the XML. Never throws: `xml` and `warnings` say what went wrong. */
export async function fetchResults(service: Service, runtime: Runtime, job: FetchJob): Promise<Results> {
  const { testsetId, isAgain = false } = job;
  try {
    return await withTimeout(runtime, { ms: isAgain ? 0 : EXTRA_MS, from: runtime.signal }, async (signal) => {
      const delivered: Documents = {};
      const reply = await requestDocuments(service, runtime, job, delivered, signal);
      const isCancelled = reply === undefined;
      const { xml, suites, files, warnings } = readDocuments(delivered, testsetId, runtime.redact);
      if (isAgain && (runtime.signal.aborted || reply?.kind !== 'value')) {
        return { ...withoutXml('unfetched', 'The results could not be fetched again in time.'), isCancelled };
      }
      const unsaved = await saveFiles(job, files);
      const results = xml ? { xml, suites } : explainNoXml(reply, delivered);
      return { ...results, warnings: [...warnings, ...unsaved], isCancelled };
    });
  } catch (cause) {
    return withoutXml('unfetched', `Fetching the results failed unexpectedly: ${withoutStop(messageOf(cause))}.`);
  }
}

/**
 * Requests documents until the XML or, after a request for it alone, another one was delivered: right after `Complete` that may take some
 * minutes. `delivered` gets them. @returns the last reply that says why there are no more; `undefined` after a cancel
 */
async function requestDocuments(
  service: Service,
  runtime: Runtime,
  { testsetId, devices, times }: FetchJob,
  delivered: Documents,
  signal: AbortSignal,
): Promise<Reply | undefined> {
  const { clock, log, signal: deadline } = runtime;
  const limits = { notReadyMs: MAX_NOT_READY_MS, failingMs: MAX_FAILING_MS, ...times };
  const [failing, notReady] = [createFailureTimer(clock), createFailureTimer(clock)];
  let onlyXml = devices > MAX_DEVICES_IN_ONE_RESPONSE;
  let failuresOfAll = 0;
  const ask = async (type: 'all' | 'xml'): Promise<Reply> => {
    const reply = await service.fetchDocuments(testsetId, type, signal);
    if (reply.kind === 'value') Object.assign(delivered, reply.value);
    else if (reply.kind !== 'not-ready') failuresOfAll += 1;
    if (type === 'xml') return reply;
    onlyXml ||= reply.kind === 'too-large' || failuresOfAll >= MAX_FAILURES_OF_ALL || hasRuns(delivered);
    const lacksXml = reply.kind === 'too-large' || (reply.kind === 'value' && reply.value.xml === undefined);
    return lacksXml ? ask('xml') : reply;
  };
  let last: Reply | undefined;
  for (let polls = 0, failures = 0; ; polls += 1) {
    const reply = await ask(onlyXml ? 'xml' : 'all');
    if (reply.kind === 'value' && hasRuns(delivered)) return reply;
    // A request that the end of the time stopped does not say why there is no value; an earlier one does.
    if (!last || reply.kind !== 'stopped') last = reply;
    const next = reply.kind === 'value' ? 'not-ready' : FAILURES[reply.kind].results;
    let leftMs: number;
    if (next === 'not-ready') {
      failures = 0;
      failing.reset();
      notReady.recordFailure();
      leftMs = notReady.leftMs(limits.notReadyMs);
    } else {
      failures += 1;
      failing.recordFailure();
      leftMs = failing.leftMs(limits.failingMs);
    }
    const isOver = next === 'final' || leftMs <= 0;
    if (!isOver) {
      let waitMs = Math.max(backoffMs(failures, clock.random()), increasingDelayMs(polls));
      // The deadline ends a long wait.
      let end = deadline;
      if (deadline.aborted) {
        // Until then the HTTP client applies `Retry-After`, and logs it.
        waitMs = Math.max(MIN_DELAY_MS, reply.kind === 'value' ? 0 : reply.retryAfterMs);
        end = signal;
      }
      const left = pluralize(Math.ceil(leftMs / 60_000), 'minute');
      if (polls === TRIES_WITHOUT_LINE)
        log.info(`No results of testset ${testsetId} yet. Asking for up to ${left} more.`);
      log.debug(`No results of testset ${testsetId} yet. Retrying in ${formatSeconds(waitMs)}.`);
      await clock.sleep(waitMs, end);
    }
    if (runtime.cancelled.aborted) return undefined;
    if (isOver || signal.aborted) return last;
  }
}

/** Whether a document was delivered that shows how devices ended: then there are results, though perhaps without the XML. */
function hasRuns(delivered: Documents): boolean {
  return keysOf(DOCUMENTS).some((kind) => DOCUMENTS[kind].hasRuns && delivered[kind] !== undefined);
}

/** One that cannot be saved does not change the outcome. @returns a warning if there is one: others fail for the same reason */
async function saveFiles(
  { folder, testsetId }: FetchJob,
  files: ReadonlyMap<DocumentKind, string>,
): Promise<readonly Warning[]> {
  const warnings: Warning[] = [];
  for (const [kind, text] of files) {
    await folder.writeResult(testsetId, kind, text).catch((error: unknown) => {
      warnings.push({ topic: 'unsaved', sentence: messageOf(error) });
    });
  }
  return warnings.slice(0, 1);
}

function explainNoXml(reply: Reply | undefined, delivered: Documents): Results {
  if (!reply) return withoutXml('unfetched', 'The run was cancelled.');
  if (reply.kind === 'too-large') return withoutXml('too-large', reply.error.message);
  if (reply.kind !== 'value') return withoutXml('unfetched', reply.error.message);
  const names = keysOf(DOCUMENTS).flatMap((kind) => (delivered[kind] === undefined ? [] : DOCUMENTS[kind].name));
  if (names.length === 0) return withoutXml('absent', 'The service delivered no document.');
  return withoutXml('absent', `The service delivered ${names.join(' and ')} but no XML.`);
}

function withoutXml(state: XmlState, why: string): Results {
  return { xml: { state, why }, suites: [], warnings: [], isCancelled: false };
}
