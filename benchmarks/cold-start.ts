/** Measures the time from the start of the action to its first request, compared with an empty Node process, and the memory used. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { makeApk } from '../__tests__/app/support/make-apk.ts';
import { startAction } from '../__tests__/support/run-action.ts';
import { withFolder } from './support/app-files.ts';
import { startRejectingService } from './support/first-request.ts';
import { measureRounds, printFigures } from './support/figures.ts';

const ROUNDS = 21;
const EMPTY = join(import.meta.dirname, 'support', 'empty.cjs');

/** Starts an empty process like the action. @returns the milliseconds to its only line and to its end */
async function startEmpty(): Promise<{ readonly line: number; readonly end: number }> {
  const line = Promise.withResolvers<number>();
  const onLine = (): void => {
    line.resolve(performance.now());
  };
  const { finished } = await startAction({ inputs: {}, nodeOptions: [EMPTY], onLine });
  const began = performance.now();
  await finished;
  return { end: performance.now() - began, line: (await line.promise) - began };
}

await withFolder(async (folder) => {
  const service = await startRejectingService();
  const app = join(folder, 'app.apk');
  await writeFile(app, await makeApk());
  const rounds = await measureRounds(ROUNDS, async () => ({
    empty: await startEmpty(),
    upload: await service.start({ 'project-id': '509', 'app-file': app }),
    attach: await service.start({ 'testset-id': '251929' }),
  }));
  service.close();
  printFigures('Cold start: from the spawned process to the first request', rounds, [
    {
      name: 'with an app, after the first line of an empty process',
      unit: 'ms',
      atMost: 50,
      of: ({ upload, empty }) => upload.milliseconds - empty.line,
    },
    { name: 'peak memory until then, with an app', unit: 'MB', atMost: 66, of: (round) => round.upload.peakMegabytes },
    {
      name: 'with a testset, after the first line of an empty process',
      unit: 'ms',
      of: ({ attach, empty }) => attach.milliseconds - empty.line,
    },
    { name: 'peak memory until then, with a testset', unit: 'MB', of: (round) => round.attach.peakMegabytes },
    { name: 'with an app', unit: 'ms', of: (round) => round.upload.milliseconds },
    { name: 'an empty process, to its first line', unit: 'ms', of: (round) => round.empty.line },
    { name: 'an empty process, to its end', unit: 'ms', of: (round) => round.empty.end },
  ]);
});
