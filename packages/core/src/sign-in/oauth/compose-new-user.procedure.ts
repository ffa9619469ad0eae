import { composeUser } from "../../account/user/insert-user.js";
import { readerLanguage } from "../../background/language/reader-language.js";
import { spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import { refusalOf } from "../../kernel/sign-up-rule.js";
import type { Env } from "../../store/env.js";
import { signVerification } from "../email-verification/sign-verification.procedure.js";
import type { NewExternalUser } from "./admit-external-identity.js";
import type { ExternalSignIn } from "./link-account.js";
import { profileOf } from "./profile-of-identity.js";

/**
 * Composes the user who is created if no user has the account or the email address. It runs before
 * the transaction, because signing the verification link waits for another thread.
 *
 * @returns Null when the provider sends no usable email address.
 */
export async function composeNewUser(
  env: Env,
  { providerId, identity, client }: ExternalSignIn,
): Promise<NewExternalUser | null> {
  const { email, name, image } = profileOf(identity);
  if (!email) return null;
  const user = composeUser(env, { email, emailVerified: identity.emailVerified, name, image });
  // A linked account has its user, and the rule may refuse a new one: none is created, and none is
  // mailed.
  if (
    identity.emailVerified ||
    refusalOf(env.choices.signUp, email) ||
    (await env.store.linkedAccounts.find(providerId, identity.subject))
  )
    return { user, verification: null };
  const { spent } = await spendMailBudget(env.store.counters, env, {
    email,
    purpose: "email-verification",
    client,
  });
  const link = await signVerification(env, { userId: user.id, email, redirectTo: null });
  const language = readerLanguage(null, client);
  return { user, verification: { link, wanted: spent, language } };
}
