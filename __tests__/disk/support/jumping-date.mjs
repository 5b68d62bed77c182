/**
 * A preload (`node --import`) in which the time of day jumps by a day, back or forth, whenever somebody looks at it, as when the clock of a
 * machine is set while it works. The monotonic clock and all timers stay as they are.
 */
const DAY_MS = 86_400_000;
const TrueDate = Date;
const trueNow = TrueDate.now;

let looks = 0;
const now = () => {
  looks += 1;
  return trueNow() + ((looks % 3) - 1) * DAY_MS;
};

globalThis.Date = class extends TrueDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }

  static now() {
    return now();
  }
};
