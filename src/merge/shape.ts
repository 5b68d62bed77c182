import { isJsonObject } from '../model/fields.ts';

/** Thrown where a value is not what it should be. The message completes "it cannot be used: …", without a full stop. */
export class InvalidShape extends Error {}

/** Takes a value for what it should be; `where` names it in a message. @throws Misshapen */
export type Read<T> = (value: unknown, where: string) => T;

/** The fields of an object, each read by its own reader. */
export interface Shape {
  readonly get: <T>(name: string, read: Read<T>) => T;
  /** The same for a field that may be `null` or absent: then there is none. */
  readonly find: <T>(name: string, read: Read<T>) => T | undefined;
}

/** Names and sentences are shorter in every report of ours, in UTF-16 units. */
const LONGEST_TEXT = 100_000;

/** Of any length up to a limit that no report of ours comes near. */
export const text: Read<string> = (value, where) => {
  if (typeof value !== 'string' || value.length > LONGEST_TEXT) throw new InvalidShape(`${where} is no text`);
  return value;
};

/** 0 or more. */
export const amount: Read<number> = (value, where) => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new InvalidShape(`${where} is no number`);
  return value;
};

/** Whole, 0 or more. */
export const whole: Read<number> = (value, where) => {
  const number = amount(value, where);
  if (!Number.isSafeInteger(number)) throw new InvalidShape(`${where} is no whole number`);
  return number;
};

/** Whole, 1 or more. */
export const ordinal: Read<number> = (value, where) => {
  const number = whole(value, where);
  if (number === 0) throw new InvalidShape(`${where} is 0`);
  return number;
};

/** `true` or `false`. */
export const flag: Read<boolean> = (value, where) => {
  if (typeof value !== 'boolean') throw new InvalidShape(`${where} is neither true nor false`);
  return value;
};

/** One of these words. */
export function oneOf<T extends string>(words: readonly T[]): Read<T> {
  return (value, where) => {
    const word = words.find((known) => known === value);
    if (word === undefined) throw new InvalidShape(`${where} is none of its words`);
    return word;
  };
}

/** A list whose items are all of one shape. */
export function listOf<T>(read: Read<T>): Read<readonly T[]> {
  return (value, where) => {
    if (!Array.isArray(value)) throw new InvalidShape(`${where} is no list`);
    return value.map((item: unknown, at) => read(item, `${where}[${at}]`));
  };
}

/** An object; `read` asks for the fields that it knows, and others are passed over. */
export function object<T>(read: (shape: Shape) => T): Read<T> {
  return (value, where) => {
    if (!isJsonObject(value)) throw new InvalidShape(`${where} is no object`);
    const place = (name: string): string => (where === '' ? name : `${where}.${name}`);
    const own = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
    return read({
      get: (name, readField) => readField(own(name), place(name)),
      find: (name, readField) => {
        const field = own(name);
        return field === undefined || field === null ? undefined : readField(field, place(name));
      },
    });
  };
}
