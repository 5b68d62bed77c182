import { NO_COUNTS, replaceCounts, type Counts } from '../model/counts.ts';
import type { TestsetError } from '../model/errors.ts';
import { pluralize } from '../model/words.ts';
import { liveText } from '../report/check-run.ts';
import type { CheckRun } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { isKnownWord, type Status } from '../service/wire.ts';
import { ProgressLine } from './progress-line.ts';

/** A testset before its first status. */
interface KnownTestset {
  readonly id: number;
  /** How many devices the create announced; 0 when unknown. */
  readonly announcedDevices: number;
  /** Whether it existed before this step. */
  readonly existed: boolean;
  readonly scenario?: number;
}

/** The changes of several testsets are logged at most this often, in milliseconds. */
const SEVERAL_MS = 30_000;
const MAX_CREATED_IN_LINE = 20;

/** Shows the progress of all testsets of a step together: one log line for all of them, and the check run. */
export class Progress {
  readonly #runtime: Pick<Runtime, 'clock' | 'log' | 'timeLeftMs'>;
  readonly #checkRun: Pick<CheckRun, 'update'> | undefined;
  readonly #several: boolean;
  readonly #line: ProgressLine;
  /** Testsets that are known, or may still be created. */
  #expected: number;
  readonly #counts = new Map<number, Counts>();
  #sum = NO_COUNTS;
  readonly #complete = new Set<number>();
  #created: string[] = [];
  #warnedOfWord = false;

  constructor(
    runtime: Pick<Runtime, 'clock' | 'log' | 'timeLeftMs'>,
    testsets: number,
    checkRun?: Pick<CheckRun, 'update'>,
  ) {
    this.#runtime = runtime;
    this.#checkRun = checkRun;
    this.#several = testsets > 1;
    this.#expected = testsets;
    this.#line = new ProgressLine(runtime, this.#several ? SEVERAL_MS : 0);
  }

  /** Adds a testset that is known from now on. */
  add({ id, announcedDevices, existed, scenario }: KnownTestset): void {
    this.#setCounts(id, { ...NO_COUNTS, total: announcedDevices });
    if (existed) return;
    if (!this.#several) {
      const devices = announcedDevices > 0 ? ` with ${pluralize(announcedDevices, 'device')}` : '';
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
    const isOver = this.#complete.size === this.#expected;
    this.#line.show(this.#sum, this.#describeTestsets(), isOver, () => {
      this.#logCreated();
    });
  }

  /** @param failures in a row; only the 1st, 2nd, 4th, 8th … are logged */
  pollFailed(id: number, error: TestsetError, failures: number): void {
    if (!Number.isInteger(Math.log2(failures))) return;
    const times = failures === 1 ? '' : ` ${failures} times in a row`;
    this.#line.note(`Testset ${id}: poll failed${times}: ${error.message}`);
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

  /** How many of several testsets are complete; empty for one. */
  #describeTestsets(): string {
    const [expected, known, complete] = [this.#expected, this.#counts.size, this.#complete.size];
    if (expected === 1) return '';
    if (known < expected) return `${known} of ${expected} testsets known, ${complete} complete; `;
    return `${complete} of ${expected} testsets complete; `;
  }
}
