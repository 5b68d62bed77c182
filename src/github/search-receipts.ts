import pLimit from 'p-limit';

import { messageOf } from '../model/errors.ts';
import type { ReceiptFile, ReceiptKey } from '../model/receipts.ts';
import { listFirst, MAX_IN_SENTENCE, nounFor, pluralize } from '../model/words.ts';
import { repeat } from '../runtime/time-limits.ts';
import type { ApiReply } from './api/api-reply.ts';
import type { ArtifactSettings } from './artifact.ts';
import { readReceipt, type ReceiptArtifact, type ReceiptSource } from './read-receipts.ts';

/** How long to ask for what cannot be read: a second testset costs more. In milliseconds. */
const SEARCH_MS = 5 * 60_000;
/** Before the first repetition; twice as long before each other, up to the second. */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** How often the log says that it goes on. */
const LINE_MS = 60_000;
const DOWNLOADS_AT_ONCE = 8;

/** An artifact, and the content of its file, or why that was not sent. */
interface FoundReceipt {
  readonly artifact: ReceiptArtifact;
  content?: string;
  readonly reasons: Set<string>;
}

/**
 * Reads what earlier attempts saved. If that is only for other requests, a warning names their testsets.
 *
 * @param isEarlier whether an artifact is of an earlier attempt of the step
 * @returns also the names of the artifacts
 * @throws when it cannot be known
 */
export async function findReceipts(
  sources: readonly ReceiptSource[],
  key: ReceiptKey,
  isEarlier: (artifact: ReceiptArtifact) => boolean,
  settings: ArtifactSettings,
  signal: AbortSignal,
): Promise<{ readonly files: readonly ReceiptFile[]; readonly names: readonly string[] }> {
  const { log } = settings;
  const isWanted = ({ requestId }: ReceiptArtifact): boolean => requestId === key.requestId;
  const all = await search(sources, isEarlier, isWanted, settings, signal);
  const wanted = all.filter(({ artifact }) => isWanted(artifact));
  if (wanted.length === 0) {
    for (const source of sources) await readFrom(source, all);
    if (all.length > 0) log.warning(describeOther(toFiles(all, key, settings)));
    else log.info('No earlier attempt left a receipt: all testsets are new.');
  }
  const files = toFiles(wanted, key, settings);
  const unused = wanted.length - files.length;
  const what = `${pluralize(unused, 'receipt')} of earlier attempts cannot be used. Debug logging shows why.`;
  if (unused > 0 && files.length > 0) log.notice(what);
  else if (unused > 0) log.warning(`${what} A new testset is created.`);
  return { files, names: wanted.map(({ artifact }) => artifact.name) };
}

/**
 * Lists the receipts of earlier attempts and reads those that are wanted. The second source is asked if the first has none, or did not send
 * all. While something that is listed, or a list, cannot be read, both are asked again, until `signal` aborts.
 */
async function search(
  sources: readonly ReceiptSource[],
  isEarlier: (artifact: ReceiptArtifact) => boolean,
  isWanted: (artifact: ReceiptArtifact) => boolean,
  { clock, log }: ArtifactSettings,
  signal: AbortSignal,
): Promise<readonly FoundReceipt[]> {
  const found = new Map<number, FoundReceipt>();
  const lists = new Map<ReceiptSource, ApiReply<readonly ReceiptArtifact[]>>();
  const wanted = (): readonly FoundReceipt[] => [...found.values()].filter(({ artifact }) => isWanted(artifact));
  /** Returns why it may be worth to ask again; '' if it is not. */
  const ask = async (): Promise<string> => {
    for (const source of sources) {
      const before = lists.get(source);
      const list = before?.kind === 'value' || before?.kind === 'rejected' ? before : await source.list();
      lists.set(source, list);
      for (const artifact of list.kind === 'value' ? list.value.filter(isEarlier) : [])
        if (!found.has(artifact.id)) found.set(artifact.id, { artifact, reasons: new Set() });
      await readFrom(list.kind === 'rejected' ? { download: () => Promise.resolve(list) } : source, wanted());
      if (wanted().length > 0 && wanted().every(isRead)) return '';
    }
    const unread = wanted().filter((one) => !isRead(one));
    return describeOpen([...lists.values()], unread);
  };
  const until = clock.now() + SEARCH_MS;
  let lineAt = clock.now() + LINE_MS;
  const pauseMs = (why: string, tries: number): number | undefined => {
    const leftMs = until - clock.now();
    if (why === '' || leftMs <= 0) return undefined;
    if (clock.now() >= lineAt) {
      lineAt += LINE_MS;
      const left = pluralize(Math.ceil(leftMs / 60_000), 'minute');
      log.info(`The receipts of earlier attempts cannot be read (${why}). Asking for ${left} more.`);
    }
    return Math.min(RETRY_MS * 2 ** (tries - 1), MAX_RETRY_MS, leftMs);
  };
  const why = await repeat({ clock, signal }, { pauseMs }, ask);
  const all = [...lists.values()];
  if (wanted().length === 0 && (why !== '' || !all.some(isListed)))
    throw new Error(all.flatMap((list) => (list.kind === 'value' ? [] : list.reason)).join('; '));
  return [...found.values()];
}

