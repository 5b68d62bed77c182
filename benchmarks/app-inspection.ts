/** Measures what the inspection of an app adds to the start of the action: time until the first request, and memory. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

import { ZipFile } from 'yazl';

import { withFolder } from './support/app-files.ts';
import { startRejectingService } from './support/first-request.ts';
import { measureRounds, printFigures } from './support/figures.ts';

const ROUNDS = 21;
const MIB = 1024 * 1024;
const FILES = 20_000;
/** An APK of 6.4 MB. */
const SMALL = fileURLToPath(new URL('apks/ApiDemos-debug.apk', import.meta.resolve('android-apidemos/package.json')));

/** Writes an APK with one file of 1 GiB and 20,000 small ones. */
async function writeLargeApk(path: string): Promise<void> {
  const zip = new ZipFile();
  const zeros = Buffer.alloc(MIB);
  const content = Readable.from(Array<Buffer>(1024).fill(zeros), { objectMode: false });
  zip.addReadStream(content, 'assets/large', { compress: false, size: 1024 * MIB });
  for (let at = 0; at < FILES; at += 1) zip.addBuffer(Buffer.from('x'), `res/drawable/icon-${at}.png`);
  zip.addBuffer(Buffer.from('manifest'), 'AndroidManifest.xml');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

await withFolder(async (folder) => {
  const large = join(folder, 'large.apk');
  await writeLargeApk(large);
  const service = await startRejectingService();
  const startWith = (app: string): ReturnType<typeof service.start> =>
    service.start({ 'project-id': '509', 'app-file': app });
  const rounds = await measureRounds(ROUNDS, async () => ({
    scenario: await service.start({ 'project-id': '509', 'scenario-id': '812', 'os-type': 'ANDROID' }),
    small: await startWith(SMALL),
    large: await startWith(large),
  }));
  service.close();
  printFigures('App inspection: from the spawned process to the first request', rounds, [
    {
      name: 'an APK of 6.4 MB, more than a scenario, which has no app',
      unit: 'ms',
      atMost: 60,
      of: ({ small, scenario }) => small.milliseconds - scenario.milliseconds,
    },
    {
      name: `an APK of 1 GiB with ${FILES} files, more than a scenario`,
      unit: 'ms',
      atMost: 1000,
      of: ({ large: app, scenario }) => app.milliseconds - scenario.milliseconds,
    },
    {
      name: 'the same, peak memory',
      unit: 'MB',
      atMost: 30,
      of: ({ large: app, scenario }) => app.peakMegabytes - scenario.peakMegabytes,
    },
    { name: 'a scenario', unit: 'ms', of: (round) => round.scenario.milliseconds },
    { name: 'a scenario', unit: 'MB', of: (round) => round.scenario.peakMegabytes },
  ]);
});
