import { isMap, isSeq, parseDocument, type Document, type YAMLMap, type YAMLSeq } from 'yaml';

import { atMajor } from '../majors/table.ts';
import { REPOSITORY } from '../support/repository.ts';

/** The workflows that do not run in the example, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'A proxy or a certificate of your own': 'it needs a runner of its own',
  'iOS device test': 'xcodebuild comes with the service, which its first job does not start',
  'Flutter for iOS': 'as above',
  'React Native for iOS': 'as above',
  'Android and iOS as one result (Flutter, at night)': 'each of its jobs would have another service',
  'A called workflow': 'it needs secrets',
  'Called device test': 'as above',
};

/** An action as `OWNER/NAME@REF`. */
export type ActionName = string;

const OWN = new RegExp(`${REPOSITORY}((?:/[\\w-]+)?)@v\\d+`, 'g');

/**
 * A workflow of the documents as it runs in the example: with the given action, every night at `minute` past four if it also runs on a
 * push or by hand, and with the simulated service.
 */
export function forExample(workflow: string, action: ActionName, minute: number): string {
  const [repository = '', ref = ''] = action.split('@');
  const text = workflow.replaceAll(/\b(?:vars|secrets)\.(TESTSET_\w+)/g, 'env.$1');
  const document = parseDocument(text);
  runAtNight(document, minute);
  for (const job of jobsOf(document)) startService(document, job);
  return document
    .toString({ lineWidth: 0, flowCollectionPadding: false })
    .replaceAll(OWN, (_, path: string) => `${repository}${path}@${ref}`)
    .replaceAll(REPOSITORY, repository);
}

function runAtNight(document: Document, minute: number): void {
  const on = document.get('on');
  const schedule = [{ cron: `${minute} 4 * * *` }];
  if (on === 'workflow_dispatch') document.set('on', { workflow_dispatch: {}, schedule });
  if (!isMap(on) || on.has('schedule')) return;
  if (document.hasIn(['on', 'push', 'branches'])) document.setIn(['on', 'schedule'], document.createNode(schedule));
}

function jobsOf(document: Document): readonly YAMLMap[] {
  const jobs = document.get('jobs');
  return isMap(jobs) ? jobs.items.map(({ value }) => value).filter(isMap) : [];
}

/** Starts the service in a job that talks to it, before the first step that builds or tests: the stand-ins of the builds come with it. */
function startService(document: Document, job: YAMLMap): void {
  const steps = job.get('steps');
  if (!isSeq(steps) || !JSON.stringify(steps).includes('env.TESTSET_')) return;
  if (!steps.items.some(isCheckout)) checkOut(document, job, steps);
  const first = steps.items.findIndex((step) => isMap(step) && !isSetup(step));
  const waits = JSON.stringify(steps).includes('"testset-id"');
  const start = {
    name: 'Start the simulated service',
    uses: './.github/actions/start-service',
    ...(waits && { with: { testsets: 2 } }), // as many as one job of the documents starts
  };
  steps.items.splice(Math.max(first, steps.items.findIndex(isCheckout) + 1), 0, document.createNode(start));
}

function usesOf(step: unknown): string {
  const uses = isMap(step) ? step.get('uses') : undefined;
  return typeof uses === 'string' ? uses : '';
}

function isCheckout(step: unknown): boolean {
  return usesOf(step).startsWith('actions/checkout@');
}

/** Whether a step prepares the runner by an action of others. */
function isSetup(step: YAMLMap): boolean {
  return step.has('uses') && !usesOf(step).startsWith(REPOSITORY);
}

/** The service is a file of the repository. */
function checkOut(document: Document, job: YAMLMap, steps: YAMLSeq): void {
  const withoutToken = { 'persist-credentials': false };
  steps.items.unshift(document.createNode({ uses: atMajor('actions/checkout'), with: withoutToken }));
  const permissions = job.get('permissions') ?? document.get('permissions');
  if (isMap(permissions)) permissions.set('contents', 'read');
}
