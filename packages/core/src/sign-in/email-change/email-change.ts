import type { Caller } from "../../account/session/caller-store.js";
import { findPresented } from "../../account/session/find-presented.js";
import { lockCaller } from "../../account/session/lock-caller.js";
import { type RenewedSession, renewToken } from "../../account/session/renew-token.js";
import { requireProved } from "../../account/session/require-demand.procedure.js";
import type { FreshCaller } from "../../account/session/session.js";
import type { LockedUser } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import { spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import type { Client } from "../../kernel/client.js";
import { isPast } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type { Env, World } from "../../store/env.js";
import { removalsOf } from "../../store/ownership.js";
import type { Stores, Tx } from "../../store/store.js";
import type { MailedLink } from "../mailed-link/mailed-link-store.js";
import { enqueueChangeLink } from "./enqueue-change-link.js";

/** A live link of a user. */
interface LiveLink extends MailedLink {
  readonly userId: UserId;
}

/** What a link would change. */
export interface PendingEmailChange {
  readonly from: EmailAddress;
  readonly to: EmailAddress;
  readonly redirectTo: string | null;
}

/** A change that its user asked for, and that waits to be confirmed. */
export interface RequestedEmailChange {
  /** The new email address. It may be one that is taken: then no link was mailed there. */
  readonly to: EmailAddress;
  readonly requestedAt: Date;
  /** When the mailed link expires. The change ends earlier with the session that asked for it. */
  readonly expiresAt: Date;
}

/** What a confirmed change gives back. */
export interface ConfirmedEmailChange extends PendingEmailChange {
  /**
   * The user's session in which the change was confirmed, under a new token; null when the request
   * presented none, and all sessions have ended.
   */
  readonly renewed: RenewedSession | null;
}

const SESSION_ENDED =
  "The session that asked for this change has ended, and the change with it. Sign in and ask again.";

/** What a user asks for: a new email address. */
export interface EmailChangeInput {
  /** The new email address. */
  readonly to: EmailAddress;
  /** Where the page of the link sends the browser afterwards; null for nowhere. */
  readonly redirectTo: string | null;
}

/** Change of a user's email address, confirmed by a link that is mailed to the new one. */
export interface EmailChange {
  /**
   * Mails a link to the new email address, and a notice to the present one. The link is dead once
   * the caller's session has ended, was authenticated again, or has another token. A taken email
   * address gets the same answer, and no link. Beyond the mail budget nothing is mailed.
   *
   * @throws {AuthError} `TOO_MANY_REQUESTS` when the client has caused too many mails,
   *   `UNAUTHORIZED` when the session has ended meanwhile, `INSUFFICIENT_USER_AUTHENTICATION` where
   *   an enrolled user has shown the second factor too long ago.
   */
  request(caller: FreshCaller, input: EmailChangeInput, client: Client): Promise<void>;

  /**
   * Returns the change of the caller's email address that waits to be confirmed; null when there is
   * none. It looks the same whether or not the new email address is taken.
   */
  findPending(caller: Caller): Promise<RequestedEmailChange | null>;

  /**
   * Cancels the change that waits to be confirmed, in any session of its user. Its link is dead. Of
   * racing calls, and of a call and the link, exactly one succeeds.
   *
   * @throws {AuthError} `EMAIL_CHANGE_NOT_PENDING`
   */
  cancel(caller: Caller, client: Client): Promise<void>;

  /**
   * Returns what the link would change. Changes nothing.
   *
   * @throws {AuthError} `INVALID_TOKEN`, also once the session that requested the change has ended
   * or was renewed, `TOKEN_EXPIRED`
   */
  inspect(token: Secret): Promise<PendingEmailChange>;

  /**
   * Returns where the page of a link sends the browser, even when the link has expired; null when
   * the link is unknown, or names no target.
   */
  destination(token: Secret): Promise<string | null>;

  /**
   * Changes the email address. Everything that was mailed to the old one is dead, other sessions
   * end, and the old email address is told. A session of the user that is presented with the
   * request goes on under a new token, which ends copies of its cookie: set it as the session
   * cookie of the answer. Without one, all sessions end.
   *
   * @throws {AuthError} `INVALID_TOKEN`, also when the new email address was taken meanwhile,
   * `TOKEN_EXPIRED`
   * @example
   * const { from, to, renewed } = await auth.emailChange.confirm(new Secret(token), client);
   */
  confirm(token: Secret, client: Client): Promise<ConfirmedEmailChange>;
}

export function createEmailChange(env: Env): EmailChange {
  const { store, clock, digest, logger } = env;

  async function request(
    caller: FreshCaller,
    { to, redirectTo }: EmailChangeInput,
    client: Client,
  ): Promise<void> {
    await requireProved(env, caller);
    const { user } = caller;
    const purpose = "email-change";
    const { spent } = await spendMailBudget(store.counters, env, { email: to, purpose, client });
    if (!spent) return;
    await store.transaction(async (tx) => {
      const locked = await lockCaller(tx, env, caller);
      const asked = { sessionId: caller.session.id, to, redirectTo, client };
      await enqueueChangeLink(tx, env, { user: locked, ...asked });
      // Whether or not the new email address is taken: the notice must not tell.
      const notice = { template: "email-change-requested", client, by: "session" } as const;
      await enqueueNotice(tx, env, locked, notice);
      const event = "email.change_requested";
      await recordEvent(tx, env, { event, userId: user.id, client, detail: {} });
    });
    env.nudge();
    logger.info("email_change_requested", { userId: user.id });
  }

  async function findPending({ user }: Caller): Promise<RequestedEmailChange | null> {
    const link = await findPendingLink(store, env, user.id);
    return link && { to: link.email, requestedAt: link.createdAt, expiresAt: link.expiresAt };
  }

  async function cancel({ user }: Caller, client: Client): Promise<void> {
    await store.transaction(async (tx) => {
      const locked = await tx.users.lock(user.id);
      const link = locked && (await findPendingLink(tx, env, user.id));
      if (!link || !(await tx.mailedLinks.consume(link.id, clock.now())))
        throw new AuthError("EMAIL_CHANGE_NOT_PENDING");
      const event = "email.change_cancelled";
      await recordEvent(tx, env, { event, userId: user.id, client, detail: {} });
    });
    env.nudge();
    logger.info("email_change_cancelled", { userId: user.id });
  }

  async function inspect(token: Secret): Promise<PendingEmailChange> {
    const link = await findLive(token);
    const user = await store.users.findById(link.userId);
    if (!user) throw new AuthError("INVALID_TOKEN");
    return { from: user.email, to: link.email, redirectTo: link.redirectTo };
  }

  async function destination(token: Secret): Promise<string | null> {
    return (await store.mailedLinks.find("email-change", digest.token(token)))?.redirectTo ?? null;
  }

  async function confirm(token: Secret, client: Client): Promise<ConfirmedEmailChange> {
    const link = await findLive(token);
    const change = await store.transaction(async (tx) => {
      const user = await tx.users.lock(link.userId);
      const now = clock.now();
      if (!user || !(await tx.mailedLinks.consume(link.id, now)))
        throw new AuthError("INVALID_TOKEN");
      const outcome = await tx.users.changeEmail(user.id, link.email, now);
      // `taken` by another user since the link was mailed. It cannot be `gone`, for the user is
      // locked.
      if (outcome !== "changed") throw new AuthError("INVALID_TOKEN");
      const renewed = await renewOwn(tx, env, user, client);
      const except = renewed?.session.id ?? null;
      for (const remove of removalsOf(env.ownership, "endedByEmailChange"))
        await remove(tx, { user, except });
      await recordEvent(tx, env, { event: "email.changed", userId: user.id, client, detail: {} });
      await enqueueNotice(tx, env, user, {
        template: "email-changed",
        client,
        by: except === null ? "new-mailbox" : "session",
      });
      return { from: user.email, to: link.email, redirectTo: link.redirectTo, renewed };
    });
    env.nudge();
    logger.info("email_changed", { userId: link.userId });
    return change;
  }

  async function findLive(token: Secret): Promise<LiveLink> {
    const link = await store.mailedLinks.find("email-change", digest.token(token));
    if (!link || link.userId === null) throw new AuthError("INVALID_TOKEN");
    const now = clock.now();
    if (isPast(link.expiresAt, now)) throw new AuthError("TOKEN_EXPIRED");
    // The first release mailed links without a session: nothing says whether it still lives.
    if (link.sessionId === null || !(await store.mailedLinks.isLive(link.id, now)))
      throw new AuthError("INVALID_TOKEN", { message: SESSION_ENDED });
    return { ...link, userId: link.userId };
  }

  return { request, findPending, cancel, inspect, destination, confirm };
}

/** Returns the user's live link; one that names no session is dead, as its own page says. */
async function findPendingLink(
  { mailedLinks }: Pick<Stores, "mailedLinks">,
  { clock }: World,
  userId: UserId,
): Promise<MailedLink | null> {
  const link = await mailedLinks.findLive("email-change", userId, clock.now());
  return link?.sessionId ? link : null;
}

/**
 * Gives the session of the user that the client presents a new token; null when it presents none.
 */
async function renewOwn(
  tx: Tx,
  world: World,
  user: LockedUser,
  client: Client,
): Promise<RenewedSession | null> {
  const presented = await findPresented(tx, world, client);
  if (presented?.userId !== user.id) return null;
  return renewToken(tx, world, presented, { presented: presented.tokenHash });
}
