import type { LockedUser } from "../../account/user/user-store.js";
import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { Tx } from "../../store/store.js";

/**
 * Locks the user whom an operator names.
 * @throws {AuthError} `USER_NOT_FOUND`
 */
export async function lockUser(tx: Tx, id: UserId): Promise<LockedUser> {
  const user = await tx.users.lock(id);
  if (!user) throw new AuthError("USER_NOT_FOUND");
  return user;
}
