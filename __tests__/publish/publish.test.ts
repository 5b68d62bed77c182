import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import { REPORT_FILES, type Report } from '../../src/model/report.ts';
import { publishReport } from '../../src/publish/publish.ts';
import { toResultsFolder } from '../../src/results/results-folder.ts';
import type { ArtifactContent, ArtifactResult, Platform } from '../../src/runtime/platform.ts';
import { useFolder } from '../support/folder.ts';
import { createPlatform } from '../support/platform.ts';
import { allPassed, compared, oneFailed, reportOf, RUN } from '../support/reports.ts';
import { createFastClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { complete, devices, notCreated, unfinished } from '../support/testsets.ts';

const workspace = useFolder();
const folder = (): string => join(workspace(), 'results');

type Publishing = Parameters<typeof publishReport>[1];

interface Setup extends Partial<Pick<Publishing, 'receipts'>> {
  /** What publishing the files returns. */
  readonly artifact?: ArtifactResult | Error;
  /** What publishing the page by itself returns. */
  readonly page?: ArtifactResult | Error;
  readonly platform?: Partial<Platform>;
}

const FILES = { name: 'mine', id: '8', url: 'https://github.example/8' };
const PAGE = { name: 'mine.html', id: '9', url: 'https://github.example/9' };

const published = <T>(value: T) => ({ kind: 'value', value }) as const;

/** Publishes a report, and returns what each place got. */
async function publish(
  made: Report,
  { artifact = published(FILES), page = published(PAGE), platform: other, ...setup }: Setup = {},
) {
  const log = createRecordingLog();
  const comments: { readonly text: string; readonly isRed: boolean }[] = [];
  const contents: ArtifactContent[] = [];
  const platform = {
    ...createPlatform(workspace()),
    publishArtifact: (content: ArtifactContent) => {
      contents.push(content);
      const result = content.isPlain ? page : artifact;
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    },
    comment: (render: (marker: string) => string, isRed: boolean) =>
      Promise.resolve(void comments.push({ text: render('<!-- m -->'), isRed })),
    ...other,
  };
  const last = await publishReport(made, {
    folder: toResultsFolder(folder()),
    // In real time, because the files are written in real time.
    runtime: createRuntime({ log, clock: createFastClock(1) }),
    platform,
    ...setup,
  });
  const { outputs, annotations, summaries } = platform;
  const { lines } = log;
  const warnings = lines.filter((line) => line.startsWith('warning: '));
  const [{ text: comment, isRed } = { text: '', isRed: undefined }] = comments;
  return { last, lines, warnings, outputs, annotations, contents, comment, isRed, summary: summaries.join() };
}

describe('the artifact', () => {
  test('has all files, and is linked from the summary and in outputs', async () => {
    const { contents, outputs, lines, summary } = await publish(allPassed());
    const files = REPORT_FILES.map((file) => join(folder(), file));
    expect(contents[0]).toEqual({ name: 'testset-251929-test-on-devices', files, root: folder() });
    expect(outputs).toMatchObject({ 'artifact-id': '8', 'artifact-url': FILES.url });
    const written = [
      'info: 4 files in results',
      `info: Artifact mine: ${FILES.url}`,
      'info: The job summary is written.',
    ];
    expect(lines).toEqual(expect.arrayContaining(['group: Report', ...written]));
    expect(summary).toContain(`<a href="${FILES.url}">Download the results</a>`);
  });

  test.each([
    ['one testset', allPassed(), ['testset-251929-test-on-devices', 'device-report-251929-test-on-devices']],
    [
      'a testset that is not over, in a matrix',
      reportOf(unfinished('timed-out'), { run: { ...RUN, matrix: { flavour: 'paid' } } }),
      ['testset-251929-test-on-devices-paid', 'device-report-251929-test-on-devices-paid'],
    ],
    [
      'several testsets',
      reportOf([5, 6].map((id) => complete(devices(1), { id }))),
      ['testsets-5-and-1-more-test-on-devices', 'device-report-5-and-1-more-test-on-devices'],
    ],
  ])('of %s is named by ids and job, like its page', async (_, report, names) => {
    const { contents } = await publish(report);
    expect(contents.map((content) => content.name)).toEqual(names);
  });

  test('has a name of at most 100 characters, with `.html` and two attempts', async () => {
    const run = { ...RUN, job: 'x'.repeat(90) };
    const ids = Array.from({ length: 1000 }, (_, at) => Number.MAX_SAFE_INTEGER - at);
    const { contents } = await publish(
      reportOf(
        ids.map((id) => complete(devices(1), { id })),
        { run },
      ),
    );
    for (const { name } of contents) expect(`${name}-1-1.html`.length).toBeLessThanOrEqual(100);
  });

  test.each([
    ['nothing was created', reportOf(notCreated('rejected')), 'no testset is known'],
    ['the step does not wait', reportOf(unfinished('started')), 'this step does not wait for the results'],
    [
      'the run was cancelled',
      reportOf(unfinished('cancelled')),
      'the run was cancelled; the files stay in the results folder',
    ],
  ])('is not published if %s, nor is the page', async (_, report, reason) => {
    const { contents, lines } = await publish(report);
    expect(contents).toEqual([]);
    expect(lines).toContain(`info: No artifact: ${reason}`);
  });

  test('is one line of the log where there is no artifact service', async () => {
    const none = { kind: 'skipped', reason: 'none here' } as const;
    const { lines, outputs, summary } = await publish(allPassed(), { artifact: none, page: none });
    expect(lines.filter((line) => line.includes('none here'))).toEqual(['info: No artifact: none here']);
    expect(outputs).toMatchObject({ 'artifact-id': '', 'report-url': '' });
    expect(summary).not.toContain('Open the report');
  });
});

describe('the report page', () => {
  test('is an artifact of its own, the first link of summary and comment, and an output', async () => {
    const { contents, outputs, lines, summary, comment } = await publish(oneFailed());
    const files = [join(folder(), 'report.html')];
    expect(contents[1]).toEqual({
      ...contents[0],
      name: expect.stringMatching(/^device-report-/),
      files,
      isPlain: true,
    });
    for (const text of [summary, comment]) expect(/<a href="([^"]*)"/.exec(text)?.[1]).toBe(PAGE.url);
    expect(outputs).toMatchObject({ 'report-url': PAGE.url, 'artifact-id': '8' });
    expect(lines).toContain(`info: Report: ${PAGE.url}`);
  });
});

