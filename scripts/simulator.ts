/** `npm run simulator`: serves the simulator on loopback until it is interrupted, to try the action or a workflow by hand. */
import { parseArgs } from 'node:util';
import { makeDevices } from '../src/simulator/devices.ts';
import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, startSimulator } from '../src/simulator/server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8509' },
    'time-scale': { type: 'string', default: '10' },
    devices: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '300' },
    fail: { type: 'string', default: '1' },
    error: { type: 'string', default: '0' },
    stop: { type: 'string', default: '0' },
  },
});

const mix = {
  total: Number(values.devices),
  fail: Number(values.fail),
  error: Number(values.error),
  stop: Number(values.stop),
  seconds: Number(values.seconds),
};
const simulator = await startSimulator({
  port: Number(values.port),
  timeScale: Number(values['time-scale']),
  plan: ({ osType }) => makeDevices({ ...mix, osType }),
});

const { userId, accessKey } = DEFAULT_ACCOUNT;
console.log(`The service is simulated at ${simulator.url}, ${values['time-scale']} times as fast as devices are. Ctrl+C ends it.
  base-url: ${simulator.url}
  user-id: ${userId}
  access-key: ${accessKey}
  project-id: ${DEFAULT_PROJECT}

Try it:
  curl -u '${userId}:${accessKey}' ${simulator.url}/openapi/v2/project/${DEFAULT_PROJECT}/scenarios`);

process.once('SIGINT', () => void simulator.close());
