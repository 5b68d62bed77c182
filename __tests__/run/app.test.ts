import { describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import type { Variants } from '../../simulator/variants.ts';
import { useFolder } from '../support/folder.ts';
import { appTarget } from '../support/inputs.ts';
import { runWithSimulator, type RunOutcome, type RunSetup } from '../support/run-with-simulator.ts';

const workspace = useFolder();

function runApp(setup: Partial<RunSetup> = {}): Promise<RunOutcome> {
  return runWithSimulator({ workspace: workspace(), target: appTarget(workspace()), ...setup });
}

describe('an automated test', () => {
  test('logs its steps in groups, and the table after them, outside of a group', async () => {
    const { log } = await runApp();
    const groups = ['Inputs', 'Create', 'Wait', 'Results', 'Report'];
    const marks = log.filter((line) => /^(group|end): /.test(line));
    expect(marks).toStrictEqual(groups.flatMap((title) => [`group: ${title}`, `end: ${title}`]));
    const end = log.slice(log.indexOf('end: Report') + 1);
    expect(end).toEqual(['info: All 3 devices passed']);
  });

  test('that is not created has no group Wait, and the log says why', async () => {
    const faults: readonly Fault[] = [{ on: 'create', do: { kind: 'code', code: 4081 } }];
    const { log, platform } = await runApp({ simulator: { faults } });
    expect(log).not.toContain('group: Wait');
    expect(log[log.indexOf('end: Create') + 1]).toMatch(/^info: No testset was created\. .* 4081 /);
    expect(log.at(-1)).toBe('end: Report');
    expect(platform.summaries.join()).toMatch(/Not accepted: no device of project 509 is free[^]*code is 4081: /);
  });
});

describe('what the interface leaves open (docs/design.md, variants)', () => {
  test.each<[string, Partial<Variants>]>([
    ['result_msg as 0', { successMessage: 0 }],
    ['another word for running', { runningWord: 'Preparing' }],
    ['JSON as an object', { json: 'object' }],
    ['XML not delivered', { xml: 'absent', bareXml: 'absent' }],
    ['bare XML alone', { xml: 'null', allHolds: ['bare_xml', 'json'] }],
    ['only XML in the first response', { allHolds: ['xml'] }],
    ['JSON beside bare XML', { allHolds: ['bare_xml'] }],
    ['results that are late', { notReady: [6002, 'no files', 6003] }],
    ['counts that go down', { countsFlicker: true }],
  ])('%s is accepted', async (_what, variants) => {
    const { report } = await runApp({ simulator: { variants } });
    expect(report.outcome).toBe('passed');
    expect(report.testsets[0]?.suites[0]?.testcases).toHaveLength(3);
  });
});

describe('a run that is stopped', () => {
  test.each([
    ['deadline', 'timed-out', 2],
    ['cancelled', 'cancelled', 0],
  ])('while it waits (%s) is %s, and the hint says how to attach', async (reason, outcome, artifacts) => {
    const { report, platform } = await runApp({
      simulator: { plan: () => makeDevices({ total: 2, seconds: 3_000 }) },
      before: (_simulator, stop, clock) =>
        void clock.sleep(30_000).then(() => {
          stop.abort(reason);
        }),
    });
    expect(report).toMatchObject({ outcome, hint: expect.stringContaining('testset-id: 251929') });
    expect(platform.outputs['testset-id']).toBe('251929');
    expect(platform.artifacts).toHaveLength(artifacts);
  });
});
