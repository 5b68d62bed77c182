import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { createRunner, type Runner } from '../../src/github/runner.ts';
import type { Report } from '../../src/model/report.ts';
import type { Testcase } from '../../src/model/results.ts';
import { resultOf, type ParseResult } from '../support/junit.ts';
import { commentMarkdown, summaryMarkdown } from '../../src/report/summary.ts';
import { createView } from '../../src/report/view.ts';
import { parseJunitXml } from '../../src/results/parse-junit-xml.ts';
import { readCreateReply } from '../../src/service/create-reply.ts';
import { readEnvelope, readStatus } from '../../src/service/wire.ts';
import { wouldLink } from '../support/read-html.ts';
import { httpReply } from '../support/replies.ts';
import { render } from '../support/render.ts';
import { past, reportOf, RUN } from '../support/reports.ts';
import { complete, device, notCreated } from '../support/testsets.ts';
import { harmedEnvelope, harmedXml } from './support/mutations.ts';
import { attackText } from './support/texts.ts';

/** Checks a property on many values. */
function always<T>(values: fc.Arbitrary<T>, check: (value: T) => unknown, numRuns = 2_000): Promise<void> {
  const property = fc.asyncProperty(values, async (value) => {
    await check(value);
  });
  return fc.assert(property, { numRuns });
}

test('what is told to the runner is the command that was meant, and no other', async () => {
  await always(fc.tuple(attackText, attackText), async ([text, title]) => {
    const said = await saidBy(async (runner) => {
      runner.log.info(text);
      runner.log.info([{ text }, { text: title }]);
      runner.log.notice(text);
      runner.log.warning(text);
      runner.annotate({ title, message: text });
      await runner.log.group(title, () => Promise.resolve());
    });
    const names = obeyed(said).map((command) => command.split(' ')[0]);
    expect(names).toEqual(['notice', 'warning', 'error', 'group', 'endgroup']);
    expect(said.split(/\r\n|\r|\n/u).length).toBe(8);
  });
});

/** Elements and attributes with which reports are drawn; none of them runs, loads or sends anything. */
const ELEMENTS = 'h2 h3 p ul li strong code table tr th td a span details summary pre sub br'.split(' ');
const ATTRIBUTES = 'href aria-label align'.split(' ');

test('a report made of such texts is drawn with its own markup alone', async () => {
  const check = (texts: readonly string[]): void => {
    const [artifact, page] = texts.map((text) => `https://example.com/${text}`);
    const view = { ...createView(hostileReport(texts)), addresses: { artifact, page } };
    for (const drawing of [summaryMarkdown(view), commentMarkdown(view, '')]) {
      const { tags, attributes, texts: shown, links } = render(drawing);
      expect(tags.filter((tag) => !ELEMENTS.includes(tag))).toEqual([]);
      expect(attributes.filter((name) => !ATTRIBUTES.includes(name))).toEqual([]);
      expect(shown.filter(wouldLink)).toEqual([]);
      expect(links.filter(({ href }) => !/^https?:\/\/[!-~]+$/.test(href))).toEqual([]);
    }
    expect(obeyed(view.text.heading)).toEqual([]);
  };
  await always(fc.array(attackText, { minLength: 16, maxLength: 16 }), check, 200);
});

/** Work and results may grow by this much for each character of a document. Work is counted, because clocks differ. */
const MAX_PER_CHARACTER = 3;
/** What may come on top, such as a name for what has none. */
const MAX_EXTRA = 100;

test('a damaged document is read or not, and takes no more work than its length explains', async () => {
  await always(harmedXml, (text) => {
    let work = 0;
    const count = (decoded: string): string => {
      work += decoded.length;
      return decoded;
    };
    const result = resultOf(() => parseJunitXml(text, count));
    const limit = MAX_PER_CHARACTER * text.length + MAX_EXTRA;
    expect(work).toBeLessThanOrEqual(limit);
    expect(sizeOf(result)).toBeLessThanOrEqual(limit);
  });
});

