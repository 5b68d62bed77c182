/** Lets at most so many tasks run at once; the others wait their turn and have not begun. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/** Makes a limiter with so many places. */
export function createLimiter(places: number): Limiter {
  let free = places;
  const queue: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
