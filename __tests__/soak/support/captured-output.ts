import { AsyncLocalStorage } from 'node:async_hooks';

/** `run(lines, work)` appends to `lines` what `work` writes to standard output, while it is captured. */
export const capturedOutput = new AsyncLocalStorage<string[]>();

/** Captures the standard output of this process. @returns what restores it */
export function captureOutput(): () => void {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  const capture = (text: string | Uint8Array, ...rest: never[]): boolean => {
    const lines = capturedOutput.getStore();
    if (!lines) return write(text, ...rest);
    lines.push(String(text));
    return true;
  };
  Object.assign(stdout, { write: capture });
  return () => {
    Object.assign(stdout, { write });
  };
}
