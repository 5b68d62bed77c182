import { ServiceError } from './codes.ts';
import type { Documents } from './documents.ts';
import type { Engine } from './engine.ts';
import type { Route } from './routes.ts';
import type { Delivery, ResultKey, Variants } from './variants.ts';

const KEYS: readonly ResultKey[] = ['xml', 'bare_xml', 'html', 'json'];

/** Makes the result operation, which counts the requests for each testset. @throws ServiceError */
export function createResults(
  engine: Engine,
  variants: Variants,
): (route: Pick<Route, 'id' | 'query'>) => Record<string, unknown> {
  const asked = new Map<number, number>();
  return ({ id, query }) => {
    const keys = keysOf(query.get('data_type') ?? 'all', variants);
    const documents = engine.documents(id);
    const turn = asked.get(id) ?? 0;
    asked.set(id, turn + 1);
    const delay = variants.notReady[turn];
    if (delay === 'no files') return { complete: true };
    if (delay === 'incomplete') return { complete: false };
    if (delay !== undefined) throw new ServiceError(delay);
    return { complete: true, ...Object.fromEntries(keys.flatMap((key) => delivered(key, documents, variants))) };
  };
}

function keysOf(type: string, { allHolds, besideBareXml }: Variants): readonly ResultKey[] {
  if (type === 'all') return allHolds;
  const own = KEYS.filter((key) => key === type);
  if (own.length === 0) throw new ServiceError(5003, 'no such data_type');
  return type === 'bare_xml' ? [...own, ...besideBareXml] : own;
}

function delivered(key: ResultKey, documents: Documents, variants: Variants): [field: string, value: unknown][] {
  const how = { xml: variants.xml, bare_xml: variants.bareXml, html: variants.html, json: variants.json }[key];
  return how === 'absent' ? [] : [[`result_${key}`, asDelivered(how, documents[key])]];
}

function asDelivered(how: Exclude<Delivery, 'absent'> | 'object', text: string): unknown {
  switch (how) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
      return null;
    case 'empty':
      return '';
    case 'broken':
      return text.slice(0, Math.floor(text.length / 2));
    case 'object':
      return JSON.parse(text);
    case 'text':
      return text;
  }
}
