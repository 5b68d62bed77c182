import type { Log } from '../runtime/log.ts';
import { listFirst } from '../model/words.ts';
import type { PendingTestset } from './context.ts';

/** As many scenarios as a line names, and as many reasons as have a line. */
const MOST_NAMED = 20;
const MOST_REASONS = 5;

/** Creates that came to the same for the same reason. */
interface Alike {
  /** Nobody knows whether there is a testset: what a person has to look for, and so told first. */
  readonly isUnknown: boolean;
  readonly why: string;
  readonly scenarios: readonly number[];
}

/** Says as soon as all creates are over of what there is no testset, and why: others may keep the step waiting for hours. */
export async function logFailedCreates(testsets: readonly PendingTestset[], log: Pick<Log, 'info'>): Promise<void> {
  const creations = await Promise.all(testsets.map(({ creation }) => creation));
  const alike = new Map<string, Alike>();
  for (const [at, creation] of creations.entries()) {
    if (creation.kind !== 'not-created') continue;
    const isUnknown = creation.outcome === 'unknown-start';
    const why = creation.error.message;
    const key = JSON.stringify([isUnknown, why]);
    alike.set(key, { isUnknown, why, scenarios: [...(alike.get(key)?.scenarios ?? []), ...scenarioOf(testsets[at])] });
  }
  const all = [...alike.values()].sort((a, b) => Number(b.isUnknown) - Number(a.isUnknown));
  for (const { isUnknown, why, scenarios } of all.slice(0, MOST_REASONS)) {
    log.info(`${doubtWords(isUnknown)}${scenariosWords(scenarios)}: ${why}`);
  }
  const others = all.slice(MOST_REASONS);
  for (const isUnknown of [true, false]) {
    const scenarios = others.filter((one) => one.isUnknown === isUnknown).flatMap((one) => one.scenarios);
    if (scenarios.length > 0) log.info(`${doubtWords(isUnknown)}${scenariosWords(scenarios)}, for other reasons.`);
  }
}

function doubtWords(isUnknown: boolean): string {
  return isUnknown ? 'It is not known whether there is a testset' : 'No testset';
}

function scenarioOf(testset: PendingTestset | undefined): number[] {
  return testset?.scenario === undefined ? [] : [testset.scenario];
}

/** ` for scenarios 101, 102 and 30 more`; empty without any. */
function scenariosWords(scenarios: readonly number[]): string {
  if (scenarios.length === 0) return '';
  return ` for ${scenarios.length === 1 ? 'scenario' : 'scenarios'} ${listFirst(scenarios, MOST_NAMED)}`;
}
