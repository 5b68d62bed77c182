import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runAction, type ActionResult, type ActionUse } from '../../__tests__/support/run-action.ts';

/** What a step used in its whole process. */
export interface Usage {
  readonly result: ActionResult;
  /** Processor time of all threads, in seconds. */
  readonly cpuSeconds: number;
  /** Peak memory, in millions of bytes. */
  readonly peakMegabytes: number;
}

/** Credentials for the services of the benchmarks, which do not check them. */
export const CREDENTIALS = { 'user-id': 'benchmark@example.com', 'access-key': 'benchmark-7c1e' };

const PRELOAD = join(import.meta.dirname, 'usage.cjs');

/** Runs the committed action. @throws if the outcome is not the expected one */
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
    const actual = result.outputs['outcome'] ?? 'unknown';
    if (actual !== outcome)
      throw new Error(`The outcome is ${actual} and not ${outcome}:\n${result.stdout}${result.stderr}`);
    return { result, ...readUsage(JSON.parse(await readFile(file, 'utf8'))) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Converts microseconds and KiB. */
function readUsage(usage: unknown): Pick<Usage, 'cpuSeconds' | 'peakMegabytes'> {
  const fields = new Map<string, unknown>(Object.entries(usage ?? {}));
  const [user, system, memory] = ['userCPUTime', 'systemCPUTime', 'peak'].map((name) => Number(fields.get(name)));
  return { cpuSeconds: ((user ?? NaN) + (system ?? NaN)) / 1e6, peakMegabytes: ((memory ?? NaN) * 1024) / 1e6 };
}
