import type { ProgressPoint } from '../model/report.ts';
import { formatDuration, formatNumber } from '../model/words.ts';
import { markup, type Markup } from './page-parts.ts';

const CHART_WIDTH = 600;
const CHART_HEIGHT = 100;

/** From the bottom to the top. */
const LAYERS = [
  { name: 'Passed', className: 'p', of: ({ passed }: ProgressPoint): number => passed },
  { name: 'Did not pass', className: 'f', of: ({ notPassed }: ProgressPoint): number => notPassed },
  { name: 'Running', className: 'r', of: (point: ProgressPoint): number => Math.min(point.active, openOf(point)) },
  { name: 'Waiting', className: 'w', of: (point: ProgressPoint): number => Math.max(0, openOf(point) - point.active) },
] as const;

function openOf({ total, passed, notPassed }: ProgressPoint): number {
  return Math.max(0, total - passed - notPassed);
}

/** The counts of the polls over time. @param seconds how long the step waited */
export function timelineChart(points: readonly ProgressPoint[], seconds: number): Markup {
  const end = Math.max(1, seconds, points.at(-1)?.seconds ?? 0);
  // Each point is drawn until the next one: the last also has a width.
  const width = end * 1.02;
  const highest = Math.max(1, ...points.map(({ total }) => total));
  const below = points.map(() => 0);
  const areas = LAYERS.map(({ className, of }) => {
    const lower = [...below];
    for (const [at, point] of points.entries()) below[at] = (below[at] ?? 0) + of(point);
    return markup`<path class="${className}" d="${areaPath(points, lower, below, width, highest)}"/>`;
  });
  const last = points.at(-1);
  const legend = LAYERS.map(({ name, className, of }) => {
    const key = markup`<svg class="key" viewBox="0 0 10 10" aria-hidden="true"><rect class="${className}" width="10" height="10"/></svg>`;
    return markup`<li>${key}${name}${last && of(last) > 0 && ` ${formatNumber(of(last))}`}</li>`;
  });
  const words = describeTimeline(points);
  return markup`<p>${words}</p>
<svg class="timeline" viewBox="0 0 ${CHART_WIDTH} ${CHART_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${words}">${areas}</svg>
<p class="axis"><span>0s</span><span>${formatDuration(end)}</span></p>
<ul class="legend">${legend}</ul>
`;
}

/** The area between two series of steps, each of which lasts until the next poll that showed a change. */
function areaPath(
  points: readonly ProgressPoint[],
  lower: readonly number[],
  upper: readonly number[],
  width: number,
  highest: number,
): string {
  const x = (seconds: number): number => Math.round((seconds * CHART_WIDTH) / width);
  const y = (value: number): number => Math.round(CHART_HEIGHT - (value * CHART_HEIGHT) / highest);
  const starts = points.map((point) => x(point.seconds));
  const ends = [...starts.slice(1), CHART_WIDTH];
  const there = upper.map((value, at) => `${starts[at] ?? 0} ${y(value)}H${ends[at] ?? 0}`);
  const back = lower.map((value, at) => `${ends[at] ?? 0} ${y(value)}H${starts[at] ?? 0}`).reverse();
  return `M${[...there, ...back].join('L')}z`;
}

/** When the first device ended, and when the last. */
function describeTimeline(points: readonly ProgressPoint[]): string {
  const ended = ({ passed, notPassed }: ProgressPoint): number => passed + notPassed;
  const first = points.find((point) => ended(point) > 0);
  const last = points.at(-1);
  if (!first || !last) return 'No device ended while this step waited.';
  const open = openOf(last);
  const all = points.find((point) => ended(point) === ended(last)) ?? last;
  const begin = `The first device was done after ${formatDuration(first.seconds)}`;
  if (open > 0) return `${begin}; ${formatNumber(open)} of ${formatNumber(last.total)} were not done at the end.`;
  return `${begin}, the last after ${formatDuration(all.seconds)}.`;
}
