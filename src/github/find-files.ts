/**
 * Returns the absolute paths of files and folders that match an absolute glob. Links to folders are not followed, so that a loop of links
 * ends. Throws if a folder cannot be read, or the glob has a `..` after a wildcard.
 */
export async function findFiles(pattern: string): Promise<string[]> {
  const { create } = await import('@actions/glob');
  const globber = await create(pattern, { followSymbolicLinks: false, implicitDescendants: false });
  return globber.glob();
}
