import { hasSeveralSteps, isOfOtherJob, type Receipt, type ReceiptFile } from '../model/receipts.ts';
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
 * Chooses among receipts under one key. Of several attempts the last one counts; one that cannot be read may have ended those before it. If
 * several steps of one attempt left receipts, two jobs share the key (a reusable workflow that is called twice): GitHub's name of the job
 * decides, if exactly one has it. Otherwise none is used, now or later: both jobs would use the same one.
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

/** Leaves out files of other jobs, if several jobs share the key and it is known which are of this one. */
function filesOfJob(files: readonly ReceiptFile[], jobName: string | undefined): readonly ReceiptFile[] {
  if (jobName === undefined || !hasSeveralSteps(files)) return files;
  return [...Map.groupBy(files, ({ attempt }) => attempt).values()].flatMap((all) => {
    if (!hasSeveralSteps(all)) return all.filter((file) => !isOfOtherJob(file, jobName));
    const named = all.filter((file) => file.jobName === jobName);
    return named.length > 0 && !hasSeveralSteps(named) ? named : all;
  });
}

/** Whether a step that had results could not delete the file, or may say so in a file that cannot be read. */
function isEnded(file: ReceiptFile, { attempt, stepId, jobName, isEnd, unread }: ReceiptFile): boolean {
  if (isOfOtherJob(file, jobName)) return false;
  if (file.attempt < attempt) return isEnd ?? unread !== undefined;
  return isEnd === true && file.attempt === attempt && file.stepId === stepId;
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

/** Warns of testsets that earlier attempts may have created, before others are created. @param creates at least one; two files may hold one */
export function describeUncertain(creates: readonly EarlierReceipt[]): string {
  const attempts = [...new Set(creates.map(({ attempt }) => attempt))];
  const names = [...new Set(creates.map(({ testsetName, time }) => `"${testsetName}" (${time})`))];
  const [what, others] = names.length === 1 ? ['a testset', 'another'] : [`${names.length} testsets`, 'others'];
  return (
    `${nounFor(attempts.length, 'Attempt')} ${attempts.join(', ')} may have created ${what}, ` +
    `and this attempt creates ${others}. If it exists, you pay for both: look in the service for ${listFirst(names, MAX_NAMES)}.`
  );
}
