import { SLOW_RECEIVERS } from "../../kernel/policy.js";

/** The receivers that this process is calling. */
export interface BusyReceivers {
  /** Those that have been called for longest. */
  readonly list: () => readonly string[];
  readonly begin: (receiver: string) => void;
  readonly end: (receiver: string) => void;
}

/** Returns a list of receivers, empty. A receiver is in it from the first of its calls under way to the end of the last. */
export function createBusyReceivers(): BusyReceivers {
  const calls = new Map<string, number>();
  return {
    list: () => [...calls.keys()].slice(0, SLOW_RECEIVERS),
    begin: (receiver) => void calls.set(receiver, (calls.get(receiver) ?? 0) + 1),
    end(receiver) {
      const left = (calls.get(receiver) ?? 1) - 1;
      if (left === 0) calls.delete(receiver);
      else calls.set(receiver, left);
    },
  };
}
