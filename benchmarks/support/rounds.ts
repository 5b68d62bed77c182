/**
 * Measures `count` rounds, after one to warm up that does not count. A round measures everything that is compared, one after the
 * other, so that whatever else the machine does falls on all of them alike.
 */
export async function measureRounds<Round>(count: number, round: () => Promise<Round>): Promise<readonly Round[]> {
  await round();
  const measured: Round[] = [];
  while (measured.length < count) measured.push(await round());
  return measured;
}

/** The median of one number of each round: the middle one, or the mean of the two in the middle. NaN without rounds. */
export function median<Round>(rounds: readonly Round[], valueOf: (round: Round) => number): number {
  const values = rounds.map(valueOf).sort((a, b) => a - b);
  const middle = (values.length - 1) / 2;
  return ((values[Math.floor(middle)] ?? NaN) + (values[Math.ceil(middle)] ?? NaN)) / 2;
}
