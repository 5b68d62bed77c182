import { isJsonObject, type JsonObject } from '../src/model/fields.ts';
import { APP_TYPES } from '../src/model/inputs.ts';
import { notAllowed, ServiceError } from './codes.ts';
import type { Part } from './multipart.ts';
import { findStrictError, LENGTHS, OPTIONAL_FIELDS } from './strict-rules.ts';

/** A valid `data` part of a create (docs/design.md, service §4.1). */
export interface CreateRequest {
  readonly projectId: number;
  readonly name: string;
  readonly osType: 'ANDROID' | 'iOS';
  /** 0 for an automated test. */
  readonly scenarioId: number;
  /** In minutes; `undefined` for that of the project. */
  readonly timeLimit: number | undefined;
  /** Absent where an automated test leaves it out. */
  readonly sourceType?: SourceType | undefined;
  /** An http(s) address. */
  readonly callback?: string | undefined;
}

/** What a project's app repository contains: app files, or identifiers of apps. */
export type SourceType = 'file' | 'app_id';

/** The extensions of app files, and the system that each is for. */
const SYSTEMS: ReadonlyMap<string, 'ANDROID' | 'iOS' | undefined> = new Map(Object.entries(APP_TYPES));

/**
 * Checks a create; `strict`: also by the rules that the interface does not contain.
 * @throws ServiceError for the first rule that is broken
 */
export function checkCreate(parts: readonly Part[] = [], strict: boolean): CreateRequest {
  const all = parse(parts.find(({ name }) => name === 'data')?.text);
  const error = strict ? findStrictError({ parts, data: all }) : undefined;
  if (error !== undefined) throw new ServiceError(4000, error);
  const data = withoutEmpty(all);
  const request = {
    projectId: projectIdOf(data),
    name: text(data, 'testset_name') || missing('testset_name'),
    osType: osTypeOf(data),
    scenarioId: wholeNumber(data, 'scenario_id', 0, Number.MAX_SAFE_INTEGER) ?? 0,
    timeLimit: wholeNumber(data, 'time_limit', 5, 30),
    callback: callbackOf(data),
    sourceType: sourceTypeOf(data),
  };
  if (request.scenarioId !== 0 && request.sourceType === undefined) missing('source_type');
  checkVideoOptimizer(data, request);
  checkCredentials(data['credentials']);
  checkFile(
    request,
    parts.find(({ name }) => name === 'app_file'),
  );
  return request;
}

function parse(json: string | undefined): JsonObject {
  if (json === undefined) return missing('data');
  const data = parseJson(json);
  return isJsonObject(data) ? data : wrong('data');
}

/** An optional field without content counts as left out: the interface says so for the time limit. */
function withoutEmpty(data: JsonObject): JsonObject {
  const isEmpty = (value: unknown): boolean => value === null || value === '';
  return Object.fromEntries(
    Object.entries(data).filter(([key, value]) => !OPTIONAL_FIELDS.includes(key) || !isEmpty(value)),
  );
}

function projectIdOf(data: JsonObject): number {
  const { pid } = data;
  if (pid === undefined) return missing('pid');
  if (typeof pid === 'number') return pid;
  throw new ServiceError(4052, typeof pid === 'string' ? pid : JSON.stringify(pid));
}

function osTypeOf(data: JsonObject): 'ANDROID' | 'iOS' {
  const osType = text(data, 'os_type') ?? missing('os_type');
  return osType === 'ANDROID' || osType === 'iOS' ? osType : wrong('os_type');
}

function sourceTypeOf(data: JsonObject): SourceType | undefined {
  const sourceType = text(data, 'source_type');
  if (sourceType === undefined || sourceType === 'file' || sourceType === 'app_id') return sourceType;
  return wrong('source_type');
}

function checkVideoOptimizer(data: JsonObject, { scenarioId }: CreateRequest): void {
  const { use_vo: wanted = false } = data;
  if (typeof wanted !== 'boolean' || (wanted && scenarioId !== 0)) wrong('use_vo');
}

function callbackOf(data: JsonObject): string | undefined {
  const callback = text(data, 'callback');
  if (callback === undefined || /^https?:$/.test(URL.parse(callback)?.protocol ?? '')) return callback;
  return wrong('callback');
}

function checkCredentials(value: unknown): void {
  if (value === undefined) return;
  if (!isJsonObject(value)) return wrong('credentials');
  for (const key of ['login_id', 'login_pw']) text(value, key);
}

function checkFile({ scenarioId, osType }: CreateRequest, file: Part | undefined): void {
  if (scenarioId !== 0) {
    if (file) wrong('app_file');
    return;
  }
  if (!file) throw new ServiceError(4051);
  const extension = /\.([^.]+)$/.exec(file.fileName ?? '')?.[1]?.toLowerCase() ?? '';
  if (!SYSTEMS.has(extension)) throw new ServiceError(4050);
  const system = SYSTEMS.get(extension);
  if (system !== undefined && system !== osType) throw new ServiceError(4055, system);
  if (file.bytes === 0) throw new ServiceError(4032);
}

/** A text that is not too long; `undefined` when it is absent. */
function text(data: JsonObject, key: string): string | undefined {
  const value = data[key];
  if (value === undefined) return undefined;
  return typeof value === 'string' && Array.from(value).length <= (LENGTHS[key] ?? Infinity) ? value : wrong(key);
}

function wholeNumber(data: JsonObject, key: string, least: number, most: number): number | undefined {
  const value = data[key];
  if (value === undefined) return undefined;
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : wrong(key);
}

function missing(key: string): never {
  throw new ServiceError(4000, key);
}

function wrong(key: string): never {
  throw new ServiceError(4000, notAllowed(key));
}

/** Parses a JSON text; `undefined` unless it is valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
