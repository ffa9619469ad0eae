/** Timers, so that tests decide when time passes. */
export interface Scheduler {
  /**
   * Runs `work` once, `milliseconds` from now; after 0, as soon as what has come in before it had
   * its turn. Returns a function that cancels it. Waiting does not keep the process alive.
   */
  after(milliseconds: number, work: () => void): () => void;
  /**
   * Resolves after all other waiting work had its turn. Long work calls it between its pieces, so
   * that requests do not wait for all of it.
   */
  yieldToEventLoop(): Promise<void>;
}
