import type { Auth } from "./auth.js";
import type { Subscribable } from "./background/audit-log/application-event.js";
import { on as subscribe } from "./background/events/subscribers.js";
import type { EventHandlers, Subscriber } from "./store/subscriber.js";

/**
 * Subscribes to an event of the library, or to one of `defineEvents`, for
 * the `subscribers` of a feature. `after` is handed the `Auth` that is told, so that no subscriber
 * has to name the constant which its own creation defines (TypeScript would refuse that with
 * TS7022).
 * @throws {RangeError} for an unknown event, a `within` of an event that is no creation, and for no
 * handler at all.
 * @example
 * on("user.created", {
 *   within: async (tx, { created }) => {
 *     if (!created.email.endsWith("@example.com")) throw new AuthError(errors.DOMAIN_NOT_ALLOWED);
 *   },
 *   after: async ({ id, userId }) => crm.addContact({ idempotencyKey: id, userId }),
 * });
 */
export const on: <const E extends Subscribable>(
  subscribed: E,
  handlers: EventHandlers<E, Auth>,
) => Subscriber = subscribe;
