/** GitHub's limit for the jobs that one matrix may have. */
const MOST_CHUNKS = 256;

/**
 * Parts a list of identifiers, in its order, into chunks of at most `size`, each written as the input `scenario-id` takes it. Where that
 * would be more chunks than a matrix may have jobs, the chunks are larger. None of them is empty.
 */
export function inChunks(identifiers: readonly number[], size: number): readonly string[] {
  const length = Math.max(size, Math.ceil(identifiers.length / MOST_CHUNKS));
  const chunks: string[] = [];
  for (let at = 0; at < identifiers.length; at += length) chunks.push(identifiers.slice(at, at + length).join(','));
  return chunks;
}
