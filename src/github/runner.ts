import { statSync, truncateSync } from 'node:fs';

import * as core from '@actions/core';

import type { Log } from '../runtime/log.ts';
import type { Annotation } from '../report/annotations.ts';
import { cleanText } from '../model/text.ts';
import { logLine, type LogText } from '../runtime/log.ts';

/** What the runner offers to a step, beside its inputs. */
export interface Runner {
  readonly log: Log;
  /** Sets an output at once, so that it outlives whatever comes next. Never fails; the first one that cannot be set is a warning. */
  readonly setOutput: (name: string, value: string) => void;
  /** Appends to the job summary. Fails when the text is longer than 1 MiB of UTF-8, or the runner's file cannot be written to. */
  readonly writeSummary: (markdown: string) => Promise<void>;
  /** An error beside the run; it does not end the step. */
  readonly annotate: (annotation: Annotation) => void;
  /** Makes the step red, with this sentence as an error. Nothing should be written after it. */
  readonly fail: (sentence: string) => void;
}

/** How the runner is to be spoken to. */
export interface RunnerSettings {
  /** Keeps secrets out of every line, annotation and title. */
  readonly redact: (text: string) => string;
  readonly debug: boolean;
  /** Where the runner reads outputs from; absent where it takes them from the log. */
  readonly outputFile?: string | undefined;
}

const SUMMARY_LIMIT = 1024 * 1024;

/** Enough for a sentence that names every fault in the inputs. */
const ANNOTATION_LIMIT = 4000;

const TITLE_LIMIT = 120;

/** Reads an input as it was given, without space around it; empty when it was not given. */
export function readInput(name: string): string {
  return core.getInput(name);
}

/** Has the runner hide texts in everything that it shows from now on. */
export function mask(texts: readonly string[]): void {
  for (const text of texts.filter((each) => each !== '')) core.setSecret(text);
}

/** Speaks to the runner for a step. */
export function createRunner(settings: RunnerSettings): Runner {
  const log = createLog(settings);
  const { redact } = settings;
  return {
    log,
    setOutput: createOutputs(log, settings.outputFile),
    writeSummary,
    annotate: ({ title, message }) => {
      core.error(sentence(redact(message)), { title: sentence(redact(title), TITLE_LIMIT) });
    },
    fail: (text) => {
      core.setFailed(sentence(redact(text)));
    },
  };
}

function createLog({ redact, debug }: RunnerSettings): Log {
  return {
    info: (line) => {
      core.info(logLine(redactLine(line, redact)));
    },
    debug: (text) => {
      if (debug) for (const line of text.split('\n')) core.debug(logLine(redact(line)));
    },
    notice: (text) => {
      core.notice(sentence(redact(text)));
    },
    warning: (text) => {
      core.warning(sentence(redact(text)));
    },
    group: (title, chapter) => core.group(sentence(redact(title), TITLE_LIMIT), chapter),
  };
}

function redactLine(line: LogText, redact: RunnerSettings['redact']): LogText {
  return typeof line === 'string' ? redact(line) : line.map((piece) => ({ ...piece, text: redact(piece.text) }));
}

/** Text for a workflow command: one line, and no command of the old form, which the runner obeys anywhere in a line. */
function sentence(text: string, limit = ANNOTATION_LIMIT): string {
  return cleanText(text, limit).replaceAll('##[', '##·[');
}

/** One warning stands for all that fail: the reason, a full disk or a missing file, is the same each time. */
function createOutputs(log: Log, file = ''): Runner['setOutput'] {
  let warned = false;
  return (name, value) => {
    const bytes = sizeOf(file);
    try {
      core.setOutput(name, value);
    } catch (error) {
      if (bytes !== undefined) takeBack(file, bytes);
      if (!warned) log.warning(`The output ${name} could not be set, and others may be missing too. ${String(error)}`);
      warned = true;
    }
  };
}

function sizeOf(file: string): number | undefined {
  try {
    return statSync(file).size;
  } catch {
    return undefined;
  }
}

/** A full disk leaves the beginning of an output; the runner would refuse the whole file, with every output before it. */
function takeBack(file: string, bytes: number): void {
  try {
    truncateSync(file, bytes);
  } catch {
    // It is no file that could be made shorter. The warning tells of the trouble.
  }
}

async function writeSummary(markdown: string): Promise<void> {
  const bytes = Buffer.byteLength(markdown);
  if (bytes > SUMMARY_LIMIT) throw new Error(`it has ${bytes} bytes, and GitHub shows at most ${SUMMARY_LIMIT}`);
  await core.summary.emptyBuffer().addRaw(markdown).write();
}
