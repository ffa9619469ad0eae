import { measureSignIn } from "../../account/session/measure-sign-in.procedure.js";
import { openSession, type SignedIn } from "../../account/session/open-session.js";
import { requireMethod } from "../../account/sign-in-method/require-method.js";
import { admitMailboxOwner } from "../../account/user/admit-mailbox-owner.js";
import { isRefused, signUpNotAllowed } from "../../account/user/check-may-sign-up.js";
import { isSuspended } from "../../account/user/suspension.js";
import { readerLanguage } from "../../background/language/reader-language.js";
import { enqueueMail } from "../../background/mail/enqueue-mail.js";
import { spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import type { Client } from "../../kernel/client.js";
import { displayNameFrom, parseDisplayName } from "../../kernel/display-name.js";
import { MINUTE, wholeUnits } from "../../kernel/duration.js";
import { type EmailAddress, maskEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { Secret } from "../../kernel/secret.js";
import type { Destinations } from "../../ports/links.js";
import type { Env } from "../../store/env.js";
import { concludeSignIn } from "../email-verification/conclude-sign-in.procedure.js";
import { findLink } from "../mailed-link/find-link.js";
import { issueLink } from "../mailed-link/issue-link.js";
import type { MailedLink } from "../mailed-link/mailed-link-store.js";

/** Where a link goes, and where it leads. */
export interface MagicLinkRequest {
  readonly email: EmailAddress;
  /** The name of the user, if the link creates one. */
  readonly name: string;
  readonly destinations: Destinations;
}

/** A session, and whether its user was created by this sign-in. */
export interface MagicLinkSignIn extends SignedIn {
  readonly isNew: boolean;
}

/** Sign-in by a link that is mailed. */
export interface MagicLinks {
  /**
   * Mails a link that signs in. The answer and the work are the same for every email address, known
   * or not. Beyond the mail budget nothing is mailed, and the newest link stays good.
   *
   * @throws {AuthError} `VALIDATION_ERROR`, `SIGN_IN_METHOD_NOT_OFFERED`, `TOO_MANY_REQUESTS` when
   * the client has caused too many mails.
   * @example
   * await auth.magicLinks.send(
   *   { email, name: "", destinations: { callback: "/home", newUser: null, error: null } },
   *   client,
   * );
   */
  send(request: MagicLinkRequest, client: Client): Promise<void>;

  /**
   * Returns the live link with that token. Changes nothing.
   *
   * @throws {AuthError} `INVALID_TOKEN`, for unknown, used and expired links alike.
   */
  inspect(token: Secret): Promise<MailedLink>;

  /**
   * Exchanges a link for a session. Creates the user, with the email address verified, when there
   * is none. Of many racing calls with one link exactly one succeeds. The link is used up also where
   * `AuthOptions.signUp` refuses a new user.
   *
   * @param redirectTo where the sign-in leads, should a gate withhold it; default: nowhere
   * @throws {AuthError} `INVALID_TOKEN`, `SIGN_UP_NOT_ALLOWED`, `ACCOUNT_SUSPENDED`,
   * `SIGN_IN_METHOD_NOT_OFFERED`
   */
  signIn(token: Secret, client: Client, redirectTo?: string | null): Promise<MagicLinkSignIn>;
}

export function createMagicLinks(env: Env): MagicLinks {
  const { store, clock, policy, choices, logger } = env;

  async function send(
    { email, name, destinations }: MagicLinkRequest,
    client: Client,
  ): Promise<void> {
    requireMethod(choices, "magicLink");
    const checkedName = parseDisplayName(name);
    const budget = await spendMailBudget(store.counters, env, {
      email,
      purpose: "magic-link",
      client,
    });
    // The newest link stays good: an attacker cannot replace it by asking for more than is mailed.
    if (!budget.spent) return;
    const lifetime = policy.magicLinkLifetime;
    await store.transaction(async (tx) => {
      const link = await issueLink(tx, env, {
        purpose: "magic-link",
        subject: email,
        email,
        userId: null,
        name: checkedName,
        lifetime,
      });
      const data = {
        token: link.token.reveal(),
        destinations,
        minutes: wholeUnits(lifetime, MINUTE),
      };
      const user = await tx.users.findByEmail(email);
      const isWanted = !user || !isSuspended(user, clock.now());
      const carries = { kind: "mailed-link", id: link.id } as const;
      const language = readerLanguage(user, client);
      await enqueueMail(
        tx,
        env,
        isWanted
          ? { template: "magic-link", to: email, data, carries, language }
          : { template: "none", to: email },
        link.expiresAt,
      );
    });
    env.nudge();
    logger.info("magic_link_requested", { to: maskEmailAddress(email) });
  }

  const inspect = (token: Secret): Promise<MailedLink> => findLink(store, env, "magic-link", token);

  async function signIn(
    token: Secret,
    client: Client,
    redirectTo: string | null = null,
  ): Promise<MagicLinkSignIn> {
    requireMethod(choices, "magicLink");
    const link = await inspect(token).catch((refused: unknown) => {
      logger.warn("authn_login_fail", { method: "magic-link" });
      throw refused;
    });
    const outcome = await store.transaction(async (tx) => {
      // The user first: every transaction takes its locks in the same order. The link before the
      // account is touched: it is one of the things that go.
      const known = await tx.users.lockByEmail(link.email);
      if (!(await tx.mailedLinks.consume(link.id, clock.now())))
        throw new AuthError("INVALID_TOKEN");
      const admitted = await admitMailboxOwner(tx, env, {
        email: link.email,
        known,
        // Checked when the link was requested, perhaps by the rules of an earlier version.
        name: displayNameFrom(link.name ?? ""),
        method: "magic-link",
        client,
      });
      if (isRefused(admitted)) return admitted;
      const { user, isNew } = admitted;
      const authentication = { user, isNew, method: "magic-link", client, redirectTo } as const;
      return { user, opened: await openSession(tx, env, authentication), isNew };
    });
    env.nudge();
    if (isRefused(outcome)) throw signUpNotAllowed(logger, outcome, "magic-link");
    const { isNew, ...signIn } = outcome;
    const signedIn = await concludeSignIn(env, { ...signIn, method: "magic-link", client });
    return { ...signedIn, isNew };
  }

  return { send, inspect, signIn: measureSignIn(env, { method: "magic-link", signIn }) };
}
