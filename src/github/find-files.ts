/**
 * Absolute paths of the files and folders that match an absolute glob. Links to folders are not followed, so a loop of links
 * cannot trap the search. The matching library is loaded only here, when there is something to match: it costs start-up time.
 * Throws when a folder below the glob's start cannot be read, or the glob has a `..` behind a wildcard.
 */
export async function findFiles(pattern: string): Promise<string[]> {
  const { create } = await import('@actions/glob');
  const globber = await create(pattern, { followSymbolicLinks: false, implicitDescendants: false });
  return globber.glob();
}
