import { isSameBrowser } from "../browser/bind-browser.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { Env } from "../../store/env.js";
import type { Assertion, AuthenticationResponse } from "../../ports/webauthn.js";
import { checkOrigin, isCounterAhead, isOwnedBy, type PresentedHandle } from "./ceremony-rules.js";
import { consumeChallenge } from "./consume-challenge.procedure.js";
import { refuseAssertion } from "./refuse-assertion.procedure.js";
import type { Passkey } from "./passkey-store.js";

/** A passkey, and the assertion that was made with it. */
export interface ProvenUse {
  readonly passkey: Passkey;
  readonly assertion: Assertion;
}

/**
 * Carries out the authentication ceremony (WebAuthn Level 3 §7.2) and returns the passkey that was used. The challenge is used
 * up, whatever comes of it.
 *
 * @throws {AuthError} `CHALLENGE_NOT_FOUND`, `PASSKEY_NOT_FOUND`, `AUTHENTICATION_FAILED`
 */
export async function verifyAssertion(
  env: Env,
  response: AuthenticationResponse,
  client: Client,
): Promise<ProvenUse> {
  const { store, webauthn, relyingParty, logger } = env;
  const clientData = webauthn.readClientData(response.response.clientDataJSON);
  if (!clientData) {
    logger.warn("authn_login_fail", { method: "passkey", reason: "unreadable client data" });
    throw new AuthError("AUTHENTICATION_FAILED");
  }
  const challenge = await consumeChallenge(env, "authentication", clientData.challenge);
  if (!challenge || !isSameBrowser(env, client, challenge.browserHash))
    throw new AuthError("CHALLENGE_NOT_FOUND");
  const passkey = await store.passkeys.findByCredentialId(response.rawId);
  if (!passkey) {
    logger.warn("authn_login_fail", { method: "passkey", reason: "unknown passkey" });
    throw new AuthError("PASSKEY_NOT_FOUND");
  }

  const originFault = checkOrigin(clientData, relyingParty);
  if (originFault === "origin")
    logger.error("passkey_origin_mismatch", {
      expected: relyingParty.origins.join(" "),
      signed: clientData.origin,
    });
  if (originFault) throw await refuseAssertion(env, passkey, { reason: originFault, client });
  // An imported passkey comes from a service that may not have asked for verification. Once it has a handle it is like any other.
  const userVerification = passkey.userHandle === null ? "preferred" : "required";
  const verdict = await webauthn.verifyAuthentication(relyingParty, clientData.challenge, {
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

/** Judges what the signature cannot tell: whose the passkey is, and whether there is a copy of it. */
function judgeUse(
  passkey: Passkey,
  { counter, deviceType }: Assertion,
  presented: PresentedHandle,
): string | null {
  if (!isOwnedBy(passkey, presented)) return "user handle";
  if (deviceType !== passkey.deviceType) return "backup eligibility";
  return isCounterAhead(passkey.counter, counter) ? null : "counter";
}
