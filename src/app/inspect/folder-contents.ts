import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { AppContents } from './app-contents.ts';

/** The files directly in a folder. */
export async function openFolder(folder: string): Promise<AppContents> {
  return {
    names: await readdir(folder),
    read: async (name, most) => {
      const file = await open(join(folder, name));
      try {
        const size = Math.min(most, (await file.stat()).size);
        const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.max(1, size)) });
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}
