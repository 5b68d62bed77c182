import { randomUUID } from 'node:crypto';

import { isFields, type Fields } from '../../fields.ts';
import { plain } from '../../report/clean.ts';
import type { RunContext } from '../../run-context.ts';
import type { Api } from '../api/client.ts';
import type { Reply } from '../api/reply.ts';

/** What a check run is about. */
export interface RecordSettings {
  readonly context: Pick<RunContext, 'run' | 'headSha'>;
  /** What is run, in a few words that are the same from run to run: it tells the legs of a matrix apart. */
  readonly reportKey: string;
}

/** Writes fields of the check run, one request at a time; the first write creates it. */
export type Write = (fields: Fields) => Promise<Reply>;

/** In UTF-16 units; longer names help nobody. */
const NAME_LIMIT = 200;

/**
 * The check run on GitHub. Whether a create that was not answered was done cannot be known, so the next write looks for it first: a check
 * run that stays in progress would hold a pull request for ever.
 */
export function createRecord(api: Api, { context: { run, headSha }, reportKey }: RecordSettings): Write {
  const name = plain([run.workflow, run.job, reportKey].filter(Boolean).join(' / '), NAME_LIMIT);
  // The legs of a matrix may share everything else, and must not take each other's check run for their own.
  const externalId = `run-testset ${run.runId}.${run.attempt} ${randomUUID()}`;
  let id: number | undefined;
  let doubtful = false;

  const create: Write = async (fields) => {
    const reply = await api('POST /repos/{repository}/check-runs', {
      name,
      head_sha: headSha,
      external_id: externalId,
      status: 'in_progress',
      ...(run.url !== '' && { details_url: run.url }),
      ...fields,
    });
    id = reply.kind === 'answered' ? idOf(reply.data) : undefined;
    doubtful = id === undefined;
    return reply;
  };

  return async (fields) => {
    if (doubtful) {
      const named = { ref: headSha, check_name: name, filter: 'all', per_page: 100 };
      const reply = await api('GET /repos/{repository}/commits/{ref}/check-runs', named);
      if (reply.kind !== 'answered') return reply;
      id = idOf(checkRunsIn(reply.data).find((one) => isFields(one) && one['external_id'] === externalId));
    }
    if (id === undefined) return create(fields);
    doubtful = false;
    return api('PATCH /repos/{repository}/check-runs/{check_run_id}', { check_run_id: id, ...fields });
  };
}

function checkRunsIn(data: unknown): readonly unknown[] {
  const listed = isFields(data) ? data['check_runs'] : undefined;
  return Array.isArray(listed) ? listed : [];
}

function idOf(checkRun: unknown): number | undefined {
  const id = isFields(checkRun) ? checkRun['id'] : undefined;
  return typeof id === 'number' ? id : undefined;
}
