import { recordEvent } from "../../background/audit-log/record-event.js";
import { bindBrowser, type BrowserBinding } from "../browser/bind-browser.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { PasskeyId } from "../../kernel/ids.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import type { Env } from "../../store/env.js";
import type {
  AuthenticationResponse,
  CeremonyOptions,
  RegistrationRequest,
  RegistrationResponse,
} from "../../ports/webauthn.js";
import type { Caller } from "../../account/session/caller-store.js";
import { lockCaller } from "../../account/session/lock-caller.js";
import { openSession, type SignedIn } from "../../account/session/open-session.js";
import type { FreshCaller } from "../../account/session/session.js";
import { countSignInMethods } from "../../account/sign-in-method/count-sign-in-methods.js";
import { offeredMethods } from "../../account/sign-in-method/offered-methods.js";
import { requireMethod } from "../../account/sign-in-method/require-method.js";
import { issueChallenge } from "./exchange-challenge.js";
import type { Passkey } from "./passkey-store.js";
import { refuseAssertion } from "./refuse-assertion.procedure.js";
import { verifyAssertion } from "./verify-assertion.procedure.js";
import { verifyRegistration } from "./verify-registration.procedure.js";

export interface RegistrationInput {
  /** What the authenticator calls the account; the address when there is none. */
  readonly name: string | null;
  readonly attachment: RegistrationRequest["attachment"];
}

export type Passkeys = ReturnType<typeof createPasskeys>;

