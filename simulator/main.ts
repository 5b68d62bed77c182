/** `npm run simulator`: runs the simulator on loopback until it is interrupted, to try the action or a workflow. */
import { parseArgs } from 'node:util';

import { makeDevices } from './devices.ts';
import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, startSimulator, type Simulator } from './server.ts';

/** The options of the command line; all are numbers. */
const DEFAULTS = { port: 8509, 'time-scale': 10, devices: 8, seconds: 300, fail: 1, error: 0, stop: 0 };

type Settings = Readonly<Record<keyof typeof DEFAULTS, number>>;

const HELP = `npm run simulator -- [options]

  --port <number>        the port on this machine (${DEFAULTS.port})
  --time-scale <factor>  how many times faster than real time (${DEFAULTS['time-scale']})
  --devices <number>     how many devices a testset has (${DEFAULTS.devices})
  --seconds <number>     how long each of them runs (${DEFAULTS.seconds})
  --fail, --error, --stop <number>
                         how many of them end so (${DEFAULTS.fail}, ${DEFAULTS.error}, ${DEFAULTS.stop})`;

/** @throws when an option is unknown or not a number */
function readSettings(): Settings {
  const options = Object.keys(DEFAULTS).map((name) => [name, { type: 'string' }] as const);
  const { values } = parseArgs({ options: Object.fromEntries(options) });
  for (const [name, value] of Object.entries(values)) {
    if (!/^\d+(\.\d+)?$/.test(String(value))) throw new Error(`--${name} must be a number, 0 or more.`);
  }
  const given = Object.entries(values).map(([name, value]) => [name, Number(value)] as const);
  return { ...DEFAULTS, ...Object.fromEntries(given) };
}

function start({ devices: total, 'time-scale': timeScale, port, ...mix }: Settings): Promise<Simulator> {
  return startSimulator({ port, timeScale, plan: ({ osType }) => makeDevices({ total, ...mix, osType }) });
}

function describe({ url }: Simulator, { 'time-scale': timeScale }: Settings): string {
  const { userId, accessKey } = DEFAULT_ACCOUNT;
  return `The simulator runs at ${url}, ${timeScale} times as fast as real devices. Ctrl+C ends it.
  base-url: ${url}
  user-id: ${userId}
  access-key: ${accessKey}
  project-id: ${DEFAULT_PROJECT}

Try it:
  curl -u '${userId}:${accessKey}' ${url}/openapi/v2/project/${DEFAULT_PROJECT}/scenarios`;
}

try {
  if (process.argv.includes('--help')) {
    console.log(HELP);
    process.exit();
  }
  const settings = readSettings();
  const simulator = await start(settings);
  const end = (): void => void simulator.close();
  // npm forwards Ctrl+C, so it comes twice.
  process.on('SIGINT', end).on('SIGTERM', end);
  console.log(describe(simulator, settings));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
