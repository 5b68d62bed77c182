import type { Engine } from '../../../simulator/engine.ts';
import type { StillClock } from './still-time.ts';

/** What an origin stands on. */
export interface OriginWorld {
  readonly engine: Engine;
  readonly clock: StillClock;
  /** Another origin, which must never see a request. */
  readonly otherOrigin: string;
}
