import { plain } from './clean.ts';
import { inReadingOrder, parted, splitDevice, unitTests, type UnitTest } from './device.ts';
import { webAddress } from './escape.ts';
import type { Report } from './report.ts';
import { count, duration } from './words.ts';

/** The runner keeps ten errors a step; the tenth is the step's last line. */
const MOST = 9;

const TITLE_LIMIT = 80;

/** An error beside the run: one line each, cleaned. */
export interface Annotation {
  readonly title: string;
  readonly message: string;
}

/** One for each unit test that did not pass, worst first; nine at most, and when there are more, the ninth says how many. */
export function annotations(report: Report): Annotation[] {
  const tests = inReadingOrder(parted(unitTests(report)).notPassed);
  if (tests.length <= MOST) return tests.map(annotate);
  const more = tests.length - (MOST - 1);
  const title = `${count(more, 'more unit test')} did not pass`;
  return [
    ...tests.slice(0, MOST - 1).map(annotate),
    { title, message: 'report.json among the result files names them all.' },
  ];
}

function annotate({ testset, testcase }: UnitTest): Annotation {
  const { device, os } = splitDevice(testcase.device);
  const time = duration(testcase.seconds);
  const facts = [
    time === '' ? testcase.result : `${testcase.result} after ${time}`,
    ...(os === '' ? [] : [`on ${os}`]),
    ...(testset.id === undefined ? [] : [`in testset ${testset.id}`]),
  ];
  const address = webAddress(testcase.url);
  return {
    title: plain(device, TITLE_LIMIT),
    message: facts.join(' ') + (address === undefined ? '' : `: ${address}`),
  };
}
