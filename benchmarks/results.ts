/** What it takes to bring home the results of large testsets, over what a small one takes. */
import { startArtifactService } from '../__tests__/support/artifact-service.ts';
import { startCompleteService } from './support/complete-service.ts';
import { atMost, plain, printFigures } from './support/figures.ts';
import { measureAction, type Usage } from './support/measure-action.ts';
import { measureRounds, median } from './support/rounds.ts';

const ROUNDS = 5;
const [SMALL, LARGE, HUGE] = [20, 10_000, 100_000];

const service = await startCompleteService([SMALL, LARGE, HUGE]);
const artifacts = await startArtifactService();

/** Attaches to the testset of so many unit tests, one in twenty of which ended with an error. */
function collect(unitTests: number): Promise<Usage> {
  const inputs = { 'base-url': service.url, 'testset-id': `${unitTests}`, 'upload-artifact': 'false' };
  return measureAction('failed', { inputs });
}

let uploads = 0;

/** The same, and the files go to the artifact service. */
function collectAndPublish(unitTests: number): Promise<Usage> {
  uploads += 1;
  const inputs = { 'base-url': service.url, 'testset-id': `${unitTests}`, 'artifact-name': `results-${uploads}` };
  return measureAction('failed', { inputs, env: artifacts.env });
}

const rounds = await measureRounds(ROUNDS, async () => ({
  small: await collect(SMALL),
  large: await collect(LARGE),
  huge: await collect(HUGE),
  published: await collectAndPublish(HUGE),
}));
service.close();
await artifacts.close();

const large = median(rounds, (round) => round.large.cpuSeconds - round.small.cpuSeconds);
const huge = median(rounds, (round) => round.huge.cpuSeconds - round.small.cpuSeconds);

printFigures('Results: download to written report, processor time over a testset of 20 unit tests', [
  atMost(0.25, 's', '10,000 unit tests', large),
  atMost(1.5, 's', '100,000 unit tests', huge),
  atMost(10, '×', 'growth for ten times as many', huge / large),
  atMost(
    250,
    'MB',
    'most memory at 100,000',
    median(rounds, (round) => round.huge.peakMegabytes),
  ),
  plain(
    'MB',
    'most memory at 10,000',
    median(rounds, (round) => round.large.peakMegabytes),
  ),
  plain(
    's',
    'the whole process with 20 unit tests',
    median(rounds, (round) => round.small.cpuSeconds),
  ),
  plain(
    's',
    '100,000 with the artifact, too',
    median(rounds, (round) => round.published.cpuSeconds - round.small.cpuSeconds),
  ),
  plain(
    'MB',
    'most memory with the artifact',
    median(rounds, (round) => round.published.peakMegabytes),
  ),
]);
