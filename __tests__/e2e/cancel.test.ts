import { beforeAll, describe, expect, test } from '@jest/globals';

import { playAll, type Play } from './support-cancel-lane.ts';
import { POINTS } from './support-cancel-points.ts';
import { findingsOf, type Cancelled, type Signals } from './support-cancel.ts';

/** The runner sends SIGTERM after 7.5 s, when all of these runs are over; half a second lets it meet those that wait for something. */
const SIGNALS: Readonly<Record<string, Signals>> = {
  SIGINT: { first: 'SIGINT' },
  'SIGINT, then SIGTERM': { first: 'SIGINT', then: { signal: 'SIGTERM', afterMs: 500 } },
  'SIGINT twice': { first: 'SIGINT', then: { signal: 'SIGINT', afterMs: 20 } },
  SIGKILL: { first: 'SIGKILL' },
};

const ROWS = [
  ['inputs are read', 'SIGINT'],
  ['first look: the connection is silent', 'SIGINT twice'],
  ['first look: no answer', 'SIGINT, then SIGTERM'],
  ['upload: its head', 'SIGINT twice'],
  ['upload: its middle', 'SIGINT'],
  ['upload: its middle', 'SIGKILL'],
  ['upload: its end is held back', 'SIGINT'],
  ['terminator sent: no answer, committed', 'SIGINT, then SIGTERM'],
  ['terminator sent: no answer, committed', 'SIGKILL'],
  ['terminator sent: the answer comes within the 3 s', 'SIGINT twice'],
  ['right after the answer', 'SIGINT'],
  ['asleep before the first poll', 'SIGKILL'],
  ['asleep between polls', 'SIGINT'],
  ['poll: half an answer', 'SIGINT twice'],
  ['results: no answer', 'SIGINT, then SIGTERM'],
  ['results: half of the JSON, asked for by itself', 'SIGINT'],
  ['files: documents are written as they come', 'SIGINT'],
  ['scenarios: half created, the other is put off', 'SIGINT twice'],
  ['scenarios: half created, the other has no answer', 'SIGINT'],
  ['scenarios: all created, waiting', 'SIGINT, then SIGTERM'],
  ['files: the report is written', 'SIGINT'],
  ['artifact: no answer', 'SIGINT, then SIGTERM'],
  ['artifact: no answer', 'SIGKILL'],
  ['asleep, and then nothing of GitHub answers', 'SIGINT, then SIGTERM'],
  ['the very end, red', 'SIGINT twice'],
] as const;

const PLAYS = ROWS.map(([label, sent]): Play & { readonly title: string } => {
  const [point, signals] = [POINTS.find((one) => one.label === label), SIGNALS[sent]];
  if (!point || !signals) throw new Error(`There is no ${label} with ${sent}.`);
  return { title: `${label}, ${sent}`, point, signals };
});

/** The runner kills what has not ended by then, in milliseconds; every hold lasts longer. */
const KILLED_MS = 10_000;

const ended = new Map<string, Cancelled | Error>();

beforeAll(
  () =>
    playAll(PLAYS, 2, ({ title }, how) => {
      ended.set(title, how);
    }),
  120_000,
);

describe('a run that is cancelled', () => {
  test.each(PLAYS)('$title', ({ title, point, signals }) => {
    const how = ended.get(title);
    if (!how || how instanceof Error) throw how ?? new Error('It was not played.');
    expect(findingsOf(point, signals, how)).toEqual([]);
    expect(how.milliseconds).toBeLessThan(KILLED_MS);
  });
});
