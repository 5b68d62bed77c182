/** How long the process lives on when the last answer has left for it. */
import { subscribe } from 'node:diagnostics_channel';
import { performance } from 'node:perf_hooks';

import { startArtifactService } from '../__tests__/support/artifact-service.ts';
import { startCompleteService } from './support/complete-service.ts';
import { atMost, printFigures } from './support/figures.ts';
import { measureAction } from './support/measure-action.ts';
import { measureRounds, median } from './support/rounds.ts';

const ROUNDS = 9;
const UNIT_TESTS = 20;

/** The test service and the artifact service both answer from this process. */
let answeredAt = 0;
subscribe('http.server.response.finish', () => {
  answeredAt = performance.now();
});

const service = await startCompleteService([UNIT_TESTS]);
const artifacts = await startArtifactService();

/** Runs a step that attaches to a complete testset; gives the milliseconds from the last answer to the end of its process. */
async function liveOn(inputs: Readonly<Record<string, string>>): Promise<number> {
  const common = { 'base-url': service.url, 'testset-id': `${UNIT_TESTS}` };
  await measureAction('failed', { inputs: { ...common, ...inputs }, env: artifacts.env });
  return performance.now() - answeredAt;
}

let uploads = 0;
const rounds = await measureRounds(ROUNDS, async () => {
  uploads += 1;
  return {
    without: await liveOn({ 'upload-artifact': 'false' }),
    with: await liveOn({ 'artifact-name': `results-${uploads}` }),
  };
});
service.close();
await artifacts.close();

printFigures('Exit: from the last answer to the end of the process', [
  atMost(
    500,
    'ms',
    'with the artifact: from the artifact service’s last answer',
    median(rounds, (round) => round.with),
  ),
  atMost(
    500,
    'ms',
    'without: from the last result document',
    median(rounds, (round) => round.without),
  ),
]);
