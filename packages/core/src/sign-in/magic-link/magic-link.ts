import type { Client } from "../../kernel/client.js";
import { isPast, MINUTE, wholeUnits } from "../../kernel/duration.js";
import { maskEmailAddress, type EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { Secret } from "../../kernel/secret.js";
import { enqueueMail } from "../../background/mail/enqueue-mail.js";
import { issueLink } from "../mailed-link/issue-link.js";
import type { MailedLink } from "../mailed-link/mailed-link-store.js";
import type { Env } from "../../store/env.js";
import type { Destinations } from "../../ports/links.js";
import { spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import { openSession, type SignedIn } from "../../account/session/open-session.js";
import { requireMethod } from "../../account/sign-in-method/require-method.js";
import { admitMailboxOwner } from "../../account/user/admit-mailbox-owner.js";

export interface MagicLinkRequest {
  readonly email: EmailAddress;
  /** Used when the link creates the user. */
  readonly name: string;
  readonly destinations: Destinations;
}

export type MagicLinks = ReturnType<typeof createMagicLinks>;

export function createMagicLinks(env: Env) {
  const { store, clock, digest, policy, choices, logger } = env;

  /** Mails a link that signs in. The same answer and the same work for every address, known or not. Throws `SIGN_IN_METHOD_NOT_OFFERED`. */
  async function send(
    { email, name, destinations }: MagicLinkRequest,
    client: Client,
  ): Promise<void> {
    requireMethod(choices, "magicLink");
    const budget = await spendMailBudget(store.counters, env, {
      email,
      purpose: "magic-link",
      client,
    });
    // The newest link stays good: nobody can take it away by asking for more than is mailed.
    if (!budget.spent) return;
    const lifetime = policy.magicLinkLifetime;
    await store.transaction(async (tx) => {
      const link = await issueLink(tx, env, {
        purpose: "magic-link",
        subject: email,
        email,
        userId: null,
        name,
        lifetime,
      });
      const data = {
        token: link.token.reveal(),
        destinations,
        minutes: wholeUnits(lifetime, MINUTE),
      };
      await enqueueMail(
        tx,
        env,
        { template: "magic-link", to: email, data, carries: { kind: "mailed-link", id: link.id } },
        link.expiresAt,
      );
    });
    env.nudge();
    logger.info("magic_link_requested", { to: maskEmailAddress(email) });
  }

  /** Whom the link would sign in; changes nothing. Throws `INVALID_TOKEN`, for unknown, used and expired links alike. */
  async function inspect(token: Secret): Promise<MailedLink> {
    const link = await store.mailedLinks.find("magic-link", digest.token(token));
    if (!link || isPast(link.expiresAt, clock.now())) throw new AuthError("INVALID_TOKEN");
    return link;
  }

  /**
   * Exchanges a link for a session; creates the user, with the address verified, when there is none. Of many racing calls with one link exactly
   * one succeeds. Throws `INVALID_TOKEN` and `SIGN_IN_METHOD_NOT_OFFERED`.
   */
  async function signIn(
    token: Secret,
    client: Client,
  ): Promise<SignedIn & { readonly isNew: boolean }> {
    requireMethod(choices, "magicLink");
    const link = await inspect(token).catch((refused: unknown) => {
      logger.warn("authn_login_fail", { method: "magic-link" });
      throw refused;
    });
    const outcome = await store.transaction(async (tx) => {
      // The user first: every transaction takes its locks in the same order. The link before the account is touched: it is one of the things that go.
      const known = await tx.users.lockByEmail(link.email);
      if (!(await tx.mailedLinks.consume(link.id, clock.now())))
        throw new AuthError("INVALID_TOKEN");
      const { user, isNew } = await admitMailboxOwner(tx, env, {
        email: link.email,
        known,
        name: link.name ?? "",
        method: "magic-link",
        client,
      });
      return { ...(await openSession(tx, env, { user, method: "magic-link", client })), isNew };
    });
    env.nudge();
    logger.info("authn_login_success", { method: "magic-link", userId: outcome.user.id });
    return outcome;
  }

  return { send, inspect, signIn };
}
