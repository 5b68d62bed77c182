import { messageOf, TestsetError } from '../errors.ts';
import type { ScenarioTarget } from '../inputs.ts';
import { createLimiter } from '../limiter.ts';
import { logCause } from '../log.ts';
import type { Adopted } from '../report/report.ts';
import { count } from '../report/words.ts';
import type { NoTestset } from '../service/classify.ts';
import type { Service } from '../service/client.ts';
import type { Creation } from '../service/create.ts';
import { guardMaintenance, type MaintenanceGuard } from '../service/maintenance.ts';
import { createOutage } from '../service/outage.ts';
import { scenarioTestsetName } from '../testset-name.ts';
import type { World } from '../world.ts';
import { chooseScenarios } from './choose-scenarios.ts';
import type { Earlier } from './earlier-testsets.ts';
import { createEarlyOutputs, type EarlyOutputs } from './early-outputs.ts';
import { scenarioRequest, type TestsetRequest } from './request.ts';
import type { StartTools } from './start-tools.ts';
import type { StartedTestset } from './started-testset.ts';

/** What came of starting scenario tests: nothing, or a testset for each scenario, of which some have only just begun. */
export type ScenarioStart =
  | NoTestset
  | {
      readonly kind: 'begun';
      readonly testsets: readonly (StartedTestset & { readonly scenario: number })[];
      readonly adopted: readonly Adopted[];
    };

/** So many testsets are created at once. */
const CREATES_AT_ONCE = 5;

/**
 * Creates a testset for each scenario, each at most once. One that goes wrong does not stop the others, unless the credentials are not
 * accepted. None of the promises fails.
 */
export async function startScenarioTests(
  { service, world, host, adoption }: StartTools,
  target: ScenarioTarget,
): Promise<ScenarioStart> {
  const maintenanceOver = guardMaintenance(service, world, target.projectId);
  const choice = await chooseScenarios(service, world, target, maintenanceOver);
  if (choice.kind === 'no-testset') return choice;
  const { scenarios } = choice;
  const requestFor = (scenario: number): TestsetRequest => {
    // Redacted before it is cut: half a secret is none that anybody would find.
    const name = world.redact(target.testsetName);
    const testsetName = scenarios.length > 1 ? scenarioTestsetName(name, scenario) : target.testsetName;
    return scenarioRequest({ ...target, testsetName }, scenario);
  };
  const found = adoption.mayFind
    ? await adoption.find({ request: requestFor(scenarios[0] ?? 0) })
    : new Map<number, Earlier>();
  const create = createCreator(service, world, maintenanceOver);
  const limited = createLimiter(CREATES_AT_ONCE);
  const outputs = createEarlyOutputs(host, scenarios.length);
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
  const adopted = scenarios.flatMap((scenario) => found.get(scenario)?.adopted ?? []);
  const [created, each] = [scenarios.length - adopted.length, scenarios.length > 1 ? ', one for each scenario' : ''];
  world.log.info(`${count(created, 'testset')} to create${each}.`);
  return { kind: 'begun', testsets, adopted };
}

type Create = (request: TestsetRequest, outputs: EarlyOutputs) => Promise<Creation>;

/** What the creates of a step share: an outage, and that they are over when the credentials are not accepted. */
function createCreator(service: Service, world: World, maintenanceOver: MaintenanceGuard): Create {
  const outage = createOutage(world.clock);
  const loggedCauses = new Set<string>();
  let denied: NoTestset | undefined;
  return async (request, outputs) => {
    if (denied) return denied;
    const { createTestset } = await import('../service/create.ts');
    const creating = createTestset(service, world, {
      json: JSON.stringify(request),
      testsetName: request.testset_name,
      onRelease: outputs.mayExist,
      onNothing: outputs.cameToNothing,
      maintenanceOver,
      outage,
    });
    const creation = await creating.catch(broken);
    if (creation.kind === 'created') return creation;
    if (creation.error.code === 'credentials') denied = creation;
    if (!loggedCauses.has(creation.error.message)) logCause(world.log, creation.error);
    loggedCauses.add(creation.error.message);
    return creation;
  };
}

/** What nobody foresaw ends this create; what the others bring must not be lost with it. */
function broken(error: unknown): NoTestset {
  const hint = 'Nothing was created for this scenario. Run the step again.';
  return {
    kind: 'no-testset',
    outcome: 'not-started',
    error: new TestsetError('unexpected', `${messageOf(error)}.`, hint, error),
  };
}
