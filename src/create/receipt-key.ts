import { createHmac, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

import type { Inputs, ScenarioChoice } from '../model/inputs.ts';
import type { ReceiptKey } from '../model/receipts.ts';
import type { RunInfo } from '../model/report.ts';
import type { Secret } from '../model/secret.ts';
import type { TestsetRequest } from './testset-request.ts';

/**
 * Starts to derive the secret, so that it is ready when the first testset is created. @returns a function that returns the key
 * @param request of any testset of the step
 * @param digest computes the SHA-256 of the app; `undefined`, and then no key, if the file has changed
 */
export function prepareKey(
  request: TestsetRequest,
  digest: () => Promise<string | undefined>,
  inputs: Pick<Inputs, 'target' | 'service'>,
  run: RunInfo,
): () => Promise<ReceiptKey | undefined> {
  const deriving = deriveReceiptSecret(inputs.service.accessKey, run);
  deriving.catch(() => undefined);
  return async () => {
    const [secret, appSha256] = await Promise.all([deriving, digest()]);
    if (appSha256 === undefined) return undefined;
    const job = [run.job, run.matrix, run.step];
    return {
      secret,
      jobId: identify(secret, ['job', job]).slice(0, 8),
      requestId: identify(secret, ['request', identityOf(request, appSha256, inputs, job)]).slice(0, 24),
    };
  };
}

const deriveKey: (password: string, salt: string, bytes: number, options: ScryptOptions) => Promise<Buffer> =
  promisify(scrypt);

/**
 * Derives the secret of a run's receipts from the access key. Names and seals of artifacts are readable by many, and a plain HMAC with
 * the access key would allow 333,000 guesses a second; scrypt takes about 33 ms for one, and the salt makes each run a new target.
 */
function deriveReceiptSecret(
  accessKey: Secret,
  { repository, runId }: Pick<RunInfo, 'repository' | 'runId'>,
): Promise<Buffer> {
  const salt = `run-testset receipts ${repository} ${runId}`;
  return deriveKey(accessKey.reveal(), salt, 32, { N: 2 ** 14, r: 8, p: 1 });
}

/** Hex digits that are the same for equal facts only. A request holds secrets, and artifact names are readable. */
function identify(secret: Buffer, facts: unknown): string {
  return createHmac('sha256', secret).update(JSON.stringify(facts)).digest('hex');
}

/** What is the same in every attempt for the same request. The name is left out, because it counts up from attempt to attempt. */
function identityOf(
  request: TestsetRequest,
  appSha256: string,
  { service, target }: Pick<Inputs, 'service' | 'target'>,
  job: readonly unknown[],
): unknown {
  // A reusable workflow does not see its caller's matrix; the choice of scenarios differs between some of its jobs.
  const choice = target.kind === 'scenarios' ? sorted(target.which) : {};
  const anyTestset: TestsetRequest = { ...request, testset_name: '', scenario_id: 0 };
  return [service.baseUrl.href, service.userId, job, anyTestset, choice, appSha256];
}

function sorted(which: ScenarioChoice): ScenarioChoice {
  return which.kind === 'ids' ? { ...which, ids: which.ids.toSorted((a, b) => a - b) } : which;
}
