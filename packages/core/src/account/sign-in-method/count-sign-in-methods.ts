import type { UserId } from "../../kernel/ids.js";
import type { Tx } from "../../store/store.js";
import type { OfferedMethods } from "./offered-methods.js";

/**
 * Returns in how many ways the user can sign in. Where codes or links are offered the answer is
 * `Infinity`, because every user has an email address. Elsewhere it counts the password, the
 * passkeys and the linked accounts of the user, as far as the application offers them.
 */
export async function countSignInMethods(
  tx: Tx,
  offered: OfferedMethods,
  userId: UserId,
): Promise<number> {
  if (offered.emailOtp || offered.magicLink) return Number.POSITIVE_INFINITY;
  const password = offered.password && (await tx.passwords.find(userId)) ? 1 : 0;
  const passkeys = offered.passkey ? await tx.passkeys.countByUser(userId) : 0;
  const providers = new Set(offered.providers.map(({ id }) => id));
  const accounts = await tx.linkedAccounts.listByUser(userId);
  const linked = accounts.filter(({ providerId }) => providers.has(providerId));
  return password + passkeys + linked.length;
}
