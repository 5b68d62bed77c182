import type { Fields } from '../fields.ts';
import type { Redact } from '../secrets/redact.ts';
import { MAINTENANCE } from './codes.ts';
import type { Exchange } from './http/exchange.ts';
import type { Fault } from './http/fault.ts';
import { retryAfterMs } from './retry.ts';
import { readEnvelope, type Envelope } from './wire.ts';

/** What an operation's answer comes to: the envelope is read first, then the status. */
export type Reply<T> = { readonly kind: 'ok'; readonly value: T } | Refusal;

/** An answer that is not what was asked for, or none. */
export type Refusal =
  | { readonly kind: 'code'; readonly status: number; readonly envelope: Envelope; readonly retryAfterMs?: number }
  | {
      readonly kind: 'status';
      readonly status: number;
      /** An envelope came, as the service writes it, without what was asked for. */
      readonly isEnvelope?: true;
      readonly location?: string;
      readonly retryAfterMs?: number;
    }
  /** No whole answer came; its head may have told when to come back. */
  | { readonly kind: 'silence'; readonly fault: Fault; readonly retryAfterMs?: number };

/** Reads an exchange. `read` turns the payload of a success into a value; `undefined` from it means that it holds none. */
export function readReply<T>(exchange: Exchange, read: (data: Fields) => T | undefined, redact: Redact): Reply<T> {
  if (exchange.kind === 'silence') return exchange;
  const { status, headers, text, cutOff } = exchange;
  const wait = retryAfterMs(headers);
  const pause = wait === undefined ? {} : { retryAfterMs: wait };
  const envelope = readEnvelope(text, redact);
  if (envelope && envelope.code !== 0) return { kind: 'code', status, envelope, ...pause };
  const value = envelope && ![401, 403].includes(status) ? read(envelope.data) : undefined;
  if (value !== undefined) return { kind: 'ok', value };
  if (cutOff) return { kind: 'silence', fault: cutOff, ...pause };
  const location = headers['location'] === undefined ? undefined : redact(headers['location']);
  return {
    kind: 'status',
    status,
    ...(envelope && { isEnvelope: true as const }),
    ...(location === undefined ? {} : { location }),
    ...pause,
  };
}

/** Whether the service rejects these credentials; an error code other than maintenance may stand beside it. */
export function isDenied(reply: Refusal): boolean {
  if (reply.kind === 'code' && reply.envelope.code === MAINTENANCE) return false;
  return reply.kind !== 'silence' && (reply.status === 401 || reply.status === 403);
}
