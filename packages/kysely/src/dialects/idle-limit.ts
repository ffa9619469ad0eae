/**
 * How long an open transaction may wait for anything but its own statements. One transaction is
 * watched at a time.
 */
export interface IdleLimit {
  /** Settles as the work of a transaction does, or rejects when that has waited too long. */
  watch<T>(work: () => Promise<T>): Promise<T>;
  /** A statement runs: the waiting begins anew. */
  restart(): void;
}

/**
 * Has one timer for all transactions, because making and clearing one for each costs as much as a
 * statement.
 */
export function createIdleLimit(limitMs: number): IdleLimit {
  let timer: NodeJS.Timeout | undefined;
  let giveUp: ((reason: Error) => void) | null = null;
  const expire = () =>
    giveUp?.(
      new Error(
        `a SQLite transaction waited ${limitMs} ms for something other than its tx, and was rolled back: inside a transaction, await nothing but its tx`,
      ),
    );
  function start(): void {
    // It keeps the process alive meanwhile: a program that would end without a word says why.
    if (timer) timer.refresh().ref();
    else timer = setTimeout(expire, limitMs);
  }
  function stop(): void {
    giveUp = null;
    timer?.unref();
  }

  return {
    async watch(work) {
      start();
      try {
        return await new Promise((resolve, reject) => {
          giveUp = reject;
          work().then(resolve, reject);
        });
      } finally {
        stop();
      }
    },
    restart: () => void timer?.refresh(),
  };
}
