import { requireSpent, spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import type { Client } from "../../kernel/client.js";
import { after } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { Env } from "../../store/env.js";
import { type Granted, requireGrant } from "../access-control/granted.js";
import { findVerifiedInviter } from "./find-verified-inviter.procedure.js";
import type { Mailing } from "./renew-invitation.js";

/** Who invites, and from where. */
export interface InviterRequest {
  readonly granted: Granted<"org:invitations:write">;
  readonly client: Client;
}

/**
 * Spends one mail of the budget that inviting and resending share, and returns what the mail needs:
 * the inviter and a new link.
 * @throws {AuthError} `EMAIL_VERIFICATION_REQUIRED`, and `TOO_MANY_REQUESTS` when no mail budget is
 * left
 */
export async function prepareMailing(
  env: Env,
  { granted, client }: InviterRequest,
  email: EmailAddress,
): Promise<Mailing> {
  requireGrant(granted, "org:invitations:write");
  const { store, clock, random, digest, policy } = env;
  // Before the budget: an unverified account must not use up the invitations of others.
  const inviter = await findVerifiedInviter(store, granted.userId);
  const purpose = "invitation";
  requireSpent(await spendMailBudget(store.counters, env, { email, purpose, client }));
  const token = random.token(policy.linkTokenBytes);
  const link = {
    tokenHash: digest.token(token),
    expiresAt: after(clock.now(), policy.invitationLifetime),
    inviterId: inviter.id,
  };
  return { inviter, token, link, client };
}
