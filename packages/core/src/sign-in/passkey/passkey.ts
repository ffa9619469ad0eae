import type { Caller } from "../../account/session/caller-store.js";
import { measureSignIn } from "../../account/session/measure-sign-in.procedure.js";
import { openSession, type SignedIn } from "../../account/session/open-session.js";
import { requireProved } from "../../account/session/require-demand.procedure.js";
import type { FreshCaller } from "../../account/session/session.js";
import { offeredMethods } from "../../account/sign-in-method/offered-methods.js";
import { requireMethod } from "../../account/sign-in-method/require-method.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { parseDisplayName, requireDisplayName } from "../../kernel/display-name.js";
import { AuthError } from "../../kernel/errors.js";
import type { PasskeyId } from "../../kernel/ids.js";
import type {
  AuthenticationResponse,
  AuthenticatorHint,
  CeremonyOptions,
  RegistrationResponse,
} from "../../ports/webauthn.js";
import type { Env } from "../../store/env.js";
import { bindBrowser, type BrowserBinding } from "../browser/bind-browser.js";
import { concludeSignIn } from "../email-verification/conclude-sign-in.procedure.js";
import { addPasskey } from "./add-passkey.js";
import { isShortlyAfterPassword } from "./conditional-creation.js";
import { type PasskeySignals, readSignals } from "./passkey-signals.js";
import type { Passkey } from "./passkey-store.js";
import { prepareAuthentication } from "./prepare-authentication.procedure.js";
import { prepareRegistration, type RegistrationInput } from "./prepare-registration.procedure.js";
import { refuseAssertion } from "./refuse-assertion.procedure.js";
import { type RemovedPasskey, removePasskey } from "./remove-passkey.js";
import { verifyAssertion } from "./verify-assertion.procedure.js";
import { verifyRegistration } from "./verify-registration.procedure.js";

export type { PasskeySignals, RegistrationInput, RemovedPasskey };

/** A passkey that a browser has made, and its name. */
export interface RegistrationAnswer {
  /** What the browser's `navigator.credentials.create()` returned. */
  readonly response: RegistrationResponse;
  /** What the user calls the passkey; may be empty. */
  readonly name: string;
}

/** What the browser needs to use a passkey. */
export interface PreparedAuthentication {
  /** `PublicKeyCredentialRequestOptionsJSON`, for `navigator.credentials.get()`. */
  readonly options: CeremonyOptions;
  /** Identifies the browser until it answers: its token goes into the browser's cookie. */
  readonly browser: BrowserBinding;
}

/** Passkeys: registration, sign-in and management (WebAuthn Level 3). */
export interface Passkeys {
  /**
   * Starts a registration.
   *
   * @returns `PublicKeyCredentialCreationOptionsJSON`, for `navigator.credentials.create()` in the
   * browser.
   * @throws {AuthError} `LIMIT_REACHED`, `SIGN_IN_METHOD_NOT_OFFERED`,
   * `CONDITIONAL_CREATE_NOT_ALLOWED`, `INSUFFICIENT_USER_AUTHENTICATION`, `UNAUTHORIZED` when the
   * session has ended meanwhile.
   * @example
   * const options = await auth.passkeys.registrationOptions(caller, { name: null, attachment: null });
   * // In the browser: navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
   */
  registrationOptions(caller: FreshCaller, input: RegistrationInput): Promise<CeremonyOptions>;

  /**
   * Returns whether it is worth asking for the options of a registration with `mediation:
   * "conditional"`: passkeys are offered, and the caller has just signed in by password. Whether a
   * passkey was made so already, only the options tell.
   */
  mayCreateUnasked(caller: Caller): boolean;

  /**
   * Adds the passkey that the browser has made, and tells the user by mail. The challenge is used
   * up, whatever comes of it.
   *
   * @throws {AuthError} `CHALLENGE_NOT_FOUND`, `FAILED_TO_VERIFY_REGISTRATION`, also for a
   *   credential that any user has already, `LIMIT_REACHED`, `SIGN_IN_METHOD_NOT_OFFERED`,
   *   `CONDITIONAL_CREATE_NOT_ALLOWED`, `INSUFFICIENT_USER_AUTHENTICATION`, `UNAUTHORIZED` when the
   *   session has ended meanwhile.
   */
  register(caller: FreshCaller, answer: RegistrationAnswer, client: Client): Promise<Passkey>;

  /**
   * Starts a sign-in or a re-authentication. The options do not tell who has passkeys: they list
   * those of the caller alone.
   *
   * @param caller The signed-in caller; null without a session.
   * @param hints What the browser offers first, the likeliest first. Default: its own choice.
   * @throws {AuthError} `SIGN_IN_METHOD_NOT_OFFERED`
   */
  authenticationOptions(
    caller: Caller | null,
    client: Client,
    hints?: readonly AuthenticatorHint[],
  ): Promise<PreparedAuthentication>;

  /**
   * Exchanges an assertion for a session. The challenge is used up, whatever comes of it. Where the
   * application requires verified email addresses, a passkey of an unverified one is refused with
   * `EMAIL_NOT_VERIFIED`, and the verification link is mailed again.
   *
   * @throws {AuthError} `CHALLENGE_NOT_FOUND`, `PASSKEY_NOT_FOUND`, `AUTHENTICATION_FAILED`,
   * `EMAIL_NOT_VERIFIED`, `ACCOUNT_SUSPENDED`, `SIGN_IN_METHOD_NOT_OFFERED`
   */
  signIn(response: AuthenticationResponse, client: Client): Promise<SignedIn>;

  /** Returns the caller's passkeys, oldest first. */
  list(caller: Caller): Promise<readonly Passkey[]>;

