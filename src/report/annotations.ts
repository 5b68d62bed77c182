import { countDevices } from '../model/counts.ts';
import type { Report } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration } from '../model/words.ts';
import { allUnnamedDevices, deviceRuns, hasPassed, splitDevice, worstFirst, type DeviceRun } from './devices.ts';
import { webAddress } from './markdown/html.ts';
import { testsetLabel } from './testset-words.ts';

/** The runner shows ten errors of a step; the tenth is the last line of the step. */
const MOST_ANNOTATIONS = 9;

const TITLE_LIMIT = 80;

/** An error annotation: cleaned, one line each. */
export interface Annotation {
  readonly title: string;
  readonly message: string;
}

/** An annotation for each device that did not pass, worst first. Of more than nine, the ninth says how many more there are. */
export function annotations(report: Report): Annotation[] {
  const runs = worstFirst(deviceRuns(report).filter((run) => !hasPassed(run)));
  const { stopped, unfinished, notPassed } = allUnnamedDevices(report);
  const unnamed = stopped + unfinished + notPassed;
  if (runs.length <= MOST_ANNOTATIONS && unnamed === 0) return runs.map(annotate);
  const shown = runs.slice(0, MOST_ANNOTATIONS - 1);
  const named = runs.length - shown.length;
  const devices = countDevices(named + unnamed, report.testsets.length, shown.length > 0 ? 'more' : '');
  return [...shown.map(annotate), { title: `${devices} did not pass`, message: whereNamed(named, unnamed) }];
}

function whereNamed(named: number, unnamed: number): string {
  if (unnamed === 0) return 'See report.json in the result files.';
  if (named === 0) return `No result document names ${unnamed === 1 ? 'it' : 'them'}.`;
  return `See report.json in the result files for ${named} of them; no result document names the others.`;
}

function annotate({ testset, testcase }: DeviceRun): Annotation {
  const { device, os } = splitDevice(testcase.device);
  const time = formatDuration(testcase.seconds);
  const address = webAddress(testcase.url);
  const message = [
    testcase.result,
    time && `after ${time}`,
    os && `on ${os}`,
    testset.id !== undefined && `in testset ${testsetLabel(testset)}`,
  ];
  return {
    title: cleanText(device, TITLE_LIMIT),
    message: message.filter(Boolean).join(' ') + (address === undefined ? '' : `: ${address}`),
  };
}
