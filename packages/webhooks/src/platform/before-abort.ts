/** Settles as `work` does, or rejects at once when the signal says so. */
export const beforeAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((done, failed) => {
    const giveUp = (): void => failed(new Error("gave up"));
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(done, failed);
  });
