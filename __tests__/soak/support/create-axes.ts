import { declaredBytes, httpAnswer } from '../../support/origin.ts';
import type { Behaviour } from './create-case.ts';

/** Every kind of response to a create, with each status, with and without an identifier, before and after the end of the body. */

/** The identifier in a response with one. */
const SENT_ID = 251_930;

const STATUSES = [200, 201, 202, 400, 425, 429, 500, 503];
/** `no code`: JSON without `result_code`; `page`: HTML, with an identifier as quoted text. */
export const BODIES = ['code 0', 'code 8000', 'code 5001', 'code 4000', 'no code', 'page'] as const;
/** `cut`: before the code is known; `cut after the code`: the code comes first. */
const DELIVERIES = ['whole', 'after interim responses', 'cut', 'cut after the code'] as const;
/** `held`: when all but the end of the body has arrived. */
export const PLACES = ['held', 'end'] as const;

/** One response of the table. */
export interface Cell {
  readonly body: (typeof BODIES)[number];
  readonly place: (typeof PLACES)[number];
  readonly delivery: (typeof DELIVERIES)[number];
  readonly status: number;
  readonly hasId: boolean;
}

/** How a create ends. `again`: it is sent once more. */
type Ending = 'created' | 'again' | 'refused' | 'unknown-start';

/** The cells of a kind of response at one place. */
export function cellsOf(body: Cell['body'], place: Cell['place']): readonly Cell[] {
  return STATUSES.flatMap((status) =>
    DELIVERIES.flatMap((delivery) => [true, false].map((hasId) => ({ body, place, delivery, status, hasId }))),
  );
}

/** What docs/design.md §3 says about a cell. `id`: what the step knows of its testset. */
export function expectedOf(cell: Cell): { readonly ending: Ending; readonly id: number | undefined } {
  const id = cell.hasId && cell.body !== 'page' ? SENT_ID : undefined;
  return { ending: endingOf(cell, id !== undefined), id };
}

function endingOf({ body, place, delivery, status }: Cell, isIdSent: boolean): Ending {
  const code = body.startsWith('code') && delivery !== 'cut' ? Number(body.slice(5)) : undefined;
  const isHeld = place === 'held';
  if (isIdSent) return code === 0 || (code === undefined && status < 300) ? 'created' : 'unknown-start';
  if (code === 8000) return 'again';
  if (code !== undefined) return !isHeld && [0, 5001].includes(code) ? 'unknown-start' : 'refused';
  if (status === 425 || status === 429) return 'again';
  if (status === 400) return 'refused';
  if (!isHeld) return 'unknown-start';
  return status < 300 ? 'refused' : 'again';
}

/** The service of a cell. */
export function behaviourOf(cell: Cell): Behaviour {
  return async (talk, whole) => {
    const isInterim = cell.delivery === 'after interim responses';
    const bytes = declaredBytes(await talk.head);
    if (isInterim) talk.say(interim(100, 102));
    await (cell.place === 'held' ? talk.body(bytes - 100) : whole);
    if (isInterim) talk.say(interim(103, 100));
    const text = bodyOf(cell);
    const isCut = cell.delivery.startsWith('cut');
    talk.socket.end(httpAnswer(cell.status, text, isCut ? { 'content-length': '5000' } : {}));
  };
}

function interim(...statuses: readonly number[]): string {
  return statuses.map((status) => `HTTP/1.1 ${status} Wait\r\n\r\n`).join('');
}

function bodyOf({ body, delivery, hasId }: Cell): string {
  if (body === 'page') return `<html>Busy.${hasId ? `<pre>{"data":{"testset_id": ${SENT_ID}}}</pre>` : ''}`;
  const data = `"data":${JSON.stringify(hasId ? { test_count: 3, testset_id: SENT_ID } : {})}`;
  const code = body === 'no code' ? '' : `"result_code":${body.slice(5)}`;
  if (delivery === 'cut') return `{${data},"resu`;
  if (delivery === 'cut after the code') return `{${[code, data].filter(Boolean).join()},"resu`;
  return `{${[data, code].filter(Boolean).join()}}`;
}
