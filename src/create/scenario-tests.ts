import pLimit from 'p-limit';

import type { ScenarioTarget } from '../model/inputs.ts';
import { retryTestsetName, scenarioTestsetName } from '../model/testset-name.ts';
import { pluralize } from '../model/words.ts';
import { logCause } from '../runtime/log.ts';
import { failedCreate, type CreateFailure } from './classify.ts';
import { createTestset, type CreateResult } from './create-testset.ts';
import { shareRetries, type SharedRetries } from './retry-budget.ts';
import { chooseScenarios } from './choose-scenarios.ts';
import type { CreateContext } from './context.ts';
import type { CreatedTestsets, PendingTestset } from './pending-testset.ts';
import type { FoundTestset } from './resume.ts';
import { scenarioRequest, type TestsetRequest } from './request.ts';

const CREATES_AT_ONCE = 5;

/**
 * Creates a testset for each scenario, each at most once; some are still being created when this resolves. A create that fails does not
 * stop the others, unless the service rejects the credentials.
 */
export async function createScenarioTests(context: CreateContext, target: ScenarioTarget): Promise<CreatedTestsets> {
  const { service, runtime, outputs, resume } = context;
  const shared = shareRetries(service, runtime, target.projectId);
  const choice = await chooseScenarios(service, runtime, target, shared.waitOutMaintenance);
  if (choice.kind === 'failed') {
    return { testsets: [{ existed: false, creation: Promise.resolve(choice) }], nothingToAwait: true };
  }
  const { scenarios } = choice;
  const requestFor = (scenario: number, retry = 0): TestsetRequest => {
    // Redacted before it is truncated: a truncated secret no longer matches.
    const name = runtime.redact(target.testsetName);
    const first = scenarios.length > 1 ? scenarioTestsetName(name, scenario) : target.testsetName;
    const testsetName = retry > 0 ? retryTestsetName(first, retry) : first;
    return scenarioRequest({ ...target, testsetName }, scenario);
  };
  const earlier = await resume.find(requestFor(scenarios[0] ?? 0), scenarios);
  const create = createUnlessDenied(context, shared);
  const limited = pLimit(CREATES_AT_ONCE);
  const start = (scenario: number, retry?: number, existing?: FoundTestset): PendingTestset => {
    const request = requestFor(scenario, retry);
    const creation = existing ? Promise.resolve(existing.creation) : limited(() => create(request));
    void creation.then((result) => {
      outputs.finished(scenario, result);
    });
    const testsetName = runtime.redact(request.testset_name);
    const existed = existing !== undefined;
    return { scenario, retry, creation, testsetName, existed, complete: existing?.complete };
  };
  const found = scenarios.flatMap((scenario) => earlier.testsets.get(scenario) ?? []);
  const testsets = scenarios.flatMap((scenario) => {
    const existing = earlier.testsets.get(scenario) ?? [undefined];
    return existing.map((testset) => start(scenario, testset?.retry, testset));
  });
  const missing = scenarios.filter((scenario) => !earlier.testsets.has(scenario)).length;
  const each = scenarios.length > 1 ? ', one for each scenario' : '';
  runtime.log.info(`${pluralize(missing, 'testset')} to create${each}.`);
  const resumed = found.flatMap((testset) => testset.resumed ?? []);
  return {
    testsets,
    resumed: resumed.length > 0 ? resumed : undefined,
    earlier,
    createRetries: (retries) => {
      const created = retries.map(({ scenario, retry }) => start(scenario, retry));
      resume.saveReceipts(created);
      return created;
    },
  };
}

/** Returns a function that creates nothing more after the credentials were rejected. */
function createUnlessDenied(
  { service, runtime, outputs }: CreateContext,
  retries: SharedRetries,
): (request: TestsetRequest) => Promise<CreateResult> {
  const loggedCauses = new Set<string>();
  let denied: CreateFailure | undefined;
  return async (request) => {
    if (denied) return denied;
    const creation = await createTestset(service, runtime, {
      json: JSON.stringify(request),
      testsetName: request.testset_name,
      onCommit: () => {
        outputs.markUncertain(request.scenario_id);
      },
      onNotCreated: () => {
        outputs.notCreated(request.scenario_id);
      },
      ...retries,
    }).catch(failedCreate);
    if (creation.kind === 'created') return creation;
    if (creation.error.code === 'credentials') denied = creation;
    if (!loggedCauses.has(creation.error.message)) logCause(runtime.log, creation.error);
    loggedCauses.add(creation.error.message);
    return creation;
  };
}
