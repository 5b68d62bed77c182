import { afterEach } from '@jest/globals';

import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator/server.ts';

const simulators: Simulator[] = [];
afterEach(async () => {
  await Promise.all(simulators.splice(0).map((simulator) => simulator.close()));
});

/** Starts a simulator that is closed after the test. */
export async function simulate(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator(options);
  simulators.push(simulator);
  return simulator;
}
