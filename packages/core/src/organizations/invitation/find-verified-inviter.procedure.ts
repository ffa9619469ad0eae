import type { User } from "../../account/user/user-store.js";
import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { Stores } from "../../store/store.js";

/**
 * Returns the inviter as they are stored. An invitation is a mail in a user's name: it is sent only
 * for an inviter who has proven that the email address is theirs.
 * @throws {AuthError} `EMAIL_VERIFICATION_REQUIRED`, and `UNAUTHORIZED` when the user is gone
 */
export async function findVerifiedInviter(
  { users }: Pick<Stores, "users">,
  id: UserId,
): Promise<User> {
  const inviter = await users.findById(id);
  if (!inviter) throw new AuthError("UNAUTHORIZED");
  if (!inviter.emailVerified) throw new AuthError("EMAIL_VERIFICATION_REQUIRED");
  return inviter;
}