export function createPasskeys(env: Env) {
  const { store, clock, random, policy, choices, webauthn, relyingParty, logger } = env;

  /** What the browser needs to make a passkey. Throws `LIMIT_REACHED` and `SIGN_IN_METHOD_NOT_OFFERED`. */
  async function registrationOptions(
    caller: FreshCaller,
    { name, attachment }: RegistrationInput,
  ): Promise<CeremonyOptions> {
    requireMethod(choices, "passkey");
    const { user } = caller;
    const given = await store.transaction(async (tx) => {
      await lockCaller(tx, env, caller);
      const exclude = await tx.passkeys.listByUser(user.id);
      if (exclude.length >= policy.passkeysPerUser) throw new AuthError("LIMIT_REACHED");
      const userHandle = await tx.passkeys.ensureUserHandle(
        user.id,
        random.token(policy.userHandleBytes).reveal(),
      );
      return {
        exclude,
        userHandle,
        challenge: await issueChallenge(tx, env, {
          ceremony: "registration",
          userId: user.id,
          browserHash: null,
        }),
      };
    });
    return webauthn.registrationOptions(relyingParty, {
      ...given,
      attachment,
      userName: name ?? user.email,
      userDisplayName: user.name || user.email,
      timeoutMs: policy.passkeyChallengeLifetime,
    });
  }

  /**
   * Adds the passkey that the browser has made. Throws `CHALLENGE_NOT_FOUND`, `FAILED_TO_VERIFY_REGISTRATION`, also for a credential that any user has
   * already, `LIMIT_REACHED` and `SIGN_IN_METHOD_NOT_OFFERED`.
   */
  async function register(
    caller: FreshCaller,
    answer: { readonly response: RegistrationResponse; readonly name: string },
    client: Client,
  ) {
    requireMethod(choices, "passkey");
    const { user } = caller;
    const credential = await verifyRegistration(env, user.id, answer.response);
    const userHandle = await store.passkeys.ensureUserHandle(
      user.id,
      random.token(policy.userHandleBytes).reveal(),
    );
    const id = random.id<PasskeyId>();
    const passkey: Passkey = {
      ...credential,
      id,
      userId: user.id,
      name: answer.name,
      userHandle,
      createdAt: clock.now(),
      lastUsedAt: null,
    };
    await store.transaction(async (tx) => {
      const locked = await lockCaller(tx, env, caller);
      if ((await tx.passkeys.countByUser(user.id)) >= policy.passkeysPerUser)
        throw new AuthError("LIMIT_REACHED");
      if (!(await tx.passkeys.insertUnlessTaken(passkey)))
        throw new AuthError("FAILED_TO_VERIFY_REGISTRATION");
      await recordEvent(tx, env, {
        event: "passkey.added",
        userId: user.id,
        client,
        detail: { passkeyId: id },
      });
      await enqueueNotice(tx, env, locked, "passkey-added");
    });
    env.nudge();
    logger.info("passkey_added", { userId: user.id, passkeyId: id });
    return passkey;
  }

  /**
   * What the browser needs to use a passkey, and what tells this browser from others until then. Nobody learns who has passkeys: only the caller's own
   * are listed. Throws `SIGN_IN_METHOD_NOT_OFFERED`.
   */
  async function authenticationOptions(
    caller: Caller | null,
    client: Client,
  ): Promise<{ readonly options: CeremonyOptions; readonly browser: BrowserBinding }> {
    requireMethod(choices, "passkey");
    const allow = caller ? await store.passkeys.listByUser(caller.user.id) : [];
    const browser = bindBrowser(env, client);
    const userId = caller && allow.length > 0 ? caller.user.id : null;
    const challenge = await issueChallenge(store, env, {
      ceremony: "authentication",
      userId,
      browserHash: browser.hash,
    });
    const options = await webauthn.authenticationOptions(relyingParty, {
      challenge,
      allow,
      timeoutMs: policy.passkeyChallengeLifetime,
    });
    return { options, browser };
  }

  /** Exchanges an assertion for a session. Throws `CHALLENGE_NOT_FOUND`, `PASSKEY_NOT_FOUND`, `AUTHENTICATION_FAILED` and `SIGN_IN_METHOD_NOT_OFFERED`. */
  async function signIn(response: AuthenticationResponse, client: Client): Promise<SignedIn> {
    requireMethod(choices, "passkey");
    const { passkey, assertion } = await verifyAssertion(env, response, client);
    const signedIn = await store.transaction(async (tx) => {
      const user = await tx.users.lock(passkey.userId);
      const recorded = await tx.passkeys.recordUse(passkey.id, {
        judgedCounter: passkey.counter,
        counter: assertion.counter,
        backedUp: assertion.backedUp,
        userHandle: passkey.userHandle ?? response.response.userHandle,
        usedAt: clock.now(),
      });
      return user && recorded ? openSession(tx, env, { user, method: "passkey", client }) : null;
    });
    // Removed in the meantime, or used at the same time elsewhere: of two that show the same counter one is a copy.
    if (!signedIn) throw await refuseAssertion(env, passkey, { reason: "counter", client });
    logger.info("authn_login_success", { method: "passkey", userId: signedIn.user.id });
    return signedIn;
  }

  /** What is known by an AAGUID: a name for people, and no proof of anything. */
  const providerOf = (aaguid: string): string | null => webauthn.authenticatorName(aaguid);

  const list = ({ user }: Caller): Promise<readonly Passkey[]> =>
    store.passkeys.listByUser(user.id);

  /** Throws `PASSKEY_NOT_FOUND`, for somebody else's too. */
  async function rename(
    { user }: Caller,
    { id, name }: Pick<Passkey, "id" | "name">,
    client: Client,
  ): Promise<Passkey> {
    return store.transaction(async (tx) => {
      const renamed = await tx.passkeys.rename(user.id, id, name);
      if (!renamed) throw new AuthError("PASSKEY_NOT_FOUND");
      await recordEvent(tx, env, {
        event: "passkey.renamed",
        userId: user.id,
        client,
        detail: { passkeyId: id },
      });
      return renamed;
    });
  }

  /** Removes one of the caller's passkeys and ends their other sessions. Throws `PASSKEY_NOT_FOUND`, for somebody else's too, and `LAST_SIGN_IN_METHOD`. */
  async function remove({ user, session }: Caller, id: PasskeyId, client: Client): Promise<void> {
    await store.transaction(async (tx) => {
      const locked = await tx.users.lock(user.id);
      if (!locked || !(await tx.passkeys.delete(user.id, id)))
        throw new AuthError("PASSKEY_NOT_FOUND");
      if ((await countSignInMethods(tx, offeredMethods(env), user.id)) === 0)
        throw new AuthError("LAST_SIGN_IN_METHOD");
      await tx.sessions.revokeOthers(user.id, session.id);
      await recordEvent(tx, env, {
        event: "passkey.removed",
        userId: user.id,
        client,
        detail: { passkeyId: id },
      });
      await enqueueNotice(tx, env, locked, "passkey-removed");
    });
    env.nudge();
    logger.info("passkey_removed", { userId: user.id, passkeyId: id });
  }

  return {
    registrationOptions,
    register,
    authenticationOptions,
    signIn,
    list,
    rename,
    remove,
    providerOf,
  };
}
