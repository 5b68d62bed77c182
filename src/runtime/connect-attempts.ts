import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';

/**
 * Gives each address of a host name 2.5 s for a connection from this thread, except the last, which has the time of the whole connection.
 * The 250 ms of Node.js are too short for a server on another continent (nodejs/node#54359).
 */
export function allowSlowConnections(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(2_500);
}
