import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** From this size on the space for young objects stays as it is, in bytes; left alone it grows to eight times as much. */
const ENOUGH_BYTES = 16_000_000;

/**
 * Keeps the engine from giving short-lived objects ever more room. Large results are read piece by piece, so that little lives on, and the
 * room alone would be a third of the step's memory (benchmarks/README.md); a smaller one even stays in the processor's cache. The limit
 * has an option of its own, but only for who starts the process, and that is the runner. Node warns of flags that change while it runs:
 * this one is read nowhere but where the engine is about to make more room, and a test tells when an engine does it in another way.
 */
export function limitYoungGeneration(): void {
  const observer = new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (!space || space.space_size < ENOUGH_BYTES) return;
    observer.disconnect();
    setFlagsFromString('--semi-space-growth-factor=1');
  });
  observer.observe({ entryTypes: ['gc'] });
}
