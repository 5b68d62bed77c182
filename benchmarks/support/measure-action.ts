import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runAction, type ActionResult, type ActionUse } from '../../__tests__/support/run-action.ts';

/** What a step used, from the start of its process to its end. */
export interface Usage {
  readonly result: ActionResult;
  /** Processor time of all its threads, in seconds. */
  readonly cpuSeconds: number;
  /** The most memory that it held, in millions of bytes. */
  readonly peakMegabytes: number;
}

/** The pair that every benchmark's service takes: it looks at none. */
export const CREDENTIALS = { 'user-id': 'benchmark@example.com', 'access-key': 'benchmark-7c1e' };

const PRELOAD = join(import.meta.dirname, 'usage.cjs');

/** Runs the committed action to its end. @throws when its outcome is not the one that the benchmark is about */
export async function measureAction(outcome: string, use: ActionUse): Promise<Usage> {
  const folder = await mkdtemp(join(tmpdir(), 'usage-'));
  try {
    const file = join(folder, 'usage.json');
    const result = await runAction({
      ...use,
      inputs: { ...CREDENTIALS, ...use.inputs },
      env: { ...use.env, BENCHMARK_USAGE: file },
      nodeOptions: [...(use.nodeOptions ?? []), '--require', PRELOAD],
    });
    const is = result.outputs['outcome'] ?? 'not known';
    if (is !== outcome) throw new Error(`The outcome is ${is} and not ${outcome}:\n${result.stdout}${result.stderr}`);
    return { result, ...readUsage(JSON.parse(await readFile(file, 'utf8'))) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** From microseconds and KiB. */
function readUsage(usage: unknown): Pick<Usage, 'cpuSeconds' | 'peakMegabytes'> {
  const fields = new Map<string, unknown>(Object.entries(usage ?? {}));
  const [user, system, memory] = ['userCPUTime', 'systemCPUTime', 'peak'].map((name) => Number(fields.get(name)));
  return { cpuSeconds: ((user ?? NaN) + (system ?? NaN)) / 1e6, peakMegabytes: ((memory ?? NaN) * 1024) / 1e6 };
}
