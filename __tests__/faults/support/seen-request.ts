import type { Part } from '../../../simulator/multipart.ts';
import type { Operation, RequestFault } from './schedule.ts';

/** One request and what came of it, as the origin saw it: facts about the wire, and no opinion. Times are those of the flow's clock. */
export interface SeenRequest {
  readonly operation: Operation;
  /** The identifier in the path. */
  readonly id: number;
  /** Of a result, what was asked for. */
  readonly type: string;
  readonly fault: RequestFault | undefined;
  /** When the head of the request had come. */
  readonly at: number;
  /** Whether the origin acted, for all to see, before the end of the body could have left the client. */
  readonly early: boolean;
  /** Whether every byte of the body came, and the multipart in it was closed. */
  readonly whole: boolean;
  readonly parts: readonly Part[];
  /** The testset that the service created for it, whatever it said then. */
  readonly applied: number | undefined;
  readonly answer: GivenAnswer | undefined;
  /** When the client was done with it: it had the answer, or closed the connection. `undefined`: never. */
  readonly endedAt: number | undefined;
}

/** An answer, as far as it was sent. */
export interface GivenAnswer {
  /** `undefined` while its head is not whole. */
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly retryAfterMs: number;
  /** The plain text of the body. */
  readonly text: string;
  /** Whether the client had reason to take it for whole. */
  readonly whole: boolean;
  /** When the last of it was sent. */
  readonly sentAt: number;
}
