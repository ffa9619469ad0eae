import type { Caller } from "../../account/session/caller-store.js";
import { measureSignIn } from "../../account/session/measure-sign-in.procedure.js";
import { isWithheld, openSession, type SignedIn } from "../../account/session/open-session.js";
import type { RenewedSession } from "../../account/session/renew-token.js";
import type { FreshCaller } from "../../account/session/session.js";
import { withheldRefusal } from "../../account/session/withheld-refusal.js";
import { requireMethod } from "../../account/sign-in-method/require-method.js";
import { composeUser } from "../../account/user/insert-user.js";
import { rehearseCreation } from "../../account/user/rehearse-creation.procedure.js";
import { requireOpenSignUp } from "../../account/user/require-open-sign-up.procedure.js";
import type { User } from "../../account/user/user-store.js";
import { composeFields } from "../../account/user-fields/change-fields.js";
import { readerLanguage } from "../../background/language/reader-language.js";
import { spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import type { GivenFields } from "../../kernel/check-fields.js";
import type { Client } from "../../kernel/client.js";
import { parseDisplayName } from "../../kernel/display-name.js";
import { type EmailAddress, maskEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import { parseImageUrl } from "../../kernel/image-url.js";
import { Secret } from "../../kernel/secret.js";
import type { Env } from "../../store/env.js";
import { concludeSignIn } from "../email-verification/conclude-sign-in.procedure.js";
import { signVerification } from "../email-verification/sign-verification.procedure.js";
import { checkPassword } from "./check-password.procedure.js";
import { compareOwnPassword } from "./compare-own-password.procedure.js";
import { findAttemptSubject } from "./find-attempt-subject.procedure.js";
import { hashNewPassword, type JudgedPassword } from "./hash-new-password.procedure.js";
import { normalisePassword } from "./password-rules.js";
import { refuseSignUp } from "./refuse-sign-up.js";
import { registerUser } from "./register-user.js";
import { type PasswordReplacement, replacePassword } from "./replace-password.js";
import { forgetPasswordFailures } from "./spend-password-attempt.js";

/** What a new user signs up with. */
export interface SignUp {
  readonly email: EmailAddress;
  readonly password: Secret;
  readonly name: string;
  /** URL of a picture; null for none. */
  readonly image: string | null;
  /** Where the page of the verification link sends the browser afterwards; null for nowhere. */
  readonly redirectTo: string | null;
  /** The application's own fields that `sign-up` accepts. Default: none. */
  readonly fields?: GivenFields;
}

/**
 * What a sign-up gives back. It does not tell a taken email address from a free one where addresses
 * must be verified.
 */
export interface SignedUp extends JudgedPassword {
  /**
   * The new user. Where the email address was taken, a user that is not stored: it looks the same.
   */
  readonly user: User;
  /** Null where the email address has to be verified first. */
  readonly signedIn: SignedIn | null;
}

/** What a user signs in with, and what becomes of the session. */
export interface PasswordSignIn {
  readonly email: EmailAddress;
  readonly password: Secret;
  /**
   * Whether the browser keeps the session when it closes. By default a new session is kept, and a
   * present one stays as it was.
   */
  readonly remembered?: boolean | undefined;
  /**
   * Where the page of the verification link sends the browser, should the link have to be mailed
   * again; null for nowhere.
   */
  readonly redirectTo: string | null;
}

/** The password that the user has, and the one that takes its place. */
export interface PasswordChange {
  readonly current: Secret;
  readonly next: Secret;
}

/**
 * What setting or changing the password gives back: the user, and the session that it was done in,
 * under a new token.
 */
export interface ChangedPassword extends RenewedSession, JudgedPassword {
  readonly user: User;
}

/** Sign-up and sign-in with an email address and a password, and setting and changing it. */
export interface Passwords {
  /**
   * Creates an unverified user, mails the verification link and signs in.
   *
   * Where the application requires verified email addresses, no session is opened, and a taken
   * email address gets the same answer as a free one. The owner of a taken email address is told by
   * mail; while it is unverified they are mailed the verification link again.
   *
   * Where `AuthOptions.signUp` is not open to the email address, every sign-up with it is refused
   * before anything is looked up, also for an invited one: its owner signs in by code or link.
   *
   * @throws {AuthError} `VALIDATION_ERROR`, `IMAGE_URL_NOT_SUPPORTED`,
   *   `USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL`, `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_LONG`,
   *   `PASSWORD_TOO_COMMON`, `BUSY`, `SIGN_UP_NOT_ALLOWED`, `SIGN_IN_METHOD_NOT_OFFERED`, and an
   *   error of `defineErrors` when a subscriber refuses: for a taken email address as for a free
   *   one
   * @example
   * const { user, signedIn } = await auth.passwords.signUp(
   *   { email, password: new Secret("correct horse battery"), name: "Ada", image: null, redirectTo: null },
   *   client,
   * );
   */
  signUp(input: SignUp, client: Client): Promise<SignedUp>;

  /**
   * Opens a session. The answer is the same for an unknown email address, a user without a password
   * and a wrong password, and so is the work. Where the application requires verified email
   * addresses, a right password of an unverified one is refused with `EMAIL_NOT_VERIFIED`, and the
   * verification link is mailed again.
   *
   * @throws {AuthError} `INVALID_EMAIL_OR_PASSWORD`, `EMAIL_NOT_VERIFIED`, `ACCOUNT_SUSPENDED`,
   * `TOO_MANY_REQUESTS`, `BUSY`, `SIGN_IN_METHOD_NOT_OFFERED`
   * @example
   * const { session, token } = await auth.passwords.signIn({ email, password, redirectTo: null }, client);
   */
  signIn(input: PasswordSignIn, client: Client): Promise<SignedIn>;

  /**
   * Checks that a password is the caller's.
   *
   * @throws {AuthError} `INVALID_PASSWORD`, `TOO_MANY_REQUESTS`, `BUSY`
   */
  verify(caller: Caller, password: Secret, client: Client): Promise<void>;

  /**
   * Changes the caller's password, ends their other sessions and tells them by mail. Links that
   * were mailed before are dead. Of many racing changes from one password the first holds. The
   * caller's own session goes on under a new token, which ends copies of its cookie: set it as the
   * session cookie of the answer.
   *
   * @throws {AuthError} `CREDENTIAL_ACCOUNT_NOT_FOUND`, `INVALID_PASSWORD`, `PASSWORD_TOO_SHORT`,
   *   `PASSWORD_TOO_LONG`, `PASSWORD_TOO_COMMON`, `TOO_MANY_REQUESTS`, `BUSY`, `UNAUTHORIZED` when
   *   the session has ended meanwhile, or another request with the same token was first
   * @example
   * const { user, session, token } = await auth.passwords.change(caller, { current, next }, client);
   */
  change(caller: Caller, change: PasswordChange, client: Client): Promise<ChangedPassword>;

  /**
   * Sets the first password of a caller who has none, with the ends and the mail of `change`: their
   * other sessions end, links that were mailed before are dead, and the caller's own session goes
   * on under a new token. It takes a fresh session, since there is no password to ask for.
   *
   * @throws {AuthError} `PASSWORD_ALREADY_SET`, `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_LONG`,
   *   `PASSWORD_TOO_COMMON`, `BUSY`, `SIGN_IN_METHOD_NOT_OFFERED`, `UNAUTHORIZED` as for `change`
   * @example
   * const fresh = auth.sessions.requireFresh(caller);
   * const { session, token } = await auth.passwords.set(fresh, next, client);
   */
  set(caller: FreshCaller, next: Secret, client: Client): Promise<ChangedPassword>;

  /** Returns when the caller set their password; null when they have none. */
  setSince(caller: Caller): Promise<Date | null>;
}

export function createPasswords(env: Env): Passwords {
  const { store, logger, choices } = env;

  async function signUp(
    { email, password, redirectTo, fields = {}, ...profile }: SignUp,
    client: Client,
  ): Promise<SignedUp> {
    requireMethod(choices, "password");
    await requireOpenSignUp(env, email, "password");
    const checked = {
      name: parseDisplayName(profile.name),
      image: parseImageUrl(profile.image, "image"),
      ...composeFields(env, fields, "sign-up"),
    };
    const { hash, isCommon } = await hashNewPassword(env, password, email);
    const purpose = "email-verification";
    const { spent } = await spendMailBudget(store.counters, env, { email, purpose, client });
    const user = composeUser(env, { ...checked, email, emailVerified: false });
    const owner = await store.users.findByEmail(email);
    const link = await signVerification(env, { userId: owner?.id ?? user.id, email, redirectTo });
    const language = readerLanguage(owner, client);
    const verification = { to: email, link, wanted: spent, language };
    const isTaken = owner !== null;
    const refusal = await rehearseCreation(env, { user, method: "password", isTaken });

    const outcome = await store.transaction(
      async (tx) =>
        (await registerUser(tx, env, { user, hash, verification, client })) ??
        refuseSignUp(tx, env, { owner, verification, refusal, client }),
    );
    env.nudge();
    if (outcome !== "taken again")
      logger.info("sign_up", { taken: outcome === "taken", to: maskEmailAddress(email) });
    if (typeof outcome !== "string") {
      if (!isWithheld(outcome)) return { user, signedIn: outcome, isCommon };
      if (outcome.withheld === "by-feature") throw withheldRefusal(outcome);
      return { user, signedIn: null, isCommon };
    }
    if (choices.requireEmailVerification) return { user, signedIn: null, isCommon };
    throw new AuthError("USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL");
  }

  async function signIn(
    { email, password: given, remembered, redirectTo }: PasswordSignIn,
    client: Client,
  ): Promise<SignedIn> {
    requireMethod(choices, "password");
    const subject = await findAttemptSubject(env, email, client);
    const find = () => store.passwords.findByEmail(email);
    const { stored, ...check } = await checkPassword(env, { email, given, find, subject, client });
    if (!check.right || !stored) throw new AuthError("INVALID_EMAIL_OR_PASSWORD");
    const stronger = check.outdated ? await hashAgain(env, given) : null;

    const { user, opened } = await store.transaction(async (tx) => {
      const user = await tx.users.lock(stored.userId);
      const current = await tx.passwords.find(stored.userId);
      // Changed, reset or moved to another email address while we were hashing.
      if (!user || user.email !== email || current?.hash !== stored.hash)
        throw new AuthError("INVALID_EMAIL_OR_PASSWORD");
      await forgetPasswordFailures(tx, env, subject);
      if (stronger) await tx.passwords.rehash(user.id, stored.hash, stronger);
      const authentication = { user, method: "password", client, remembered, redirectTo } as const;
      return { user, opened: await openSession(tx, env, authentication) };
    });
    return concludeSignIn(env, { opened, user, method: "password", redirectTo, client });
  }

  async function verify(caller: Caller, password: Secret, client: Client): Promise<void> {
    const stored = await store.passwords.find(caller.user.id);
    await compareOwnPassword(env, caller, { given: password, stored, client });
  }

  async function change(
    caller: Caller,
    { current, next }: PasswordChange,
    client: Client,
  ): Promise<ChangedPassword> {
    const { user } = caller;
    const stored = await store.passwords.find(user.id);
    if (!stored) throw new AuthError("CREDENTIAL_ACCOUNT_NOT_FOUND");
    await compareOwnPassword(env, caller, { given: current, stored, client });
    return replace(caller, { stored, next, client });
  }

  async function set(caller: FreshCaller, next: Secret, client: Client): Promise<ChangedPassword> {
    requireMethod(choices, "password");
    if (await store.passwords.find(caller.user.id)) throw new AuthError("PASSWORD_ALREADY_SET");
    return replace(caller, { stored: null, next, client });
  }

  async function replace(
    caller: Caller,
    { next, ...given }: Omit<PasswordReplacement, "hash"> & { readonly next: Secret },
  ): Promise<ChangedPassword> {
    const { user } = caller;
    const { hash, isCommon } = await hashNewPassword(env, next, user.email);
    const renewed = await store.transaction((tx) =>
      replacePassword(tx, env, caller, { ...given, hash }),
    );
    env.nudge();
    logger.info("authn_password_change", { userId: user.id });
    return { user, ...renewed, isCommon };
  }

  const setSince = async ({ user }: Caller): Promise<Date | null> =>
    (await store.passwords.find(user.id))?.updatedAt ?? null;

  const measured = measureSignIn(env, { method: "password", signIn });
  return { signUp, signIn: measured, verify, change, set, setSince };
}

/** With today's parameters. A full queue does not refuse the sign-in: the next one rehashes. */
const hashAgain = ({ passwordHasher }: Env, password: Secret) =>
  passwordHasher.hash(new Secret(normalisePassword(password.reveal()))).catch(() => null);
