import { messageOf } from '../model/errors.ts';
import type { ReceiptFile, ReceiptKey } from '../model/receipts.ts';
import { joinPieces, listFirst, MAX_IN_SENTENCE, nounFor, pluralize } from '../model/words.ts';
import { repeat } from '../runtime/time-limits.ts';
import type { ApiReply } from './api/api-reply.ts';
import type { ArtifactSettings } from './artifact.ts';
import { unsealReceipts, type ReceiptArtifact, type ReceiptSource } from './receipt-artifacts.ts';

/** How long to ask for what cannot be read: a second testset costs more. In milliseconds. */
const SEARCH_MS = 5 * 60_000;
/** Before the first repetition; twice as long before each other, up to the second. */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** What an artifact holds, and its name. */
export type FoundFile = ReceiptFile & Pick<ReceiptArtifact, 'name'>;

/** Artifacts of earlier attempts, by identifier, each with its file if it was read; none if that is not used. */
type Found = Map<number, { readonly artifact: ReceiptArtifact; file?: ReceiptFile | 'not-used' }>;

/** Whether an artifact is of an earlier attempt of the step. */
export function isEarlier({ jobId, attempt }: ReceiptArtifact, key: ReceiptKey, run: ArtifactSettings['run']): boolean {
  return jobId === key.jobId && attempt < run.attempt;
}

/** Reads what earlier attempts saved. If that is only for other requests, a warning names their testsets. @throws when it cannot be known */
export async function findReceipts(
  sources: readonly ReceiptSource[],
  key: ReceiptKey,
  settings: ArtifactSettings,
  signal: AbortSignal,
): Promise<readonly FoundFile[]> {
  const { log } = settings;
  const { wanted, others, reasons } = await search(sources, key, settings, signal);
  if (wanted.size > 0) return toFiles(wanted, reasons);
  for (const source of sources) await readFrom(source, others, { key, log, reasons });
  const why = reasons.size > 0 && `(${[...reasons].join(', ')})`;
  if (others.size > 0) log.warning(describeOther(toFiles(others, reasons)));
  else log.info(`${joinPieces(' ', ['No receipt of an earlier attempt was found', why])}: all testsets are new.`);
  return [];
}

/**
 * Lists the receipts of earlier attempts and reads those of the request. The second source is asked if the first has none, or did not send
 * all. While something that is listed, or a list, cannot be read, both are asked again, until `signal` aborts.
 */
async function search(
  sources: readonly ReceiptSource[],
  key: ReceiptKey,
  { clock, log, run }: ArtifactSettings,
  signal: AbortSignal,
) {
  const wanted: Found = new Map();
  const others: Found = new Map();
  const lists = new Map<ReceiptSource, ApiReply<readonly ReceiptArtifact[]>>();
  const reasons = new Set<string>();
  /** Returns whether another try may read more. */
  const ask = async (): Promise<boolean> => {
    for (const source of sources) {
      const before = lists.get(source);
      const list = before?.kind === 'value' || before?.kind === 'rejected' ? before : await source.list();
      lists.set(source, list);
      for (const artifact of list.kind === 'value' ? list.value.filter((one) => isEarlier(one, key, run)) : []) {
        const found = artifact.requestId === key.requestId ? wanted : others;
        if (!found.has(artifact.id)) found.set(artifact.id, { artifact });
      }
      noteFailure(list, reasons);
      if (list.kind !== 'rejected') await readFrom(source, wanted, { key, log, reasons });
      if (wanted.size > 0 && [...wanted.values()].every(isRead)) return false;
    }
    const all = [...lists.values()];
    // A list that is refused counts only if there is no other.
    const refused = all.some(({ kind }) => kind === 'value') ? [403, 404] : [];
    const isOpen = (list: ApiReply): boolean =>
      list.kind === 'limited' || (list.kind === 'failed' && !refused.includes(list.status ?? 0));
    return wanted.size > 0 || all.some(isOpen);
  };
  const until = clock.now() + SEARCH_MS;
  let minutes = SEARCH_MS / 60_000;
  const pauseMs = (mayReadMore: boolean, tries: number): number | undefined => {
    const leftMs = until - clock.now();
    if (!mayReadMore || leftMs <= 0) return undefined;
    if (leftMs <= (minutes - 1) * 60_000) {
      minutes = Math.ceil(leftMs / 60_000);
      const [why, left] = [[...reasons].join(', '), pluralize(minutes, 'minute')];
      log.info(`The receipts of earlier attempts cannot be read (${why}). Asking for ${left} more.`);
    }
    return Math.min(RETRY_MS * 2 ** (tries - 1), MAX_RETRY_MS, leftMs);
  };
  const mayReadMore = await repeat({ clock, signal }, { pauseMs }, ask);
  if (mayReadMore && wanted.size === 0)
    throw new Error([...lists.values()].flatMap((list) => (list.kind === 'value' ? [] : list.reason)).join('; '));
  return { wanted, others, reasons };
}

interface Reading {
  readonly key: ReceiptKey;
  readonly log: ArtifactSettings['log'];
  readonly reasons: Set<string>;
}

/** Downloads what is not read yet, once. What others may have forged is not kept: many files would fill the memory. */
async function readFrom({ download }: ReceiptSource, found: Found, { key, log, reasons }: Reading): Promise<void> {
  for (const one of found.values()) {
    if (isRead(one)) continue;
    const { name, requestId } = one.artifact;
    const reply = await download(one.artifact);
    noteFailure(reply, reasons);
    if (reply.kind !== 'value') continue;
    try {
      one.file = unsealReceipts(reply.value, { ...key, requestId });
    } catch (error) {
      one.file = 'not-used';
      const lost = 'Testsets that only this receipt names are created again.';
      log.warning(`The receipt ${name} is not used: ${messageOf(error)}. ${lost}`);
    }
  }
}

function isRead({ file }: { readonly file?: unknown }): boolean {
  return file !== undefined;
}

function noteFailure(reply: ApiReply, reasons: Set<string>): void {
  if (reply.kind !== 'value') reasons.add(`${reply.status ?? reply.reason}`);
}

/** The files that count. @param reasons why some could not be read */
function toFiles(found: Found, reasons: ReadonlySet<string>): readonly FoundFile[] {
  return [...found.values()].flatMap(({ artifact: { name, attempt, stepId }, file }): FoundFile | FoundFile[] => {
    if (file === 'not-used') return [];
    // It may be of another step, whose testset must not be used.
    return { name, ...(file ?? { attempt, stepId, receipts: [], unread: [...reasons].join(', ') }) };
  });
}

/** Warns that something is paid for again. @param files what earlier attempts saved for other requests of the same step */
function describeOther(files: readonly ReceiptFile[]): string {
  const ids = [...new Set(files.flatMap(({ receipts }) => receipts.flatMap(({ testsetId }) => testsetId ?? [])))];
  const testsets = `${nounFor(ids.length, 'testset')} ${listFirst(ids, MAX_IN_SENTENCE)}`;
  const created = ids.length > 0 ? `created ${testsets}` : 'may have created a testset';
  return `An earlier attempt ${created} for another app or other inputs. A new testset is created.`;
}
