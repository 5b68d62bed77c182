import { createHash, randomUUID } from 'node:crypto';

import { listIn, numberIn, textIn, type JsonObject } from '../model/fields.ts';
import { cleanText } from '../model/text.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Api } from './api/client.ts';
import { requireId, type ApiFailure, type ApiReply } from './api/reply.ts';
import { listAll, type ApiContext } from './api/requests.ts';

/** Which check run is written, and with what. */
export interface CheckRunSettings extends ApiContext, Pick<Runtime, 'timeLeftMs'> {
  /** What is run, the same from run to run. */
  readonly reportKey: string;
  /** Address of the service: two services may use the same identifiers. */
  readonly serviceUrl: string;
  /** The testsets that the step attaches to; empty if it creates them. */
  readonly attachedTo: readonly number[];
}

/**
 * Writes fields of one check run: the first write finds or creates it. If a create got no reply, the next write searches for its check run:
 * a second one, or one that stays in progress, would block a pull request.
 */
export class CheckRunWriter {
  readonly #headSha: string;
  readonly #link: JsonObject = {};
  readonly #ownId: string;
  #name: string;
  /** The `external_id` of a check run that may exist. */
  #searchFor: string | undefined;
  #id: number | undefined;

  constructor({ context: { run, headSha }, reportKey, serviceUrl, attachedTo }: CheckRunSettings) {
    this.#headSha = headSha;
    if (run.url !== '') this.#link = { details_url: run.url };
    // Jobs of a matrix may share everything else and must not find each other's check run.
    this.#ownId = `run-testset ${run.runId}.${run.attempt} ${randomUUID()}`;
    this.#name = checkRunName([run.workflow, run.job, reportKey]);
    if (attachedTo.length > 0) this.#searchFor = startedId(serviceUrl, attachedTo);
  }

  /** Whether the check run was found or created. */
  get exists(): boolean {
    return this.#id !== undefined;
  }

  async write(api: Api, fields: JsonObject): Promise<ApiReply> {
    if (this.#id !== undefined) return updateCheckRun(api, this.#id, fields);
    const first = { ...this.#link, ...fields };
    return (await this.#continueEarlier(api, first)) ?? this.#create(api, first);
  }

  /** @returns the reply, or why the search failed; `undefined` if there is none to continue */
  async #continueEarlier(api: Api, fields: JsonObject): Promise<ApiReply | undefined> {
    if (this.#searchFor === undefined) return undefined;
    const found = await findCheckRuns(api, this.#headSha, this.#searchFor);
    if ('reason' in found) return found;
    this.#name = textIn(found[0], 'name') || this.#name;
    const isOwn = this.#searchFor === this.#ownId;
    for (const one of found) {
      const id = numberIn(one, 'id');
      // GitHub does not reopen a completed check run. A new one with the same name replaces it.
      const isFinal = !isOwn && textIn(one, 'status') === 'completed';
      if (id === undefined || isFinal) continue;
      const reply = await updateCheckRun(api, id, fields);
      // Another app owns it; GitHub does not let us update it.
      const isRejected = 'reason' in reply && reply.rejectedWith !== undefined;
      if (isRejected && !isOwn) continue;
      this.#id = id;
      return reply;
    }
    return undefined;
  }

  async #create(api: Api, fields: JsonObject): Promise<ApiReply> {
    const checkRun = {
      name: this.#name,
      head_sha: this.#headSha,
      external_id: this.#ownId,
      status: 'in_progress',
      ...fields,
    };
    // The fields may replace it: see `startedId`.
    this.#searchFor = checkRun.external_id;
    const reply = await api('POST /repos/{repository}/check-runs', checkRun);
    if ('data' in reply) this.#id = numberIn(reply.data, 'id');
    return requireId(reply);
  }
}

async function updateCheckRun(api: Api, id: number, fields: JsonObject): Promise<ApiReply> {
  return requireId(await api('PATCH /repos/{repository}/check-runs/{check_run_id}', { check_run_id: id, ...fields }));
}

/** The check runs of a commit with an `external_id`; GitHub cannot search for it. */
async function findCheckRuns(api: Api, headSha: string, externalId: string): Promise<readonly unknown[] | ApiFailure> {
  const route = 'GET /repos/{repository}/commits/{ref}/check-runs';
  const listed = await listAll(api, route, { ref: headSha, filter: 'all' }, (page) => listIn(page, 'check_runs'), 1);
  if ('reason' in listed) return listed;
  return listed.filter((one) => textIn(one, 'external_id') === externalId);
}

/**
 * The `external_id` of the check run of started testsets. A step finds it only if it attaches to exactly these: the result of some of them is
 * not the result of all. A hash, because GitHub does not document a limit.
 */
export function startedId(serviceUrl: string, testsetIds: readonly number[]): string {
  const testsets = JSON.stringify([serviceUrl, testsetIds.toSorted((a, b) => a - b)]);
  return `run-testset started ${createHash('sha256').update(testsets).digest('hex').slice(0, 32)}`;
}

/** Longest name, in UTF-16 units. */
const NAME_LIMIT = 200;

/** A name that is cut ends with a hash: GitHub shows only the latest check run of a name, which would hide that of another job. */
function checkRunName(parts: readonly string[]): string {
  const name = parts.filter(Boolean).join(' / ');
  if (name.length <= NAME_LIMIT) return cleanText(name, NAME_LIMIT);
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${cleanText(name, NAME_LIMIT - hash.length - 1)} ${hash}`;
}
