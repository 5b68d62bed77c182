import { canBeBelieved } from '../model/report.ts';
import { EXCUSE_WORDS } from './count-words.ts';
import type { DeviceRun } from './devices.ts';
import { webAddress } from './html.ts';
import { markup, type Content, type Markup } from './markup.ts';
import { MARK_WORDS } from './view.ts';

/** How a device run is shown: `className` is the colour, `sign` and `words` say the same without it. */
interface RunWords {
  readonly className: 'p' | 'f' | 'u';
  readonly sign: string;
  readonly words: string;
  /** What the result means beside earlier ones; empty without a mark. */
  readonly mark: string;
}

/** Where it is not known which source is right, no device is said to have passed. */
export function describeRun({ device, mark, testset }: DeviceRun): RunWords {
  const { excused } = device;
  const markWords = mark === undefined ? '' : MARK_WORDS[mark];
  const badge = excused ? EXCUSE_WORDS[excused] : markWords;
  if (device.result !== 'passed') {
    return { className: excused ? 'u' : 'f', sign: '✗', words: device.result.replace('-', ' '), mark: badge };
  }
  if (!canBeBelieved(testset)) return { className: 'u', sign: '?', words: 'passed, not certain', mark: '' };
  return { className: 'p', sign: '✓', words: 'passed', mark: badge };
}

/** A link to an http(s) page, or only the content. */
export function pageLink(url: string | undefined, content: Content): Markup {
  const address = webAddress(url);
  return address === undefined ? markup`${content}` : markup`<a href="${address}">${content}</a>`;
}

/** A mark in words. */
export function badge(mark: string): Markup | false {
  return mark !== '' && markup` <span class="badge">${mark}</span>`;
}
