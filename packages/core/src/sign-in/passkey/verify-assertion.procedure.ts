import { isSameBrowser } from "../browser/bind-browser.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { Env } from "../../store/env.js";
import type { Assertion, AuthenticationResponse } from "../../ports/webauthn.js";
import { isOwnedBy, isCounterAhead, checkOrigin } from "./ceremony-rules.js";
import { consumeChallenge } from "./exchange-challenge.js";
import { refuseAssertion } from "./refuse-assertion.procedure.js";
import type { Passkey } from "./passkey-store.js";

export interface ProvenUse {
  readonly passkey: Passkey;
  readonly assertion: Assertion;
}

/**
 * The authentication ceremony (WebAuthn Level 3 §7.2): the passkey that was used, or a refusal. The challenge is used up whatever comes of it.
 * Throws `CHALLENGE_NOT_FOUND`, `PASSKEY_NOT_FOUND` and `AUTHENTICATION_FAILED`.
 */
export async function verifyAssertion(
  env: Env,
  response: AuthenticationResponse,
  client: Client,
): Promise<ProvenUse> {
  const { store, webauthn, relyingParty, logger } = env;
  const said = webauthn.readClientData(response.response.clientDataJSON);
  if (!said) {
    logger.warn("authn_login_fail", { method: "passkey", reason: "unreadable client data" });
    throw new AuthError("AUTHENTICATION_FAILED");
  }
  const challenge = await consumeChallenge(env, "authentication", said.challenge);
  if (!challenge || !isSameBrowser(env, client, challenge.browserHash))
    throw new AuthError("CHALLENGE_NOT_FOUND");
  const passkey = await store.passkeys.findByCredentialId(response.rawId);
  if (!passkey) {
    logger.warn("authn_login_fail", { method: "passkey", reason: "unknown passkey" });
    throw new AuthError("PASSKEY_NOT_FOUND");
  }

  const misplaced = checkOrigin(said, relyingParty);
  if (misplaced === "origin")
    logger.error("passkey_origin_mismatch", {
      expected: relyingParty.origins.join(" "),
      signed: said.origin,
    });
  if (misplaced) throw await refuseAssertion(env, passkey, { reason: misplaced, client });
  // An imported passkey comes from a service that may not have asked for verification; from its first handle on it is one of ours.
  const userVerification = passkey.userHandle === null ? "preferred" : "required";
  const verdict = await webauthn.verifyAuthentication(relyingParty, said.challenge, {
    response,
    passkey,
    userVerification,
  });
  if (!verdict.verified)
    throw await refuseAssertion(env, passkey, {
      reason: "signature",
      detail: verdict.reason,
      client,
    });
  const fault = judgeUse(passkey, verdict.proven, {
    userHandle: response.response.userHandle,
    listedFor: challenge.userId,
  });
  if (fault) throw await refuseAssertion(env, passkey, { reason: fault, client });
  return { passkey, assertion: verdict.proven };
}

/** What the signature cannot tell: whose it is, and whether there is only one of it. */
function judgeUse(
  passkey: Passkey,
  { counter, deviceType }: Assertion,
  presented: Parameters<typeof isOwnedBy>[1],
): string | null {
  if (!isOwnedBy(passkey, presented)) return "user handle";
  if (deviceType !== passkey.deviceType) return "backup eligibility";
  return isCounterAhead(passkey.counter, counter) ? null : "counter";
}
