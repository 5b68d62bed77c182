import pLimit from 'p-limit';

import type { ScenarioTarget } from '../model/inputs.ts';
import { formatTestsetName } from '../model/testset-name.ts';
import { pluralize } from '../model/words.ts';
import { chooseScenarios } from './choose-scenarios.ts';
import type { CreateFailure, CreateResult } from './classify.ts';
import { createTestset, type CreateContext, type CreateOptions } from './create-testset.ts';
import type { CreatedTestsets, PendingTestset } from './pending-testset.ts';
import type { Resume } from './resume.ts';
import { testsetRequest, type TestsetRequest } from './testset-request.ts';

/** Without those that are silent: they may be so until `timeout`. */
const CREATES_AT_ONCE = 5;

/** Starts to create a testset for each scenario, each at most once. Only rejected credentials stop the others. */
export async function createScenarioTests(
  context: CreateContext,
  resume: Resume,
  target: ScenarioTarget,
): Promise<CreatedTestsets> {
  const { runtime } = context;
  const { projectId, sourceType } = target;
  const app = Promise.resolve({ kind: 'stored', projectId, sourceType } as const);
  const choice = await chooseScenarios(context, target);
  if (choice.kind === 'failed') {
    return { testsets: [{ origin: 'created', creation: Promise.resolve(choice) }], nothingToAwait: true, app };
  }
  const { scenarios } = choice;
  // Redacted before it is truncated: a truncated secret no longer matches.
  const { title, matrix = '' } = target.testsetName;
  const name = { ...target.testsetName, title: runtime.redact(title), matrix: runtime.redact(matrix) };
  const requestFor = (scenario: number, retry?: number): TestsetRequest => {
    const part = scenarios.length > 1 ? { scenario, retry } : { retry };
    return testsetRequest(target, scenario, formatTestsetName(name, part));
  };
  const [first = 0] = scenarios;
  const { testsets: found, resumed, receipts } = await resume.find(requestFor(first), scenarios);
  const create = createUnlessDenied(context);
  const limited = pLimit(CREATES_AT_ONCE);
  const start = (scenario: number, retry?: number): PendingTestset => {
    const request = requestFor(scenario, retry);
    const creation = Promise.withResolvers<CreateResult>();
    const [unanswered, silent] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    void limited(() => {
      creation.resolve(create(request, { unanswered, silent }));
      return Promise.race([creation.promise, silent.promise]);
    });
    const created = { testsetName: request.testset_name, unanswered: unanswered.promise, creation: creation.promise };
    return { scenario, retry, origin: 'created', ...created };
  };
  const testsets = scenarios.flatMap((scenario) => found.get(scenario) ?? start(scenario));
  const created = testsets.filter(({ origin }) => origin === 'created').length;
  receipts?.save(testsets);
  if (created > 0) runtime.log.info(`${pluralize(created, 'testset')} to create.`);
  return {
    testsets,
    resumed,
    receipts,
    app,
    createRetries: (retries) => {
      const added = retries.map(({ scenario, retry }) => start(scenario, retry));
      receipts?.save(added);
      return added;
    },
  };
}

/** Returns a function that creates nothing more after HTTP 401 or 403. */
function createUnlessDenied(context: CreateContext) {
  let denied: CreateFailure | undefined;
  return async (request: TestsetRequest, options: CreateOptions): Promise<CreateResult> => {
    if (denied) return denied;
    const creation = await createTestset(context, request, options);
    if (creation.kind === 'failed' && creation.isDenied) denied = creation;
    return creation;
  };
}
