import type { Host } from '../host.ts';
import type { Service } from '../service/client.ts';
import type { World } from '../world.ts';
import type { Adoption } from './adoption.ts';

/** What starting testsets works with. */
export interface StartTools {
  readonly service: Service;
  readonly world: World;
  readonly host: Pick<Host, 'tempDir' | 'setOutput'>;
  readonly adoption: Adoption;
}
