import type { Outcome } from '../../../src/model/outcome.ts';
import { meaningOf } from './meaning.ts';
import type { SeenRequest } from './seen-request.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How a document came. `unfetched`: nobody could say whether there is one. */
export type Arrival = 'intact' | 'broken' | 'absent' | 'unfetched';

/** The outcomes of docs/design.md for a complete testset with all limits 0, by its last status and by what came of asking for results. */
export function shouldEndAs(
  status: Fields,
  results: readonly SeenRequest[],
  times: { readonly deadline: number; readonly ended: number },
): Outcome | 'goes on' {
  const counts = status['testset_status_detail'];
  const detail: Fields = typeof counts === 'object' && counts !== null ? (counts as Fields) : {};
  const of = (key: string): number => (typeof detail[key] === 'number' ? detail[key] : 0);
  if (of('fail_cnt') + of('error_cnt') + of('stop_cnt') > 0) return 'failed';
  const told = ['total_test_cnt', 'pass_cnt', 'fail_cnt', 'error_cnt', 'stop_cnt'].every((key) => key in detail);
  const allPassed = told && of('pass_cnt') > 0 && of('pass_cnt') === of('total_test_cnt');
  const busy = of('running_cnt') + of('initializing_cnt') > 0;
  const arrivals = [arrivalOf('xml', results), arrivalOf('json', results)];
  if (arrivals.includes('unfetched') && !mayGiveUp(results, times)) return 'goes on';
  const borneOut = arrivals.includes('intact') && arrivals.every((one) => one === 'intact' || one === 'absent');
  return allPassed && !busy && borneOut ? 'passed' : 'inconclusive';
}

/** What came of a document in all answers. Bare XML stands in for XML. */
export function arrivalOf(kind: 'xml' | 'json', results: readonly SeenRequest[]): Arrival {
  const names = kind === 'xml' ? ['xml', 'bare_xml'] : ['json'];
  const texts = results.flatMap((request) => names.flatMap((name) => documentIn(request, name) ?? []));
  if (texts.some(isIntact)) return 'intact';
  if (texts.length > 0) return 'broken';
  const asked = results.filter(({ type }) => names.includes(type));
  return asked.length > 0 && names.every((name) => wasHeard(name, asked)) ? 'absent' : 'unfetched';
}

/** An answer that says that more is to come does not say that there is no such document. */
function wasHeard(name: string, asked: readonly SeenRequest[]): boolean {
  const last = asked.filter(({ type }) => type === name).at(-1);
  const meaning = meaningOf(last?.answer);
  return meaning.kind === 'told' && meaning.data['complete'] !== false;
}

/** A document that an answer delivered: a text that is not blank. */
export function documentIn({ answer }: SeenRequest, name: string): string | undefined {
  const meaning = meaningOf(answer);
  if (meaning.kind !== 'told' || meaning.data['complete'] === false) return undefined;
  const text = meaning.data[`result_${name}`];
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** The origin breaks documents by leaving out their ends. */
function isIntact(text: string): boolean {
  return text.trimEnd().endsWith('</testsuites>') || text.endsWith('</testsuite>') || text.endsWith('"}}');
}

const MINUTE = 60_000;

/** Asking may end with a definite no, after ten minutes, or at the deadline. */
function mayGiveUp(
  results: readonly SeenRequest[],
  { deadline, ended }: { readonly deadline: number; readonly ended: number },
): boolean {
  const last = results.at(-1);
  if (!last || ended >= deadline) return ended >= deadline;
  const named = results.filter(({ type }) => type !== 'all' && type !== 'html');
  const definite = [...named, last].some(({ answer }) => ['no', 'denied'].includes(meaningOf(answer).kind));
  return definite || ended - (results[0]?.at ?? ended) >= 10 * MINUTE;
}
