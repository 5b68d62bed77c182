import type { Clock } from '../clock.ts';
import { ServiceError } from './codes.ts';
import { endOf, makeDevices, stateOf, type DevicePlan } from './devices.ts';
import { drawDocuments, type Documents } from './documents.ts';
import type { CreateRequest } from './rules.ts';
import type { Variants } from './variants.ts';

/** A project with its scenarios. */
export interface Project {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
}

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
  /** The documents of a complete testset. */
  documents(testsetId: number): Documents;
  scenarios(projectId: number, osType: string | undefined, query: string): readonly number[];
  readonly testsets: readonly SimulatedTestset[];
}

/** Testsets are numbered from here on. */
const FIRST_ID = 251_929;

export const DEFAULT_PLAN = (request: CreateRequest): readonly DevicePlan[] =>
  makeDevices({ total: 3, osType: request.osType });

/** Starts a service in which nothing has happened yet. */
export function createEngine({ clock, timeScale, projects, plan, variants }: EngineSettings): Engine {
  const testsets: SimulatedTestset[] = [];
  const drawn = new Map<number, Documents>();
  let looks = 0;

  const find = (id: number): SimulatedTestset => {
    const testset = testsets.find((one) => one.id === id);
    if (!testset) throw new ServiceError(4053, `${id}`);
    return testset;
  };
  const secondsOf = ({ createdAt }: SimulatedTestset): number => ((clock.now() - createdAt) / 1000) * timeScale;
  const isComplete = (testset: SimulatedTestset): boolean => secondsOf(testset) >= endOf(testset.devices);

  return {
    testsets,
    create: (request) => {
      const project = projects[request.projectId];
      if (!project) throw new ServiceError(4052, `${request.projectId}`);
      const scenario = project.scenarios.find(({ id }) => id === request.scenarioId);
      if (request.scenarioId !== 0 && scenario?.osType !== request.osType) {
        throw new ServiceError(4000, 'scenario_id (its value is not allowed)');
      }
      const devices = plan(request);
      if (devices.length === 0) throw new ServiceError(4080);
      const testset = { id: FIRST_ID + testsets.length, request, devices, createdAt: clock.now() };
      testsets.push(testset);
      return testset;
    },
    status: (testsetId) => {
      const testset = find(testsetId);
      const complete = isComplete(testset);
      looks += 1;
      return {
        testset_status: complete ? variants.completeWord : variants.runningWord,
        testset_status_detail: countsOf(testset, secondsOf(testset), complete, looks, variants),
      };
    },
    documents: (testsetId) => {
      const testset = find(testsetId);
      if (!isComplete(testset)) throw new ServiceError(6002);
      const project = projects[testset.request.projectId]?.name ?? '';
      const documents =
        drawn.get(testsetId) ?? drawDocuments({ testsetId, project, devices: testset.devices }, variants);
      drawn.set(testsetId, documents);
      return documents;
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

function countsOf(
  { devices }: SimulatedTestset,
  seconds: number,
  complete: boolean,
  looks: number,
  variants: Variants,
): Record<string, unknown> {
  const states = devices.map((device) => stateOf(device, seconds));
  const count = (state: string): number => states.filter((each) => each === state).length;
  const hidden = variants.countsFlicker && looks % 2 === 0 && count('pass') > 0 && !complete ? 1 : 0;
  const still = complete ? Math.min(variants.runningAtEnd, count('pass')) : hidden;
  const counts: Record<string, unknown> = {
    total_test_cnt: devices.length,
    initializing_cnt: count('initializing'),
    running_cnt: count('running') + still,
    pass_cnt: count('pass') - still,
    fail_cnt: count('fail'),
    error_cnt: count('error'),
    stop_cnt: count('stop'),
    ...variants.oddCounts,
  };
  return Object.fromEntries(Object.entries(counts).filter(([key]) => !variants.missingCounts.includes(key)));
}
