/** Most bytes of a manifest, unpacked. */
export const MANIFEST_LIMIT = 64 * 1024 * 1024;

/** Most files that an app may consist of; an app with more is not inspected. */
export const MAX_ENTRIES = 100_000;

/** The files of an app: those of a zip, or of an `.app` folder. */
export interface AppContents {
  /** With `/` between folders. */
  readonly names: readonly string[];
  /** Reads the first `most` bytes of a file, or all of it if it is shorter. */
  read(name: string, most: number): Promise<Buffer>;
}

/** A file that the service certainly cannot read either. The message completes "cannot be read: …", without a full stop. */
export class UnreadableFile extends Error {}

/** Reads a whole file. @throws UnreadableFile if it is larger than `limit` bytes */
export async function readWhole(contents: AppContents, name: string, limit: number): Promise<Buffer> {
  const content = await contents.read(name, limit + 1);
  if (content.length > limit) throw new UnreadableFile(`it is larger than ${limit / 1024 / 1024} MiB`);
  return content;
}
