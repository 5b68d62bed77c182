import type { Clock } from '../src/runtime/clock.ts';
import { endOf } from './devices.ts';
import type { Engine, SimulatedTestset } from './engine.ts';

/** A callback that was called. */
export interface Callback {
  readonly testsetId: number;
  readonly url: string;
  /** HTTP status of the answer; 0 when there was none. */
  readonly status: number;
}

/** Calls callbacks when testsets are complete. */
export interface Caller {
  /** Waits for a testset, if it has a callback on this machine, and calls it. */
  readonly follow: (testset: SimulatedTestset) => void;
  readonly callbacks: readonly Callback[];
  /** Ends all waiting, and calls nobody any more. */
  readonly stop: () => void;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Makes a caller: it POSTs a testset's JUnit XML (docs/design.md, service §6), once. What the document leaves open about the call stays
 * simple here.
 */
export function createCaller(engine: Engine, clock: Clock, timeScale: number): Caller {
  const callbacks: Callback[] = [];
  const end = new AbortController();
  const { signal } = end;

  const complete = async ({ devices, createdAt }: SimulatedTestset): Promise<void> => {
    const due = createdAt + (endOf(devices) * 1000) / timeScale;
    // A timer may end a little early.
    while (clock.now() < due && !signal.aborted) await clock.sleep(due - clock.now(), signal);
  };
  const call = async (testset: SimulatedTestset, url: URL): Promise<void> => {
    await complete(testset);
    if (signal.aborted) return;
    const status = await post(url, engine.documents(testset.id).xml, signal);
    callbacks.push({ testsetId: testset.id, url: url.href, status });
  };

  return {
    callbacks,
    follow: (testset) => {
      const url = URL.parse(testset.request.callback ?? '');
      if (url && LOOPBACK.includes(url.hostname)) void call(testset, url);
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
