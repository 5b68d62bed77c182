import { expect, test } from '@jest/globals';

import type { Variants } from '../../simulator/variants.ts';
import type { Baseline } from '../../src/runtime/platform.ts';
import { useFolder } from '../support/folder.ts';
import { appTarget } from '../support/inputs.ts';
import { runWithSimulator, type RunOutcome, type RunSetup } from '../support/run-with-simulator.ts';

const workspace = useFolder();

function runApp(setup: Partial<RunSetup> = {}): Promise<RunOutcome> {
  return runWithSimulator({ workspace: workspace(), target: appTarget(workspace()), ...setup });
}

test('an automated test logs its phases in groups, and the table after them, outside of a group', async () => {
  const { log } = await runApp();
  const groups = ['Inputs', 'Create', 'Wait', 'Report'];
  const marks = log.filter((line) => /^(group|end): /.test(line));
  expect(marks).toStrictEqual(groups.flatMap((title) => [`group: ${title}`, `end: ${title}`]));
  const end = log.slice(log.indexOf('end: Report') + 1);
  expect(end).toEqual(['info: 3 of 3 devices passed']);
});

test('earlier runs are searched while the testset runs', async () => {
  const asked: unknown[] = [];
  let polls = (): number => NaN;
  const { report, simulator } = await runApp({
    platform: {
      findBaseline: ({ app, scenarios }) => {
        asked.push(app, scenarios, polls());
        return Promise.resolve({ kind: 'skipped', reason: 'none', branch: 'main' });
      },
    },
    before: ({ journal }) => {
      polls = () => journal.filter(({ operation }) => operation === 'status').length;
    },
  });
  expect(report.noBaselineOn).toBe('main');
  expect([asked, simulator.created.length]).toEqual([
    [expect.objectContaining({ kind: 'sent', name: 'app.apk' }), [], 0],
    1,
  ]);
});

test('the name of the job is asked for before the upload, once, and is in the report and the comment', async () => {
  const asked: number[] = [];
  const named: unknown[] = [];
  let creates = (): number => NaN;
  const { report } = await runApp({
    platform: {
      findJobName: () => {
        asked.push(creates());
        return Promise.resolve('android / test');
      },
      findBaseline: ({ run }) => {
        named.push(run.jobName);
        return Promise.resolve({ kind: 'skipped', reason: 'none' });
      },
      comment: (_render, _isRed, { jobName }) => Promise.resolve(void named.push(jobName)),
    },
    before: ({ journal }) => {
      creates = () => journal.filter(({ operation }) => operation === 'create').length;
    },
  });
  expect([asked, named, report.run.jobName]).toEqual([[0], Array(2).fill('android / test'), 'android / test']);
});

test('the report does not wait for the name of the job', async () => {
  const { report } = await runApp({ platform: { findJobName: () => new Promise(() => undefined) } });
  expect([report.outcome, report.run.jobName]).toEqual(['passed', undefined]);
});

test('the outcome is decided before the earlier run is waited for, and before anything is published', async () => {
  const order: string[] = [];
  const decided = Promise.withResolvers<Baseline>();
  const { report } = await runApp({
    platform: {
      findBaseline: () => decided.promise,
      markOutcomeDecided: () => {
        order.push('decided');
        decided.resolve({ kind: 'skipped', reason: 'none', branch: 'main' });
      },
      setOutput: (name) => void order.push(name),
    },
  });
  expect(order.filter((name) => ['decided', 'duration'].includes(name))).toEqual(['decided', 'duration']);
  expect(report.noBaselineOn).toBe('main');
});

test.each<[string, Partial<Variants>]>([
  ['result_msg as 0', { successMessage: 0 }],
  ['another word for running', { runningWord: 'Preparing' }],
  ['a warning before the JSON', { words: '<br />\n<b>Warning</b>: x<br />\n' }],
  ['a prefix before the JSON', { words: ")]}',\n" }],
  ['JSON as an object', { json: 'object' }],
  ['only XML in the first response', { allHolds: ['xml'] }],
  ['XML only by its own name', { allHolds: ['bare_xml'] }],
  ['results that are late', { notReady: [6002, 'no files', 6003] }],
  ['counts that go down', { countsFlicker: true }],
  ['a status that is late', { runningAtEnd: 1, settlesAfter: 40 }],
  ['results that lack a device at first', { missingAtEnd: 1, settlesAfter: 40 }],
  ['another word than Complete', { completeWord: 'Running' }],
  ['first polls that know no testset', { firstPolls: [4053, 5002, 4010, 6002] }],
])('what the interface leaves open is accepted (docs/design.md, variants): %s', async (_what, variants) => {
  const { report } = await runApp({ simulator: { variants } });
  expect(report.outcome).toBe('passed');
  expect(report.testsets[0]?.suites[0]?.testcases).toHaveLength(3);
});

test.each([
  ['outcome', 'Failed'],
  ['success', 'false'],
  ['skipped', 'true'],
])('a device with %s="%s" in the XML is named, although the status counts it as passed', async (name, value) => {
  const { report, log } = await runApp({ simulator: { variants: { attributes: { [name]: value } } } });
  expect(report.outcome).toBe('inconclusive');
  const shown = log.join('\n');
  expect(shown).toContain('3 of 3 passed in the status, 0 of 3 passed in the XML');
  for (const { device, message } of report.testsets[0]?.suites[0]?.testcases ?? []) {
    expect(message).toBe(`Not known to have passed: ${name} "${value}"`);
    expect(shown).toContain(device.split(' / ')[0]);
  }
});
