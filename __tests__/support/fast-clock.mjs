/**
 * A preload (`node --import`) that makes the action's own clock run faster by the factor in TEST_TIME_SCALE. It replaces what src/runtime/clock.ts
 * uses, and nothing else: sockets, the test service and everybody else's timers keep the true time, and the bundle needs no hook for tests.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const factor = Number(process.env.TEST_TIME_SCALE);
if (!(factor >= 1)) throw new Error('TEST_TIME_SCALE must be a number, 1 or more.');

const sleep = timers.setTimeout;
timers.setTimeout = (ms, value, options) => sleep(ms / factor, value, options);

const now = process.hrtime.bigint;
const start = now();
process.hrtime.bigint = () => start + BigInt(Math.round(Number(now() - start) * factor));

syncBuiltinESMExports();
