import type { Clock } from '../src/runtime/clock.ts';
import { notAllowed, ServiceError } from './codes.ts';
import { countsOf, endOf, makeDevices, type DevicePlan } from './devices.ts';
import { renderDocuments, type Documents } from './documents.ts';
import type { CreateRequest, SourceType } from './rules.ts';
import type { Variants } from './variants.ts';

/** A project with its scenarios. */
export interface Project {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
  /** `file` by default; scenario tests with another `source_type` are rejected. */
  readonly appRepository?: SourceType;
}

/** A scenario of a project; its identifier is positive. */
interface Scenario {
  readonly id: number;
  readonly name: string;
  readonly osType: 'ANDROID' | 'iOS';
}

/** A testset that was created. */
export interface SimulatedTestset {
  readonly id: number;
  readonly request: CreateRequest;
  readonly devices: readonly DevicePlan[];
  /** In milliseconds of the clock. */
  readonly createdAt: number;
}

/** A testset with the state of the service. */
interface StoredTestset {
  readonly testset: SimulatedTestset;
  /** In seconds after the create. */
  readonly end: number;
  polls: number;
}

export interface EngineOptions {
  readonly clock: Clock;
  /** So many service seconds pass in one second of the clock. */
  readonly timeScale: number;
  readonly projects: Readonly<Record<number, Project>>;
  readonly plan: (request: CreateRequest) => readonly DevicePlan[];
  readonly variants: Variants;
  /** The identifier of the first testset; {@link FIRST_ID} by default. */
  readonly first?: number | undefined;
}

/** The service without HTTP: projects, testsets and time. Operations return their payload. @throws ServiceError */
export interface Engine {
  create(request: CreateRequest): SimulatedTestset;
  status(testsetId: number): Record<string, unknown>;
  /** The documents of a complete testset, each made when it is read. */
  documents(testsetId: number): Documents;
  scenarios(projectId: number, osType: string | undefined, query: string): readonly number[];
  /** The time of the service: it starts as the real one and passes faster by the time scale. */
  timeOfDay(): string;
  readonly testsets: readonly SimulatedTestset[];
}

/** The identifier of the first testset by default. */
export const FIRST_ID = 251_929;

/** The devices of a testset by default: three that pass within about a minute. */
export const DEFAULT_PLAN = (request: CreateRequest): readonly DevicePlan[] =>
  makeDevices({ total: 3, osType: request.osType });

/** Starts a service without testsets. */
export function createEngine({ clock, timeScale, projects, plan, variants, first = FIRST_ID }: EngineOptions): Engine {
  const testsets: SimulatedTestset[] = [];
  const stored = new Map<number, StoredTestset>();

  const find = (id: number, listed: number): StoredTestset => {
    const one = stored.get(id);
    if (one) return one;
    throw variants.unknownTestset === 4053
      ? new ServiceError(4053, `${id}`)
      : new ServiceError(listed, `testset ${id}`);
  };
  const started = { at: clock.now(), date: Date.now() };
  const secondsOf = ({ createdAt }: SimulatedTestset): number => ((clock.now() - createdAt) / 1000) * timeScale;
  const isSettled = ({ testset, end }: StoredTestset): boolean => secondsOf(testset) >= end + variants.settlesAfter;

  return {
    testsets,
    timeOfDay: () => new Date(started.date + (clock.now() - started.at) * timeScale).toUTCString(),
    create: (request) => {
      checkTarget(projects[request.projectId], request);
      const devices = plan(request).map((device) => startedIf(variants.starts, withinLimit(device, request)));
      if (devices.length === 0) throw new ServiceError(4080);
      const testset = { id: first + testsets.length, request, devices, createdAt: clock.now() };
      testsets.push(testset);
      stored.set(testset.id, { testset, end: endOf(devices), polls: 0 });
      return testset;
    },
    status: (testsetId) => {
      const one = find(testsetId, 5002);
      const seconds = secondsOf(one.testset);
      const complete = seconds >= one.end;
      const early = variants.firstPolls[one.polls];
      one.polls += 1;
      if (early !== undefined) throw new ServiceError(early, `${testsetId}`);
      const poll = { devices: one.testset.devices, seconds, complete, settled: isSettled(one), number: one.polls };
      return {
        testset_status: complete ? variants.completeWord : variants.runningWord,
        testset_status_detail: countsOf(poll, variants),
      };
    },
    documents: (testsetId) => {
      const one = find(testsetId, 6003);
      const { request, devices: all } = one.testset;
      if (secondsOf(one.testset) < one.end) throw new ServiceError(6002);
      const devices = isSettled(one) ? all : withoutPassed(all, variants.missingAtEnd);
      return renderDocuments({ testsetId, project: projects[request.projectId]?.name ?? '', devices }, variants);
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

/** The time limit ends a test, without changing its result. */
function withinLimit(device: DevicePlan, { timeLimit = Infinity }: CreateRequest): DevicePlan {
  return { ...device, seconds: Math.min(device.seconds, timeLimit * 60) };
}

function startedIf(starts: boolean, device: DevicePlan): DevicePlan {
  return starts ? device : { ...device, startsAfter: Infinity };
}

function withoutPassed(devices: readonly DevicePlan[], number: number): readonly DevicePlan[] {
  const missing = devices.filter(({ result }) => result === 'pass').slice(0, number);
  return devices.filter((device) => !missing.includes(device));
}

/** The interface has no code for an unknown scenario, nor for a source type that is not the project's. */
function checkTarget(project: Project | undefined, request: CreateRequest): void {
  const { projectId, scenarioId, osType, sourceType = 'file' } = request;
  if (!project) throw new ServiceError(4052, `${projectId}`);
  if (scenarioId === 0) return;
  if (sourceType !== (project.appRepository ?? 'file')) throw new ServiceError(4000, notAllowed('source_type'));
  const scenario = project.scenarios.find(({ id }) => id === scenarioId);
  if (scenario?.osType !== osType) throw new ServiceError(4000, notAllowed('scenario_id'));
}
