/** Compares how fast the action and `curl -F` send 1 GiB, measured by the receiver. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { withFolder, writeAppFile, type AppFile } from './support/app-files.ts';
import { atLeast, plain, printFigures, type Figure } from './support/figures.ts';
import { measureRounds, median } from './support/rounds.ts';
import { sendByAction } from './support/send-app.ts';
import { CERTIFICATE, startSink, type Sink } from './support/sink.ts';

const ROUNDS = 5;
const MEBIBYTES = 1024;

const run = promisify(execFile);

async function sendByCurl({ path, bytes }: AppFile, sink: Sink): Promise<void> {
  const parts = [`app_file=@${path};type=application/octet-stream`, 'data={"pid":509};type=application/json'];
  const options = ['--silent', '--show-error', '--fail', '--noproxy', '*', '--cacert', CERTIFICATE];
  await run('curl', [...options, ...parts.flatMap((part) => ['--form', part]), `${sink.address(bytes)}/testset`]);
}

async function compare(app: AppFile, protocol: 'http' | 'https'): Promise<readonly Figure[]> {
  const sink = await startSink(protocol);
  const rounds = await measureRounds(ROUNDS, async () => {
    const [curl] = await sink.receive(() => sendByCurl(app, sink));
    const [action] = await sink.receive(() => sendByAction(app, sink));
    return { curl, action };
  });
  sink.close();
  const rate = (seconds: number): number => app.bytes / 1e6 / seconds;
  const medianRate = (client: 'curl' | 'action', span: 'fileSeconds' | 'requestSeconds'): number =>
    median(rounds, (round) => rate(round[client][span]));
  const load = (client: 'curl' | 'action'): number => median(rounds, (round) => round[client].load);
  return [
    atLeast(
      0.8,
      '×',
      `${protocol}: the file, action over curl`,
      median(rounds, ({ curl, action }) => curl.fileSeconds / action.fileSeconds),
    ),
    plain('MB/s', `${protocol}: the file, action`, medianRate('action', 'fileSeconds')),
    plain('MB/s', `${protocol}: the file, curl`, medianRate('curl', 'fileSeconds')),
    plain('MB/s', `${protocol}: the whole request, action`, medianRate('action', 'requestSeconds')),
    plain('MB/s', `${protocol}: the whole request, curl`, medianRate('curl', 'requestSeconds')),
    plain('×', `${protocol}: load of the receiver, action`, load('action')),
    plain('×', `${protocol}: load of the receiver, curl`, load('curl')),
  ];
}

await withFolder(async (folder) => {
  const app = await writeAppFile(folder, MEBIBYTES);
  const figures = [...(await compare(app, 'http')), ...(await compare(app, 'https'))];
  printFigures('Upload of 1 GiB, compared with curl -F', figures);
});
