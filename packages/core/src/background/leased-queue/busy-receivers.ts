/** The receivers that this process is calling. */
export interface BusyReceivers {
  /** Those that have been called for longest, as many as the list has room for. */
  readonly list: () => readonly string[];
  readonly begin: (receiver: string) => void;
  readonly end: (receiver: string) => void;
}

/**
 * Returns an empty list with room for so many receivers. A receiver is in it from the first of its
 * calls under way to the end of the last.
 */
export function createBusyReceivers(room: number): BusyReceivers {
  const calls = new Map<string, number>();
  return {
    list: () => [...calls.keys()].slice(0, room),
    begin: (receiver) => void calls.set(receiver, (calls.get(receiver) ?? 0) + 1),
    end(receiver) {
      const left = (calls.get(receiver) ?? 1) - 1;
      if (left === 0) calls.delete(receiver);
      else calls.set(receiver, left);
    },
  };
}
