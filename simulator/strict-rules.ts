import { isJsonObject, type JsonObject } from '../src/model/fields.ts';
import { notAllowed } from './codes.ts';
import type { Part } from './multipart.ts';

/** The content of a create: its parts, and the object in its `data` part. */
export interface CreateForm {
  readonly parts: readonly Part[];
  readonly data: JsonObject;
}

/** Names what is wrong, for the reason of the error; `undefined` when the rule is kept. */
type StrictRule = (form: CreateForm) => string | undefined;

/** The fields of a create that may be left out, `source_type` of an automated test only. */
export const OPTIONAL_FIELDS = ['scenario_id', 'source_type', 'time_limit', 'use_vo', 'callback', 'credentials'];
const FIELDS = ['pid', 'testset_name', 'os_type', ...OPTIONAL_FIELDS];

/** How many characters a text may have (docs/design.md, service §8). */
export const LENGTHS: Readonly<Record<string, number>> = {
  testset_name: 100,
  callback: 250,
  login_id: 150,
  login_pw: 150,
};
const LOGIN_FIELDS = ['login_id', 'login_pw'];

/** Rules that the interface does not contain. This project's action keeps them, so that its tests notice a mistake. */
const STRICT_RULES: readonly StrictRule[] = [
  ({ parts }) => (parts.some((part) => !isData(part) && !isFile(part)) ? 'a part of another name' : undefined),
  ({ parts }) => (new Set(parts.map(({ name }) => name)).size < parts.length ? 'each part once' : undefined),
  ({ parts }) => (parts.findIndex(isFile) > parts.findIndex(isData) ? 'app_file before data' : undefined),
  ({ parts }) => (parts.some((part) => isFile(part) && part.fileName === undefined) ? 'app_file as a file' : undefined),
  ({ parts }) => (parts.some((part) => isData(part) && part.fileName !== undefined) ? notAllowed('data') : undefined),
  ({ data }) => unknownField(data, FIELDS),
  ({ data }) => unknownField(data['credentials'], LOGIN_FIELDS),
  ({ data }) => (data['source_type'] === undefined ? 'source_type' : undefined),
  ({ data }) => nameOf(OPTIONAL_FIELDS.find((key) => data[key] === null || data[key] === '')),
  ({ data }) => nameOf(Object.keys(LENGTHS).find((key) => utf16Length(data, key) > (LENGTHS[key] ?? 0))),
];

/** What breaks a strict rule first; `undefined` when all are kept. */
export function findStrictError(form: CreateForm): string | undefined {
  for (const rule of STRICT_RULES) {
    const error = rule(form);
    if (error !== undefined) return error;
  }
  return undefined;
}

function isData({ name }: Part): boolean {
  return name === 'data';
}

function isFile({ name }: Part): boolean {
  return name === 'app_file';
}

function nameOf(key: string | undefined): string | undefined {
  return key === undefined ? undefined : notAllowed(key);
}

function unknownField(fields: unknown, known: readonly string[]): string | undefined {
  return isJsonObject(fields) ? nameOf(Object.keys(fields).find((name) => !known.includes(name))) : undefined;
}

function utf16Length(data: JsonObject, key: string): number {
  const value = data[key] ?? (isJsonObject(data['credentials']) ? data['credentials'][key] : undefined);
  return typeof value === 'string' ? value.length : 0;
}
