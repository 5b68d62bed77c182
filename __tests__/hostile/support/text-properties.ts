import assert from 'node:assert/strict';

import fc from 'fast-check';

import { createRunner, type Runner } from '../../../src/github/runner.ts';
import { checkRunText } from '../../../src/report/check-run.ts';
import { cleanText } from '../../../src/model/text.ts';
import { commentBody } from '../../../src/report/comment.ts';
import { escapeHtml, link, prose } from '../../../src/report/html.ts';
import { summaryMarkdown } from '../../../src/report/summary.ts';
import { logLine } from '../../../src/runtime/log.ts';
import type { Report } from '../../../src/model/report.ts';
import { createReport, createTestcase, createTestset, past } from '../../support/reports.ts';
import { activeMarkup, textOf } from './page-reading.ts';
import type { HostileProperty } from './property.ts';
import { obeyed } from './runner-reading.ts';
import { attackText } from './texts.ts';
import { createView } from '../../../src/report/view.ts';

/** How an address from nowhere good may begin. */
const origin = fc.constantFrom(
  'https://example.com/',
  'javascript:',
  ' JavaScript:',
  'data:text/html,',
  '//',
  'https://a@',
  '',
);

/** How many texts a whole report is drawn with. */
const TEXTS_OF_A_REPORT = 16;

export const TEXT_PROPERTIES: readonly HostileProperty[] = [
  {
    name: 'a log line is one line without a command',
    check: (runs) => {
      const pieces = fc.array(fc.record({ text: attackText, colour: fc.constantFrom('red', 'grey') }), {
        maxLength: 4,
      });
      fc.assert(
        fc.property(attackText, pieces, (text, parts) => {
          for (const line of [logLine(text), logLine(parts)]) {
            assert.deepEqual(obeyed(`${line}\n`), []);
            assert.equal(line.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u).length, 1);
          }
        }),
        { numRuns: runs },
      );
    },
  },
  {
    name: 'what is told to the runner is the command that was meant, and no other',
    check: (runs) =>
      fc.assert(
        fc.asyncProperty(attackText, attackText, async (text, title) => {
          const said = await saidBy(async (runner) => {
            runner.log.info(text);
            runner.log.info([{ text }, { text: title }]);
            runner.log.notice(text);
            runner.log.warning(text);
            runner.annotate({ title, message: text });
            await runner.log.group(title, () => Promise.resolve());
          });
          assert.deepEqual(obeyed(said).map(nameOf), ['notice', 'warning', 'error', 'group', 'endgroup']);
          assert.equal(said.split(/\r\n|\r|\n/u).length, 8);
        }),
        { numRuns: runs },
      ),
  },
  {
    name: 'an escaped text is that text and nothing else, wherever it stands in a page',
    check: (runs) => {
      fc.assert(
        fc.property(attackText, origin, (text, before) => {
          const clean = cleanText(text);
          const address = `${before}${text}`;
          const page = `<p>${prose(clean)}</p>\n<table><tr><td>${escapeHtml(clean)}</td><td>${link(address, clean, clean)}</td></tr></table>\n`;
          assert.deepEqual(activeMarkup(page), []);
          // Words between backticks may have become code, without the backticks.
          const shown = clean.replaceAll(/[\u200b`]/gu, '');
          assert.equal(textOf(page).replaceAll(/[\n`]/gu, ''), shown.repeat(3));
        }),
        { numRuns: runs },
      );
    },
  },
  {
    name: 'a report made of such texts is drawn with its own markup alone',
    check: (runs) => {
      const texts = fc.array(attackText, { minLength: TEXTS_OF_A_REPORT, maxLength: TEXTS_OF_A_REPORT });
      fc.assert(
        fc.property(texts, (given) => {
          const report = reportOf(given);
          const { title, summary } = checkRunText(createView(report));
          for (const drawing of [summaryMarkdown(createView(report)), commentBody(createView(report), ''), summary]) {
            assert.deepEqual(activeMarkup(drawing), []);
          }
          assert.deepEqual(obeyed(title), []);
        }),
        { numRuns: Math.ceil(runs / TEXTS_OF_A_REPORT) },
      );
    },
  },
];

function nameOf(command: string): string {
  return command.split(' ')[0] ?? '';
}

/** Everything that a runner is told, as it is written. */
async function saidBy(work: (runner: Runner) => Promise<void>): Promise<string> {
  const write = process.stdout.write.bind(process.stdout);
  let said = '';
  process.stdout.write = (chunk: unknown): boolean => {
    said += String(chunk);
    return true;
  };
  try {
    await work(createRunner({ redact: (text) => text, debug: true }));
  } finally {
    process.stdout.write = write;
  }
  return said;
}

/** A report in which every text that comes from outside is one of these. */
function reportOf(texts: readonly string[]): Report {
  let turn = 0;
  const next = (): string => texts[(turn += 1) % texts.length] ?? '';
  const failed = createTestcase(0, { device: `${next()} / ${next()}`, result: 'failed', message: next() });
  const linked = createTestcase(1, { device: next(), result: 'error', url: `https://example.com/${next()}` });
  const testset = createTestset(
    {
      scenario: 12,
      reasons: [{ sentence: next() }, { sentence: next() }],
      warnings: [next()],
      sources: [
        { source: 'status', state: 'read', passed: 1, notPassed: 2, why: '' },
        { source: 'xml', state: 'unreadable', passed: 0, notPassed: 0, why: next() },
      ],
    },
    [failed, linked, createTestcase(2, { device: next(), url: next() })],
  );
  const base = createReport({ outcome: 'failed', sentence: next(), hint: next(), testsets: [testset, testset] });
  return {
    ...base,
    app: { name: next(), bytes: 1 },
    request: { kind: 'scenario', name: next(), callbackOrigin: next() },
    run: { ...base.run, commit: next(), url: next() },
    artifact: { name: next(), url: `https://example.com/${next()}` },
    comparison: { branch: next(), runNumber: 41, runUrl: next(), seconds: 60 },
    noBaselineOn: next(),
    history: [past(failed.device, 'PF', 12), past(linked.device, 'PP', 12)],
  };
}
