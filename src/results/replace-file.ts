import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a file is to hold, as UTF-8: a text, or pieces of one that are cut between whole characters. */
export type Content = string | Iterable<string>;

/** How much is encoded and written at a time, in UTF-16 units. */
const CHUNK = 256 * 1024;

/**
 * Writes a file of a folder. It appears when it is whole; what stood there before, a link too, is replaced and not followed. On an
 * error nothing is left behind. `folder` must exist.
 */
export async function replaceFile(folder: string, name: string, content: Content): Promise<void> {
  const fresh = join(folder, `.${name}.${randomUUID()}`);
  try {
    await writeFile(fresh, typeof content === 'string' ? cut(content) : gathered(content), { flag: 'wx' });
    await rename(fresh, join(folder, name));
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw error;
  }
}

function* cut(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = start + CHUNK;
    const whole = endsInsideCharacter(text, end) ? end + 1 : end;
    yield text.slice(start, whole);
    start = whole;
  }
}

function endsInsideCharacter(text: string, end: number): boolean {
  return (text.codePointAt(end - 1) ?? 0) > 0xffff;
}

/** Small pieces, put together so that each write is worth its while. */
function* gathered(pieces: Iterable<string>): Generator<string> {
  let waiting = '';
  for (const piece of pieces) {
    waiting += piece;
    if (waiting.length < CHUNK) continue;
    yield waiting;
    waiting = '';
  }
  yield waiting;
}
