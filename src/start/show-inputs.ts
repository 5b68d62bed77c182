import type { Inputs } from '../inputs.ts';
import type { Log } from '../log.ts';
import { choiceWords } from '../report-key.ts';

/** Tells what the step is about to do, so that a log explains itself; secrets are not among it. */
export async function showInputs(inputs: Inputs, log: Log): Promise<void> {
  await log.group('Inputs', () => {
    for (const [name, value] of facts(inputs)) log.info(`${name.padEnd(11)} ${value}`);
    return Promise.resolve();
  });
}

function facts({ service, target, wait, timeoutMs, resultsDir }: Inputs): readonly (readonly [string, string])[] {
  const common = [
    ['service', service.baseUrl.href],
    ['results', resultsDir],
    ['wait', wait ? `at most ${timeoutMs / 60_000} min` : 'no'],
  ] as const;
  if (target.kind === 'attach') return [['testsets', target.testsetIds.join(', ')], ...common];
  return [
    target.kind === 'app' ? ['app', target.app.path] : ['runs', choiceWords(target.which)],
    ['system', target.osType],
    ['project', `${target.projectId}`],
    ['testset', target.testsetName],
    ...common,
  ];
}
