import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { JsonObject } from '../../src/model/fields.ts';

const FILE = createRequire(import.meta.url).resolve('@octokit/webhooks-examples/api.github.com/index.json');
const EVENTS = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Event[];

interface Event {
  readonly name: string;
  readonly examples: readonly JsonObject[];
}

/** GitHub's example of a webhook with these fields, which is what a workflow gets as `github.event`. */
export function webhookExample(name: string, has: JsonObject = {}): JsonObject {
  const examples = EVENTS.find((event) => event.name === name)?.examples ?? [];
  const found = examples.find((one) => Object.entries(has).every(([key, value]) => one[key] === value));
  if (!found) throw new Error(`There is no example of ${name}.`);
  return found;
}
