import { countDevices } from '../model/counts.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration, joinPieces, nounFor } from '../model/words.ts';
import type { Annotation } from '../runtime/platform.ts';
import type { DeviceRun } from './devices.ts';
import { webAddress } from './html.ts';
import { labelTestset } from './testset-words.ts';
import { wordFor, type ReportView } from './view.ts';

/** The runner keeps ten errors of a step; the tenth is the last line of the step. */
const MAX_ANNOTATIONS = 9;

const TITLE_LIMIT = 80;

/** One for each device that did not pass; nine at most, and if there are more, the ninth says how many. */
export function annotations(view: ReportView): Annotation[] {
  const { report, notPassed, unnamed } = view;
  const number = notPassed.length + unnamed;
  if (number <= MAX_ANNOTATIONS && unnamed === 0) return notPassed.map((run) => annotate(view, run));
  const named = notPassed.slice(0, MAX_ANNOTATIONS - 1);
  const more = number - named.length;
  const adjective = named.length > 0 ? 'more' : '';
  const title = `${countDevices(more, report.testsets.length, adjective)} did not pass`;
  return [...named.map((run) => annotate(view, run)), { title, message: whereNamed(more - unnamed, unnamed) }];
}

function whereNamed(named: number, unnamed: number): string {
  const where = 'report.json in the result files lists';
  if (unnamed === 0) return `${where} all of them.`;
  if (named > 0) return `${where} ${named} of them; the service's result files do not list the others.`;
  return `The service's result files do not list ${nounFor(unnamed, 'it', 'them')}.`;
}

function annotate(view: ReportView, run: DeviceRun): Annotation {
  const { device, testset, name, os } = run;
  const time = formatDuration(device.seconds);
  const result = joinPieces(', ', [wordFor(view, run), time && `after ${time}`]);
  const place = testset.id !== undefined && `in testset ${labelTestset(testset)}`;
  const facts = joinPieces(' ', [result, os && `on ${os}`, place]);
  return { title: cleanText(name, TITLE_LIMIT), message: joinPieces(': ', [facts, webAddress(device.url)]) };
}
