import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { logInputs } from '../../src/inputs/describe.ts';
import type { PastResult } from '../../src/model/history.ts';
import type { QuarantineEntry } from '../../src/model/quarantine.ts';
import { render } from '../../src/report/markup.ts';
import { quarantineColumns } from '../../src/report/quarantine.ts';
import { createView } from '../../src/report/view.ts';
import { createRandom } from '../soak/support/random.ts';
import { createInputs } from '../support/inputs.ts';
import { reportOf } from '../support/reports.ts';
import { createEagerClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { complete, devices } from '../support/testsets.ts';

const ENTRIES = 500;
const DAYS = 60;
/** A Monday. */
const START = Date.parse('2026-10-05T03:00:00Z');
const DAY_MS = 24 * 60 * 60_000;
const HISTORY = 10;

beforeEach(() => {
  jest.useFakeTimers({ now: START });
});
afterEach(() => {
  jest.useRealTimers();
});

const dayOf = (day: number): string => new Date(START + day * DAY_MS).toISOString().slice(0, 10);

/** The lines of the file that the notices of a step name. */
async function linesNamed(entries: readonly QuarantineEntry[]): Promise<readonly number[]> {
  const lines: number[] = [];
  const notice = (_text: string, { line = 0 }: { readonly line?: number } = {}): void => {
    lines.push(line);
  };
  const quarantine = { path: 'quarantine.yml', entries, expired: [] };
  const given = { target: { kind: 'attach', testsetIds: [1] }, resultsDir: '/w/results', quarantine } as const;
  const runtime = createRuntime({ clock: createEagerClock(), log: { ...createRecordingLog(), notice } });
  await logInputs(createInputs('https://testset.example.com', given), runtime, '/w');
  return lines;
}

test('a quarantine file of 500 entries names in 60 days what ends, and what has healed', async () => {
  const random = createRandom(47);
  const model = devices(ENTRIES).map(({ device }, at) => ({
    entry: { device, reason: 'It is slow', owner: '@acme/pay', expires: dayOf(random.whole(0, 90)), line: at + 1 },
    healsOn: random.happens(0.5) ? random.whole(0, DAYS) : Infinity,
    failsAtTimes: random.happens(0.3),
    joinsOn: random.happens(0.3) ? random.whole(1, DAYS) : 0,
    past: [] as PastResult[],
    passesInTurn: 0,
  }));
  const announced = new Set<number>();
  const [ended, healed] = [new Set<number>(), new Set<number>()];
  for (let day = 0; day < DAYS; day += 1) {
    if (day % 7 > 4) continue;
    jest.setSystemTime(START + day * DAY_MS);
    const runs = model
      .filter(({ joinsOn }) => joinsOn <= day)
      .map((each) => ({ ...each, passes: day >= each.healsOn && !(each.failsAtTimes && random.happens(0.1)) }));
    const expired = model.filter(({ entry }) => entry.expires < dayOf(day)).map(({ entry }) => entry);
    for (const { line } of expired) {
      expect(announced).toContain(line);
      ended.add(line);
    }
    const quarantine = model.map(({ entry }) => entry).filter((entry) => !expired.includes(entry));
    const results = runs.map(({ entry: { device }, passes }) => ({
      device,
      result: passes ? ('passed' as const) : ('failed' as const),
      seconds: 100,
    }));
    const history = runs.map(({ entry: { device }, past }) => ({ device, results: past.slice(-HISTORY) }));
    const report = reportOf(complete(results), { quarantine, expired, history });
    for (const line of await linesNamed(quarantine)) announced.add(line);

    const uses = createView(report).uses;
    const before = quarantineColumns(uses, 'main')[2];
    const removable = uses
      .filter((use) => render(before?.cell(use), String).includes('remove it'))
      .map(({ entry }) => entry.line);
    for (const { entry, passes, past, passesInTurn } of runs.filter((run) => quarantine.includes(run.entry))) {
      const hasHealed = passes && passesInTurn >= HISTORY;
      expect([entry.line, past.length, removable.includes(entry.line)]).toEqual([entry.line, past.length, hasHealed]);
      if (hasHealed) healed.add(entry.line);
    }
    for (const { entry, passes } of runs) {
      const device = model[entry.line - 1];
      device?.past.push({ run: day, passed: passes, seconds: 100 });
      if (device) device.passesInTurn = passes ? device.passesInTurn + 1 : 0;
      // The team extends what was announced and still fails.
      const isDue = entry.expires < dayOf(day + 7) && announced.has(entry.line);
      if (device && isDue && !passes) device.entry = { ...entry, expires: dayOf(day + 45) };
    }
  }
  expect(ended.size).toBeGreaterThan(100);
  expect(healed.size).toBeGreaterThan(50);
});
