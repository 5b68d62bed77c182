import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';

/** Does one thing of several; what goes wrong is a warning that begins with `trouble`, and its value is missing. */
export type Attempt = <T>(trouble: string, work: () => T | Promise<T>) => Promise<T | undefined>;

/** Makes the function that keeps trouble with one thing from all the others. */
export function warnOnFailure(log: Pick<Log, 'warning'>): Attempt {
  return async (trouble, work) => {
    try {
      return await work();
    } catch (error) {
      log.warning(`${trouble}: ${messageOf(error)}`);
      return undefined;
    }
  };
}
