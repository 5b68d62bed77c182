import { createHash, randomUUID } from 'node:crypto';

import { listIn, numberIn, textIn, type JsonObject } from '../model/fields.ts';
import { cleanText } from '../model/text.ts';
import type { Api } from './api/client.ts';
import { requireId, type ApiFailure, type ApiReply } from './api/reply.ts';
import type { ApiContext } from './api/requests.ts';

/**
 * Writes fields of one check run: the first write creates it. If a create got no reply, the next write searches for its check run: one that
 * stays in progress could block a pull request.
 */
export class CheckRunWriter {
  readonly #created: { readonly name: string; readonly head_sha: string; readonly external_id: string };
  #mayExist = false;
  #id: number | undefined;

  /** @param reportKey what is run, the same from run to run */
  constructor({ run, headSha }: ApiContext['context'], reportKey: string) {
    this.#created = {
      name: checkRunName([run.workflow, run.job, reportKey]),
      head_sha: headSha,
      // Another attempt or job may share everything else.
      external_id: randomUUID(),
      ...(run.url !== '' && { details_url: run.url }),
    };
  }

  /** Whether a create was sent that GitHub did not reject. */
  get mayExist(): boolean {
    return this.#mayExist;
  }

  async write(api: Api, fields: JsonObject): Promise<ApiReply> {
    if (this.#id === undefined && this.#mayExist) {
      const failure = await this.#find(api);
      if (failure) return failure;
    }
    if (this.#id === undefined) return this.#create(api, fields);
    const update = { check_run_id: this.#id, ...fields };
    return requireId(await api('PATCH /repos/{repository}/check-runs/{check_run_id}', update));
  }

  /** Searches among the check runs of its name; GitHub cannot search for an `external_id`. @returns why the search failed */
  async #find(api: Api): Promise<ApiFailure | undefined> {
    const { name, head_sha: ref, external_id: own } = this.#created;
    const query = { ref, check_name: name, filter: 'all', per_page: 100 };
    const reply = await api('GET /repos/{repository}/commits/{ref}/check-runs', query);
    if (reply.kind !== 'value') return reply;
    const found = listIn(reply.value, 'check_runs').find((one) => textIn(one, 'external_id') === own);
    this.#id = numberIn(found, 'id');
    return undefined;
  }

  async #create(api: Api, fields: JsonObject): Promise<ApiReply> {
    this.#mayExist = true;
    const checkRun = { ...this.#created, status: 'in_progress', ...fields };
    const reply = await api('POST /repos/{repository}/check-runs', checkRun);
    if (reply.kind === 'value') this.#id = numberIn(reply.value, 'id');
    else this.#mayExist = reply.kind === 'failed';
    return requireId(reply);
  }
}

/** In UTF-16 units. */
const NAME_LIMIT = 200;

/** A name that is cut ends with a hash: GitHub shows only the latest check run of a name, which would hide that of another job. */
function checkRunName(parts: readonly string[]): string {
  const name = parts.filter(Boolean).join(' / ');
  if (name.length <= NAME_LIMIT) return cleanText(name, NAME_LIMIT);
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${cleanText(name, NAME_LIMIT - hash.length - 1)} ${hash}`;
}
