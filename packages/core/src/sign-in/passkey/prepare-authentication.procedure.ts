import type { Caller } from "../../account/session/caller-store.js";
import type { UserId } from "../../kernel/ids.js";
import type { AuthenticatorHint, CeremonyOptions } from "../../ports/webauthn.js";
import type { Env } from "../../store/env.js";
import type { Stores } from "../../store/store.js";
import type { BrowserBinding } from "../browser/bind-browser.js";
import { composeChallenge } from "./compose-challenge.js";
import type { Passkey } from "./passkey-store.js";

/** Where a passkey is asked for. */
export interface AuthenticationStart {
  readonly browser: BrowserBinding;
  /** What the browser offers first; empty for its own choice. */
  readonly hints: readonly AuthenticatorHint[];
}

/**
 * Stores a challenge and returns the options with which the browser uses a passkey. Those of the
 * caller are listed. A caller whose account was erased meanwhile is taken for none.
 */
export async function prepareAuthentication(
  env: Env,
  caller: Caller | null,
  { browser, hints }: AuthenticationStart,
): Promise<CeremonyOptions> {
  const { store, policy, webauthn, relyingParty } = env;

  async function insertChallenge(stores: Stores, userId: UserId | null): Promise<string> {
    const { challenge, row } = composeChallenge(env, {
      ceremony: "authentication",
      userId,
      browserHash: browser.hash,
    });
    await stores.passkeyChallenges.insert(row);
    return challenge;
  }

  async function prepare(): Promise<{ challenge: string; allow: readonly Passkey[] }> {
    if (!caller) return { challenge: await insertChallenge(store, null), allow: [] };
    return store.transaction(async (tx) => {
      // Locked: the row of the challenge names the user, who must not go in between.
      const user = await tx.users.lock(caller.user.id);
      const allow = user ? await tx.passkeys.listByUser(user.id) : [];
      const userId = user && allow.length > 0 ? user.id : null;
      return { challenge: await insertChallenge(tx, userId), allow };
    });
  }

  return webauthn.authenticationOptions(relyingParty, {
    ...(await prepare()),
    hints,
    timeoutMs: policy.passkeyChallengeLifetime,
  });
}
