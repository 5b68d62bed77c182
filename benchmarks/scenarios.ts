/** Measures a step that runs many scenarios, with one testset for each and time running 100 times as fast. */
import { startGithub } from '../__tests__/support/github.ts';
import { makeDevices } from '../simulator/devices.ts';
import { DEFAULT_PROJECT, startSimulator } from '../simulator/server.ts';
import { CREDENTIALS, measureAction } from './support/measure-action.ts';
import { measureRounds, median, printFigures } from './support/figures.ts';

const ROUNDS = 3;
const [FEW, MANY, MOST] = [2, 200, 1_000];
const SCALE = 100;

/** Commands that the runner does not show in the log. */
const HIDDEN = /^::(?:debug|add-mask)/;

const github = await startGithub();

interface Cost {
  readonly megabytes: number;
  readonly seconds: number;
  readonly requestsEach: number;
  readonly mostInFlight: number;
  readonly lines: number;
  readonly created: number;
}

/** Runs scenarios, each on four devices for ten minutes; includes receipts and the artifact. */
async function runScenarios(scenarios: number): Promise<Cost> {
  const list = Array.from({ length: scenarios }, (_, at) => ({
    id: at + 1,
    name: `S${at}`,
    osType: 'ANDROID' as const,
  }));
  const simulator = await startSimulator({
    timeScale: SCALE,
    account: { userId: CREDENTIALS['user-id'], accessKey: CREDENTIALS['access-key'] },
    projects: { [DEFAULT_PROJECT]: { name: 'apps', scenarios: list } },
    plan: () => makeDevices({ total: 4, fail: 1, seconds: 600 }),
  });
  github.state.artifacts.splice(0);
  const { result, cpuSeconds, peakMegabytes } = await measureAction('failed', {
    timeScale: SCALE,
    inputs: {
      'base-url': simulator.url,
      'project-id': `${DEFAULT_PROJECT}`,
      'os-type': 'android',
      'scenario-id': 'all',
    },
    env: github.env,
  });
  const { journal, created, mostInFlight } = simulator;
  await simulator.close();
  return {
    megabytes: peakMegabytes,
    seconds: cpuSeconds,
    requestsEach: (journal.length - 1) / scenarios,
    mostInFlight,
    lines: result.stdout.split('\n').filter((line) => !HIDDEN.test(line)).length,
    created: created.length,
  };
}

const rounds = await measureRounds(ROUNDS, async () => ({
  few: await runScenarios(FEW),
  many: await runScenarios(MANY),
  most: await runScenarios(MOST),
}));
await github.close();

const few = median(rounds, (round) => round.few.requestsEach);
for (const [key, scenarios, megabytes, lines] of [
  ['many', MANY, 180, 200],
  ['most', MOST, 360, 300],
] as const) {
  const costs = rounds.map((round) => round[key]);
  printFigures(`${scenarios} scenarios in one step`, costs, [
    { name: 'testsets', unit: 'created', of: ({ created }) => created },
    { name: 'most requests at the same time', unit: 'requests', atMost: 10, of: ({ mostInFlight }) => mostInFlight },
    { name: 'peak memory', unit: 'MB', atMost: megabytes, of: (cost) => cost.megabytes },
    { name: 'log', unit: 'lines', atMost: lines, of: (cost) => cost.lines },
    {
      name: `for each testset (${FEW} scenarios: ${few.toFixed(2)})`,
      unit: 'requests',
      atMost: few * 1.05,
      of: ({ requestsEach }) => requestsEach,
    },
    { name: 'processor time', unit: 's', of: ({ seconds }) => seconds },
  ]);
}
