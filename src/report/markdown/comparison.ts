import { splitDevice } from '../device.ts';
import { html, link } from '../escape.ts';
import type { Detail } from '../fit.ts';
import type { Comparison, Report } from '../report.ts';
import { duration, grouped } from '../words.ts';

/** More names than this are only counted: the table has what fails now, and the earlier report the rest. */
const MOST_NAMES = 20;

/** What is different from the run before: devices, and how long it took. */
export function* comparisonLines({ comparison }: Report, { rows }: Detail): Generator<string> {
  if (!comparison) return;
  const few = Math.min(rows, MOST_NAMES);
  yield `<p><strong>Compared with before</strong>${beforeWords(comparison)}</p>`;
  yield '<ul>';
  yield `<li>🔺 Newly failing: ${nameWords(comparison.newlyFailing, few)}</li>`;
  yield `<li>➖ Still failing: ${nameWords(comparison.stillFailing, few)}</li>`;
  yield `<li>✅ Fixed: ${nameWords(comparison.fixed, few)}</li>`;
  const time = timeWords(comparison);
  if (time !== '') yield `<li>Waited: ${time}</li>`;
  yield '</ul>';
}

function beforeWords({ runUrl }: Comparison): string {
  return ` (${link(runUrl, 'the earlier run')})`;
}

function nameWords(names: readonly string[], few: number): string {
  const number = `<strong>${grouped(names.length)}</strong>`;
  const shown = names.slice(0, few).map((name) => html(deviceWords(name)));
  if (shown.length === 0) return number;
  const more = names.length - shown.length;
  return `${number} (${shown.join(', ')}${more > 0 ? `, and ${grouped(more)} more` : ''})`;
}

function deviceWords(name: string): string {
  const { device, os } = splitDevice(name);
  return os === '' ? device : `${device} / ${os}`;
}

function timeWords({ secondsBefore, secondsNow }: Comparison): string {
  if (secondsBefore === undefined) return '';
  const difference = Math.round(secondsNow) - Math.round(secondsBefore);
  const times = `${duration(secondsNow)}, before ${duration(secondsBefore)}`;
  if (difference === 0) return `as long as before, ${duration(secondsNow)}`;
  return `${duration(Math.abs(difference))} ${difference > 0 ? 'longer' : 'shorter'} (${times})`;
}
