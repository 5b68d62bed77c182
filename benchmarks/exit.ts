/** Measures the time from the last response to the end of the process. */
import { subscribe } from 'node:diagnostics_channel';
import { performance } from 'node:perf_hooks';

import { startGithub } from '../__tests__/support/github.ts';
import { startCompleteService } from './support/complete-service.ts';
import { measureAction } from './support/measure-action.ts';
import type { Environment } from '../src/model/run-context.ts';
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
async function measureExit(env: Environment = {}): Promise<number> {
  github.state.artifacts.splice(0);
  await measureAction('failed', { inputs: { 'base-url': service.url, 'testset-id': `${DEVICES}` }, env });
  return performance.now() - respondedAt;
}

const rounds = await measureRounds(ROUNDS, async () => ({
  without: await measureExit(),
  with: await measureExit(github.env),
}));
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
