/**
 * `node scripts/poll-score.ts`: how soon the end of a testset is noticed, and with how many requests, beside a look every fifteen seconds.
 * Virtual time, the real loop, testsets from a seed; the bars stand in __tests__/faults/poll-score.test.ts.
 */
import { scorePolls, type PollScore } from '../__tests__/faults/support/poll-score.ts';

const { classes, mix, together } = await scorePolls();
console.log('| testsets | mean lag s | p95 s | longest s | requests | fixed 15 s: mean lag s | p95 s | requests |');
console.log('|---|---|---|---|---|---|---|---|');
for (const score of [...classes, mix, together]) console.log(rowOf(score));

function rowOf({ name, lag, fixedLag, requests, fixedRequests }: PollScore): string {
  const figures = [lag.mean, lag.p95, lag.longest, requests, fixedLag.mean, fixedLag.p95, fixedRequests];
  return `| ${[name, ...figures.map((figure) => figure.toFixed(1))].join(' | ')} |`;
}
