import type { UserId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";

/**
 * In how many ways a user can sign in. Infinitely many where codes or links are offered, since everybody has an address; elsewhere the
 * password, the passkeys and the linked accounts of the user, as far as they are offered.
 */
export async function countWaysIn(
  tx: Tx,
  { choices, identityProviders }: Pick<Env, "choices" | "identityProviders">,
  userId: UserId,
): Promise<number> {
  const offered = choices.signInMethods;
  if (offered.emailOtp || offered.magicLink) return Number.POSITIVE_INFINITY;
  const password = offered.password && (await tx.passwords.find(userId)) ? 1 : 0;
  const passkeys = offered.passkey ? await tx.passkeys.countByUser(userId) : 0;
  const accounts = await tx.linkedAccounts.listByUser(userId);
  return (
    password +
    passkeys +
    accounts.filter(({ providerId }) => identityProviders.some(({ id }) => id === providerId))
      .length
  );
}