/** Downloads what is not read yet, once. */
async function readFrom({ download }: Pick<ReceiptSource, 'download'>, found: readonly FoundReceipt[]): Promise<void> {
  const limited = pLimit(DOWNLOADS_AT_ONCE);
  const read = async (one: FoundReceipt): Promise<void> => {
    const reply = await download(one.artifact);
    if (reply.kind === 'value') one.content = reply.value;
    for (const reason of reasonsOf([reply])) one.reasons.add(reason);
  };
  await Promise.all(found.filter((one) => !isRead(one)).map((one) => limited(() => read(one))));
}

/** Reads what was found. A debug line explains each file that is not used. */
function toFiles(
  found: readonly FoundReceipt[],
  key: ReceiptKey,
  { log }: Pick<ArtifactSettings, 'log'>,
): readonly ReceiptFile[] {
  return found.flatMap(({ artifact, content, reasons }): ReceiptFile | readonly ReceiptFile[] => {
    const { attempt, stepId, name } = artifact;
    // It may be of another step, whose testset must not be used.
    if (content === undefined) return { attempt, stepId, receipts: [], unread: [...reasons].join(', ') };
    try {
      return readReceipt(content, artifact, key);
    } catch (error) {
      log.debug(`The receipt ${name} is not used: ${messageOf(error)}.`);
      return [];
    }
  });
}

function isRead({ content }: FoundReceipt): boolean {
  return content !== undefined;
}

function isListed({ kind }: ApiReply): boolean {
  return kind === 'value';
}

/** Why another try may read more; '' if it cannot. A list that is refused counts only if there is no other. */
function describeOpen(lists: readonly ApiReply[], unread: readonly FoundReceipt[]): string {
  const reasons = unread.flatMap((one) => [...one.reasons]);
  if (unread.length > 0) return [...new Set(reasons)].join(', ');
  const refused = lists.some(isListed) ? [403, 404] : [];
  const isOpen = (list: ApiReply): boolean =>
    list.kind === 'limited' || (list.kind === 'failed' && !refused.includes(list.status ?? 0));
  return reasonsOf(lists.filter(isOpen)).join(', ');
}

/** The reasons of failures, as short as possible. */
function reasonsOf(replies: readonly ApiReply[]): readonly string[] {
  return replies.flatMap((reply) => (reply.kind === 'value' ? [] : `${reply.status ?? reply.reason}`));
}

/** Warns that something is paid for again. @param files what earlier attempts saved for other requests of the same step */
function describeOther(files: readonly ReceiptFile[]): string {
  const ids = [...new Set(files.flatMap(({ receipts }) => receipts.flatMap(({ testsetId }) => testsetId ?? [])))];
  const testsets = `${nounFor(ids.length, 'testset')} ${listFirst(ids, MAX_IN_SENTENCE)}`;
  const created = ids.length > 0 ? `created ${testsets}` : 'may have created a testset';
  return `An earlier attempt ${created} for another app or other inputs. A new testset is created.`;
}
