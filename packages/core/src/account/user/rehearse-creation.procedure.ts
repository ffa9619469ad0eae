import { askSubscribers } from "../../background/events/publish-event.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import type { AuditEntryId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import type { SignInMethod } from "../../store/sign-in-methods.js";
import { isStoreConflict, isStoreUnavailable } from "../../store/store.js";
import type { CheckedUser } from "./user-store.js";

/** A user who might be created. */
export interface Rehearsal {
  readonly user: CheckedUser;
  readonly method: SignInMethod;
  /**
   * Whether subscribers are asked: when the email address is taken, so that the creation will not
   * ask them.
   */
  readonly isTaken: boolean;
}

class RehearsalEnded extends Error {}

/** Whether a row was there already; a subscriber may throw an error of its own because of it. */
const comesOfConflict = (thrown: unknown): boolean =>
  isStoreConflict(thrown) || (thrown instanceof Error && comesOfConflict(thrown.cause));

/**
 * Asks the subscribers of `user.created` about a user who will not be created because the email
 * address is taken, so that they refuse a sign-up whether or not it is: what they say must not tell
 * the two apart. The user is stored under a made-up email address, so that rows of the application
 * may refer to it, and is always rolled back. With a free email address it does the same work and
 * asks nothing, because the creation will. Without such a subscriber it does nothing.
 * @returns what a subscriber threw, for the caller to throw where the creation would have; null
 * also for a row of the application that is there already
 */
export async function rehearseCreation(
  env: Env,
  { user, method, isTaken }: Rehearsal,
): Promise<Error | null> {
  if (env.subscribers.within("user.created").length === 0) return null;
  const event = {
    id: env.random.id<AuditEntryId>(),
    event: "user.created",
    at: user.createdAt,
    userId: user.id,
    organizationId: null,
    actorId: user.id,
    detail: { method },
    created: user,
  } as const;
  try {
    return await env.store.transaction<never>(async (tx) => {
      const email = parseEmailAddress(`${user.id}@rehearsal.invalid`)!;
      await tx.users.insertUnlessTaken({ ...user, email });
      if (isTaken) await askSubscribers(tx, env, event);
      throw new RehearsalEnded();
    });
  } catch (thrown) {
    if (thrown instanceof RehearsalEnded) return null;
    if (isStoreUnavailable(thrown)) throw thrown;
    if (!comesOfConflict(thrown))
      return thrown instanceof Error ? thrown : new Error("a subscriber failed", { cause: thrown });
    // A row of the application that is there already, such as one for the email address, is not why
    // a new user would be refused.
    env.logger.error("subscriber_failed", { event: event.event }, thrown);
    return null;
  }
}
