/** Waiting, so that features name no runtime timer. */
export interface Scheduler {
  /** Runs `work` once, `milliseconds` from now, unless the returned function is called first. Never keeps the process alive. */
  after(milliseconds: number, work: () => void): () => void;
  /** Lets everything else that waits have its turn: between the pieces of long work, so that nobody waits for the whole of it. */
  yieldToEventLoop(): Promise<void>;
}
