/** `npm run simulator`: runs the simulator on loopback until it is interrupted, to try a client or a workflow. */
import { codeOf } from '../src/model/errors.ts';
import { HELP, readCommandLine } from './command-line.ts';
import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, startSimulator, type SimulatorOptions } from './server.ts';

/** Runs until a signal ends it. @throws when the port is in use */
async function run(options: SimulatorOptions): Promise<void> {
  const simulator = await startSimulator(options).catch((error: unknown) => {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${options.port} is in use: use \`--port 0\` for a free one.`);
  });
  const end = (): void => void simulator.close();
  // npm forwards Ctrl+C, so it comes twice.
  process.on('SIGINT', end).on('SIGTERM', end);
  const { userId, accessKey } = DEFAULT_ACCOUNT;
  console.log(`The simulator runs at ${simulator.url}, ${options.timeScale} times as fast as real devices. Ctrl+C ends it.
  base-url: ${simulator.url}
  user-id: ${userId}
  access-key: ${accessKey}
  project-id: ${DEFAULT_PROJECT}

Try it:
  curl -u '${userId}:${accessKey}' ${simulator.url}/openapi/v2/project/${DEFAULT_PROJECT}/scenarios`);
}

try {
  const options = readCommandLine(process.argv.slice(2));
  if (options) await run(options);
  else console.log(HELP);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
