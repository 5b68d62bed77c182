import * as core from '@actions/core';

import { messageOf } from '../model/errors.ts';
import { cleanText } from '../model/text.ts';
import { logLine, type Log } from '../runtime/log.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Redact } from '../runtime/redact.ts';

/** What the runner offers to a step, except its inputs. */
export interface Runner extends Pick<Platform, 'setOutput' | 'annotate' | 'writeSummary'> {
  readonly log: Log;
  /** Sets those outputs that were not set yet. */
  readonly setMissingOutputs: (outputs: Readonly<Record<string, string>>) => void;
  /** The value that an output has now; '' if it was not set. */
  readonly outputOf: (name: string) => string;
  /** Makes the step red, with this message as the last line. */
  readonly fail: (message: string) => void;
}

/** In UTF-16 units. */
const ANNOTATION_LIMIT = 4000;
const TITLE_LIMIT = 120;

/** Returns the text of an input without white space at its ends; '' if it was not given. */
export function readInput(name: string): string {
  return core.getInput(name);
}

/** Makes the runner mask texts in everything that it shows from now on. */
export function mask(texts: readonly string[]): void {
  for (const text of texts.filter((each) => each !== '')) core.setSecret(text);
}

/** @param redact replaces secrets in every line, annotation and title */
export function createRunner(redact: Redact, debug: boolean): Runner {
  const log = createLog(redact, debug);
  const outputs = new Map<string, string>();
  let hasWarned = false;
  const setOutput: Runner['setOutput'] = (name, value) => {
    outputs.set(name, value);
    try {
      core.setOutput(name, value);
    } catch (error) {
      const warning = `The output ${name} could not be set, and others may be missing too. ${messageOf(error)}`;
      if (!hasWarned) log.warning(warning);
      hasWarned = true;
    }
  };
  return {
    log,
    setOutput,
    setMissingOutputs: (values) => {
      for (const [name, value] of Object.entries(values)) if (!outputs.has(name)) setOutput(name, value);
    },
    outputOf: (name) => outputs.get(name) ?? '',
    writeSummary: async (markdown) => {
      await core.summary.emptyBuffer().addRaw(markdown).write();
    },
    annotate: ({ title, message, place: { file, line } = {} }) => {
      core.error(commandText(redact(message)), {
        title: commandText(redact(title), TITLE_LIMIT),
        file,
        startLine: line,
      });
    },
    fail: (message) => {
      core.setFailed(commandText(redact(message)));
    },
  };
}

function createLog(redact: Redact, debug: boolean): Log {
  return {
    info: (line) => {
      if (typeof line === 'string') core.info(logLine(redact(line)));
      else core.info(logLine(line.map((piece) => ({ ...piece, text: redact(piece.text) }))));
    },
    debug: (text) => {
      if (!debug) return;
      const line = typeof text === 'string' ? text : text();
      for (const [part] of redact(line).matchAll(/.{1,490}/gu)) core.debug(logLine(part));
    },
    notice: (text, place) => {
      core.notice(commandText(redact(text)), place && { file: place.file, startLine: place.line });
    },
    warning: (text, place) => {
      core.warning(commandText(redact(text)), place && { file: place.file, startLine: place.line });
    },
    group: (title, work) => core.group(commandText(redact(title), TITLE_LIMIT), work),
  };
}

/** Text for a workflow command: one line, without `##[`, which the runner takes for a command anywhere in a line. */
function commandText(text: string, limit = ANNOTATION_LIMIT): string {
  return cleanText(text, limit).replaceAll('##[', '##·[');
}
