import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import type { DisplayName } from "../../kernel/display-name.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import type { ImageUrl } from "../../kernel/image-url.js";
import type { OperatorText } from "../../kernel/operator-text.js";
import type { CheckedFields } from "../../kernel/user-fields.js";
import type { World } from "../../store/env.js";
import type { SignInMethod } from "../../store/sign-in-methods.js";
import type { Tx } from "../../store/store.js";
import { checkMaySignUp, type RefusedUser, type SignUpWorld } from "./check-may-sign-up.js";
import type { CheckedUser, LockedUser, UserRecord } from "./user-store.js";

/** What is known of a user before there is one. */
export interface NewUser {
  readonly email: EmailAddress;
  readonly emailVerified: boolean;
  readonly name: DisplayName;
  readonly image: ImageUrl | null;
  /** Missing for none. */
  readonly fields?: CheckedFields;
}

/** Returns a user that is not stored yet. */
export function composeUser({ clock, random }: World, newUser: NewUser): CheckedUser {
  const now = clock.now();
  return {
    ...newUser,
    id: random.id<UserId>(),
    createdAt: now,
    updatedAt: now,
    reclaimedAt: null,
  };
}

export interface UserToInsert {
  readonly user: CheckedUser;
  /** How the user comes into being. */
  readonly method: SignInMethod | "operator";
  /** Null when no request causes it. */
  readonly client: Client | null;
  /** What the operator wrote who creates the user; null when the user does. */
  readonly operator?: OperatorText | null;
}

/**
 * Stores a new user. Returns null when the email address is taken by now, and why when the
 * application's rule refuses the user; an operator's is not asked about. The row is locked, because
 * this transaction inserted it.
 * @throws {AuthError} an error of `defineErrors`, with which a subscriber refuses the user
 */
export async function insertUser(
  tx: Tx,
  world: SignUpWorld,
  { user, method, client, operator = null }: UserToInsert,
): Promise<LockedUser | RefusedUser | null> {
  const refused = method === "operator" ? null : await checkMaySignUp(tx, world, user);
  if (refused) return refused;
  if (!(await tx.users.insertUnlessTaken(user))) return null;
  await recordEvent(tx, world, {
    event: "user.created",
    userId: user.id,
    client,
    operator,
    detail: { method },
    created: user,
  });
  const inserted: UserRecord = {
    ...user,
    suspendedAt: null,
    suspendedUntil: null,
    locale: null,
    signInLanguage: null,
    secondFactorSince: null,
    recoveryDueAt: null,
  };
  return inserted as LockedUser;
}
