import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import type { CreateResult } from '../service/create.ts';
import type { Resume } from './resume.ts';

/** A testset that begins, or is to be found. */
export interface PendingTestset {
  /** The scenario that it runs; absent for an automated test, and where it is not known. */
  readonly scenario?: number;
  /** Whether it existed before this step. */
  readonly existed: boolean;
  /** Never fails. */
  readonly creation: Promise<CreateResult>;
}

/** What starting testsets works with. */
export interface CreateContext {
  readonly service: Service;
  readonly runtime: Runtime;
  readonly platform: Pick<Platform, 'tempDir' | 'setOutput'>;
  readonly adoption: Resume;
}
