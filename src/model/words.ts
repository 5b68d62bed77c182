/** A duration such as `30m 17s`, `1h 02m` or `47s`; empty when it is not known. */
export function formatDuration(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return '';
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours > 0) return `${formatNumber(hours)}h ${String(minutes).padStart(2, '0')}m`;
  return minutes > 0 ? `${minutes}m ${String(whole % 60).padStart(2, '0')}s` : `${whole}s`;
}

/** A size in decimal units, as app stores show it: `6.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let value = bytes;
  for (const unit of ['kB', 'MB', 'GB']) {
    value /= 1000;
    if (value < 999.95) return `${value.toFixed(1)} ${unit}`;
  }
  return `${(value / 1000).toFixed(1)} TB`;
}

/** The keys of a table, in its order. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(table) as Key[];
}

/** A number with its noun: `1 device`, `1,500 devices`. */
export function pluralize(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${nounFor(number, one, many)}`;
}

/** The noun alone: `device` for one, `devices` for any other number. */
export function nounFor(number: number, one: string, many = `${one}s`): string {
  return number === 1 ? one : many;
}

/** How many items of a list a sentence names. */
export const MAX_IN_SENTENCE = 5;
/** The same in a line of the log. */
export const MAX_IN_LOG_LINE = 20;

/** The first items of a list, and how many more there are: `101, 102 and 1,030 more`. @param all how many there are, if not all are given */
export function listFirst(items: readonly (string | number)[], most: number, all = items.length): string {
  const more = all > most && `and ${formatNumber(all - most)} more`;
  return joinPieces(' ', [items.slice(0, most).join(', '), more]);
}

/** All items, the last one after a conjunction: `101, 102 and 103`. */
export function listAll(items: readonly string[], conjunction: string): string {
  const [last, ...others] = items.toReversed();
  return joinPieces(` ${conjunction} `, [others.reverse().join(', '), last]);
}

/** `built 30 days ago`; empty for what is newer than a day. */
export function formatAge(days = 0): string {
  return days < 1 ? '' : `built ${pluralize(days, 'day')} ago`;
}

/** Joins the pieces that are there and not empty. */
export function joinPieces(separator: string, pieces: readonly (string | false | undefined)[]): string {
  return pieces.filter(Boolean).join(separator);
}

/** The text with a capital letter at its start. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A limit as the inputs have it. */
export function formatLimit(limit: number): string {
  return limit === Infinity ? 'any' : formatNumber(limit);
}

/** A whole number with separated thousands. */
export function formatNumber(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A pause in whole seconds, rounded up: `15 s`. @param ms 0 or more */
export function formatSeconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
