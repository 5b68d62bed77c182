import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import type { EarlyOutputs } from './early-outputs.ts';
import type { Resume } from './resume.ts';

/** The dependencies of the create phase. */
export interface CreateContext {
  readonly service: Service;
  readonly runtime: Runtime;
  readonly tempDir: Platform['tempDir'];
  readonly outputs: EarlyOutputs;
  readonly resume: Resume;
}
