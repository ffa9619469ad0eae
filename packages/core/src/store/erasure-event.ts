import type { AuthEvent } from "./subscriber.js";

/**
 * What an erasure publishes besides `deletion.completed`, and the audit log does not enter: the
 * user is gone, and no system keeps anything about them.
 */
export const ERASED_EVENT = "user.erased";

/** An event that says that a user is gone. */
export interface ErasureEvent extends Omit<AuthEvent<"deletion.completed">, "event" | "detail"> {
  readonly event: typeof ERASED_EVENT;
  readonly detail: Readonly<Record<never, never>>;
}
