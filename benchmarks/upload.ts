/** Compares how fast the action and `curl -F` send 1 GiB, measured by the receiver. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { withFolder, writeAppFile, type AppFile } from './support/app-files.ts';
import { measureRounds, printFigures } from './support/figures.ts';
import { CERTIFICATE, sendByAction, startSink, type Sink } from './support/sink.ts';

const ROUNDS = 5;
const MEBIBYTES = 1024;

const run = promisify(execFile);

async function sendByCurl({ path, bytes }: AppFile, sink: Sink): Promise<void> {
  const parts = [`app_file=@${path};type=application/octet-stream`, 'data={"pid":509};type=application/json'];
  const options = ['--silent', '--show-error', '--fail', '--noproxy', '*', '--cacert', CERTIFICATE];
  await run('curl', [...options, ...parts.flatMap((part) => ['--form', part]), `${sink.address(bytes)}/testset`]);
}

async function compare(app: AppFile, protocol: 'http' | 'https'): Promise<void> {
  const sink = await startSink(protocol);
  const rounds = await measureRounds(ROUNDS, async () => {
    const [curl] = await sink.receive(() => sendByCurl(app, sink));
    const [action] = await sink.receive(() => sendByAction(app, sink));
    return { curl, action };
  });
  sink.close();
  const rate = (seconds: number): number => app.bytes / 1e6 / seconds;
  printFigures(`Upload of 1 GiB by ${protocol}, compared with curl -F`, rounds, [
    {
      name: 'the file, action over curl',
      unit: '×',
      atLeast: 0.8,
      of: ({ curl, action }) => curl.fileSeconds / action.fileSeconds,
    },
    ...(['action', 'curl'] as const).flatMap((client) => [
      {
        name: `the file, ${client}`,
        unit: 'MB/s',
        of: (round: (typeof rounds)[number]) => rate(round[client].fileSeconds),
      },
      {
        name: `the whole request, ${client}`,
        unit: 'MB/s',
        of: (round: (typeof rounds)[number]) => rate(round[client].requestSeconds),
      },
      {
        name: `load of the receiver, ${client}`,
        unit: '×',
        of: (round: (typeof rounds)[number]) => round[client].load,
      },
    ]),
  ]);
}

await withFolder(async (folder) => {
  const app = await writeAppFile(folder, MEBIBYTES);
  await compare(app, 'http');
  await compare(app, 'https');
});
