import { isJsonObject, type JsonObject } from '../model/fields.ts';
import type { Suite } from '../model/results.ts';
import type { Redact } from '../runtime/redact.ts';
import {
  checkSize,
  createElement,
  isSuite,
  localName,
  parseDocument,
  Unreadable,
  type Element,
} from './junit-element.ts';
import { addChild, readSuites } from './suites.ts';
import { RESULTS } from './testcase.ts';

/** Reads JUnit in JSON as the service writes it: `testsuites`, `testsuite` and `testcase`, each an object or a list of them. @throws Unreadable */
export function parseJunitJson(text: string, redact: Redact): readonly Suite[] {
  return parseDocument(text, (content) => readSuites(parseElements(content, redact), redact));
}

function parseElements(content: string, redact: Redact): readonly Element[] {
  let root: unknown;
  try {
    root = JSON.parse(content.trim());
  } catch {
    throw new Unreadable('it is not well-formed JSON');
  }
  if (!isJsonObject(root)) throw new Unreadable('it is not a JSON object');
  let elements = 0;

  const toElement = (name: string, fields: JsonObject, depth: number): Element => {
    elements += 1;
    checkSize(elements, depth);
    const element = createElement(name, fields);
    for (const key in fields) addField(element, localName(key), fields[key], depth);
    return element;
  };
  const addField = (parent: Element, name: string, value: unknown, depth: number): void => {
    if (Array.isArray(value)) {
      for (const item of value) addField(parent, name, item, depth);
    } else if (isJsonObject(value)) {
      addChild(parent, toElement(name, value, depth + 1), redact);
    } else if (isElement(parent.name, name, value)) {
      const text = typeof value === 'string' ? value : '';
      addChild(parent, createElement(name, {}, text), redact);
    }
  };
  return toElement('', root, 0).children ?? [];
}

/** Attributes of a testcase. In JSON they look like elements: a field with another name is an element. */
const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['name', 'classname', 'class', 'time', 'duration', 'timestamp', 'file', 'line', 'id', 'assertions'],
  ...['status', 'result', 'failed'],
]);

/** Whether a field that is not an object stands for an element; else it is an attribute. @throws Unreadable for a testcase */
function isElement(parent: string, name: string, value: unknown): boolean {
  if (name === 'testcase' || isSuite(name)) {
    if (value === null || value === '') return false;
    throw new Unreadable(`a ${name} is not an object`);
  }
  if (parent === 'testcase') return !ATTRIBUTES.has(name) && !(RESULTS.has(name) && value === false);
  // A suite's `skipped` is a count.
  if (isSuite(parent)) return name === 'contents' || ((name === 'error' || name === 'failure') && value !== false);
  return name === 'contents' || parent === 'system-out' || parent === 'system-err';
}
