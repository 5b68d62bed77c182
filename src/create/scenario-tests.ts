import { messageOf, TestsetError } from '../model/errors.ts';
import type { ScenarioTarget } from '../model/inputs.ts';
import { createLimiter } from '../runtime/limiter.ts';
import { logCause } from '../runtime/log.ts';
import type { ResumedTestset } from '../model/report.ts';
import { pluralize } from '../model/words.ts';
import type { NotCreated } from '../service/classify.ts';
import type { Service } from '../service/client.ts';
import type { CreateResult } from '../service/create.ts';
import { createMaintenanceWait, type MaintenanceWait } from '../service/retry-budget.ts';
import { createRetryBudget } from '../service/retry-budget.ts';
import { scenarioTestsetName } from '../model/testset-name.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { chooseScenarios } from './choose-scenarios.ts';
import type { EarlierTestset } from './resume.ts';
import { createEarlyOutputs, type EarlyOutputs } from './early-outputs.ts';
import { scenarioRequest, type TestsetRequest } from './request.ts';
import type { CreateContext } from './context.ts';
import type { PendingTestset } from './context.ts';

/** What came of starting scenario tests: nothing, or a testset for each scenario, of which some have only just begun. */
export type ScenarioTestsResult =
  | NotCreated
  | {
      readonly kind: 'begun';
      readonly testsets: readonly (PendingTestset & { readonly scenario: number })[];
      readonly resumed: readonly ResumedTestset[];
    };

/** So many testsets are created at once. */
const CREATES_AT_ONCE = 5;

/**
 * Creates a testset for each scenario, each at most once. One that goes wrong does not stop the others, unless the credentials are not
 * accepted. None of the promises fails.
 */
export async function createScenarioTests(
  { service, runtime, platform, adoption }: CreateContext,
  target: ScenarioTarget,
): Promise<ScenarioTestsResult> {
  const maintenanceOver = createMaintenanceWait(service, runtime, target.projectId);
  const choice = await chooseScenarios(service, runtime, target, maintenanceOver);
  if (choice.kind === 'not-created') return choice;
  const { scenarios } = choice;
  const requestFor = (scenario: number): TestsetRequest => {
    // Redacted before it is cut: half a secret is none that anybody would find.
    const name = runtime.redact(target.testsetName);
    const testsetName = scenarios.length > 1 ? scenarioTestsetName(name, scenario) : target.testsetName;
    return scenarioRequest({ ...target, testsetName }, scenario);
  };
  const found = adoption.mayFind
    ? await adoption.find({ request: requestFor(scenarios[0] ?? 0) })
    : new Map<number, EarlierTestset>();
  const create = createCreator(service, runtime, maintenanceOver);
  const limited = createLimiter(CREATES_AT_ONCE);
  const outputs = createEarlyOutputs(platform, scenarios.length);
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
  runtime.log.info(`${pluralize(created, 'testset')} to create${each}.`);
  return { kind: 'begun', testsets, resumed };
}

type Create = (request: TestsetRequest, outputs: EarlyOutputs) => Promise<CreateResult>;

/** What the creates of a step share: an retryBudget, and that they are over when the credentials are not accepted. */
function createCreator(service: Service, runtime: Runtime, maintenanceOver: MaintenanceWait): Create {
  const retryBudget = createRetryBudget(runtime.clock);
  const loggedCauses = new Set<string>();
  let denied: NotCreated | undefined;
  return async (request, outputs) => {
    if (denied) return denied;
    const { createTestset } = await import('../service/create.ts');
    const creating = createTestset(service, runtime, {
      json: JSON.stringify(request),
      testsetName: request.testset_name,
      onBodyEnd: outputs.mayExist,
      onNotCreated: outputs.cameToNothing,
      maintenanceOver,
      retryBudget,
    });
    const creation = await creating.catch(broken);
    if (creation.kind === 'created') return creation;
    if (creation.error.code === 'credentials') denied = creation;
    if (!loggedCauses.has(creation.error.message)) logCause(runtime.log, creation.error);
    loggedCauses.add(creation.error.message);
    return creation;
  };
}

/** What nobody foresaw ends this create; what the others bring must not be lost with it. */
function broken(error: unknown): NotCreated {
  const hint = 'Nothing was created for this scenario. Run the step again.';
  return {
    kind: 'not-created',
    outcome: 'not-started',
    error: new TestsetError('unexpected', `${messageOf(error)}.`, hint, error),
  };
}
