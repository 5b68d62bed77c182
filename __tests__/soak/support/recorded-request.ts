import type { Part } from '../../../simulator/multipart.ts';
import type { Operation, RequestFault } from './schedule.ts';

/** One request and its response as the service saw them. Times are in milliseconds of the run's clock. */
export interface RecordedRequest {
  readonly operation: Operation;
  /** The identifier in the path. */
  readonly id: number;
  /** Of a result: the `data_type`. */
  readonly type: string;
  /** Equal for requests over the same connection. */
  readonly connection: number;
  readonly fault: RequestFault | undefined;
  /** When the head of the request had arrived. */
  readonly at: number;
  /** Whether the fault was visible to the client before it could have sent the end of the body. */
  readonly early: boolean;
  /** Whether any part of the end that the client holds back has arrived. */
  readonly endArrived: boolean;
  /** Whether every byte of the body arrived, with a closed multipart form. */
  readonly whole: boolean;
  readonly parts: readonly Part[];
  /** The testset that the service created for it, whatever it responded. */
  readonly created: number | undefined;
  readonly response: SentResponse | undefined;
  /** When the client had the response or closed the connection; `undefined`: never. */
  readonly endedAt: number | undefined;
  /** Whether the client closed the connection before the service did. */
  readonly abandoned: boolean;
}

/** A response, as far as it was sent. */
export interface SentResponse {
  /** `undefined` while its head is not complete. */
  readonly status: number | undefined;
  readonly retryAfterMs: number;
  /** The body as plain text. */
  readonly text: string;
  /** Whether the client had reason to take it for complete. */
  readonly whole: boolean;
  /** When the last byte was sent. */
  readonly sentAt: number;
}
