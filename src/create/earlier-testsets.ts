import { hasSeveralSteps, isOfJob, type Receipt, type ReceiptFile } from '../model/receipts.ts';
import { listFirst, nounFor, pluralize } from '../model/words.ts';

/** A receipt, and the attempt that saved it. */
type EarlierReceipt = Receipt & Pick<ReceiptFile, 'attempt'>;

/** What earlier attempts left. */
export interface EarlierAttempts {
  /** Those to continue with, each scenario's in the order of their retries. */
  readonly testsets: readonly Required<EarlierReceipt>[];
  /** Scenarios with testsets of several steps, or with a retry of an unknown one. */
  readonly ambiguous: readonly number[];
  /** Creates that may have made a testset, of scenarios for which there is no later one. */
  readonly uncertain: readonly EarlierReceipt[];
  /** Files that may hold receipts, of any scenario. */
  readonly unread: readonly ReceiptFile[];
}

/**
 * Chooses among receipts under one key. Of several attempts the last one counts. If several steps of one attempt left receipts, two jobs
 * share the key (a reusable workflow that is called twice): GitHub's name of the job decides, if exactly one has it. Otherwise none is
 * used, now or later: both jobs would use the same one.
 */
export function earlierTestsets(
  files: readonly ReceiptFile[],
  currentAttempt: number,
  jobName?: string,
): EarlierAttempts {
  const ofJob = filesOfJob(
    files.filter(({ attempt }) => attempt < currentAttempt),
    jobName,
  );
  const earlier = ofJob.filter((file) => !ofJob.some((other) => isEnded(file, other)));
  const receipts = earlier.flatMap((file) => file.receipts.map((receipt) => ({ ...receipt, attempt: file.attempt })));
  receipts.sort(compareAge);
  // For each scenario a first testset and its retries.
  const testsets = new Map<number, readonly Required<EarlierReceipt>[]>();
  for (const receipt of receipts.filter(isCreated)) {
    const before = testsets.get(receipt.scenario)?.filter(({ retry }) => retry < receipt.retry) ?? [];
    testsets.set(receipt.scenario, [...before, receipt]);
  }
  const isAmbiguous = hasSeveralSteps(earlier);
  const ambiguous = new Set<number>();
  // A retry alone does not say which devices failed before it. Of two retries, the first may have been rejected.
  for (const [scenario, [first]] of testsets) if (isAmbiguous || first?.retry) ambiguous.add(scenario);
  const uncertain = receipts.filter((receipt) => {
    const last = testsets.get(receipt.scenario)?.at(-1);
    return !isCreated(receipt) && (ambiguous.has(receipt.scenario) || !last || compareAge(last, receipt) < 0);
  });
  return {
    testsets: [...testsets].flatMap(([scenario, all]) => (ambiguous.has(scenario) ? [] : all)),
    ambiguous: [...ambiguous],
    uncertain,
    unread: earlier.filter(({ unread }) => unread !== undefined),
  };
}

function isCreated(receipt: EarlierReceipt): receipt is Required<EarlierReceipt> {
  return receipt.testsetId !== undefined;
}

/** Negative if one was created before the other. */
function compareAge(one: EarlierReceipt, other: EarlierReceipt): number {
  return one.attempt - other.attempt || one.retry - other.retry;
}

/** Of each attempt the files with the name of this job; without one, those that may be of it. */
function filesOfJob(files: readonly ReceiptFile[], jobName: string | undefined): readonly ReceiptFile[] {
  return [...Map.groupBy(files, ({ attempt }) => attempt).values()].flatMap((all) => {
    const own = all.filter((file) => isOfJob(file, jobName));
    return own.length > 0 ? own : all.filter((file) => isOfJob(file, jobName) === undefined);
  });
}

/** Whether a step that had results could not delete the file, or may say so in a file that cannot be read. */
function isEnded(file: ReceiptFile, { attempt, stepId, jobName, isEnd, unread }: ReceiptFile): boolean {
  if (isOfJob(file, jobName) === false) return false;
  if (file.attempt < attempt) return isEnd ?? unread !== undefined;
  return isEnd === true && file.attempt === attempt && file.stepId === stepId;
}

const MAX_NAMES = 4;

/** What to say before testsets are created. @param isComplete whether none is created */
export function warningsOf({ ambiguous, uncertain, unread }: EarlierAttempts, isComplete: boolean): readonly string[] {
  const warnings: string[] = [];
  if (ambiguous.length > 0) {
    const created = pluralize(ambiguous.length, 'new testset is', 'new testsets are');
    const why =
      'An earlier attempt created several testsets for the same request; it is unknown which belongs to this step';
    warnings.push(`${why}. ${created} created.`);
  }
  // Two files of an attempt may hold the same create.
  const names = [...new Set(uncertain.map(({ testsetName, time }) => `"${testsetName}" (${time})`))];
  if (names.length > 0) {
    const isOne = names.length === 1;
    const [what, others] = isOne ? ['a testset', 'another'] : [`${names.length} testsets`, 'others'];
    const created = `${nameAttempts(uncertain)} may have created ${what}, and this attempt creates ${others}`;
    const costs = isOne ? 'If it exists, you pay for both' : 'For each that exists you pay twice';
    warnings.push(`${created}. ${costs}: look in the service for ${listFirst(names, MAX_NAMES)}.`);
  }
  if (unread.length > 0 && !isComplete) {
    const reasons = [...new Set(unread.map((file) => file.unread))].join(', ');
    const stored = `${nameAttempts(unread)} stored a receipt that cannot be read (${reasons})`;
    warnings.push(`${stored}: it may have created a testset. A new one is created.`);
  }
  return warnings;
}

function nameAttempts(saved: readonly Pick<ReceiptFile, 'attempt'>[]): string {
  const attempts = [...new Set(saved.map(({ attempt }) => attempt))].sort((a, b) => a - b);
  return `${nounFor(attempts.length, 'Attempt')} ${attempts.join(', ')}`;
}
