import { DEFAULT_PROJECT, startSimulator } from '../../simulator/server.ts';
import type { Scene } from './scene.ts';

/** The simulated service of a scene. */
export interface SceneService {
  readonly url: string;
  /** How many bytes of app files it has received. */
  uploadedBytes(): number;
  close(): Promise<void>;
}

/** Starts a service whose devices do what the scene says, so many times as fast. */
export async function startService(
  scene: Scene,
  credentials: Readonly<Record<'user-id' | 'access-key', string>>,
  timeScale: number,
): Promise<SceneService> {
  const simulator = await startSimulator({
    account: { userId: credentials['user-id'], accessKey: credentials['access-key'] },
    projects: { [DEFAULT_PROJECT]: { name: 'api-demos', scenarios: [] } },
    plan: () => scene.devices,
    timeScale,
  });
  return {
    url: simulator.url,
    uploadedBytes: () =>
      simulator.journal
        .flatMap(({ parts }) => parts)
        .reduce((sum, { fileName, bytes }) => sum + (fileName === undefined ? 0 : bytes), 0),
    close: () => simulator.close(),
  };
}
