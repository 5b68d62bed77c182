/**
 * Measures `count` rounds after a warm-up round. Each round measures everything that is compared, so that other load on the machine
 * affects all of it.
 */
export async function measureRounds<Round>(count: number, round: () => Promise<Round>): Promise<readonly Round[]> {
  await round();
  const measured: Round[] = [];
  while (measured.length < count) measured.push(await round());
  return measured;
}

/** The median of one number of each round; NaN without rounds. */
export function median<Round>(rounds: readonly Round[], valueOf: (round: Round) => number): number {
  const values = rounds.map(valueOf).sort((a, b) => a - b);
  const middle = (values.length - 1) / 2;
  return ((values[Math.floor(middle)] ?? NaN) + (values[Math.ceil(middle)] ?? NaN)) / 2;
}
