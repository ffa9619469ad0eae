import { recordRefusedAttempt } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import { spendStrangerNotice } from "../../background/rate-limit/spend-budget.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { refusalOf } from "../../kernel/sign-up-rule.js";
import type { Env } from "../../store/env.js";
import type { ExternalSignIn } from "./link-account.js";

/**
 * A sign-in with a provider's account that names the email address of a user whom it is not linked
 * to.
 */
export interface RefusedLink extends ExternalSignIn {
  readonly email: EmailAddress;
}

/**
 * Enters the attempt in the activity of the user with the email address, and tells them by mail,
 * once per email address and day. An unverified one is told nothing: it may be another person's.
 *
 * @returns What the front end is told. Where no session is opened for an unverified email address
 *   of a new user, or no account made, a provider that does not vouch for one gets the same answer
 *   for an unverified user as for no user: otherwise the answer would tell who has an account, and
 *   the user would not learn of it.
 */
export async function refuseLink(
  env: Env,
  { email, providerId, identity, client }: RefusedLink,
): Promise<"account_not_linked" | "email_not_verified" | "sign_up_not_allowed"> {
  const owner = await env.store.transaction(async (tx) => {
    const user = await tx.users.lockByEmail(email);
    const detail = { provider: providerId };
    await recordRefusedAttempt(tx, env, { event: "account.refused", email, client, detail });
    const attempt = { email, attempt: "provider" } as const;
    if (user?.emailVerified && (await spendStrangerNotice(tx.counters, env, attempt)))
      // Where from, and in which language, is for the user to know or to have chosen: the request
      // is a stranger's.
      await enqueueNotice(tx, env, user, {
        template: "account-not-linked",
        data: { provider: providerId },
        client: null,
        by: null,
      });
    return user;
  });
  if (identity.emailVerified || owner?.emailVerified) return "account_not_linked";
  if (refusalOf(env.choices.signUp, email)) return "sign_up_not_allowed";
  return env.choices.requireEmailVerification ? "email_not_verified" : "account_not_linked";
}
