import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeApk } from '../__tests__/app/support/make-apk.ts';
import { encodingsOf, foundIn } from '../__tests__/hostile/support/encodings.ts';
import { createRandom, type Random } from '../__tests__/soak/support/random.ts';
import { startAction, type ActionResult } from '../__tests__/support/run-action.ts';
import { readOptions } from './read-options.ts';
import { startFuzzService, type FuzzService, type Plan } from './fuzz/service.ts';

const HELP = `npm run fuzz -- [--runs 2000] [--seed 1]
Runs the built action (dist) as a child process against a service on a raw socket that breaks at random: connections are
cut, reset or stall, uploads are interrupted, interim responses come before others, responses have a wrong status, an
error code beside their data, come from a gateway or are those of an earlier request, headers are odd, result documents are
wrong or late, the first polls know no testset, and its status never says Complete. Time passes 50 times as fast. It checks in
every run:

- duplicate create: the service created two testsets for one scenario
- false pass: the step is green, but a device failed, or a document was missing or wrong
- lost identifier: the service sent the identifier of a testset in full, also beside an error or cut off after it, and no
  output has it
- secret shown: the access key or the password is in the log, an output, the summary or a file, in any covered encoding
- hang: the step did not end within 80 seconds, which are 67 minutes of its clock; its timeout is 20 minutes
- stack trace: the step wrote to its error output

The log of such a run is printed, and the exit code is 1. --runs 1 --seed 42 repeats run 42.`;

/** Faster, a busy machine would be taken for a stalled network. */
const TIME_SCALE = 50;
const HANG_MS = 80_000;
/** Most runs wait, because the timers of connections are fast, too. */
const AT_ONCE = 8;
const SECRETS = [
  ['access-key', 'k3y-of-the-fuzz-run+/='],
  ['login-pw', 'p4ss word "of" <the> run'],
  ['the pair', 'fuzz:k3y-of-the-fuzz-run+/='],
] as const;
const DOCUMENTS = ['all pass', 'none pass', 'none', 'cut off', 'not complete', 'of the first testset'] as const;
const EVER = 1_000;
const PROBLEMS = ['duplicate create', 'false pass', 'lost identifier', 'secret shown', 'hang', 'stack trace'] as const;
type Problem = (typeof PROBLEMS)[number];

const { values } = readOptions(HELP, {
  runs: { type: 'string', default: '2000' },
  seed: { type: 'string', default: '1' },
});
const seeds = Array.from({ length: Number(values.runs) }, (_, at) => Number(values.seed) + at);
const found = new Map<Problem, number[]>(PROBLEMS.map((problem) => [problem, []]));
const outcomes = new Map<string, number>();
let creates = 0;
const began = performance.now();

await Promise.all(Array.from({ length: AT_ONCE }, runNext));
printTotals();
process.exit([...found.values()].flat().length > 0 ? 1 : 0);

async function runNext(): Promise<void> {
  for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
    for (const problem of await runOnce(seed)) found.get(problem)?.push(seed);
  }
}

async function runOnce(seed: number): Promise<readonly Problem[]> {
  const random = createRandom(seed);
  const plan = drawPlan(random);
  const service = await startFuzzService(plan, random);
  const workspace = await mkdtemp(join(tmpdir(), 'fuzz-'));
  try {
    await writeApk(join(workspace, 'app.apk'), random.whole(1_000, 300_000));
    const result = await runAction(service, workspace, random);
    const outcome = result?.outputs['outcome'] ?? 'none';
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    creates += service.created.length;
    if (!result) return ['hang'];
    const problems = await check(result, service.created, plan, workspace);
    if (problems.length > 0) console.log(`Seed ${seed}: ${problems.join(', ')}\n${result.stdout}`);
    return problems;
  } finally {
    await service.close();
    await rm(workspace, { recursive: true, force: true });
  }
}

function drawPlan(random: Random): Plan {
  const [secret, ...others] = SECRETS.flatMap(([, value]) => encodingsOf(value)).map(({ text }) => text);
  const echo = random.happens(0.5) ? '' : random.pick([secret ?? '', ...others]);
  const xml = echo.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return {
    faults: random.pick([0, 0.05, 0.15, 0.3, 0.6]),
    failing: random.pick([0, 0, 0, 0.2, 1]),
    word: random.pick(['Complete', 'Complete', 'Complete', 'Running', 'Stopped']),
    latePolls: random.pick([0, 0, 0, 2, 5]),
    lateResults: random.pick([0, 0, 1, 4, EVER]),
    late: random.pick(['status', 'results']),
    documents: random.pick(random.happens(0.5) ? (['true'] as const) : DOCUMENTS),
    echo: [echo, random.happens(0.5) ? echo : xml],
  };
}

/** @returns `undefined` if the step did not end */
async function runAction(service: FuzzService, workspace: string, random: Random): Promise<ActionResult | undefined> {
  const scenarios = { 'scenario-id': '101,102,103', 'os-type': 'ANDROID' };
  const running = await startAction({
    workspace,
    timeScale: TIME_SCALE,
    inputs: {
      'base-url': service.url,
      'user-id': 'fuzz',
      'access-key': SECRETS[0][1],
      'login-id': 'tester',
      'login-pw': SECRETS[1][1],
      'project-id': '509',
      timeout: '20',
      ...(random.happens(0.3) ? scenarios : { 'app-file': 'app.apk' }),
    },
  });
  const timer = setTimeout(() => {
    running.signal('SIGKILL');
  }, HANG_MS);
  const result = await running.finished;
  clearTimeout(timer);
  return result.exitCode === null ? undefined : result;
}

type Run = readonly [created: FuzzService['created'], plan: Plan, workspace: string];

async function check(result: ActionResult, ...[created, plan, workspace]: Run): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  if (new Set(created.map(({ scenario }) => scenario)).size < created.length) problems.push('duplicate create');
  const { documents, lateResults, faults } = plan;
  // Results of another testset with as many devices, all of which passed, say what its own would. A fault may also send the status of that testset.
  const isAlike = created.every(({ passes }) => passes.length === created[0]?.passes.length);
  const isOwn = documents === 'of the first testset' && (isAlike || faults > 0);
  const areRight = lateResults < EVER && (isOwn || ['true', 'all pass'].includes(documents));
  const mayPass = created.length > 0 && areRight && created.every(({ passes }) => passes.every(Boolean));
  if (result.exitCode === 0 && !mayPass) problems.push('false pass');
  const ids = (result.outputs['testset-id'] ?? '').split(',');
  if (created.some(({ id, announced }) => announced && !ids.includes(`${id}`))) problems.push('lost identifier');
  const shown = [result.stdout.replace(/^::add-mask::.*$/gm, ''), result.stderr, result.summary];
  const texts = [...shown, ...Object.values(result.outputs), ...(await filesIn(join(workspace, 'testset-results')))];
  if (texts.some((text) => foundIn(text, SECRETS).length > 0)) problems.push('secret shown');
  if (result.stderr !== '') problems.push('stack trace');
  return problems;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
}

function printTotals(): void {
  const runs = [...outcomes.values()].reduce((sum, times) => sum + times, 0);
  console.log(`${runs} runs in ${Math.round((performance.now() - began) / 1000)} s, ${creates} testsets created`);
  for (const [problem, where] of found) {
    console.log(`${problem}: ${where.length}${where.length > 0 ? ` (seeds ${where.slice(0, 10).join(', ')})` : ''}`);
  }
  console.log(`outcomes: ${JSON.stringify(Object.fromEntries(outcomes))}`);
}
