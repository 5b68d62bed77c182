import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import type { BaselineReport } from '../../src/model/history.ts';
import type { Report } from '../../src/model/report.ts';
import { publishReport } from '../../src/publish/publish.ts';
import { openResultsFolder } from '../../src/results/results-folder.ts';
import type { ArtifactContent, ArtifactResult, CheckRunText, NoBaseline } from '../../src/runtime/platform.ts';
import { useFolder } from '../support/folder.ts';
import { createPlatform } from '../support/platform.ts';
import { compared, past, without } from '../support/reports.ts';
import { createFastClock, createRecordingLog, createRuntime } from '../support/runtime.ts';

const workspace = useFolder();

const RUN_41 = { branch: 'main', runNumber: 41, runUrl: 'https://github.com/o/r/actions/runs/41', seconds: 276 };

/** Publishes a report, and returns what each place got. */
async function publish(
  made: Report,
  baseline?: BaselineReport | NoBaseline,
  places: { finish?: () => Promise<void>; beforeComment?: () => Promise<void>; page?: ArtifactResult } = {},
) {
  const { finish = () => Promise.resolve(), beforeComment = () => Promise.resolve() } = places;
  const log = createRecordingLog();
  const concluded: CheckRunText[] = [];
  const comments: string[] = [];
  const platform = {
    ...createPlatform(workspace()),
    publishArtifact: ({ isPlain }: ArtifactContent) => Promise.resolve(isPlain && places.page ? places.page : FILES),
    checkRun: {
      update: () => undefined,
      conclude: (_conclusion: unknown, text: CheckRunText) => Promise.resolve(void concluded.push(text)),
    },
    comment: async (render: (marker: string, commit: string) => string) => {
      await beforeComment();
      comments.push(render('<!-- m -->', 'c0ffee'));
    },
    ...(baseline && { findBaseline: () => Promise.resolve(baseline) }),
  };
  const report = await publishReport(made, {
    inputs: { jobSummary: true, artifact: { hasPage: places.page !== undefined } },
    folder: openResultsFolder(workspace(), join(workspace(), 'results')),
    // In real time, because the files are written in real time.
    runtime: createRuntime({ log, clock: createFastClock(1) }),
    platform,
    resume: { finish },
    expected: { estimateMinutes: () => Promise.resolve(30) },
  });
  const json: unknown = JSON.parse(await readFile(join(workspace(), 'results/report.json'), 'utf8'));
  return {
    report,
    json,
    log,
    title: concluded[0]?.title,
    checkRun: concluded[0]?.summary,
    outputs: platform.outputs,
    summary: platform.summaries.join(),
    comment: comments.join(),
  };
}

const FILES = { name: 'testset-251929', id: '8', url: 'https://github.example/8', digest: '' };

describe('the report page', () => {
  const page: ArtifactResult = { ...FILES, name: 'testset-251929.html', id: '9', url: 'https://github.example/9' };

  test('is the first link of summary, check run and comment, and an output', async () => {
    const { summary, checkRun, comment, outputs } = await publish(made(), undefined, { page });
    for (const text of [summary, checkRun, comment]) {
      expect(/<a href="([^"]*)"/.exec(text ?? '')?.[1]).toBe('https://github.example/9');
    }
    expect(outputs).toMatchObject({ 'report-url': 'https://github.example/9', 'artifact-id': '8' });
  });

  test('that fails is one warning, and the outcome stays', async () => {
    const failed: ArtifactResult = { reason: 'HTTP 500' };
    const { report, log, outputs } = await publish(made(), undefined, { page: failed });
    expect(log.lines.filter((line) => line.startsWith('warning:'))).toEqual([expect.stringContaining('HTTP 500')]);
    expect(outputs['report-url']).toBe('');
    expect(report.report.outcome).toBe('failed');
  });

  test('is not mentioned where there is no artifact service', async () => {
    const { log, summary } = await publish(made(), undefined, { page: { reason: 'none here', isSkipped: true } });
    expect(log.lines.join()).not.toContain('none here');
    expect(summary).not.toContain('>Report<');
  });
});

const made = (): Report => without(without(compared(), 'comparison'), 'history');

const STARTED = { outcome: 'failed', startedAt: '2026-07-01T12:34:56Z', failures: new Set<string>() } as const;

describe('with a baseline', () => {
  const history = compared().history ?? [];

  test('every place has its marks, and report.json the history', async () => {
    const { json, log, title, summary, comment } = await publish(made(), { ...RUN_41, ...STARTED, history });
    expect(title).toBe('2 of 8 devices did not pass: 1 new, 1 flaky');
    expect(summary).toContain('passed&nbsp;10&nbsp;of&nbsp;10');
    expect(comment).toContain('<strong>new</strong>');
    expect(log.lines.at(-1)).toContain('✗ flaky');
    expect(json).toMatchObject({ schema: 3, comparison: RUN_41, history });
  });

  test('of other devices there is no comparison', async () => {
    const { json, log, title } = await publish(made(), { ...RUN_41, ...STARTED, history: [past('other', 'PP')] });
    expect(title).toBe('2 of 8 devices did not pass');
    expect(log.lines).toContainEqual(expect.stringMatching(/^info: No comparison .*run 41.* other devices/));
    expect(json).toMatchObject({ history: [] });
  });
});

test.each([
  ['no run on main', 'main', 'no earlier run on main to compare with'],
  ['HTTP 403', undefined, 'did not pass'],
])(
  'without a baseline, the log says why, and the comment only if a branch was looked through: %s',
  async (reason, branch, words) => {
    const { log, comment, summary } = await publish(made(), { reason, ...(branch && { branch }) });
    expect(log.lines).toContain(`info: No comparison with an earlier run: ${reason}`);
    expect(comment).toContain(words);
    expect(comment.includes('earlier run')).toBe(branch !== undefined);
    expect(summary).not.toContain('earlier run');
  },
);

test('receipts are deleted beside the comment, but not before the files are stored', async () => {
  const begun = Promise.withResolvers<undefined>();
  let hasFiles = false;
  const finish = async (): Promise<void> => {
    hasFiles = await readFile(join(workspace(), 'results/report.json')).then(() => true);
    begun.resolve(undefined);
  };
  const { comment } = await publish(made(), undefined, { finish, beforeComment: () => begun.promise });
  expect(hasFiles).toBe(true);
  expect(comment).toContain('<!-- m -->');
});
