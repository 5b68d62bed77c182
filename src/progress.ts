import { ended, NO_COUNTS, unfinished, addCounts, type Counts } from './counts.ts';
import type { TestsetError } from './errors.ts';
import { count, duration } from './report/words.ts';
import { isKnownWord, type Status } from './service/wire.ts';
import type { World } from './world.ts';

/** Tells how all testsets of a step come along, in one line for the whole. */
export interface Progress {
  heard(testsetId: number, status: Status): void;
  failed(testsetId: number, error: TestsetError, failures: number): void;
}

/** Without a change a line comes once a minute; looks are up to a minute apart, less a tenth by chance. In milliseconds. */
const SILENCE_MS = 50_000;
/** The changes of several testsets are gathered for so long, in milliseconds. */
const GATHER_MS = 30_000;

/**
 * Logs a line on change, and one a minute otherwise; the first testset that uses a word of its own is warned of.
 *
 * @param show gets the counts of all testsets together with every status that is heard
 */
export function createProgress(
  { clock, log }: Pick<World, 'clock' | 'log'>,
  testsets: number,
  show: (counts: Counts) => void = () => undefined,
): Progress {
  const latest = new Map<number, Status>();
  let warned = false;
  const began = clock.now();
  const gapMs = testsets > 1 ? GATHER_MS : 0;
  let told = { text: '', at: Number.NEGATIVE_INFINITY };

  const tell = (text: string, urgent: boolean): void => {
    const sinceMs = clock.now() - told.at;
    const due = text === told.text ? SILENCE_MS : gapMs;
    if (!urgent && sinceMs < due) return;
    told = { text, at: clock.now() };
    log.info(`${text} (${duration((clock.now() - began) / 1000)})`);
  };

  return {
    heard: (testsetId, status) => {
      latest.set(testsetId, status);
      const counts = [...latest.values()].map((one) => one.counts).reduce(addCounts, NO_COUNTS);
      show(counts);
      if (!isKnownWord(status.word) && !warned) {
        warned = true;
        log.warning(
          `The service calls testset ${testsetId} "${status.word}", a word that it does not document; taken as still running.`,
        );
      }
      const complete = [...latest.values()].filter((one) => one.complete).length;
      tell(progressLine(counts, complete, testsets), complete === testsets);
    },
    failed: (testsetId, error, failures) => {
      const again = failures === 1 ? '' : ` (${failures} times in a row)`;
      tell(`Testset ${testsetId} could not be looked at${again}: ${error.message}`, false);
    },
  };
}

function progressLine(counts: Counts, complete: number, testsets: number): string {
  const done = `${ended(counts)} of ${count(counts.total, 'unit test')} done${details(counts)}`;
  return testsets > 1 ? `${complete} of ${testsets} testsets complete; ${done}` : done;
}

function details(counts: Counts): string {
  const parts = [
    [counts.pass, 'passed'],
    [counts.fail, 'failed'],
    [counts.error, 'with an error'],
    [counts.stop, 'stopped'],
    [unfinished(counts), 'still running'],
  ] as const;
  const shown = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return shown.length > 0 ? `: ${shown.join(', ')}` : '';
}
