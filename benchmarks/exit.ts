/** Measures the time from the last response to the end of the process. */
import { subscribe } from 'node:diagnostics_channel';
import { performance } from 'node:perf_hooks';

import { startGithub } from '../__tests__/support/github.ts';
import { startCompleteService } from './support/complete-service.ts';
import { measureAction } from './support/measure-action.ts';
import { measureRounds, printFigures } from './support/figures.ts';

const ROUNDS = 9;
const DEVICES = 20;

/** The test service and the artifact service both run in this process. */
let respondedAt = 0;
subscribe('http.server.response.finish', () => {
  respondedAt = performance.now();
});

const service = await startCompleteService([DEVICES]);
const github = await startGithub();

/** Runs a step that attaches to a complete testset. @returns the milliseconds from the last response to the end of the process */
async function measureExit(inputs: Readonly<Record<string, string>>): Promise<number> {
  const common = { 'base-url': service.url, 'testset-id': `${DEVICES}` };
  await measureAction('failed', { inputs: { ...common, ...inputs }, env: github.env });
  return performance.now() - respondedAt;
}

let uploads = 0;
const rounds = await measureRounds(ROUNDS, async () => {
  uploads += 1;
  return {
    without: await measureExit({ 'upload-artifact': 'false' }),
    with: await measureExit({ 'artifact-name': `results-${uploads}` }),
  };
});
service.close();
await github.close();

printFigures('Exit: from the last response to the end of the process', rounds, [
  {
    name: 'with the artifact: from the last response of the artifact service',
    unit: 'ms',
    atMost: 500,
    of: (round) => round.with,
  },
  { name: 'without: from the last result document', unit: 'ms', atMost: 500, of: (round) => round.without },
]);
