import { endedCount, NO_COUNTS, replaceCounts, unfinishedCount, type Counts } from '../model/counts.ts';
import type { TestsetError } from '../model/errors.ts';
import { formatDuration, pluralize } from '../model/words.ts';
import { liveText } from '../report/check-run.ts';
import type { CheckRun } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { isKnownWord, type Status } from '../service/wire.ts';

/** A testset before its first status. */
interface NewTestset {
  readonly id: number;
  /** How many devices the create announced; 0 when unknown. */
  readonly announced: number;
  /** Whether this step created it. */
  readonly created: boolean;
  readonly scenario?: number;
}

/** An unchanged line is repeated after this time. Polls are up to a minute apart, less up to 10 %. */
const REPEAT_MS = 50_000;
/** Shortest time between two lines about several testsets. */
const SEVERAL_MS = 30_000;
const MAX_CREATED_IN_LINE = 20;

/** Shows the progress of all testsets of a step together: one log line for all of them, and the check run. */
export class Progress {
  readonly #runtime: Pick<Runtime, 'clock' | 'log'>;
  readonly #checkRun: Pick<CheckRun, 'update'> | undefined;
  readonly #several: boolean;
  readonly #startedAt: number;
  /** Testsets that are known, or may still be created. */
  #expected: number;
  readonly #counts = new Map<number, Counts>();
  #sum = NO_COUNTS;
  readonly #complete = new Set<number>();
  #created: string[] = [];
  #warnedOfWord = false;
  #last = { text: '', at: Number.NEGATIVE_INFINITY };

  constructor(runtime: Pick<Runtime, 'clock' | 'log'>, testsets: number, checkRun?: Pick<CheckRun, 'update'>) {
    this.#runtime = runtime;
    this.#checkRun = checkRun;
    this.#several = testsets > 1;
    this.#expected = testsets;
    this.#startedAt = runtime.clock.now();
  }

  /** Adds a testset that is known from now on. */
  add({ id, announced, created, scenario }: NewTestset): void {
    this.#setCounts(id, { ...NO_COUNTS, total: announced });
    if (!created) return;
    if (!this.#several) {
      const devices = announced > 0 ? ` with ${pluralize(announced, 'device')}` : '';
      this.#runtime.log.info(`Testset ${id} is created${devices}.`);
      return;
    }
    this.#created.push(`testset ${id} for scenario ${scenario ?? 0}`);
    if (this.#created.length >= MAX_CREATED_IN_LINE || this.#counts.size === this.#expected) this.#logCreated();
  }

  /** One of the expected testsets was not created. */
  notCreated(): void {
    this.#expected -= 1;
    if (this.#counts.size === this.#expected) this.#logCreated();
  }

  update(id: number, { counts, complete, word }: Status): void {
    this.#setCounts(id, counts);
    if (complete) this.#complete.add(id);
    if (!this.#warnedOfWord && !isKnownWord(word)) {
      this.#warnedOfWord = true;
      this.#runtime.log.warning(`Testset ${id} has the unknown status "${word}"; it is treated as running.`);
    }
    this.#logLine(this.#describe(), this.#complete.size === this.#expected);
  }

  /** @param failures in a row; only the 1st, 2nd, 4th, 8th … are logged */
  pollFailed(id: number, error: TestsetError, failures: number): void {
    if (!Number.isInteger(Math.log2(failures))) return;
    const times = failures === 1 ? '' : ` ${failures} times in a row`;
    this.#logLine(`Testset ${id}: poll failed${times}: ${error.message}`, false);
  }

  #setCounts(id: number, counts: Counts): void {
    this.#sum = replaceCounts(this.#sum, this.#counts.get(id) ?? NO_COUNTS, counts);
    this.#counts.set(id, counts);
    this.#checkRun?.update(liveText(this.#sum, [...this.#counts.keys()]));
  }

  #logCreated(): void {
    if (this.#created.length > 0) this.#runtime.log.info(`Created: ${this.#created.join(', ')}.`);
    this.#created = [];
  }

  /** Logs a line with the time passed, unless it comes too soon after the last one and is not urgent. */
  #logLine(text: string, isUrgent: boolean): void {
    const now = this.#runtime.clock.now();
    const gapMs = this.#several ? SEVERAL_MS : 0;
    if (!isUrgent && now - this.#last.at < (text === this.#last.text ? REPEAT_MS : gapMs)) return;
    this.#logCreated();
    this.#last = { text, at: now };
    this.#runtime.log.info(`${text} (${formatDuration((now - this.#startedAt) / 1000)})`);
  }

  #describe(): string {
    const [sum, expected, known, complete] = [this.#sum, this.#expected, this.#counts.size, this.#complete.size];
    const devices = pluralize(sum.total, this.#several ? 'device run' : 'device');
    const done = `${endedCount(sum)} of ${devices} done${describeResults(sum)}`;
    if (expected === 1) return done;
    if (known < expected) return `${known} of ${expected} testsets known, ${complete} complete; ${done}`;
    return `${complete} of ${expected} testsets complete; ${done}`;
  }
}

/** `: 3 passed, 1 failed, 2 still running`; empty without devices. */
function describeResults(counts: Counts): string {
  const parts = [
    [counts.pass, 'passed'],
    [counts.fail, 'failed'],
    [counts.error, 'with an error'],
    [counts.stop, 'stopped'],
    [unfinishedCount(counts), 'still running'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return shown.length > 0 ? `: ${shown.join(', ')}` : '';
}
