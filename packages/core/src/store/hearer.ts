import type { Subscribable } from "../background/audit-log/audit-store.js";
import type { ErasureEvent } from "./erasure-event.js";
import type { Tx } from "./store.js";
import type { AuthEvent } from "./subscriber.js";

/** An event that is published. */
export interface Published {
  readonly event: AuthEvent<Subscribable> | ErasureEvent;
  /**
   * False: no one is told, at the same cost. So an attempt at an account that does not exist takes
   * as long as one at an account that does.
   */
  readonly notifies: boolean;
  /** When they are told; at once by default. */
  readonly dueAt?: Date;
}

/**
 * Hears every event in the transaction that publishes it, and leaves to a queue of its own what is
 * to be done about it.
 */
export interface Hearer<T extends Tx = Tx> {
  /** Awaits nothing but its `tx`. What it throws undoes what the event is about. */
  hear(tx: T, published: Published): Promise<void>;
}
