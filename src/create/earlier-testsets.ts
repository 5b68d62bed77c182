import { hasSeveralSteps, type Receipt, type ReceiptFile } from '../model/receipts.ts';
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
  const earlier = ofJob.filter((file) => !ofJob.some((other) => other.isEnd && isEnded(file, other)));
  const receipts = earlier.flatMap((file) => file.receipts.map((receipt) => ({ ...receipt, attempt: file.attempt })));
  receipts.sort(compareAge);
  // For each scenario a first testset and its retries.
  const testsets = new Map<number, readonly Required<EarlierReceipt>[]>();
  for (const receipt of receipts.filter(isCreated)) {
    const before = testsets.get(receipt.scenario)?.filter(({ retry }) => retry < receipt.retry) ?? [];
    testsets.set(receipt.scenario, [...before, receipt]);
  }
  const ambiguous = new Set<number>();
  // A retry alone does not say which devices failed before it. Of two retries, the first may have been rejected.
  for (const [scenario, [first]] of testsets) if (first && first.retry > 0) ambiguous.add(scenario);
  if (hasSeveralSteps(earlier)) for (const scenario of testsets.keys()) ambiguous.add(scenario);
  const uncertain = receipts.filter((receipt) => {
    const last = testsets.get(receipt.scenario)?.at(-1);
    return !isCreated(receipt) && (ambiguous.has(receipt.scenario) || !last || compareAge(last, receipt) < 0);
  });
  // Each once, although two files of an attempt may hold it.
  const named = uncertain.map((each) => [`${each.attempt} ${each.scenario} ${each.retry}`, each] as const);
  return {
    testsets: [...testsets].flatMap(([scenario, all]) => (ambiguous.has(scenario) ? [] : all)),
    ambiguous: [...ambiguous],
    uncertain: [...new Map(named).values()],
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

/** Leaves out files of other jobs, if several jobs share the key and it is known which are of this one. */
function filesOfJob(files: readonly ReceiptFile[], jobName: string | undefined): readonly ReceiptFile[] {
  if (jobName === undefined || !hasSeveralSteps(files)) return files;
  const byAttempt = [...Map.groupBy(files, ({ attempt }) => attempt).values()];
  return byAttempt.flatMap((all) => {
    const named = all.filter((file) => file.jobName === jobName);
    if (hasSeveralSteps(all)) return named.length > 0 && !hasSeveralSteps(named) ? named : all;
    return all.filter((file) => file.jobName === undefined || file.jobName === jobName);
  });
}

/** Whether a step that had results could not delete the file. */
function isEnded(file: ReceiptFile, end: ReceiptFile): boolean {
  const isOfOther = file.jobName !== undefined && end.jobName !== undefined && file.jobName !== end.jobName;
  if (isOfOther) return false;
  return file.attempt < end.attempt || (file.attempt === end.attempt && file.stepId === end.stepId);
}

/** Says why testsets of an earlier attempt are not used. @param testsets how many */
export function describeAmbiguous(testsets: number): string {
  const created = pluralize(testsets, 'new testset is', 'new testsets are');
  return `An earlier attempt created several testsets for the same request; it is unknown which belongs to this step. ${created} created.`;
}

/** Warns that something is paid for although it may exist. @param files at least one that cannot be read */
export function describeUnread(files: readonly ReceiptFile[]): string {
  const attempts = [...new Set(files.map(({ attempt }) => attempt))].sort((a, b) => a - b);
  const reasons = [...new Set(files.map(({ unread }) => unread))].join(', ');
  const who = `${nounFor(attempts.length, 'Attempt')} ${attempts.join(', ')}`;
  return `${who} stored a receipt that cannot be read (${reasons}): it may have created a testset. A new one is created.`;
}

const MAX_NAMES = 4;

/** Warns of testsets that earlier attempts may have created, before others are created. @param creates at least one */
export function describeUncertain(creates: readonly EarlierReceipt[]): string {
  const attempts = [...new Set(creates.map(({ attempt }) => attempt))];
  const names = creates.map(({ testsetName, time }) => `"${testsetName}" (${time})`);
  const [what, others] = creates.length === 1 ? ['a testset', 'another'] : [`${creates.length} testsets`, 'others'];
  return (
    `${nounFor(attempts.length, 'Attempt')} ${attempts.join(', ')} may have created ${what}, ` +
    `and this attempt creates ${others}. If it exists, you pay for both: look in the service for ${listFirst(names, MAX_NAMES)}.`
  );
}
