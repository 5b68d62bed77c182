/** Measures what the results of a large testset cost, compared with those of a small one. */
import { startGithub } from '../__tests__/support/github.ts';
import type { Environment } from '../src/model/run-context.ts';
import { startCompleteService } from './support/complete-service.ts';
import { measureAction, type Usage } from './support/measure-action.ts';
import { measureRounds, printFigures } from './support/figures.ts';

const ROUNDS = 5;
const [SMALL, LARGE] = [20, 10_000];

const service = await startCompleteService([SMALL, LARGE]);
const github = await startGithub();

/** Attaches to a testset; one in twenty of its devices ended with an error. @param env has an artifact service or none */
function fetchResults(devices: number, env: Environment = {}): Promise<Usage> {
  github.state.artifacts.splice(0);
  return measureAction('failed', { inputs: { 'base-url': service.url, 'testset-id': `${devices}` }, env });
}

const rounds = await measureRounds(ROUNDS, async () => ({
  small: await fetchResults(SMALL),
  large: await fetchResults(LARGE),
  published: await fetchResults(LARGE, github.env),
}));
service.close();
await github.close();

printFigures('Results: download to written report, processor time compared with a testset of 20 devices', rounds, [
  { name: '10,000 devices', unit: 's', atMost: 0.25, of: (round) => round.large.cpuSeconds - round.small.cpuSeconds },
  { name: 'peak memory', unit: 'MB', atMost: 130, of: (round) => round.large.peakMegabytes },
  { name: 'the whole process with 20 devices', unit: 's', of: (round) => round.small.cpuSeconds },
  {
    name: '10,000 devices with the artifact',
    unit: 's',
    of: (round) => round.published.cpuSeconds - round.small.cpuSeconds,
  },
  { name: 'peak memory with the artifact', unit: 'MB', of: (round) => round.published.peakMegabytes },
]);
