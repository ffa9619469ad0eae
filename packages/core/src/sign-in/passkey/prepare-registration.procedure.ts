import { lockCaller } from "../../account/session/lock-caller.js";
import type { FreshCaller } from "../../account/session/session.js";
import { AuthError } from "../../kernel/errors.js";
import type { CeremonyOptions, RegistrationRequest } from "../../ports/webauthn.js";
import type { Env } from "../../store/env.js";
import { composeChallenge } from "./compose-challenge.js";

/** What to ask the browser for when a user adds a passkey. */
export interface RegistrationInput {
  /** What the authenticator calls the account; null for the email address. */
  readonly name: string | null;
  /** Which kind of authenticator to use; null for either. */
  readonly attachment: RegistrationRequest["attachment"];
}

/**
 * Stores a challenge and returns the options with which the browser makes a passkey. Passkeys that
 * the user has are excluded.
 *
 * @throws {AuthError} `LIMIT_REACHED`, `UNAUTHORIZED` when the session has ended meanwhile.
 */
export async function prepareRegistration(
  env: Env,
  caller: FreshCaller,
  { name, attachment }: RegistrationInput,
): Promise<CeremonyOptions> {
  const { store, random, policy, webauthn, relyingParty } = env;
  const { user } = caller;
  const prepared = await store.transaction(async (tx) => {
    await lockCaller(tx, env, caller);
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
    });
    await tx.passkeyChallenges.insert(row);
    return { exclude, userHandle, challenge };
  });
  return webauthn.registrationOptions(relyingParty, {
    ...prepared,
    attachment,
    userName: name ?? user.email,
    userDisplayName: user.name || user.email,
    timeoutMs: policy.passkeyChallengeLifetime,
  });
}
