import { duration, size } from '../report/words.ts';
import type { World } from '../world.ts';

/** The least time between two lines, in milliseconds. */
const GAP_MS = 5_000;

/**
 * Logs how far an upload is, with its rate and the time left, every few seconds; a quick one only says that it is done.
 *
 * @param bytes the size of the file
 * @returns to be called with the number of bytes sent so far
 */
export function logUpload({ clock, log }: Pick<World, 'clock' | 'log'>, bytes: number): (sentBytes: number) => void {
  let began = clock.now();
  let told = began;
  let before = 0;
  return (sent) => {
    const now = clock.now();
    // Another attempt begins from the beginning.
    if (sent < before) began = told = now;
    before = sent;
    if (sent >= bytes) {
      log.info(`Sent ${size(bytes)} in ${duration(Math.max(1, (now - began) / 1000))}.`);
    } else if (now - told >= GAP_MS) {
      const rate = sent / ((now - began) / 1000);
      log.info(`Sent ${size(sent)} of ${size(bytes)}, ${size(rate)}/s, about ${duration((bytes - sent) / rate)} left.`);
      told = now;
    }
  };
}
