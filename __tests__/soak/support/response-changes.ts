import { COUNT_FIELDS, type Change } from './schedule.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The normal response with a change; an error of the service stays as it is. @param firstId the first testset of the run */
export function changedBody(change: Change, plain: string, firstId: number): Buffer {
  const { data, ...rest } = JSON.parse(plain) as { data: Fields; result_code: number };
  if (rest.result_code !== 0) return Buffer.from(plain);
  switch (change) {
    case 'bad utf-8 beside':
      return Buffer.from(Buffer.from(plain).toString('latin1').replace(/""}$/, '"\xff\xc3("}'), 'latin1');
    case 'no code':
      return Buffer.from(JSON.stringify({ data }));
    case 'id twice':
      return Buffer.from(plain.replace(/("testset_id":\d+)/, '$1,$1'));
    case 'id too large':
      // 2 ** 53 + 1: JSON.parse makes another number of it.
      return Buffer.from(plain.replace(/("testset_id":)\d+/, '$19007199254740993'));
    case 'no data':
      return Buffer.from(JSON.stringify({ data: null, ...rest }));
    default:
      return Buffer.from(JSON.stringify({ data: changedData(change, data, firstId), ...rest }));
  }
}

function changedData(change: Change, data: Fields, firstId: number): Fields {
  const [subject = '', ...rest] = change.split(' ');
  const value = rest.join(' ');
  switch (subject) {
    case 'word':
      return { ...data, testset_status: value };
    case 'complete':
      return value === 'absent' ? without(data, 'complete') : { ...data, complete: JSON.parse(value) as unknown };
    case 'without':
      return withCounts(data, (counts) => without(counts, value));
    case 'garbled':
      return withCounts(data, (counts) => ({
        ...counts,
        [value]: GARBLED[COUNT_FIELDS.findIndex((field) => field === value)],
      }));
    case 'xml':
    case 'json':
      return changedDocument(subject, value, data);
    default:
      return OTHER_CHANGES[change]?.(data, firstId) ?? data;
  }
}

/** What stands in place of a count, one for each field. */
const GARBLED = [-1, 'many', null, 1.5, {}, -1, 'many'];

type Counts = Readonly<Record<string, number>>;

const OTHER_CHANGES: Partial<Record<Change, (data: Fields, firstId: number) => Fields>> = {
  'id as text': (data) => ({ ...data, testset_id: String(data['testset_id']) }),
  'no id': (data) => without(data, 'testset_id'),
  'empty id': (data) => ({ ...data, testset_id: '' }),
  'id 0': (data) => ({ ...data, testset_id: 0 }),
  'id of another testset': (data, firstId) => ({ ...data, testset_id: firstId }),
  'one device more announced': (data) => ({ ...data, test_count: Number(data['test_count']) + 1 }),
  'no word': (data) => without(data, 'testset_status'),
  'no counts': (data) => without(data, 'testset_status_detail'),
  'a failure less': (data) => withCounts(data, takeBack),
  'fewer done': (data) => withCounts(data, (counts) => ({ ...counts, pass_cnt: 0, fail_cnt: 0, error_cnt: 0 })),
  'one more running': (data) => withCounts(data, (counts) => plusOne(counts, 'running_cnt')),
  'one never finished': (data) => withCounts(data, (counts) => plusOne(counts, 'running_cnt', 'total_test_cnt')),
  'nothing counted': (data) => withCounts(data, (counts) => mapValues(counts, () => 0)),
  'counts as text': (data) => withCounts(data, (counts) => mapValues(counts, String)),
  'no documents': (data) => ({ complete: data['complete'] }),
  'empty documents': (data) => ({ ...data, result_xml: '', result_bare_xml: '', result_html: '', result_json: '' }),
};

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

function mapValues(fields: Fields, change: (value: unknown, key: string) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, change(value, key)]));
}

function withCounts(data: Fields, change: (counts: Counts) => Fields): Fields {
  return { ...data, testset_status_detail: change(data['testset_status_detail'] as Counts) };
}

/** One of the failures has passed after all. */
function takeBack(counts: Counts): Counts {
  const kind = ['fail_cnt', 'error_cnt', 'stop_cnt'].find((field) => Number(counts[field]) > 0);
  return kind === undefined
    ? counts
    : { ...counts, [kind]: Number(counts[kind]) - 1, pass_cnt: Number(counts['pass_cnt']) + 1 };
}

function plusOne(counts: Counts, ...fields: readonly string[]): Fields {
  return { ...counts, ...Object.fromEntries(fields.map((field) => [field, (counts[field] ?? 0) + 1])) };
}

function changedDocument(kind: 'xml' | 'json', change: string, data: Fields): Fields {
  const own = kind === 'xml' ? ['result_xml', 'result_bare_xml'] : ['result_json'];
  const edit = kind === 'xml' ? editXml : editJson;
  return mapValues(data, (text, key) => {
    // What is `undefined` is not in the response.
    if (change === 'alone') return key.startsWith('result_') && !own.includes(key) ? undefined : text;
    if (!own.includes(key) || typeof text !== 'string') return text;
    return change === 'broken' ? text.slice(0, -20) : edit(change, text);
  });
}

const SHORT = Array.from({ length: 150 }, () => '\nshort');
const SHORT_XML = SHORT.map(() => '<property name="a" value="&#10;short"/>').join('');
const EXTRA_XML = '<testcase name="extra" time="1"><failure message="failed"/></testcase></testsuite>';

function editXml(change: string, text: string): string {
  const passed = /(<testcase [^>]*>)<system-out>[^<]*<\/system-out><\/testcase>/;
  if (change === 'of many short texts')
    return text.replace('</testsuite>', `<properties>${SHORT_XML}</properties></testsuite>`);
  if (change === 'with a failure more') return text.replace('</testsuite>', EXTRA_XML);
  if (change === 'with a pass less') return text.replace(passed, '');
  return text.replace(passed, '$1<failure message="failed"/></testcase>');
}

function editJson(change: string, text: string): string {
  const document = JSON.parse(text) as { testsuites: { testsuite: [{ testcase: Fields[] }] } };
  const [suite] = document.testsuites.testsuite;
  const at = suite.testcase.findIndex((testcase) => 'system-out' in testcase);
  const failure = { message: 'failed' };
  if (change === 'of many short texts') return JSON.stringify([SHORT, suite.testcase.map(({ name }) => name), SHORT]);
  if (change === 'with a failure more') suite.testcase.push({ name: 'extra', failure });
  else if (at >= 0 && change === 'with a pass less') suite.testcase.splice(at, 1);
  else if (at >= 0) suite.testcase[at] = { name: suite.testcase[at]?.['name'], failure };
  return JSON.stringify(document);
}
