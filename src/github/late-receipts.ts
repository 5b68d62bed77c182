import { messageOf } from '../model/errors.ts';
import type { Log } from '../runtime/log.ts';
import type { ReceiptStore } from '../create/receipts.ts';

/** What keeps trouble with receipts away from the step. */
export interface Shelter {
  readonly log: Pick<Log, 'debug'>;
  /** Does work whose errors that come from nowhere do not end the step. */
  readonly runOptional: <T>(work: () => T) => T;
}

/** A store whose code is loaded when it is first needed. Whatever happens in it, the step goes on. */
export function loadWhenNeeded(load: () => Promise<ReceiptStore>, { log, runOptional }: Shelter): ReceiptStore {
  let loading: Promise<ReceiptStore> | undefined;
  const store = (): Promise<ReceiptStore> => (loading ??= load());
  const tell = (error: unknown): void => {
    log.debug(`Receipts could not be kept: ${messageOf(error)}`);
  };
  return {
    find: (key) => runOptional(async () => (await store()).find(key)),
    leave: (key, receipt) => {
      const leaving = runOptional(async () => {
        (await store()).leave(key, receipt);
      });
      leaving.catch(tell);
    },
    settle: (takeBack) => runOptional(async () => (await loading)?.settle(takeBack)).catch(tell),
  };
}