describe('what cannot be published', () => {
  const REJECTED = { kind: 'failed', reason: 'HTTP 500' } as const;
  const fail = (): never => {
    throw new Error('broken');
  };
  const NO_FILES = 'The artifact could not be published: HTTP 500. The files are in results.';

  test.each<[string, Setup, string]>([
    ['the files', { artifact: REJECTED }, NO_FILES],
    ['the files, unexpectedly', { artifact: new Error('broken') }, 'The artifact could not be published: broken'],
    ['the page', { page: REJECTED }, 'The report page could not be published by itself: HTTP 500.'],
    ['the page, unexpectedly', { page: new Error('broken') }, 'The report page could not be published: broken'],
    ['files and page', { artifact: REJECTED, page: REJECTED }, NO_FILES],
    [
      'an output',
      { platform: { setOutput: (name) => name === 'outcome' && fail() } },
      'The outputs could not all be set: broken',
    ],
    ['the summary', { platform: { writeSummary: fail } }, 'The job summary could not be written: broken'],
    ['a comment', { platform: { comment: fail } }, 'The comment could not be written: broken'],
    ['an annotation', { platform: { annotate: fail } }, 'The annotations could not be written: broken'],
  ])('is one warning, and nothing else is lost: %s', async (_, setup, warning) => {
    const { last, warnings, lines } = await publish(oneFailed(), setup);
    expect(last).toMatch(/^1 of 3 devices failed\. /);
    expect(warnings).toEqual([`warning: ${warning}`]);
    expect(lines.at(-1)).toContain('✗');
  });

  test('is one warning for all files', async () => {
    await writeFile(folder(), 'a file in the way');
    const { last, warnings, summary, lines } = await publish(allPassed());
    expect(last).toBeUndefined();
    expect(lines.join()).not.toContain('0 files');
    expect(warnings).toEqual([expect.stringMatching(/^warning: Not all result files could be written: /)]);
    expect(summary).toContain('3 of 3 devices passed');
  });
});

test.each([
  ['green', allPassed(), 0, false],
  ['red', oneFailed(), 1, true],
])('a %s step annotates devices only if it is red, and says so to the comment', async (_, report, number, isRed) => {
  expect(await publish(report)).toMatchObject({ annotations: { length: number }, isRed });
});

test('a comment that is not wanted is neither written nor mentioned', async () => {
  const { lines, warnings } = await publish(allPassed(), { platform: { comment: undefined } });
  expect(lines.join()).not.toContain('comment');
  expect(warnings).toEqual([]);
});

test('a comparison is in every place, and the history in report.json', async () => {
  const { comparison, history } = compared();
  const { lines, summary, comment } = await publish(compared());
  expect(summary).toMatch(/^## ❌ 2 of 8 devices failed · 1 new · 1 unsteady\n/);
  expect(summary).toContain('passed\u00a010\u00a0of\u00a010');
  expect(comment).toContain('❌\u00a0new');
  expect(lines.at(-1)).toContain('✗ unsteady');
  const stored: unknown = JSON.parse(await readFile(join(folder(), 'report.json'), 'utf8'));
  expect(stored).toMatchObject({ schema: 1, comparison, history });
});

test('receipts are deleted beside the comment, but not before the files are stored', async () => {
  const begun = Promise.withResolvers<undefined>();
  let stored = '';
  const finish = async (): Promise<void> => {
    stored = await readFile(join(folder(), 'report.json'), 'utf8');
    begun.resolve(undefined);
  };
  await publish(oneFailed(), { receipts: { finish }, platform: { comment: () => begun.promise } });
  expect(stored).toContain('"schema"');
});

test('publishing ends when the receipts are done, too', async () => {
  let isDone = false;
  const finish = async (): Promise<void> => {
    await setImmediate();
    isDone = true;
  };
  await publish(reportOf(unfinished('started')), { receipts: { finish } });
  expect(isDone).toBe(true);
});
