import { objectIn } from '../model/fields.ts';
import type { Redact } from '../runtime/redact.ts';
import { envelopeOf, parseJson, readId, readInteger, searchObjects, type Envelope } from './wire.ts';

/** What the response to a create says. */
interface CreateReply {
  /** Absent without a readable code; only the code is known if the response was cut off. */
  readonly envelope?: Envelope;
  /** `data.testset_id`; absent if there is no usable one. */
  readonly id?: number;
  /** Each different one, if words stand around the JSON. */
  readonly ids?: readonly number[];
  /** Set if there is one that cannot be used, such as a number that was cut off. */
  readonly hasUnreadableId?: boolean;
  /** `data.test_count`, as for `id`. */
  readonly devices?: number;
}

/**
 * Reads the response to a create, whole or cut off, also with words around it: only the outermost object and its `data`, because any text may
 * quote the same names. Behind words the number of a whole object without a code is not taken, but a testset may exist.
 */
export function readCreateReply(text: string, redact: Redact): CreateReply {
  const whole = parseJson(text);
  if (whole !== undefined) return replyOf(whole, redact);
  const replies: CreateReply[] = [];
  searchObjects(text, (rest) => {
    const isFirst = rest.length === text.trimStart().length;
    if (!isFirst && !/^\{\s*"/.test(rest)) return 1;
    const { end, ...cutOff } = readCutOff(rest);
    const parsed = end === undefined ? undefined : parseJson(rest.slice(0, end));
    const reply = parsed === undefined ? cutOff : replyOf(parsed, redact);
    if (isFirst || end === undefined || reply.envelope) replies.push(reply);
    else if (reply.id !== undefined || reply.hasUnreadableId) replies.push({ hasUnreadableId: true });
    return end ?? rest.length;
  });
  const codes = new Set(replies.map(({ envelope }) => envelope?.code));
  const named = replies.find(({ id }) => id !== undefined) ?? replies.find(({ hasUnreadableId }) => hasUnreadableId);
  const ids = [...new Set(replies.flatMap(({ id }) => id ?? []))];
  // Of several codes without an identifier, none is certain.
  return { ...(named ?? (codes.size === 1 ? replies[0] : {})), ids };
}

function replyOf(parsed: unknown, redact: Redact): CreateReply {
  const { testset_id: id, test_count: devices } = objectIn(parsed, 'data');
  const hasId = Boolean(id) && id !== '0';
  return {
    envelope: envelopeOf(parsed, redact),
    id: readId(id),
    devices: readId(devices),
    hasUnreadableId: hasId && readId(id) === undefined,
  };
}

/** A string or the rest of one, then the brace or the number with its delimiter that it names; or a brace. */
const TOKEN = /"((?:[^"\\]|\\.)*)(?:"|\\?$)(?:\s*:\s*(?:([{[])|(?:(-?\d+)|"(-?\d+)")\s*(?=[,}])))?|([{[])|([}\]])/gs;

/** What may stand in place of an identifier, after its name. */
const NO_ID = /^\s*:\s*(?:null|false|"")\s*[,}]/;

/** Reads an object as far as it goes. A number counts only with the delimiter after it: `25192` may be the start of `251929`. @returns also where it ends, if it does */
function readCutOff(object: string): CreateReply & { readonly end?: number } {
  let [code, id, devices, end]: (number | undefined)[] = [];
  let hasId = false;
  /** The names of the open objects; empty for lists and what has no name. */
  const path: string[] = [];
  for (const match of object.matchAll(TOKEN)) {
    const [all, name = '', named, plain, quoted, unnamed, closed] = match;
    const number = plain ?? quoted;
    if (name === 'result_code' && path.length === 1) code = readInteger(number) ?? code;
    if (path.length === 2 && path[1] === 'data') {
      if (name === 'testset_id') {
        id = readId(number) ?? id;
        hasId ||= number !== undefined && Number(number) !== 0;
        hasId ||= number === undefined && !NO_ID.test(object.slice(match.index + all.length));
      }
      if (name === 'test_count') devices = readId(number) ?? devices;
    }
    if (named ?? unnamed) path.push(named === '{' ? name : '');
    if (closed) path.pop();
    if (path.length > 0) continue;
    end = match.index + all.length;
    break;
  }
  return { envelope: onlyCode(code), id, devices, hasUnreadableId: hasId && id === undefined, end };
}

function onlyCode(code: number | undefined): Envelope | undefined {
  return code === undefined ? undefined : { code, message: '', reason: '', data: {} };
}
