import {
  forgetRefusedAttempt,
  recordEvent,
  recordRefusedAttempt,
} from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { enqueueVerification } from "../email-verification/enqueue-verification.js";
import { signVerification } from "../email-verification/sign-verification.procedure.js";
import { resendVerification } from "../email-verification/resend-verification.procedure.js";
import { after } from "../../kernel/duration.js";
import { maskEmailAddress, type EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { Secret } from "../../kernel/secret.js";
import { enqueueMail } from "../../background/mail/enqueue-mail.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Mail, NoMail } from "../../background/mail/mails.js";
import type { Env, World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { spendMailBudget, spendStrangerNotice } from "../../background/rate-limit/spend-budget.js";
import type { Caller } from "../../account/session/caller-store.js";
import { lockCaller } from "../../account/session/lock-caller.js";
import { openSession, type SignedIn } from "../../account/session/open-session.js";
import { requireMethod } from "../../account/sign-in-method/require-method.js";
import { composeUser, insertUser } from "../../account/user/insert-user.js";
import type { User } from "../../account/user/user-store.js";
import { checkPassword } from "./check-password.procedure.js";
import { compareOwnPassword } from "./compare-own-password.procedure.js";
import { hashPassword, judgeNewPassword } from "./hash-new-password.procedure.js";
import { forgetPasswordFailures, type AttemptSubject } from "./spend-password-attempt.js";

export interface SignUp {
  readonly email: EmailAddress;
  readonly password: Secret;
  readonly name: string;
  readonly image: string | null;
  readonly redirectTo: string | null;
}

export interface PasswordSignIn {
  readonly email: EmailAddress;
  readonly password: Secret;
  /** Without it a re-authentication leaves the session as it was, and a new one is remembered. */
  readonly remembered?: boolean | undefined;
  /** Where the verification link leads, should it have to be mailed again. */
  readonly redirectTo: string | null;
}

export type Passwords = ReturnType<typeof createPasswords>;

export function createPasswords(env: Env) {
  const { store, clock, digest, logger, choices } = env;

  /**
   * Creates an unverified user, mails the verification link and signs in. Where verification is required nobody is signed in, and a taken address
   * gets the same answer as a free one; otherwise it throws `USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL`. The owner of a taken address is told by mail, or,
   * while it is unverified, mailed the verification link again. Throws `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_LONG`, `PASSWORD_TOO_COMMON`, `TOO_MANY_REQUESTS` and `BUSY`.
   */
  async function signUp(
    { email, password, redirectTo, ...profile }: SignUp,
    client: Client,
  ): Promise<{ readonly user: User; readonly signedIn: SignedIn | null }> {
    requireMethod(choices, "password");
    // A form that is refused causes no mail and must not use up the budget of the one that follows.
    await judgeNewPassword(env, password, email);
    const budget = await spendMailBudget(store.counters, env, {
      email,
      purpose: "email-verification",
      client,
    });
    const hash = await hashPassword(env, password);
    const user = composeUser(env, { ...profile, email, emailVerified: false });
    const owner = await store.users.findByEmail(email);
    const link = await signVerification(env, { userId: owner?.id ?? user.id, email, redirectTo });

    const signedIn = await store.transaction(async (tx) => {
      const inserted = await insertUser(tx, env, { user, method: "password", client });
      if (!inserted) {
        // As many statements as a free address takes, so that the two cannot be told apart by their cost.
        const mayTellOwner = await spendStrangerNotice(tx.counters, env, email);
        await recordRefusedAttempt(tx, env, {
          event: "user.sign_up_refused",
          email,
          client,
          detail: {},
        });
        if (owner?.emailVerified === false)
          await enqueueVerification(tx, env, { to: email, link, wanted: budget.spent });
        else
          await enqueueSignUpAttempt(tx, env, {
            to: email,
            wanted: mayTellOwner && owner !== null,
          });
        return "taken";
      }
      await forgetRefusedAttempt(tx, env, { event: "user.sign_up_refused", email, detail: {} });
      await tx.passwords.replace({ userId: user.id, hash, updatedAt: user.createdAt });
      await enqueueVerification(tx, env, { to: email, link, wanted: budget.spent });
      return choices.requireEmailVerification
        ? null
        : openSession(tx, env, { user: inserted, method: "password", client });
    });
    env.nudge();
    logger.info("sign_up", { taken: signedIn === "taken", to: maskEmailAddress(email) });
    if (signedIn !== "taken") return { user, signedIn };
    if (choices.requireEmailVerification) return { user, signedIn: null };
    throw new AuthError("USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL");
  }

  /**
   * Throws `INVALID_EMAIL_OR_PASSWORD`, the same for unknown addresses, `TOO_MANY_REQUESTS` and `BUSY`, and `EMAIL_NOT_VERIFIED` where that is required:
   * then the link is mailed again.
   */
  async function signIn(
    { email, password, remembered, redirectTo }: PasswordSignIn,
    client: Client,
  ): Promise<SignedIn> {
    requireMethod(choices, "password");
    const subject = await attemptSubjectOf(email, client);
    const stored = await store.passwords.findByEmail(email);
    const { right, outdated } = await checkPassword(env, {
      email,
      given: password,
      stored,
      subject,
      client,
    });
    if (!right || !stored) throw new AuthError("INVALID_EMAIL_OR_PASSWORD");
    // Worth having, and not worth refusing anybody for: a full queue leaves it to the next sign-in.
    const stronger = outdated ? await hashPassword(env, password).catch(() => null) : null;

    const outcome = await store.transaction(async (tx) => {
      const user = await tx.users.lock(stored.userId);
      const current = await tx.passwords.find(stored.userId);
      // Changed, reset or moved to another address while we were hashing.
      if (!user || user.email !== email || current?.hash !== stored.hash)
        throw new AuthError("INVALID_EMAIL_OR_PASSWORD");
      await forgetPasswordFailures(tx, env, subject);
      if (choices.requireEmailVerification && !user.emailVerified) return null;
      if (stronger) await tx.passwords.rehash(user.id, stored.hash, stronger);
      return openSession(tx, env, { user, method: "password", client, remembered });
    });
    if (!outcome) {
      await resendVerification(env, { userId: stored.userId, email, redirectTo }, client);
      throw new AuthError("EMAIL_NOT_VERIFIED");
    }
    logger.info("authn_login_success", { method: "password", userId: outcome.user.id });
    return outcome;
  }

  /** Whether it is the caller's password. Throws `INVALID_PASSWORD`, `TOO_MANY_REQUESTS` and `BUSY`. */
  async function verify(caller: Caller, password: Secret, client: Client): Promise<void> {
    await compareOwnPassword(env, caller, {
      given: password,
      stored: await store.passwords.find(caller.user.id),
      client,
    });
  }

  /**
   * Changes the caller's password and ends their other sessions. Throws `CREDENTIAL_ACCOUNT_NOT_FOUND`, those of a new password, and those of `verify`.
   */
  async function change(
    caller: Caller,
    { current, next }: { readonly current: Secret; readonly next: Secret },
    client: Client,
  ): Promise<User> {
    const { user, session } = caller;
    const stored = await store.passwords.find(user.id);
    if (!stored) throw new AuthError("CREDENTIAL_ACCOUNT_NOT_FOUND");
    await compareOwnPassword(env, caller, { given: current, stored, client });
    await judgeNewPassword(env, next, user.email);
    const hash = await hashPassword(env, next);
    await store.transaction(async (tx) => {
      const locked = await lockCaller(tx, env, caller);
      // Set anew while we were hashing; a mere rehash keeps the time.
      const now = await tx.passwords.find(user.id);
      if (now?.updatedAt.getTime() !== stored.updatedAt.getTime())
        throw new AuthError("INVALID_PASSWORD");
      await tx.passwords.replace({ userId: user.id, hash, updatedAt: clock.now() });
      await tx.sessions.revokeOthers(user.id, session.id);
      await tx.mailedLinks.deleteFor({ userId: user.id, email: locked.email });
      await recordEvent(tx, env, {
        event: "password.changed",
        userId: user.id,
        client,
        detail: {},
      });
      await enqueueNotice(tx, env, locked, "password-changed");
    });
    env.nudge();
    logger.info("authn_password_change", { userId: user.id });
    return user;
  }

  /** Strangers share a budget by address and network; a live session of the same user has its own. */
  async function attemptSubjectOf(email: EmailAddress, client: Client): Promise<AttemptSubject> {
    const caller =
      client.sessionToken &&
      (await store.callers.find(digest.token(client.sessionToken), null, clock.now()));
    return caller?.user.email === email
      ? { known: true, sessionId: caller.session.id }
      : { known: false, email, client };
  }

  /** Since when the caller has the password they have; null when they have none. */
  async function setSince({ user }: Caller): Promise<Date | null> {
    return (await store.passwords.find(user.id))?.updatedAt ?? null;
  }

  return { signUp, signIn, verify, change, setSince };
}

/** Tells the owner of an address that a stranger tried to sign up with it; where that is not wanted, a mail that nobody gets takes its place. */
async function enqueueSignUpAttempt(
  tx: Tx,
  world: World,
  { to, wanted }: { readonly to: EmailAddress; readonly wanted: boolean },
): Promise<void> {
  const mail: Mail | NoMail = wanted
    ? { template: "sign-up-attempt", to, data: {}, carries: null }
    : { template: "none", to };
  await enqueueMail(tx, world, mail, after(world.clock.now(), world.policy.noticeLifetime));
}
