/** Measures what the results of a large testset cost, compared with those of a small one. */
import { startGithub } from '../__tests__/support/github.ts';
import { startCompleteService } from './support/complete-service.ts';
import { atMost, plain, printFigures } from './support/figures.ts';
import { measureAction, type Usage } from './support/measure-action.ts';
import { measureRounds, median } from './support/rounds.ts';

const ROUNDS = 5;
const [SMALL, LARGE] = [20, 10_000];

const service = await startCompleteService([SMALL, LARGE]);
const github = await startGithub();

/** Attaches to a testset; one in twenty of its devices ended with an error. */
function fetchResults(devices: number): Promise<Usage> {
  const inputs = { 'base-url': service.url, 'testset-id': `${devices}`, 'upload-artifact': 'false' };
  return measureAction('failed', { inputs });
}

let uploads = 0;

/** The same, with an artifact. */
function fetchAndPublish(devices: number): Promise<Usage> {
  uploads += 1;
  const inputs = { 'base-url': service.url, 'testset-id': `${devices}`, 'artifact-name': `results-${uploads}` };
  return measureAction('failed', { inputs, env: github.env });
}

const rounds = await measureRounds(ROUNDS, async () => ({
  small: await fetchResults(SMALL),
  large: await fetchResults(LARGE),
  published: await fetchAndPublish(LARGE),
}));
service.close();
await github.close();

printFigures('Results: download to written report, processor time compared with a testset of 20 devices', [
  atMost(
    0.25,
    's',
    '10,000 devices',
    median(rounds, (round) => round.large.cpuSeconds - round.small.cpuSeconds),
  ),
  atMost(
    130,
    'MB',
    'peak memory',
    median(rounds, (round) => round.large.peakMegabytes),
  ),
  plain(
    's',
    'the whole process with 20 devices',
    median(rounds, (round) => round.small.cpuSeconds),
  ),
  plain(
    's',
    '10,000 devices with the artifact',
    median(rounds, (round) => round.published.cpuSeconds - round.small.cpuSeconds),
  ),
  plain(
    'MB',
    'peak memory with the artifact',
    median(rounds, (round) => round.published.peakMegabytes),
  ),
]);
