import type { Clock } from '../src/runtime/clock.ts';
import { endOf } from './devices.ts';
import type { Engine, SimulatedTestset } from './engine.ts';

/** A callback that was sent. */
export interface Callback {
  readonly testsetId: number;
  readonly url: string;
  /** HTTP status of the response; 0 without one. */
  readonly status: number;
}

/** Sends callbacks when testsets are complete. */
export interface CallbackSender {
  /** Sends the callback of a testset when it is complete; only to addresses on this machine. */
  readonly schedule: (testset: SimulatedTestset) => void;
  readonly callbacks: readonly Callback[];
  /** Sends nothing more. */
  readonly stop: () => void;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Makes a sender that POSTs the JUnit XML of a testset once (docs/design.md, service §6). */
export function createCallbackSender(engine: Engine, clock: Clock, timeScale: number): CallbackSender {
  const callbacks: Callback[] = [];
  const end = new AbortController();
  const { signal } = end;

  const untilComplete = async ({ devices, createdAt }: SimulatedTestset): Promise<void> => {
    const due = createdAt + (endOf(devices) * 1000) / timeScale;
    // A timer may end a little early.
    while (clock.now() < due && !signal.aborted) await clock.sleep(due - clock.now(), signal);
  };
  const send = async (testset: SimulatedTestset, url: URL): Promise<void> => {
    await untilComplete(testset);
    if (signal.aborted) return;
    const status = await post(url, engine.documents(testset.id).xml, signal);
    callbacks.push({ testsetId: testset.id, url: url.href, status });
  };

  return {
    callbacks,
    schedule: (testset) => {
      const url = URL.parse(testset.request.callback ?? '');
      if (url && LOOPBACK.includes(url.hostname)) void send(testset, url);
    },
    stop: () => {
      end.abort();
    },
  };
}

async function post(url: URL, xml: string, signal: AbortSignal): Promise<number> {
  const headers = { 'content-type': 'application/xml', connection: 'close' };
  try {
    const response = await fetch(url, { method: 'POST', body: xml, headers, redirect: 'manual', signal });
    await response.text();
    return response.status;
  } catch {
    return 0;
  }
}
