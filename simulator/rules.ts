import { isJsonObject, type JsonObject } from '../src/model/fields.ts';
import { ServiceError } from './codes.ts';

/** A valid `data` part of a create (docs/design.md, service §4.1). */
export interface CreateRequest {
  readonly projectId: number;
  readonly name: string;
  readonly osType: 'ANDROID' | 'iOS';
  /** 0 for an automated test. */
  readonly scenarioId: number;
  readonly timeLimit: number | undefined;
  /** An http(s) address. */
  readonly callback?: string | undefined;
}

/** The app file of a create. */
export interface ReceivedFile {
  readonly name: string;
  readonly bytes: number;
}

const FIELDS = [
  ...['pid', 'testset_name', 'os_type', 'scenario_id', 'source_type'],
  ...['time_limit', 'use_vo', 'callback', 'credentials'],
];
const LOGIN_FIELDS = ['login_id', 'login_pw'];
const EXTENSIONS = ['ipa', 'zip', 'app', 'apk', 'xapk', 'apks'];
/** The kind of file that a system cannot run. */
const FOREIGN = { ANDROID: ['ipa', 'app'], iOS: ['apk', 'xapk', 'apks'] } as const;

/** Checks a create. @throws ServiceError for the first rule that is broken */
export function checkCreate(json: string | undefined, file: ReceivedFile | undefined): CreateRequest {
  const data = parse(json);
  checkNames(data, FIELDS);
  const request = {
    projectId: projectIdOf(data),
    name: text(data, 'testset_name', 100) || missing('testset_name'),
    osType: osTypeOf(data),
    scenarioId: wholeNumber(data, 'scenario_id', 0, Number.MAX_SAFE_INTEGER) ?? 0,
    timeLimit: wholeNumber(data, 'time_limit', 5, 30),
    callback: callbackOf(data),
  };
  if (!['file', 'app_id'].includes(text(data, 'source_type', 10) ?? missing('source_type'))) wrong('source_type');
  checkVideoOptimizer(data, request);
  checkCredentials(data['credentials']);
  checkFile(request, file);
  return request;
}

function parse(json: string | undefined): JsonObject {
  if (json === undefined) return missing('data');
  const data = parseJson(json);
  return isJsonObject(data) ? data : wrong('data');
}

/** Rejects unknown fields, so that a misspelt one is noticed. */
function checkNames(fields: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) wrong(unknown);
}

function projectIdOf(data: JsonObject): number {
  const { pid } = data;
  if (pid === undefined) return missing('pid');
  if (typeof pid === 'number') return pid;
  throw new ServiceError(4052, typeof pid === 'string' ? pid : JSON.stringify(pid));
}

function osTypeOf(data: JsonObject): 'ANDROID' | 'iOS' {
  const osType = text(data, 'os_type', 10) ?? missing('os_type');
  return osType === 'ANDROID' || osType === 'iOS' ? osType : wrong('os_type');
}

function checkVideoOptimizer(data: JsonObject, { scenarioId }: CreateRequest): void {
  const { use_vo: wanted = false } = data;
  if (typeof wanted !== 'boolean' || (wanted && scenarioId !== 0)) wrong('use_vo');
}

function callbackOf(data: JsonObject): string | undefined {
  const callback = text(data, 'callback', 250);
  if (callback === undefined || /^https?:$/.test(URL.parse(callback)?.protocol ?? '')) return callback;
  return wrong('callback');
}

function checkCredentials(value: unknown): void {
  if (value === undefined) return;
  if (!isJsonObject(value)) return wrong('credentials');
  checkNames(value, LOGIN_FIELDS);
  for (const key of LOGIN_FIELDS) text(value, key, 150);
}

function checkFile({ scenarioId, osType }: CreateRequest, file: ReceivedFile | undefined): void {
  if (scenarioId !== 0) {
    if (file) wrong('app_file');
    return;
  }
  if (!file) throw new ServiceError(4051);
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!EXTENSIONS.includes(extension)) throw new ServiceError(4050);
  if (FOREIGN[osType].some((foreign) => foreign === extension))
    throw new ServiceError(4055, osType === 'iOS' ? 'ANDROID' : 'iOS');
  if (file.bytes === 0) throw new ServiceError(4032);
}

/** A text of at most so many UTF-16 units; `undefined` when it is absent. */
function text(data: JsonObject, key: string, most: number): string | undefined {
  const value = data[key];
  if (value === undefined) return undefined;
  return typeof value === 'string' && value.length <= most ? value : wrong(key);
}

function wholeNumber(data: JsonObject, key: string, least: number, most: number): number | undefined {
  const value = data[key];
  if (value === undefined) return undefined;
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : wrong(key);
}

function missing(key: string): never {
  throw new ServiceError(4000, key);
}

/** The document has no code for a value that is out of shape; the one for a missing parameter names it at least. */
function wrong(key: string): never {
  throw new ServiceError(4000, `${key} (its value is not allowed)`);
}

/** Parses a JSON text; `undefined` unless it is valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
