import type { DevicePlan } from '../../../simulator/devices.ts';

/** What one run meets, as plain data: what the devices do, and what goes wrong on the way. Made from a seed, printed as JSON. */
export interface Schedule {
  readonly seed: number;
  readonly tls: boolean;
  readonly appBytes: number;
  readonly devices: readonly Pick<DevicePlan, 'result' | 'seconds'>[];
  /** `timeout`, in minutes. */
  readonly timeoutMinutes: number;
  readonly faults: readonly Fault[];
}

export type Operation = 'scenarios' | 'create' | 'status' | 'result';

/** Something that goes wrong once: with the so-manieth connection, or the so-manieth request of an operation, both from 1. */
export type Fault = ConnectionFault | RequestFault;

/** A connection that ends before a request can come: as soon as it is accepted, or when its first bytes (of TLS, its hello) have come. */
export interface ConnectionFault {
  readonly on: 'connection';
  readonly nth: number;
  readonly at: 'accept' | 'first bytes';
  /** `stall` with TLS alone: there nothing of a request has left. */
  readonly act: Cut;
}

export interface RequestFault {
  readonly on: Operation;
  readonly nth: number;
  /** Once more for the requests that follow; 1 by default. */
  readonly times?: number;
  /** When the head has come, a share (0 to 1) of the body, or all of it. */
  readonly at: 'head' | 'end' | number;
  readonly act: Cut | ScriptedAnswer;
}

/** How a connection ends, or does not. */
export type Cut = 'fin' | 'rst' | 'stall';

/** An answer that the origin is told to give. */
export interface ScriptedAnswer {
  readonly what: Content;
  /** How it is sent; without fault when absent. */
  readonly manner?: Manner;
  /** `Retry-After`, in seconds. */
  readonly retryAfter?: number;
}

/** What an answer holds. */
export type Content =
  | { readonly kind: 'truth' }
  | { readonly kind: 'odd'; readonly how: Oddity }
  | { readonly kind: 'status'; readonly status: number; readonly body: 'none' | 'html' | 'bad utf-8' }
  | { readonly kind: 'code'; readonly code: number; readonly status: number }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: 'itself' | 'another origin' | 'nowhere' };

/** The truth, with something odd about it; each belongs to one operation. */
export type Oddity =
  | 'id twice'
  | 'id as text'
  | 'no id'
  | 'empty id'
  | 'id 0'
  | 'no data'
  | 'bad utf-8 beside'
  | 'complete too early'
  | 'running again'
  | 'fewer done'
  | 'no counts'
  | 'a count missing'
  | 'one more running'
  | 'no word'
  | 'empty word'
  | 'no files'
  | 'empty files'
  | 'not complete'
  | 'xml alone'
  | 'json alone'
  | 'broken xml'
  | 'broken json';

/** How an answer is sent. */
export type Manner =
  /** Ends behind a share (0 to 1) of all its bytes, in the middle of a place, or behind the last digit of a testset's identifier. */
  | { readonly kind: 'cut'; readonly at: 'status line' | 'headers' | 'id' | 'end of id' | number; readonly how: Cut }
  /** One byte at a time from the body on. */
  | { readonly kind: 'drip'; readonly everyMs: number }
  /** A Content-Length that is so much too large or too small. */
  | { readonly kind: 'length'; readonly by: number }
  | { readonly kind: 'gzip' }
  | { readonly kind: 'interim'; readonly status: 100 | 102 | 103 };
