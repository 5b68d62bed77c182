import type { Clock } from '../src/runtime/clock.ts';
import { ServiceError } from './codes.ts';
import { endOf, makeDevices, type DevicePlan } from './devices.ts';
import { drawDocuments, type Documents } from './documents.ts';
import type { CreateRequest } from './rules.ts';
import { countsOf } from './status-counts.ts';
import type { Variants } from './variants.ts';

/** A project with its scenarios. */
export interface Project {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
}

/** A scenario of a project; its identifier is positive. */
export interface Scenario {
  readonly id: number;
  readonly name: string;
  readonly osType: 'ANDROID' | 'iOS';
}

/** A testset that was created. */
export interface SimulatedTestset {
  readonly id: number;
  readonly request: CreateRequest;
  readonly devices: readonly DevicePlan[];
  /** On the clock's scale, in milliseconds. */
  readonly createdAt: number;
}

/** A testset with what the service alone knows of it. */
interface Held {
  readonly testset: SimulatedTestset;
  /** In seconds after the create. */
  readonly end: number;
  looks: number;
}

/** What an engine is made of. */
export interface EngineSettings {
  readonly clock: Clock;
  /** So many service seconds pass in one second of the clock. */
  readonly timeScale: number;
  readonly projects: Readonly<Record<number, Project>>;
  readonly plan: (request: CreateRequest) => readonly DevicePlan[];
  readonly variants: Variants;
}

/** The service without HTTP: it knows projects, testsets and time. Each operation gives its payload or throws a ServiceError. */
export interface Engine {
  create(request: CreateRequest): SimulatedTestset;
  status(testsetId: number): Record<string, unknown>;
  /** The documents of a complete testset; none is drawn before it is read, and none is kept. */
  documents(testsetId: number): Documents;
  scenarios(projectId: number, osType: string | undefined, query: string): readonly number[];
  readonly testsets: readonly SimulatedTestset[];
}

/** Testsets are numbered from here on. */
const FIRST_ID = 251_929;

/** What the devices of a testset do when nobody has other plans: three of them pass within a minute or so. */
export const DEFAULT_PLAN = (request: CreateRequest): readonly DevicePlan[] =>
  makeDevices({ total: 3, osType: request.osType });

/** Starts a service in which nothing has happened yet. What a request costs does not depend on how many testsets there are. */
export function createEngine({ clock, timeScale, projects, plan, variants }: EngineSettings): Engine {
  const testsets: SimulatedTestset[] = [];
  const held = new Map<number, Held>();

  const find = (id: number, listed: number): Held => {
    const one = held.get(id);
    if (one) return one;
    throw variants.unknownTestset === 4053
      ? new ServiceError(4053, `${id}`)
      : new ServiceError(listed, `testset ${id}`);
  };
  const secondsOf = ({ createdAt }: SimulatedTestset): number => ((clock.now() - createdAt) / 1000) * timeScale;

  return {
    testsets,
    create: (request) => {
      checkTarget(projects[request.projectId], request);
      const devices = plan(request);
      if (devices.length === 0) throw new ServiceError(4080);
      const testset = { id: FIRST_ID + testsets.length, request, devices, createdAt: clock.now() };
      testsets.push(testset);
      held.set(testset.id, { testset, end: endOf(devices), looks: 0 });
      return testset;
    },
    status: (testsetId) => {
      const one = find(testsetId, 5002);
      const seconds = secondsOf(one.testset);
      const complete = seconds >= one.end;
      one.looks += 1;
      return {
        testset_status: complete ? variants.completeWord : variants.runningWord,
        testset_status_detail: countsOf(
          { devices: one.testset.devices, seconds, complete, number: one.looks },
          variants,
        ),
      };
    },
    documents: (testsetId) => {
      const { testset, end } = find(testsetId, 6003);
      if (secondsOf(testset) < end) throw new ServiceError(6002);
      const project = projects[testset.request.projectId]?.name ?? '';
      return drawDocuments({ testsetId, project, devices: testset.devices }, variants);
    },
    scenarios: (projectId, osType, query) => {
      const project = projects[projectId];
      if (!project) throw new ServiceError(2001);
      return project.scenarios
        .filter((scenario) => (osType === undefined || scenario.osType === osType) && scenario.name.includes(query))
        .map(({ id }) => id);
    },
  };
}

/** The document has no code for a scenario that the project does not have. */
function checkTarget(project: Project | undefined, { projectId, scenarioId, osType }: CreateRequest): void {
  if (!project) throw new ServiceError(4052, `${projectId}`);
  if (scenarioId === 0) return;
  const scenario = project.scenarios.find(({ id }) => id === scenarioId);
  if (scenario?.osType !== osType) throw new ServiceError(4000, 'scenario_id (its value is not allowed)');
}