test('a damaged response of the service is read or not, and its identifiers are whole', async () => {
  await always(harmedEnvelope, (text) => {
    const envelope = readEnvelope(text, (said) => said);
    expect(envelope === undefined || Number.isSafeInteger(envelope.code)).toBe(true);
    const counts = Object.values(readStatus(envelope?.data ?? {}, String)?.counts ?? {});
    expect(counts.every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true);
    const { id } = readCreateReply(text, (said) => said);
    expect(id === undefined || (Number.isSafeInteger(id) && id > 0 && text.includes(`${id}`))).toBe(true);
  });
});

/**
 * The commands that the runner obeys in a step's output, by its own rules (actions/runner: ActionCommand, OutputManager): a line ends at CR,
 * LF or both; `::name …::` counts at a line's start behind any space, `##[name …]` anywhere. It compares as people read, so that characters
 * without a width are as good as absent. Every word of letters counts as a command.
 */
function obeyed(output: string): string[] {
  const lines = output.split(/\r\n|\r|\n/).map((line) => line.replace(WITHOUT_WIDTH, ''));
  return lines.flatMap((line) => (MODERN.exec(line) ?? LEGACY.exec(line))?.[1] ?? []);
}

/** Controls but for white space, which ends lines and indents them; formats; halves of pairs; marks that choose a variant. */
const WITHOUT_WIDTH = /(?!\s)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]|\ufeff/gu;
const MODERN = /^\s*::([a-z][a-z-]*(?: .*?)?)::/iu;
const LEGACY = /##\[([a-z][a-z-]*(?: [^\]]*)?)\]/iu;

/** Everything that a runner is told, as it is written. */
async function saidBy(work: (runner: Runner) => Promise<void>): Promise<string> {
  const write = process.stdout.write.bind(process.stdout);
  let said = '';
  process.stdout.write = (chunk: unknown): boolean => {
    said += String(chunk);
    return true;
  };
  try {
    await work(createRunner((text) => text, true));
  } finally {
    process.stdout.write = write;
  }
  return said;
}

/** How many characters a result keeps; a testcase without any counts as one. */
function sizeOf(result: ParseResult): number {
  if ('reason' in result) return result.reason.length;
  const textsOf = (one: Testcase) => [one.device, one.url, one.message, one.details, one.failureType];
  const texts = result.suites.flatMap(({ name, testcases }) => [name, ...testcases.flatMap(textsOf)]);
  return texts.reduce((sum, text = '') => sum + 1 + text.length, 0);
}

/** A report in which every text that comes from outside is one of these. */
function hostileReport(texts: readonly string[]): Report {
  let turn = 0;
  const next = (): string => texts[(turn += 1) % texts.length] ?? '';
  const failed = device(0, { device: `${next()} / ${next()}`, result: 'failed', message: next() });
  const linked = device(1, { device: next(), result: 'error', url: `https://example.com/${next()}` });
  const testcases = [failed, linked, device(2, { device: next(), url: next() })];
  const another = complete([], { scenario: 14, xml: { state: 'unreadable', why: next() } });
  const { error } = httpReply(200, JSON.stringify({ result_code: 4081, result_msg: next(), reason: next() }));
  const testsets = [
    complete(testcases, { scenario: 12, warnings: [next()] }),
    another,
    notCreated('rejected', { scenario: 13, sentences: [next()], error }),
  ];
  return reportOf(testsets, {
    notes: [next()],
    app: { kind: 'sent', name: next(), bytes: 1 },
    request: { kind: 'scenario', name: next(), callbackOrigin: next() },
    run: { ...RUN, commit: next(), url: next() },
    comparison: { branch: next(), runNumber: 41, runUrl: next(), seconds: 60 },
    noBaselineOn: next(),
    notTested: [next()],
    history: [past(failed.device, 'PF', 12), past(linked.device, 'PP', 12)],
  });
}
