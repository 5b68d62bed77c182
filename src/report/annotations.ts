import { countDevices } from '../model/counts.ts';
import { isGreen } from '../model/outcome.ts';
import { cleanText } from '../model/text.ts';
import { DEVICE_LABELS, type DeviceRun } from '../model/verdict.ts';
import { formatDuration, joinPieces, nounFor } from '../model/words.ts';
import { MAX_ANNOTATIONS, type Annotation } from '../runtime/platform.ts';
import { describeDevice, formatBefore } from './device-words.ts';
import type { ReportView } from './view.ts';

/** One for each device that failed and has a name; of more than nine, the ninth says how many. None of a green step: a tolerated failure is no error. */
export function annotations(view: ReportView): Annotation[] {
  const { report, failed, unlisted, areUnlistedStopped } = view;
  if (isGreen(report.outcome)) return [];
  if (failed.length === 0 || (failed.length <= MAX_ANNOTATIONS && unlisted === 0))
    return failed.map((run) => annotate(view, run));
  const named = failed.slice(0, MAX_ANNOTATIONS - 1);
  const more = failed.length - named.length;
  const others = countDevices(more + unlisted, report.testsets.length, 'more');
  const word = more === 0 && areUnlistedStopped ? 'stopped by a user' : 'failed';
  const message = `${others} ${word}. ${describeWhere(more, unlisted)}`;
  return [...named.map((run) => annotate(view, run)), { title: 'Other devices', message }];
}

function describeWhere(named: number, unlisted: number): string {
  if (named === 0) return `The results do not name ${nounFor(unlisted, 'it', 'them')}.`;
  const which = unlisted === 0 ? 'all of them' : `${named} of them; the results do not name the others`;
  return `report.json in the result files lists ${which}.`;
}

/** The runner writes only the message to the log, so it names the device, too. */
function annotate(view: ReportView, run: DeviceRun): Annotation {
  const { testset, os, link } = run;
  const name = cleanText(run.name);
  const before = formatBefore(run);
  const time = formatDuration(run.seconds);
  const place = testset.scenario !== undefined && `in scenario ${testset.scenario}`;
  const { verb } = DEVICE_LABELS[run.result];
  const now = joinPieces(' ', [name, verb, time && `after ${time}`, os && `on ${os}`, place]);
  const sentences = [`${now}.`, before && `On ${view.branch}: ${before}.`, link && `Result: ${link}`];
  return { title: describeDevice(view, run), message: joinPieces(' ', sentences) };
}
