import { cleanText } from '../model/text.ts';
import { splitDevice } from './devices.ts';
import { webAddress } from './markdown/html.ts';
import type { Report } from '../model/report.ts';
import { testsetLabel } from './testset-words.ts';
import { worstFirst, deviceRuns, type DeviceRun } from './devices.ts';
import { allUnnamedDevices } from './devices.ts';
import { countDevices } from './verdict-words.ts';
import { formatDuration } from '../model/words.ts';

/** The runner keeps ten errors a step; the tenth is the step's last line. */
const MOST_ANNOTATIONS = 9;

const TITLE_LIMIT = 80;

/** An error beside the run: one line each, cleaned. */
export interface Annotation {
  readonly title: string;
  readonly message: string;
}

/** One for each unit test that did not pass, worst first; nine at most, and when there are more, the ninth says how many. */
export function annotations(report: Report): Annotation[] {
  const { notPassed } = deviceRuns(report);
  const first = worstFirst(notPassed, MOST_ANNOTATIONS);
  const unnamed = allUnnamedDevices(report);
  const nameless = unnamed.stopped + unnamed.unfinished + unnamed.notPassed;
  const number = notPassed.length + nameless;
  if (number <= MOST_ANNOTATIONS && nameless === 0) return first.map(annotate);
  const named = first.slice(0, MOST_ANNOTATIONS - 1);
  const more = number - named.length;
  const title = `${countDevices(report, more, named.length > 0 ? 'more' : '')} did not pass`;
  return [...named.map(annotate), { title, message: whereNamed(more - nameless, nameless) }];
}

function whereNamed(named: number, nameless: number): string {
  const where = 'report.json among the result files names';
  if (nameless === 0) return `${where} them all.`;
  if (named > 0) return `${where} ${named} of them; no result document has the others.`;
  return `No result document names ${nameless === 1 ? 'it' : 'them'}.`;
}

function annotate({ testset, testcase }: DeviceRun): Annotation {
  const { device, os } = splitDevice(testcase.device);
  const time = formatDuration(testcase.seconds);
  const facts = [
    time === '' ? testcase.result : `${testcase.result} after ${time}`,
    ...(os === '' ? [] : [`on ${os}`]),
    ...(testset.id === undefined ? [] : [`in testset ${testsetLabel(testset)}`]),
  ];
  const address = webAddress(testcase.url);
  return {
    title: cleanText(device, TITLE_LIMIT),
    message: facts.join(' ') + (address === undefined ? '' : `: ${address}`),
  };
}
