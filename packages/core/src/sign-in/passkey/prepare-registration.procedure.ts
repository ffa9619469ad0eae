import { lockCaller } from "../../account/session/lock-caller.js";
import type { FreshCaller } from "../../account/session/session.js";
import { AuthError } from "../../kernel/errors.js";
import type {
  AuthenticatorHint,
  CeremonyOptions,
  RegistrationRequest,
} from "../../ports/webauthn.js";
import type { Env } from "../../store/env.js";
import { attachmentOf } from "./ceremony-rules.js";
import { composeChallenge } from "./compose-challenge.js";
import { requireConditionalCreation } from "./conditional-creation.js";
import { namesOf } from "./passkey-signals.js";

/** What to ask the browser for when a user adds a passkey. */
export interface RegistrationInput {
  /** What the authenticator calls the account; null for the email address. */
  readonly name: string | null;
  /** Which kind of authenticator to use; null for either. */
  readonly attachment: RegistrationRequest["attachment"];
  /**
   * Which kind of authenticator the user is expected to use, the likeliest first. Without an
   * `attachment` the first one sets it, for browsers that know no hints. Default: none.
   */
  readonly hints?: readonly AuthenticatorHint[];
  /**
   * `conditional`: the browser may make the passkey without asking its user, shortly after a sign-in
   * by password. Default: it asks.
   */
  readonly mediation?: "conditional" | null;
}

/**
 * Stores a challenge and returns the options with which the browser makes a passkey. Passkeys that
 * the user has are excluded.
 *
 * @throws {AuthError} `LIMIT_REACHED`, `CONDITIONAL_CREATE_NOT_ALLOWED`,
 * `INSUFFICIENT_USER_AUTHENTICATION`, `UNAUTHORIZED` when the session has ended meanwhile.
 */
export async function prepareRegistration(
  env: Env,
  caller: FreshCaller,
  { name, attachment, hints = [], mediation = null }: RegistrationInput,
): Promise<CeremonyOptions> {
  const { store, random, policy, webauthn, relyingParty } = env;
  const { user } = caller;
  const prepared = await store.transaction(async (tx) => {
    await lockCaller(tx, env, caller);
    if (mediation === "conditional") await requireConditionalCreation(tx, env, caller);
    const exclude = await tx.passkeys.listByUser(user.id);
    if (exclude.length >= policy.passkeysPerUser) throw new AuthError("LIMIT_REACHED");
    const userHandle = await tx.passkeys.ensureUserHandle(
      user.id,
      random.token(policy.userHandleBytes).reveal(),
    );
    const { challenge, row } = composeChallenge(env, {
      ceremony: "registration",
      userId: user.id,
      browserHash: null,
      mediation,
    });
    await tx.passkeyChallenges.insert(row);
    return { exclude, userHandle, challenge };
  });
  return webauthn.registrationOptions(relyingParty, {
    ...prepared,
    attachment: attachment ?? attachmentOf(hints),
    hints,
    userVerification: mediation === "conditional" ? "preferred" : "required",
    userName: name ?? user.email,
    userDisplayName: namesOf(user).displayName,
    timeoutMs: policy.passkeyChallengeLifetime,
  });
}