  /**
   * Gives one of the caller's passkeys another name.
   *
   * @throws {AuthError} `PASSKEY_NOT_FOUND`, also for another user's passkey.
   */
  rename(caller: Caller, passkey: Pick<Passkey, "id" | "name">, client: Client): Promise<Passkey>;

  /**
   * Removes one of the caller's passkeys, ends their other sessions and tells them by mail.
   *
   * @returns The caller's session under a new token, which ends copies of its cookie: set it as the
   * session cookie of the answer. And what authenticators are to be told now, as of `signals`.
   * @throws {AuthError} `PASSKEY_NOT_FOUND`, also for another user's passkey,
   *   `LAST_SIGN_IN_METHOD`, `UNAUTHORIZED` when the session has ended meanwhile, or another
   *   request with the same token was first, `INSUFFICIENT_USER_AUTHENTICATION`.
   * @example
   * const { session, token } = await auth.passkeys.remove(caller, id, client);
   */
  remove(caller: Caller, id: PasskeyId, client: Client): Promise<RemovedPasskey>;

  /**
   * Returns what authenticators are to be told of the caller, one entry for each user handle by which
   * they know them. Give it to no one else: it lists the user's passkeys, and a wrong list hides good
   * ones.
   *
   * @example
   * for (const { allAcceptedCredentials } of await auth.passkeys.signals(caller))
   *   // In the browser: PublicKeyCredential.signalAllAcceptedCredentials(allAcceptedCredentials)
   */
  signals(caller: Caller): Promise<readonly PasskeySignals[]>;

  /**
   * Returns what the maker of an authenticator calls the model; null when it is not known. It is a
   * name for people and proves nothing.
   *
   * @param aaguid The model's id, from `Passkey.aaguid`.
   */
  authenticatorName(aaguid: string): string | null;
}

export function createPasskeys(env: Env): Passkeys {
  const { store, clock, choices, webauthn, logger } = env;

  async function registrationOptions(
    caller: FreshCaller,
    input: RegistrationInput,
  ): Promise<CeremonyOptions> {
    requireMethod(choices, "passkey");
    await requireProved(env, caller);
    return prepareRegistration(env, caller, input);
  }

  async function register(
    caller: FreshCaller,
    answer: RegistrationAnswer,
    client: Client,
  ): Promise<Passkey> {
    requireMethod(choices, "passkey");
    await requireProved(env, caller);
    const { user } = caller;
    // Before the challenge is consumed: what is refused for its name can be sent again.
    const name = parseDisplayName(answer.name);
    const verified = await verifyRegistration(env, user.id, answer.response);
    const passkey = await store.transaction((tx) =>
      addPasskey(tx, env, caller, { ...verified, name, client }),
    );
    env.nudge();
    logger.info("passkey_added", { userId: user.id, passkeyId: passkey.id });
    return passkey;
  }

  const mayCreateUnasked = ({ session }: Caller): boolean =>
    choices.signInMethods.passkey && isShortlyAfterPassword(env, session);

  async function authenticationOptions(
    caller: Caller | null,
    client: Client,
    hints: readonly AuthenticatorHint[] = [],
  ): Promise<PreparedAuthentication> {
    requireMethod(choices, "passkey");
    const browser = bindBrowser(env, client);
    const options = await prepareAuthentication(env, caller, { browser, hints });
    return { options, browser };
  }

  async function signIn(response: AuthenticationResponse, client: Client): Promise<SignedIn> {
    requireMethod(choices, "passkey");
    const { passkey, assertion } = await verifyAssertion(env, response, client);
    const outcome = await store.transaction(async (tx) => {
      const user = await tx.users.lock(passkey.userId);
      const recorded = await tx.passkeys.recordUse(passkey.id, {
        judgedCounter: passkey.counter,
        counter: assertion.counter,
        backedUp: assertion.backedUp,
        userHandle: passkey.userHandle ?? response.response.userHandle,
        usedAt: clock.now(),
      });
      if (!user || !recorded) return null;
      const { id, uvInitialized } = passkey;
      const asserted = { id, uvInitialized, userVerified: assertion.userVerified };
      const authentication = { user, method: "passkey", client, passkey: asserted } as const;
      return { user, opened: await openSession(tx, env, authentication) };
    });
    // Removed in the meantime, or used at the same time elsewhere: of two that show the same
    // counter one is a copy.
    if (!outcome) throw await refuseAssertion(env, passkey, { reason: "counter", client });
    return concludeSignIn(env, { ...outcome, method: "passkey", client });
  }

  const authenticatorName = (aaguid: string) => webauthn.authenticatorName(aaguid);

  const list = ({ user }: Caller) => store.passkeys.listByUser(user.id);

  async function rename(
    { user }: Caller,
    { id, name }: Pick<Passkey, "id" | "name">,
    client: Client,
  ): Promise<Passkey> {
    const checkedName = requireDisplayName(name);
    return store.transaction(async (tx) => {
      const renamed = await tx.passkeys.rename(user.id, id, checkedName);
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

  async function remove(caller: Caller, id: PasskeyId, client: Client): Promise<RemovedPasskey> {
    await requireProved(env, caller);
    const { relyingParty } = env;
    const removal = { id, offered: offeredMethods(env), relyingParty, client };
    const removed = await store.transaction((tx) => removePasskey(tx, env, caller, removal));
    env.nudge();
    logger.info("passkey_removed", { userId: caller.user.id, passkeyId: id });
    return removed;
  }

  const signals = ({ user }: Caller) => readSignals(store, env.relyingParty, user);

  return {
    registrationOptions,
    mayCreateUnasked,
    register,
    authenticationOptions,
    signIn: measureSignIn(env, { method: "passkey", signIn }),
    list,
    rename,
    remove,
    signals,
    authenticatorName,
  };
}
