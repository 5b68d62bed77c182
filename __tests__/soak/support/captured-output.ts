import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string[]>();

/** Runs work and appends to `lines` what it writes to standard output. Needs {@link captureOutput}. */
export function collectOutput<T>(lines: string[], work: () => Promise<T>): Promise<T> {
  return storage.run(lines, work);
}

/** Makes {@link collectOutput} work in this process. @returns what restores standard output */
export function captureOutput(): () => void {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  const capture = (text: string | Uint8Array, ...rest: never[]): boolean => {
    const lines = storage.getStore();
    if (!lines) return write(text, ...rest);
    lines.push(String(text));
    return true;
  };
  Object.assign(stdout, { write: capture });
  return () => {
    Object.assign(stdout, { write });
  };
}
